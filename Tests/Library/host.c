/* A host of libstarmine, which must keep what starmine.h promises. Says what fails, and ends with the number of it.
 *
 *   host LIBRARY            everything below
 *   host LIBRARY PRESET T   the hash of a preset at a time */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "starmine.h"

#define FUNCTIONS(each)                                                                                                \
  each(abi) each(version) each(presets) each(schema) each(open) each(load) each(close) each(info) each(parameters)     \
      each(document) each(remarks) each(set) each(reset) each(resize) each(render) each(render_over) each(hash)        \
          each(counts) each(cancel) each(free)
#define DECLARE(name) static __typeof__(&starmine_##name) s_##name;
#define FIND(name) s_##name = (__typeof__(s_##name))dlsym(library, "starmine_" #name);
FUNCTIONS(DECLARE)

static int failures;
#define CHECK(what)                                                                                                    \
  do {                                                                                                                 \
    if (!(what)) {                                                                                                     \
      printf("line %d: %s\n", __LINE__, #what);                                                                        \
      failures++;                                                                                                      \
    }                                                                                                                  \
  } while (0)

enum { WIDTH = 96, HEIGHT = 54, SIZE = WIDTH * HEIGHT * 4 };

static starmine_scene *open_scene(const char *name, int threads) {
  starmine_options options = {.struct_size = sizeof options, .width = WIDTH, .height = HEIGHT, .threads = threads};
  starmine_scene *scene = NULL;
  char *error = NULL;
  if (s_open(name, &options, &scene, &error) != STARMINE_OK) printf("%s: %s\n", name, error);
  s_free(error);
  return scene;
}

static void draw(starmine_scene *scene, double seconds, void *pixels) {
  char *error = NULL;
  if (s_render(scene, seconds, pixels, WIDTH * 4, STARMINE_BGRA_PREMULTIPLIED, &error) != STARMINE_OK) {
    printf("at %g: %s\n", seconds, error ? error : "");
    failures++;
  }
  s_free(error);
}

static const double times[] = {2.1, 0.4, 1.3, 0.4, 3.0, 0};
enum { TIMES = sizeof times / sizeof *times };

static void formats(void) {
  starmine_scene *scene = open_scene("imessage-confetti", 1);
  static unsigned char bgra[SIZE], other[SIZE], down[SIZE + 1];
  draw(scene, 1, bgra);
  CHECK(s_render(scene, 1, other, WIDTH * 4, STARMINE_RGBA_PREMULTIPLIED, NULL) == STARMINE_OK);
  for (int i = 0; i < SIZE; i += 4)
    if (bgra[i] != other[i + 2] || bgra[i + 1] != other[i + 1] || bgra[i + 3] != other[i + 3]) failures++;
  CHECK(s_render(scene, 1, other, WIDTH * 4, STARMINE_BGRA_STRAIGHT, NULL) == STARMINE_OK);
  for (int i = 0; i < SIZE; i += 4)
    if (bgra[i + 3] == 255 ? memcmp(bgra + i, other + i, 4) != 0 : bgra[i + 3] != other[i + 3]) failures++;
  /* Upward, at an odd address. */
  unsigned char *last = down + 1 + (HEIGHT - 1) * WIDTH * 4;
  CHECK(s_render(scene, 1, last, -WIDTH * 4, STARMINE_BGRA_PREMULTIPLIED, NULL) == STARMINE_OK);
  for (int y = 0; y < HEIGHT; y++) CHECK(!memcmp(bgra + y * WIDTH * 4, last - y * WIDTH * 4, WIDTH * 4));
  CHECK(s_render(scene, 1, other, WIDTH * 4 - 1, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(s_render(scene, 1, other, WIDTH * 4, (starmine_format)9, NULL) == STARMINE_ARGUMENT);
  CHECK(s_render(scene, 0.0 / 0.0, other, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(s_render(scene, 1, NULL, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  CHECK(s_render(NULL, 1, other, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  s_close(scene);
}

static void over(void) {
  starmine_scene *scene = open_scene("fireworks", 1);
  static unsigned char below[SIZE], out[SIZE];
  for (int i = 0; i < SIZE; i++) below[i] = i % 4 == 3 ? 255 : 40;
  CHECK(s_render_over(scene, 1.6, below, WIDTH * 4, out, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK);
  int changed = 0, darker = 0;
  for (int i = 0; i < SIZE; i++) changed += out[i] != below[i], darker += out[i] < below[i];
  CHECK(changed > 50 && changed < SIZE / 2 && darker == 0);
  CHECK(s_render_over(scene, 1.6, below, WIDTH * 4, below, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK);
  CHECK(!memcmp(below, out, SIZE));
  s_close(scene);
}

static int given;
static void take_back(void *context) { *(int *)context += 1; }
static int picture(void *context, const char *path, starmine_picture *out) {
  static const unsigned char red[4 * 4] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
  if (strcmp(path, "red.png")) return 1;
  *out = (starmine_picture){2, 2, 8, red, take_back, context};
  unsigned char pixels[4];
  CHECK(s_hash(NULL, 0, (char[33]){0}) == STARMINE_ARGUMENT);
  CHECK(s_render(NULL, 0, pixels, 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
  return 0;
}

static void documents(void) {
  const char *text = "{movie: {size: [8, 8]},"
                     " layer: {sublayers: [{name: 'a', frame: [0, 0, 8, 8], contents: 'red.png'}]}}";
  starmine_options options = {.struct_size = sizeof options, .picture = picture, .context = &given};
  starmine_scene *scene = NULL;
  char *error = NULL;
  unsigned char pixels[8 * 8 * 4];
  CHECK(s_load(text, strlen(text), "doc", NULL, &options, &scene, &error) == STARMINE_OK);
  if (error) printf("%s\n", error);
  CHECK(given == 1);
  CHECK(s_render(scene, 0, pixels, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK);
  CHECK(pixels[0] == 255 && pixels[1] == 0 && pixels[3] == 255);
  /* All or none. */
  const char *changes[] = {"a.opacity=0", "a.nonsense=1"};
  CHECK(s_set(scene, changes, 2, &error) == STARMINE_PROBLEMS);
  CHECK(error && error[0] == '[' && strstr(error, "nonsense"));
  s_free(error);
  CHECK(s_render(scene, 0, pixels, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK && pixels[0] == 255);
  CHECK(s_set(scene, changes, 1, &error) == STARMINE_OK);
  CHECK(s_render(scene, 0, pixels, 32, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK && pixels[0] == 0);
  char *document = s_document(scene);
  CHECK(document && strstr(document, "opacity"));
  s_free(document);
  CHECK(s_reset(scene) == STARMINE_OK);
  CHECK(s_resize(scene, 4, 4, 25, NULL) == STARMINE_OK);
  starmine_scene_info info = {.struct_size = sizeof info};
  CHECK(s_info(scene, &info) == STARMINE_OK && info.width == 4 && info.fps == 25 && info.is_opaque);
  CHECK(s_resize(scene, 99999, 4, 0, &error) == STARMINE_ARGUMENT);
  s_free(error);
  char *rows = s_parameters(scene, "opacity");
  CHECK(rows && strstr(rows, "\"key\":\"a.opacity\""));
  s_free(rows);
  s_close(scene);
}

static void wrong_documents(void) {
  starmine_scene *scene = NULL;
  char *error = NULL;
  const char *broken = "{layer: {opacty: 1, sublayers: [}}";
  CHECK(s_load(broken, strlen(broken), "doc", NULL, NULL, &scene, &error) == STARMINE_PROBLEMS && scene == NULL);
  CHECK(error && strstr(error, "\"line\":1") && strstr(error, "\"severity\":\"error\""));
  s_free(error);
  const char *outside = "{layer: {contents: '/etc/passwd'}}";
  CHECK(s_load(outside, strlen(outside), NULL, NULL, NULL, &scene, &error) == STARMINE_PROBLEMS);
  s_free(error);
  CHECK(s_open("no-such-preset", NULL, &scene, &error) == STARMINE_UNKNOWN);
  s_free(error);
  s_close(NULL);
  s_free(NULL);
}

/* Scenery and background go where only particles are asked for, and stay away after a resize. */
static void parts(void) {
  const char *text = "{movie: {size: [8, 8], background: 'red'}, layer: {role: 'scenery', backgroundColor: 'blue'}}";
  static unsigned char pixels[256];
  starmine_options options = {.struct_size = sizeof options};
  for (int i = 0; i < 4; i++) {
    starmine_scene *scene = NULL;
    options.parts = (starmine_parts)i;
    CHECK(s_load(text, strlen(text), NULL, NULL, &options, &scene, NULL) == STARMINE_OK);
    CHECK(s_resize(scene, 4, 4, 25, NULL) == STARMINE_OK);
    CHECK(s_render(scene, 0, pixels, 16, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_OK);
    CHECK(pixels[3] == (i < STARMINE_PARTS_WITHOUT_SCENERY ? 255 : 0));
    s_close(scene);
  }
}

/* Arguments that are missing or of no use: every function answers. */
static const double not_a_number = 0.0 / 0.0, endless = 1.0 / 0.0;

static void odd_documents(void) {
  starmine_scene *none = NULL;
  CHECK(s_open(NULL, NULL, &none, NULL) == STARMINE_ARGUMENT && !none);
  CHECK(s_open("snow", NULL, NULL, NULL) == STARMINE_ARGUMENT);
  CHECK(s_open("", NULL, &none, NULL) != STARMINE_OK && s_open("\xff\xfe", NULL, &none, NULL) == STARMINE_UNKNOWN);
  CHECK(s_open("-", NULL, &none, NULL) == STARMINE_ARGUMENT && s_open("/", NULL, &none, NULL) == STARMINE_UNKNOWN);
  CHECK(s_load(NULL, 5, NULL, NULL, NULL, &none, NULL) == STARMINE_ARGUMENT);
  CHECK(s_load("{}", (size_t)-1, NULL, NULL, NULL, &none, NULL) == STARMINE_ARGUMENT);
  CHECK(s_load("\xff", 1, "\xff", "", NULL, &none, NULL) == STARMINE_PROBLEMS && !none);
  const starmine_options wrong[] = {
      {.struct_size = 0}, {.struct_size = 7}, {.struct_size = (size_t)-1},
      {.struct_size = sizeof *wrong, .width = -1}, {.struct_size = sizeof *wrong, .height = 1 << 30},
      {.struct_size = sizeof *wrong, .threads = -1}, {.struct_size = sizeof *wrong, .fps = -1},
      {.struct_size = sizeof *wrong, .fps = not_a_number}, {.struct_size = sizeof *wrong, .fps = endless},
      {.struct_size = sizeof *wrong, .parts = (starmine_parts)9}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(s_open("snow", &wrong[i], &none, NULL) == STARMINE_ARGUMENT && !none);
  /* Of an older and of a newer version. */
  starmine_options other[2] = {{.struct_size = sizeof(size_t), .width = -1}, {.struct_size = sizeof other}};
  for (int i = 0; i < 2; i++) {
    CHECK(s_open("snow", other, &none, NULL) == STARMINE_OK);
    s_close(none);
    other[0] = other[1];
  }
}

static void odd_questions(starmine_scene *scene) {
  CHECK(s_info(NULL, NULL) == STARMINE_ARGUMENT && s_info(scene, NULL) == STARMINE_ARGUMENT);
  starmine_scene_info info[2] = {{.struct_size = 0}};
  CHECK(s_info(scene, info) == STARMINE_ARGUMENT);
  info->struct_size = sizeof info;
  CHECK(s_info(scene, info) == STARMINE_OK && info->width == WIDTH && info[1].struct_size == 0);
  info->struct_size = sizeof(size_t), info->width = 7;
  CHECK(s_info(scene, info) == STARMINE_OK && info->width == 7);
  CHECK(!s_parameters(NULL, NULL) && !s_document(NULL) && !s_remarks(NULL) && !s_counts(NULL));
  char *rows = s_parameters(scene, "\xff");
  CHECK(rows && !strcmp(rows, "[]"));
  s_free(rows);
}

static void odd_changes(starmine_scene *scene) {
  const char *changes[] = {NULL, "", "=", "\xff=1"};
  CHECK(s_set(NULL, changes + 1, 1, NULL) == STARMINE_ARGUMENT && s_set(scene, NULL, 1, NULL) == STARMINE_ARGUMENT);
  CHECK(s_set(scene, changes, 1, NULL) == STARMINE_ARGUMENT && s_set(scene, NULL, 0, NULL) == STARMINE_OK);
  CHECK(s_set(scene, changes, (size_t)-1, NULL) == STARMINE_ARGUMENT);
  for (int i = 1; i < 4; i++) CHECK(s_set(scene, changes + i, 1, NULL) == STARMINE_PROBLEMS);
  CHECK(s_reset(NULL) == STARMINE_ARGUMENT && s_resize(NULL, 1, 1, 1, NULL) == STARMINE_ARGUMENT);
  const double rates[] = {-1, 1e300, not_a_number, endless, -endless};
  for (int i = 0; i < 5; i++) CHECK(s_resize(scene, WIDTH, HEIGHT, rates[i], NULL) == STARMINE_ARGUMENT);
  CHECK(s_resize(scene, -WIDTH, 0, 0, NULL) == STARMINE_ARGUMENT);
}

static void odd_frames(starmine_scene *scene) {
  static unsigned char pixels[SIZE];
  const double moments[] = {not_a_number, endless, -endless, 1e300, 86401};
  for (int i = 0; i < 5; i++) {
    CHECK(s_render(scene, moments[i], pixels, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
    CHECK(s_hash(scene, moments[i], (char[33]){0}) == STARMINE_ARGUMENT);
  }
  const ptrdiff_t strides[] = {0, 1, 1 - WIDTH * 4, PTRDIFF_MAX, PTRDIFF_MIN};
  for (int i = 0; i < 5; i++) {
    CHECK(s_render(scene, 1, pixels, strides[i], STARMINE_RGBA_STRAIGHT, NULL) == STARMINE_ARGUMENT);
    CHECK(s_render_over(scene, 1, pixels, strides[i], pixels, WIDTH * 4, STARMINE_RGBA_STRAIGHT, NULL) ==
          STARMINE_ARGUMENT);
    CHECK(s_render_over(scene, 1, pixels, WIDTH * 4, pixels, strides[i], STARMINE_RGBA_STRAIGHT, NULL) ==
          STARMINE_ARGUMENT);
  }
  CHECK(s_render_over(scene, 1, NULL, WIDTH * 4, pixels, WIDTH * 4, 0, NULL) == STARMINE_ARGUMENT);
  CHECK(s_render_over(scene, 1, pixels, WIDTH * 4, NULL, WIDTH * 4, 0, NULL) == STARMINE_ARGUMENT);
  CHECK(s_render(scene, 1, pixels, WIDTH * 4, (starmine_format)-1, NULL) == STARMINE_ARGUMENT);
  CHECK(s_hash(scene, 1, NULL) == STARMINE_ARGUMENT);
  for (int i = 0; i < SIZE; i++) CHECK(pixels[i] == 0);
}

static void odd_arguments(void) {
  starmine_scene *scene = open_scene("snow", 1);
  static unsigned char before[SIZE], after[SIZE];
  draw(scene, 1, before);
  odd_documents(), odd_questions(scene), odd_changes(scene), odd_frames(scene);
  s_cancel(NULL), s_cancel(scene);
  draw(scene, 1, after);
  CHECK(!memcmp(after, before, SIZE));
  s_close(scene);
}

/* Pictures that no memory holds. */
static int odd_picture(void *context, const char *path, starmine_picture *out) {
  static const unsigned char red[4] = {255, 0, 0, 255};
  starmine_picture odd[] = {
      {0}, {-1, 1, 4, red, NULL, NULL}, {1, 1 << 30, 4, red, NULL, NULL}, {1, 1, 4, NULL, NULL, NULL},
      {1, 9, PTRDIFF_MAX, red, NULL, NULL}, {1, 9, PTRDIFF_MIN, red, NULL, NULL}};
  (void)path, *out = odd[*(int *)context];
  return 0;
}

static void odd_pictures(void) {
  const char *text = "{movie: {size: [8, 8]}, layer: {contents: 'red.png'}}";
  for (int i = 0; i < 6; i++) {
    starmine_options options = {.struct_size = sizeof options, .picture = odd_picture, .context = &i};
    starmine_scene *scene = NULL;
    CHECK(s_load(text, strlen(text), NULL, NULL, &options, &scene, NULL) == STARMINE_PROBLEMS && !scene);
  }
}

static void rounding(void) {
  starmine_scene *scene = open_scene("layers-gallery", 1);
  static unsigned char plain[SIZE], other[SIZE];
  draw(scene, 1.3, plain);
  fesetround(FE_UPWARD);
  draw(scene, 1.3, other);
  CHECK(fegetround() == FE_UPWARD);
  fesetround(FE_TONEAREST);
  CHECK(!memcmp(plain, other, SIZE));
  s_close(scene);
}

/* Two scenes, drawn by threads that come and go. */
static starmine_scene *shared[2];
static unsigned char expected[2][TIMES][SIZE];
static void *draw_both(void *seed) {
  unsigned char *pixels = malloc(SIZE);
  unsigned state = (unsigned)(size_t)seed;
  for (int i = 0; i < 12; i++) {
    int which = rand_r(&state) % 2, time = rand_r(&state) % TIMES;
    draw(shared[which], times[time], pixels);
    CHECK(!memcmp(pixels, expected[which][time], SIZE));
  }
  free(pixels);
  return NULL;
}

static void threads(void) {
  shared[0] = open_scene("imessage-confetti", 2), shared[1] = open_scene("listings", 1);
  for (int s = 0; s < 2; s++) {
    starmine_scene *alone = open_scene(s ? "listings" : "imessage-confetti", 1);
    for (int t = 0; t < TIMES; t++) draw(alone, times[t], expected[s][t]);
    s_close(alone);
  }
  for (int round = 0; round < 4; round++) {
    pthread_t made[8];
    for (size_t i = 0; i < 8; i++) pthread_create(&made[i], NULL, draw_both, (void *)(i + 8 * (size_t)round));
    for (int i = 0; i < 8; i++) pthread_join(made[i], NULL);
  }
}

/* Children that draw while other threads of the parent draw and load. */
static volatile int stop;
static void *busy(void *loads) {
  unsigned char *pixels = malloc(SIZE);
  while (!stop) {
    if (loads) {
      starmine_scene *scene = open_scene("confetti", 1);
      draw(scene, 1, pixels);
      s_close(scene);
    } else {
      draw(shared[1], 1.3, pixels);
    }
  }
  free(pixels);
  return NULL;
}

static int child(int number) {
  unsigned char *pixels = malloc(SIZE);
  if (number % 2) {
    draw(shared[0], times[0], pixels);
    return memcmp(pixels, expected[0][0], SIZE) != 0;
  }
  starmine_scene *scene = open_scene("listings", 2);
  draw(scene, times[2], pixels);
  return memcmp(pixels, expected[1][2], SIZE) != 0;
}

static void forks(int count) {
  pthread_t made[3];
  for (size_t i = 0; i < 3; i++) pthread_create(&made[i], NULL, busy, (void *)(i % 2));
  int wrong = 0;
  for (int i = 0; i < count; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      alarm(60);
      _exit(child(i));
    }
    int status = 0;
    waitpid(pid, &status, 0);
    wrong += status != 0;
  }
  stop = 1;
  for (int i = 0; i < 3; i++) pthread_join(made[i], NULL);
  printf("%d of %d children drew right\n", count - wrong, count);
  CHECK(wrong == 0);
}

static starmine_scene *slow;
static void *cancel_later(void *unused) {
  for (int i = 0; i < 400; i++) s_cancel(slow), usleep(1000);
  return unused;
}

static void cancellation(void) {
  slow = open_scene("galaxy", 1);
  CHECK(s_resize(slow, 1920, 1080, 0, NULL) == STARMINE_OK);
  unsigned char *pixels = malloc(1920 * 1080 * 4);
  memset(pixels, 7, 1920 * 1080 * 4);
  pthread_t thread;
  pthread_create(&thread, NULL, cancel_later, NULL);
  int cancelled = 0;
  for (int i = 0; i < 3 && !cancelled; i++)
    cancelled = s_render(slow, 2, pixels, 1920 * 4, STARMINE_BGRA_PREMULTIPLIED, NULL) == STARMINE_CANCELLED;
  CHECK(cancelled && pixels[0] == 7 && pixels[1920 * 1080 * 4 - 1] == 7);
  pthread_join(thread, NULL);
  CHECK(s_render(slow, 2, pixels, 1920 * 4, STARMINE_BGRA_PREMULTIPLIED, NULL) == STARMINE_OK);
  free(pixels);
  s_close(slow);
}

static void *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) printf("%s\n", dlerror()), exit(1);
  FUNCTIONS(FIND)
  return library;
}

/* A thread that has drawn and ends when the host has let go of the library. */
static pthread_barrier_t barrier;
static void *draw_and_wait(void *unused) {
  static unsigned char pixels[SIZE];
  starmine_scene *scene = open_scene("snow", 2);
  draw(scene, 1, pixels);
  s_close(scene);
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  return unused;
}

static void letting_go(const char *path) {
  for (int i = 0; i < 5; i++) {
    void *library = load(path);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t thread;
    pthread_create(&thread, NULL, draw_and_wait, NULL);
    pthread_barrier_wait(&barrier);
    dlclose(library);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
  }
}

int main(int count, char **arguments) {
  load(arguments[1]);
  if (count == 4) {
    starmine_options options = {.struct_size = sizeof options, .width = 480, .height = 270};
    starmine_scene *scene = NULL;
    char hash[33] = "", *error = NULL;
    if (s_open(arguments[2], &options, &scene, &error) != STARMINE_OK) printf("%s\n", error);
    s_hash(scene, atof(arguments[3]), hash);
    printf("%s\n", hash);
    return 0;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  CHECK(s_abi() == 1 && strlen(s_version()) >= 5);
  char *presets = s_presets(), *schema = s_schema();
  CHECK(presets && strstr(presets, "\"name\":\"snow\"") && schema && schema[0] == '{');
  s_free(presets);
  s_free(schema);
  formats(), over(), documents(), parts(), wrong_documents(), odd_arguments(), odd_pictures();
  rounding(), cancellation(), threads();
  /* Memory that is watched is slow to copy. */
  forks(count > 2 ? atoi(arguments[2]) : 500);
  s_close(shared[0]), s_close(shared[1]);
  letting_go(arguments[1]);
  printf(failures ? "%d failures\n" : "all is well\n", failures);
  return failures != 0;
}
