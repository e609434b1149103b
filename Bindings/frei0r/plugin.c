/* An effect as a plug-in of frei0r. STARMINE_NAME, STARMINE_PRESET, STARMINE_WIND, STARMINE_SUMMARY and
   STARMINE_IS_OVER come from the table `effects`. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

static const struct {
  const char *name;
  int type;
  double initial;
  const char *explanation;
} parameters[PARAMETERS] = {
    [AMOUNT] = {"Amount", F0R_DOUBLE, 0.5, "Number of particles: 0.5 as designed, 1 four times as many"},
    [SPEED] = {"Speed", F0R_DOUBLE, 0.5, "Speed: 0.5 as designed, 1 four times as fast"},
    [SIZE] = {"Size", F0R_DOUBLE, 0.5, "Size: 0.5 as designed, 1 four times as large"},
    [WIND] = {"Wind", F0R_DOUBLE, 0.5, "0 blows to the left, 1 to the right"},
    [SPIN] = {"Spin", F0R_DOUBLE, 0.5, "Rotation speed: 0.5 as designed, 1 four times as fast"},
    [LIFE] = {"Life", F0R_DOUBLE, 0.5, "Lifetime: 0.5 as designed, 1 four times as long"},
    [COLOUR] = {"Colour", F0R_COLOUR, 0, "Colour that Tint mixes in"},
    [TINT] = {"Tint", F0R_DOUBLE, 0, "Share of Colour in the particles' colours"},
    [OPACITY] = {"Opacity", F0R_DOUBLE, 1, "Opacity of the effect"},
    [SEED] = {"Seed", F0R_DOUBLE, 0, "Selects another arrangement, in thousandths; 0 as designed"},
    [START] = {"Start", F0R_DOUBLE, 0, "Time that passed before the first frame: 1 is a minute"},
    [LOOP] = {"Loop", F0R_DOUBLE, 0, "Length of the loop: 1 is a minute, 0 as designed"},
    [ONLY_PARTICLES] = {"Only particles", F0R_BOOL, 0, "Omit background and scenery"},
    [DOCUMENT] = {"Document", F0R_STRING, 0, "Path of a Starmine document, or a preset, that replaces this effect"},
    [VARIABLES] = {"Variables", F0R_STRING, 0, "Values of the document's variables: title=ANN; colour=red"},
    [RATE] = {"Rate", F0R_DOUBLE, 0, "Frames per second that times are rounded to: 0.25 is 25; 0 does not round"},
};

struct instance {
  unsigned width, height;
  struct settings settings;
  char *document, *variables;
  /* What the scene was made with; no scene after an error. */
  struct settings made;
  char *made_of, *made_with;
  bool is_made, was_error_said;
  starmine_scene *scene;
  /* The picture with the whole effect, where only a part of it is shown. */
  uint8_t *whole;
};

int f0r_init(void) { return 1; }

void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info *info) {
  *info = (f0r_plugin_info){
      .name = "starmine_" STARMINE_NAME, .author = "The Starmine authors", .colour_model = F0R_RGBA,
      .plugin_type = STARMINE_IS_OVER ? F0R_FILTER : F0R_SOURCE, .frei0r_version = 1, .minor_version = 1,
      .num_params = PARAMETERS, .explanation = STARMINE_SUMMARY};
}

void f0r_get_param_info(f0r_param_info *info, int index) {
  if (index < 0 || index >= PARAMETERS) return;
  *info = (f0r_param_info){parameters[index].name, parameters[index].type, parameters[index].explanation};
}

f0r_instance f0r_construct(unsigned width, unsigned height) {
  if (width == 0 || height == 0) return NULL;
  struct instance *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->width = width, made->height = height;
  for (int i = 0; i < PARAMETERS; i++) made->settings.value[i] = parameters[i].initial;
  made->settings.colour = (f0r_colour){1, 1, 1};
  return made;
}

void f0r_destruct(f0r_instance instance) {
  struct instance *it = instance;
  if (!it) return;
  if (it->scene) library()->close(it->scene);
  free(it->document);
  free(it->variables);
  free(it->made_of);
  free(it->made_with);
  free(it->whole);
  free(it);
}

/* The place of a text; NULL for a parameter of another kind. */
static char **text_of(struct instance *it, int index) {
  return index == DOCUMENT ? &it->document : index == VARIABLES ? &it->variables : NULL;
}

static double share(double value) { return value > 0 ? value < 1 ? value : 1 : 0; }

void f0r_set_param_value(f0r_instance instance, void *value, int index) {
  struct instance *it = instance;
  if (!it || !value || index < 0 || index >= PARAMETERS) return;
  if (index == COLOUR) {
    const f0r_colour *colour = value;
    it->settings.colour =
        (f0r_colour){(float)share(colour->r), (float)share(colour->g), (float)share(colour->b)};
  } else if (text_of(it, index)) {
    /* The host's text is gone after the call, and comes before every frame. */
    char **kept = text_of(it, index);
    const char *text = *(char **)value;
    if (*kept && text && !strcmp(*kept, text)) return;
    free(*kept);
    *kept = text && *text ? strdup(text) : NULL;
  } else {
    it->settings.value[index] = share(*(double *)value);
  }
}

void f0r_get_param_value(f0r_instance instance, void *value, int index) {
  struct instance *it = instance;
  if (!it || !value || index < 0 || index >= PARAMETERS) return;
  if (index == COLOUR) *(f0r_colour *)value = it->settings.colour;
  else if (text_of(it, index)) *(char **)value = *text_of(it, index) ? *text_of(it, index) : "";
  else *(double *)value = it->settings.value[index];
}

/* Says the first error of a document, and frees it. */
static void complain(struct instance *it, char *error) {
  if (error && !it->was_error_said) fprintf(stderr, "starmine_" STARMINE_NAME ": %s\n", error);
  it->was_error_said = it->was_error_said || error;
  library()->free(error);
}

/* Errors of variables are the document's; the picture then has the values that it begins with. */
static void apply_variables(struct instance *it) {
  const char *changes[MOST_VARIABLES];
  size_t count = 0;
  char *error = NULL, *memory = it->variables ? variables_of(it->variables, changes, &count) : NULL;
  if (count > 0 && library()->set(it->scene, changes, count, &error) != STARMINE_OK) complain(it, error);
  else library()->free(error);
  free(memory);
}

/* All changes at once; where a document has nothing for one of them, the others. */
static void apply(struct instance *it) {
  char texts[MOST_CHANGES][LONGEST_CHANGE];
  const char *changes[MOST_CHANGES];
  int count = changes_of(&it->settings, texts);
  for (int i = 0; i < count; i++) changes[i] = texts[i];
  if (count == 0 || library()->set(it->scene, changes, (size_t)count, NULL) == STARMINE_OK) return;
  for (int i = 0; i < count; i++) library()->set(it->scene, changes + i, 1, NULL);
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* Whether two settings draw the same document with the same changes. */
static bool same_scene(const struct settings *a, const struct settings *b) {
  for (int i = 0; i < PARAMETERS; i++)
    if (i != OPACITY && i != START && i != RATE && a->value[i] != b->value[i]) return false;
  return a->colour.r == b->colour.r && a->colour.g == b->colour.g && a->colour.b == b->colour.b;
}

/* Makes the scene that the settings ask for, if it is not there yet. */
static void prepare(struct instance *it) {
  bool is_same_document = it->is_made && same_text(it->document, it->made_of) &&
                          it->made.value[ONLY_PARTICLES] == it->settings.value[ONLY_PARTICLES];
  bool has_same_variables = same_text(it->variables, it->made_with);
  if (is_same_document && has_same_variables && same_scene(&it->made, &it->settings)) return;
  if (is_same_document && it->scene) {
    library()->reset(it->scene);
  } else if (!is_same_document) {
    if (it->scene) library()->close(it->scene);
    it->scene = NULL, it->was_error_said = false;
    starmine_options options = {.struct_size = sizeof options, .width = (int)it->width, .height = (int)it->height};
    if (it->settings.value[ONLY_PARTICLES] >= 0.5) options.parts = STARMINE_PARTS_PARTICLES;
    char *error = NULL;
    library()->open(it->document ? it->document : STARMINE_PRESET, &options, &it->scene, &error);
    complain(it, error);
    free(it->made_of);
    it->made_of = it->document ? strdup(it->document) : NULL;
  }
  if (!has_same_variables) {
    it->was_error_said = false;
    free(it->made_with);
    it->made_with = it->variables ? strdup(it->variables) : NULL;
  }
  if (it->scene) apply_variables(it), apply(it);
  it->made = it->settings;
  it->is_made = true;
}

static double moment(const struct instance *it, double seconds) {
  double rate = round(1e5 * it->settings.value[RATE]) / 1000;
  /* Film's rates are thousandths less: 23.976, 29.97, 59.94. */
  if (rate != round(rate)) rate = ceil(rate) * 1000 / 1001;
  if (rate > 0) seconds = round(seconds * rate) / rate;
  /* Streams run for longer than the engine counts. */
  return fmod(fmax(0, seconds) + 60 * it->settings.value[START], 86400);
}

/* Draws over a picture, which may be the one that is written. */
static starmine_status draw_over(struct instance *it, double seconds, const uint8_t *in, uint8_t *out, ptrdiff_t stride,
                                 char **error) {
  size_t bytes = (size_t)stride * it->height;
  int part = (int)lround(256 * it->settings.value[OPACITY]);
  if (part < 256 && !it->whole && !(it->whole = calloc(1, bytes))) return STARMINE_MEMORY;
  uint8_t *whole = part < 256 ? it->whole : out;
  starmine_status status = library()->render_over(
      it->scene, seconds, in, bytes, stride, whole, bytes, stride, STARMINE_RGBA_STRAIGHT, error);
  if (status != STARMINE_OK || part == 256) return status;
  for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)(in[i] + ((whole[i] - in[i]) * part + 128) / 256);
  return status;
}

static starmine_status draw(struct instance *it, double seconds, uint8_t *out, ptrdiff_t stride, char **error) {
  size_t bytes = (size_t)stride * it->height;
  int part = (int)lround(256 * it->settings.value[OPACITY]);
  starmine_status status =
      library()->render(it->scene, seconds, out, bytes, stride, STARMINE_RGBA_STRAIGHT, error);
  if (status == STARMINE_OK && part < 256)
    for (size_t i = 3; i < bytes; i += 4) out[i] = (uint8_t)((out[i] * part + 128) / 256);
  return status;
}

void f0r_update(f0r_instance instance, double time, const uint32_t *in, uint32_t *out) {
  struct instance *it = instance;
  if (!it || !out) return;
  struct host host = host_of(__builtin_return_address(0), it->width);
  starmine_status status = STARMINE_UNKNOWN;
  char *error = NULL;
  if (library()) {
    prepare(it);
    double seconds = moment(it, host.counts_milliseconds ? time / 1000 : time);
    if (it->scene)
      status = STARMINE_IS_OVER ? draw_over(it, seconds, (const uint8_t *)in, (uint8_t *)out, host.stride, &error)
                                : draw(it, seconds, (uint8_t *)out, host.stride, &error);
    complain(it, error);
  }
  if (status == STARMINE_OK) return;
  size_t bytes = (size_t)host.stride * it->height;
  if (STARMINE_IS_OVER && in) {
    if (in != out) memcpy(out, in, bytes);
  } else {
    memset(out, 0, bytes);
  }
}
