/* A host of libstarmine that tries the contract of starmine.h: sizes, memory, callbacks, forks and stacks. Says what
 * fails, and ends with 1 then. */

#define _GNU_SOURCE
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "starmine.h"

static int failures;
#define CHECK(what) ((what) ? 0 : (failures++, printf("line %d: %s\n", __LINE__, #what)))

static starmine_scene *load(const char *text, const starmine_options *options) {
  starmine_scene *scene = NULL;
  char *error = NULL;
  if (starmine_load(text, strlen(text), "doc", NULL, options, &scene, &error) != STARMINE_OK) {
    printf("%s\n", error);
    failures++;
  }
  starmine_free(error);
  return scene;
}

static void size_of(starmine_scene *scene, int size[2]) {
  starmine_scene_info info = {.struct_size = sizeof info};
  CHECK(starmine_info(scene, &info) == STARMINE_OK);
  size[0] = info.width, size[1] = info.height;
}

/* What a scene has after a change that is refused: its frame, and the changes made before. */
static void changesKeepTheSize(void) {
  static const char *const changes[] = {"movie.size=[64, 64]", "movie.size=1e9x3", "movie.scale=2", "movie.scale*=0.5",
                                        "movie.size=[9, 8]",   "movie.fps=7",      "movie.fit=fill"};
  starmine_scene *scene = load("{movie: {size: [8, 8]}, layer: {name: 'a', backgroundColor: 'red'}}", NULL);
  const char *before[] = {"a.opacity=0.5", "a.opacity*=0.5"};
  CHECK(starmine_set(scene, before, 2, NULL) == STARMINE_OK);
  char expected[33], hash[33];
  CHECK(starmine_hash(scene, 0, expected) == STARMINE_OK);
  int size[2], refused = 0;
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char *error = NULL;
    const char *both[] = {"a.opacity=0.25", changes[i]};
    refused += starmine_set(scene, both, 2, &error) != STARMINE_OK && error && error[0] == '[';
    starmine_free(error);
    size_of(scene, size);
    CHECK(size[0] == 8 && size[1] == 8);
    CHECK(starmine_hash(scene, 0, hash) == STARMINE_OK && !strcmp(hash, expected));
  }
  CHECK(refused >= 3);
  CHECK(starmine_reset(scene) == STARMINE_OK);
  size_of(scene, size);
  CHECK(size[0] == 8 && size[1] == 8);
  /* In a frame that the host has named, the document's size is a change like others. */
  CHECK(starmine_resize(scene, 16, 12, 0, NULL) == STARMINE_OK);
  CHECK(starmine_set(scene, changes, 1, NULL) == STARMINE_OK);
  size_of(scene, size);
  CHECK(size[0] == 16 && size[1] == 12);
  starmine_close(scene);
}

static void memoryIsMeasured(void) {
  starmine_scene *scene = load("{movie: {size: [8, 4], background: 'white'}, layer: {}}", NULL);
  unsigned char pixels[4 * 40] = {0}, *last = pixels + 3 * 40;
  CHECK(starmine_render_sized(scene, 0, pixels, 127, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_render_sized(scene, 0, pixels, 151, 40, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_render_sized(scene, 0, last, 151, -40, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_render_sized(scene, 0, pixels, 0, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_render_over_sized(scene, 0, pixels, 127, 32, pixels, 160, 32, 1, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_render_over_sized(scene, 0, pixels, 160, 32, pixels, 127, 32, 1, NULL) == STARMINE_ARGUMENT);
  for (size_t i = 0; i < sizeof pixels; i++) CHECK(pixels[i] == 0);
  CHECK(starmine_render_over_sized(scene, 0, pixels, 128, 32, pixels, 128, 32, 1, NULL) == STARMINE_OK);
  CHECK(starmine_render_sized(scene, 0, last, 152, -40, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK);
  CHECK(pixels[0] == 255 && pixels[31] == 255 && pixels[32] == 0 && pixels[151] == 255 && pixels[152] == 0);
  CHECK(starmine_render_sized(scene, 0, pixels, (size_t)-1, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK);
  starmine_close(scene);
}

/* Asked for pictures, which are red, by the scenes of `pictured`. What happens meanwhile is `meanwhile`. */
static const unsigned char red[2 * 2 * 4] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
static void (*meanwhile)(void);
static int give_red(void *stride, const char *path, starmine_picture *out) {
  if (meanwhile) meanwhile();
  *out = (starmine_picture){2, 2, stride ? *(int *)stride : 8, red, NULL, NULL};
  return *path == 0;
}
static const char pictured[] = "{movie: {size: [8, 8]}, layer: {name: 'a', contents: 'red.png'}}";
static const char *const other_picture[] = {"a.contents=other.png"};

static void picturesHaveTheirStride(void) {
  const int strides[] = {0, 1, 4, 7, -7};
  for (int i = 0; i < 5; i++) {
    int stride = strides[i];
    starmine_options options = {.struct_size = sizeof options, .picture = give_red, .context = &stride};
    starmine_scene *scene = NULL;
    CHECK(starmine_load(pictured, strlen(pictured), NULL, NULL, &options, &scene, NULL) == STARMINE_PROBLEMS && !scene);
  }
}

static const starmine_options with_red = {.struct_size = sizeof with_red, .picture = give_red};
static starmine_scene *asking, *others[40];

static void close_others(void) {
  for (int i = 0; i < 40; i++) starmine_close(others[i]), others[i] = NULL;
}

/* Scenes that are closed in a callback give their memory back after it, also the one that has called back. */
static void closesAreDeferred(void) {
  static unsigned char pixels[1280 * 720 * 4];
  starmine_options options = {.struct_size = sizeof options, .width = 1280, .height = 720};
  long before = 0;
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 40; i++) {
      others[i] = load("{layer: {backgroundColor: 'red'}}", &options);
      CHECK(starmine_render(others[i], 0, pixels, 1280 * 4, 0, NULL) == STARMINE_OK);
    }
    meanwhile = close_others;
    starmine_close(load(pictured, &with_red));
    meanwhile = NULL;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (round == 0) before = usage.ru_maxrss;
#ifndef __SANITIZE_ADDRESS__ /* It keeps memory that is freed. */
    if (round == 3) CHECK(usage.ru_maxrss - before < 60 << 10);
#endif
  }
}

static void close_asking(void) { starmine_close(asking), starmine_close(asking); }

static void aSceneClosesItself(void) {
  asking = load(pictured, &with_red);
  meanwhile = close_asking;
  CHECK(starmine_set(asking, other_picture, 1, NULL) == STARMINE_OK);
  meanwhile = NULL;
}

static int draws(starmine_scene *scene) {
  unsigned char pixels[256] = {0};
  return starmine_render_sized(scene, 0, pixels, 256, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK &&
         pixels[0] == 255;
}

/* The child draws with a new scene and with the one that is in a callback; inside of a callback, no scene draws. */
static void *fork_and_draw(void *is_inside) {
  pid_t pid = fork();
  if (pid == 0) {
    alarm(30);
    meanwhile = NULL;
    if (is_inside) _exit(draws(asking));
    _exit(!(draws(load(pictured, &with_red)) && draws(asking)));
  }
  int status = -1;
  waitpid(pid, &status, 0);
  CHECK(status == 0);
  return NULL;
}

static void *draw_asking(void *unused) {
  CHECK(draws(asking));
  return unused;
}

/* The callback waits for a fork of another thread, while a third waits for the scene. Before, it waited for ever. */
static pthread_t waiting;
static void fork_elsewhere(void) {
  pthread_t forking;
  CHECK(fegetround() == FE_UPWARD);
  pthread_create(&waiting, NULL, draw_asking, NULL);
  usleep(50000);
  pthread_create(&forking, NULL, fork_and_draw, NULL);
  pthread_join(forking, NULL);
  fork_and_draw(asking);
}

static void forksGoOnInCallbacks(void) {
  asking = load(pictured, &with_red);
  meanwhile = fork_elsewhere;
  fesetround(FE_UPWARD);
  alarm(60);
  CHECK(starmine_set(asking, other_picture, 1, NULL) == STARMINE_OK);
  CHECK(fegetround() == FE_UPWARD);
  alarm(0);
  fesetround(FE_TONEAREST);
  meanwhile = NULL;
  pthread_join(waiting, NULL);
  CHECK(draws(asking));
  starmine_close(asking);
}

static void *call_all(void *scene) {
  char *error = NULL;
  starmine_scene *other = NULL;
  unsigned char pixels[256];
  CHECK(starmine_open("snow", NULL, &other, &error) == STARMINE_ARGUMENT && !other);
  CHECK(error && strstr(error, "stack"));
  starmine_free(error);
  CHECK(starmine_render(scene, 0, pixels, 32, 0, NULL) == STARMINE_ARGUMENT && !starmine_document(scene));
  starmine_close(scene);
  return NULL;
}

static void *draw_snow(void *unused) {
  starmine_scene *scene = NULL;
  char hash[33];
  CHECK(starmine_open("snow", NULL, &scene, NULL) == STARMINE_OK && starmine_hash(scene, 1, hash) == STARMINE_OK);
  starmine_close(scene);
  return unused;
}

static void smallStacksAreRefused(void) {
  const size_t sizes[] = {64, 128, 256, 512, 1024};
  for (int i = 0; i < 5; i++) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, sizes[i] << 10);
    if (sizes[i] < 512) pthread_create(&thread, &attributes, call_all, load(pictured, &with_red));
    else pthread_create(&thread, &attributes, draw_snow, NULL);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
}

/* C texts end at a NUL: what a document has behind one must not be lost. */
static void textsWithNUL(void) {
  starmine_scene *scene = NULL;
  const char text[] = "{layer: {contents: 'a\\u0000.png'}}";
  CHECK(starmine_load(text, sizeof text - 1, NULL, NULL, &with_red, &scene, NULL) == STARMINE_PROBLEMS && !scene);
  const char comment[] = "{layer: {} /* \0 */}";
  if (starmine_load(comment, sizeof comment - 1, NULL, NULL, NULL, &scene, NULL) != STARMINE_OK) return;
  CHECK(!starmine_document(scene));
  starmine_close(scene);
}

/* A callback stops an export, and the scene goes on. */
static int stop_early(void *calls, int64_t done, int64_t count) {
  CHECK(done <= count && starmine_info(asking, NULL) == STARMINE_ARGUMENT);
  return ++*(int *)calls == 2;
}

static char exported[] = "/tmp/starmine-XXXXXX.gif";
static starmine_status export_with(const char *option, starmine_progress progress, void *context, char **text) {
  return starmine_export(asking, exported, &option, option != NULL, progress, context, text);
}

static void exportsAreCancelled(void) {
  int calls = 0;
  char *text = NULL;
  CHECK(export_with(NULL, stop_early, &calls, &text) == STARMINE_CANCELLED && calls == 2 && text);
  starmine_free(text);
  CHECK(export_with("frames=0-1", NULL, NULL, &text) == STARMINE_OK);
  starmine_free(text);
}

static int count_calls(void *calls, int64_t done, int64_t count) {
  *(int *)calls += done <= count;
  return 0;
}

/* Before the first frame, and with the option's name. */
static void wrongOptionsAreErrors(void) {
  const char *wrong[] = {"frames=3-1", "frames", "formt=gif", "format=nothing", "threads=-1", "hdr=pq", "at=1",
                         "audio-gain=3", "over=/nothing.mp4", "vars.title=ANN", "snow.size=3", "max-size=0"};
  int calls = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *error = NULL, name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(wrong[i], "="), wrong[i]);
    if (strchr(name, '.')) *name = 0;
    CHECK(export_with(wrong[i], count_calls, &calls, &error) != STARMINE_OK);
    const char *said = !strcmp(name, "hdr") ? "does not support HDR" : !strcmp(name, "over") ? "nothing" : name;
    if (!error || !strstr(error, said)) printf("%s: %s\n", wrong[i], error), failures++;
    starmine_free(error);
  }
  CHECK(calls == 0);
  CHECK(starmine_export(asking, exported, NULL, 1, NULL, NULL, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_export(asking, NULL, NULL, 0, NULL, NULL, NULL) == STARMINE_ARGUMENT);
}

/* In a child that is forked during an export no call waits; each one fails and says why. */
static void cut_off(starmine_scene *scene, char *error) {
  starmine_scene *other = NULL;
  CHECK(error && strstr(error, "forked during an export"));
  CHECK(starmine_open("snow", NULL, &other, &error) == STARMINE_ARGUMENT && !other && error);
  CHECK(!draws(scene) && !starmine_document(scene));
  starmine_close(scene);
  _exit(failures);
}

static void *fork_beside(void *unused) {
  pid_t pid = fork();
  if (pid == 0) {
    char *error = NULL;
    alarm(30);
    starmine_resize(asking, 8, 8, 0, &error);
    cut_off(asking, error);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  CHECK(status == 0);
  return unused;
}

static pid_t child_of_callback;
static int fork_in_export(void *calls, int64_t done, int64_t count) {
  (void)done, (void)count;
  if (++*(int *)calls == 2) {
    pthread_t other;
    pthread_create(&other, NULL, fork_beside, NULL);
    pthread_join(other, NULL);
    if ((child_of_callback = fork()) == 0) alarm(30);
  }
  return 0;
}

static void forksGoOnInExports(void) {
  int calls = 0, status = -1;
  char *text = NULL;
  alarm(120);
  starmine_status ended = export_with("frames=0-9", fork_in_export, &calls, &text);
  if (child_of_callback == 0) {
    CHECK(ended == STARMINE_ARGUMENT && calls == 2);
    cut_off(asking, text);
  }
  CHECK(ended == STARMINE_OK && calls == 10);
  starmine_free(text);
  waitpid(child_of_callback, &status, 0);
  alarm(0);
  CHECK(status == 0);
}

static void exports(void) {
  starmine_options options = {.struct_size = sizeof options, .width = 16, .height = 8};
  close(mkstemps(exported, 4));
  CHECK(starmine_open("snow", &options, &asking, NULL) == STARMINE_OK);
  exportsAreCancelled(), wrongOptionsAreErrors(), forksGoOnInExports();
  CHECK(draws(asking) == 0);
  starmine_close(asking);
  unlink(exported);
}

/* Red, green, blue, alpha; premultiplied; sRGB's curve up to 1, and its tangent above. */
static void floatsAreLight(void) {
  float pixels[8 * 8 * 4 + 1], *first = pixels;
  starmine_scene *scene = load("{movie: {size: [8, 8], background: 'clear'}, layer: {sublayers: ["
                               "{frame: [0, 0, 8, 4], backgroundColor: '#ff8000', opacity: 0.5},"
                               "{frame: [0, 4, 8, 4], backgroundColor: 'color(srgb 2 1 0.5)'}]}}", NULL);
  CHECK(starmine_render_float(scene, 0, first, 8 * 8 * 16, 8 * 16, NULL) == STARMINE_OK);
  const float expected[2][4] = {{0.5f, 0.251f, 0, 0.5f}, {2.738f, 1, 0.5f, 1}};
  for (int half = 0; half < 2; half++)
    for (int i = 0; i < 4; i++) {
      float found = first[half * 7 * 32 + i];
      if (found < expected[half][i] - 0.002f || found > expected[half][i] + 0.002f)
        printf("float %d of %d: %g\n", i, half, found), failures++;
    }
  CHECK(starmine_render_float(scene, 0, first, 8 * 8 * 16 - 1, 8 * 16, NULL) == STARMINE_ARGUMENT);
  CHECK(starmine_render_float(scene, 0, NULL, 8 * 8 * 16, 8 * 16, NULL) == STARMINE_ARGUMENT);
  float last[2] = {first[7 * 32], first[0]};
  CHECK(starmine_render_float(scene, 0, first + 7 * 32, 8 * 8 * 16, -8 * 16, NULL) == STARMINE_OK);
  CHECK(first[7 * 32] == last[1] && first[0] == last[0]);
  starmine_close(scene);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  changesKeepTheSize(), memoryIsMeasured(), picturesHaveTheirStride(), closesAreDeferred(), aSceneClosesItself();
  forksGoOnInCallbacks(), smallStacksAreRefused(), textsWithNUL(), floatsAreLight(), exports();
  printf(failures ? "contract: %d failures\n" : "contract: all is well\n", failures);
  return failures != 0;
}
