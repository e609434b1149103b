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

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  changesKeepTheSize(), memoryIsMeasured(), picturesHaveTheirStride(), closesAreDeferred(), aSceneClosesItself();
  forksGoOnInCallbacks(), smallStacksAreRefused(), textsWithNUL();
  printf(failures ? "contract: %d failures\n" : "contract: all is well\n", failures);
  return failures != 0;
}
