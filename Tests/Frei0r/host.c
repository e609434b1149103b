/* A host of frei0r that means no good: host PLUGIN... It turns every parameter, goes backwards, gives nonsense, opens
   and closes, and draws from threads. Compiled with checks of memory. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frei0r.h"

static int failures;
#define CHECK(condition) \
  ((condition) ? 0 : (failures++, printf("%s: line %d: %s\n", plugin.path, __LINE__, #condition)))
#define FUNCTIONS(F) \
  F(init) F(deinit) F(get_plugin_info) F(get_param_info) F(construct) F(destruct) F(set_param_value) \
  F(get_param_value) F(update)

enum { WIDTH = 160, HEIGHT = 96, PIXELS = WIDTH * HEIGHT };
enum { COLOUR = 6, OPACITY = 8, DOCUMENT = 13, RATE = 14, VARIABLES = 15 };
typedef struct {
  const char *path;
  void *handle;
  f0r_plugin_info about;
#define FIELD(name) __typeof__(&f0r_##name) name;
  FUNCTIONS(FIELD)
} plugin_functions;
static plugin_functions plugin;
static uint32_t below[PIXELS];

static void load(const char *path) {
  plugin = (plugin_functions){.path = path, .handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
  if (!plugin.handle) printf("%s\n", dlerror()), exit(1);
#define FIND(name) *(void **)&plugin.name = dlsym(plugin.handle, "f0r_" #name);
  FUNCTIONS(FIND)
  CHECK(plugin.init() == 1);
  plugin.get_plugin_info(&plugin.about);
}

static void leave(void) {
  plugin.deinit();
  dlclose(plugin.handle);
}

/* The picture at a time, in memory of exactly its size. */
static uint32_t *draw(f0r_instance instance, double time) {
  uint32_t *out = malloc(4 * PIXELS);
  bool is_filter = plugin.about.plugin_type == F0R_FILTER;
  plugin.update(instance, time, is_filter ? below : NULL, out);
  return out;
}

static bool same(f0r_instance instance, double time, const uint32_t *expected) {
  uint32_t *drawn = draw(instance, time);
  bool is_same = !memcmp(drawn, expected, 4 * PIXELS);
  free(drawn);
  return is_same;
}

/* Some moments see more than others. */
static const double moments[] = {1.2, 3.1, 2.4};
static bool changes(f0r_instance instance, uint32_t *const before[3]) {
  bool is_same = true;
  for (int i = 0; i < 3; i++) is_same = same(instance, moments[i], before[i]) && is_same;
  return !is_same;
}

static const f0r_colour red = {1, 0, 0};

static void turn(f0r_instance instance, int index, int type, bool is_back) {
  double number = type == F0R_BOOL ? !is_back : 0.29;
  f0r_colour colour = is_back ? red : (f0r_colour){0, 1, 0};
  char text[] = "galaxy", *texts[] = {is_back ? "" : text};
  double start = 0;
  if (is_back && type == F0R_DOUBLE) {
    f0r_instance other = plugin.construct(8, 8);
    plugin.get_param_value(other, &start, index);
    plugin.destruct(other);
    number = start;
  }
  void *value = type == F0R_COLOUR ? (void *)&colour : type == F0R_STRING ? (void *)texts : (void *)&number;
  plugin.set_param_value(instance, value, index);
  if (type == F0R_STRING) memset(text, 'x', sizeof text - 1);
}

static void parameters(void) {
  f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
  uint32_t *before[3];
  plugin.set_param_value(instance, (void *)&red, COLOUR);
  for (int i = 0; i < 3; i++) before[i] = draw(instance, moments[i]);
  for (int i = 2; i >= 0; i--) CHECK(same(instance, moments[i], before[i]));
  for (int index = 0; index < plugin.about.num_params; index++) {
    f0r_param_info info = {0};
    plugin.get_param_info(&info, index);
    CHECK(info.name && info.explanation);
    turn(instance, index, info.type, false);
    /* A colour needs its share. Light of particles alone is what filters show anyway, and some things do not turn. */
    double half = 0.5, none = 0;
    if (info.type == F0R_COLOUR) plugin.set_param_value(instance, &half, index + 1);
    bool is_optional = !strcmp(info.name, "Only particles") || !strcmp(info.name, "Spin") || index == RATE ||
                       index == VARIABLES;
    if (!changes(instance, before) && !is_optional) printf("%s: %s\n", plugin.path, info.name), failures++;
    if (info.type == F0R_COLOUR) plugin.set_param_value(instance, &none, index + 1);
    turn(instance, index, info.type, true);
    CHECK(!changes(instance, before));
  }
  for (int i = 0; i < 3; i++) free(before[i]);
  plugin.destruct(instance);
}

static void nonsense(void) {
  f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
  uint32_t *before = draw(instance, 0);
  const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, -5, 7, 0, 1};
  for (int i = 0; i < 9; i++) {
    for (int index = -2; index < plugin.about.num_params + 2; index++) {
      f0r_colour colour = {(float)odd[i], (float)odd[i], (float)odd[i]};
      char *none = NULL;
      double number = odd[i];
      f0r_param_info info = {.type = F0R_DOUBLE};
      plugin.get_param_info(&info, index);
      void *value = info.type == F0R_COLOUR ? (void *)&colour : info.type == F0R_STRING ? (void *)&none : &number;
      plugin.set_param_value(instance, value, index);
      plugin.set_param_value(instance, NULL, index);
    }
    free(draw(instance, odd[i]));
  }
  plugin.destruct(instance);
  /* A time before the start is the start; a document that is not there shows nothing, or what lies below. */
  instance = plugin.construct(WIDTH, HEIGHT);
  CHECK(same(instance, -3, before));
  char *texts[] = {"/no/such/document.json"};
  plugin.set_param_value(instance, texts, DOCUMENT);
  static const uint32_t nothing[PIXELS];
  CHECK(same(instance, 1, plugin.about.plugin_type == F0R_FILTER ? below : nothing));
  plugin.destruct(instance);
  plugin.destruct(NULL);
  free(before);
}

/* Values of a document's variables, until they are taken back; wrong ones change nothing. */
static void variables(void) {
  char path[] = "/tmp/starmine-XXXXXX", text[] = " back=#00f;; side=50% ", *texts[] = {path};
  const char *const wrong[] = {"nothing=1", "back", "back=nonsense", "=;=", ";;"};
  FILE *file = fdopen(mkstemp(path), "w");
  fputs("{movie: {size: [160, 96]},"
        " vars: {back: {type: 'color', default: 'red'}, side: {type: 'text', default: '10%'}},"
        " layer: {sublayers: [{frame: [0, 0, 160, 96], backgroundColor: '{back}'}]}}", file);
  fclose(file);
  f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
  plugin.set_param_value(instance, texts, DOCUMENT);
  uint32_t *drawn = draw(instance, 0);
  CHECK(drawn[PIXELS / 2] == 0xff0000ff);
  texts[0] = text;
  plugin.set_param_value(instance, texts, VARIABLES);
  memset(text, 'x', sizeof text - 1);
  uint32_t *blue = draw(instance, 0);
  CHECK(blue[PIXELS / 2] == 0xffff0000);
  plugin.get_param_value(instance, texts, VARIABLES);
  CHECK(!strcmp(texts[0], " back=#00f;; side=50% "));
  for (int i = 0; i < 5; i++) {
    texts[0] = (char *)wrong[i];
    plugin.set_param_value(instance, texts, VARIABLES);
    CHECK(same(instance, 0, drawn));
  }
  plugin.destruct(instance);
  free(drawn), free(blue);
  remove(path);
}

/* A particle that a small amount has is there at every larger one: a keyframed amount does not flicker. */
static void amounts(void) {
  static unsigned char lit[PIXELS];
  f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
  uint32_t *nothing = NULL;
  int worst = 0;
  memset(lit, 0, sizeof lit);
  for (double amount = 0; amount <= 0.7; amount += 0.05) {
    plugin.set_param_value(instance, &amount, 0);
    uint32_t *drawn = draw(instance, 2.4);
    if (!nothing) nothing = draw(instance, 2.4);
    int lost = 0, all = 0;
    for (int i = 0; i < PIXELS; i++) {
      bool is_lit = drawn[i] != nothing[i];
      all += lit[i], lost += lit[i] && !is_lit, lit[i] = is_lit;
    }
    worst = all > 100 && 100 * lost / all > worst ? 100 * lost / all : worst;
    free(drawn);
  }
  CHECK(worst <= 1);
  free(nothing);
  plugin.destruct(instance);
}

static void sizes(void) {
  const unsigned sides[][2] = {{1, 1}, {7, 3}, {1080, 40}, {3840, 2160}};
  for (int i = 0; i < 4; i++) {
    size_t bytes = 4 * (size_t)sides[i][0] * sides[i][1];
    uint32_t *in = calloc(1, bytes), *out = malloc(bytes);
    f0r_instance instance = plugin.construct(sides[i][0], sides[i][1]);
    plugin.update(instance, 1, plugin.about.plugin_type == F0R_FILTER ? in : NULL, out);
    plugin.destruct(instance);
    free(in), free(out);
  }
  CHECK(!plugin.construct(640, 0) && !plugin.construct(0, 360) && !plugin.construct(0, 0));
}

/* A part of the effect, in memory of its own and in that of the picture below. */
static void opacities(void) {
  f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
  static uint32_t shared[PIXELS];
  for (double part = 0; part <= 1; part += 0.25) {
    plugin.set_param_value(instance, &part, OPACITY);
    uint32_t *expected = draw(instance, 1.2);
    memcpy(shared, below, sizeof shared);
    plugin.update(instance, 1.2, plugin.about.plugin_type == F0R_FILTER ? shared : NULL, shared);
    CHECK(!memcmp(shared, expected, sizeof shared));
    if (plugin.about.plugin_type == F0R_FILTER) CHECK(!memcmp(expected, below, sizeof below) == (part == 0));
    free(expected);
  }
  plugin.destruct(instance);
}

static uint32_t *expected;
static void *draw_alone(void *unused) {
  f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
  for (double time = 2; time > 0; time -= 0.4) free(draw(instance, time));
  CHECK(same(instance, 1.2, expected));
  plugin.destruct(instance);
  return unused;
}

static void reloads(const char *path) {
  leave();
  for (int round = 0; round < 6; round++) {
    load(path);
    f0r_instance instance = plugin.construct(WIDTH, HEIGHT);
    expected = draw(instance, 1.2);
    plugin.destruct(instance);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, draw_alone, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    free(expected);
    leave();
  }
  load(path);
}

int main(int count, char **paths) {
  /* Numbers with a comma, where the system has such a language. */
  if (!setlocale(LC_ALL, "de_DE.UTF-8")) setlocale(LC_ALL, "");
  for (int i = 0; i < PIXELS; i++) below[i] = 0xff604020;
  for (int i = 1; i < count; i++) {
    load(paths[i]);
    /* The same code for all, and the same scenes for both kinds. */
    if (i <= 2) nonsense(), sizes(), opacities(), variables(), reloads(paths[i]);
    if (i <= 2 || plugin.about.plugin_type == F0R_SOURCE) parameters();
    if (strstr(plugin.about.name, "snow")) amounts();
    leave();
  }
  printf("%d plug-ins, %d failures\n", count - 1, failures);
  return failures != 0;
}
