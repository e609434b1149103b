/* What the programs over other engines have in common: they read a case (Bench/Scenes/PeerCase+Data.swift says how it
 * is written), draw it again and again for some seconds, print the CPU nanoseconds of every frame, and write the
 * picture.
 *
 * An engine defines the four functions below and includes this file once. A frame begins with clearing it. */
#ifndef PEER_H
#define PEER_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Origin, vector along the width, vector along the height. */
typedef struct {
  float x, y, width_x, width_y, height_x, height_y;
} peer_frame;

typedef struct {
  int32_t width, height;
  uint32_t *pixels; /* premultiplied, 0xAARRGGBB */
} peer_image;

enum { PEER_MOVE, PEER_LINE, PEER_QUAD, PEER_CUBIC, PEER_CLOSE };

typedef struct {
  int32_t count, floats;
  int32_t *elements;
  float *points;
} peer_path;

enum { PEER_AXIAL, PEER_RADIAL, PEER_CONIC, PEER_IMAGE_PAINT };

typedef struct {
  float place, red, green, blue, alpha; /* straight */
} peer_stop;

typedef struct {
  int32_t kind, image, count;
  peer_frame frame;
  peer_stop *stops;
} peer_paint;

typedef struct {
  float width;
  int32_t cap, join; /* butt, round, square; miter, round, bevel */
  float miter_limit, dash_phase;
  int32_t count;
  float *dashes;
} peer_pen;

/* A line of text: the glyphs where they stand, and for engines that set text themselves where the line begins. */
typedef struct {
  char *font, *string; /* family; UTF-8 */
  float size, x, baseline, top; /* pixels per em; of the line */
  int32_t count;
  uint32_t *glyphs;
  float *places; /* x and y of each */
} peer_text;

enum {
  PEER_IMAGE, PEER_RECTANGLE, PEER_PATH, PEER_EVEN_ODD_PATH, PEER_STROKE, PEER_SHADOW, PEER_GROUP, PEER_GROUP_END,
  PEER_TEXT
};
enum {
  PEER_OVER, PEER_PLUS, PEER_MULTIPLY, PEER_SCREEN, PEER_OVERLAY, PEER_DARKEN, PEER_LIGHTEN, PEER_COLOR_DODGE,
  PEER_COLOR_BURN, PEER_HARD_LIGHT, PEER_SOFT_LIGHT, PEER_DIFFERENCE, PEER_EXCLUSION
};

typedef struct {
  int32_t kind, blend, index, paint, pen;
  uint32_t color; /* premultiplied 0xAARRGGBB: of the shape, or the tint of an image or a group */
  union {
    peer_frame frame;
    struct {
      float x, y, width_x, width_y, height_x, height_y;
    };
  };
  float radius, sigma, offset_x, offset_y;
} peer_item;

typedef struct {
  int32_t width, height;
  uint32_t background;
  int32_t images_count, paths_count, paints_count, pens_count, texts_count, count;
  peer_image *images;
  peer_path *paths;
  peer_paint *paints;
  peer_pen *pens;
  peer_text *texts;
  peer_item *items;
} peer_case;

/* The version that the engine's library names itself. */
static const char *engine_version(void);
/* Nothing, or why this engine cannot draw the case. */
static const char *engine_refusal(const peer_case *c);
static void engine_begin(const peer_case *c);
static void engine_frame(const peer_case *c);
/* The frame's pixels, 0xAARRGGBB. */
static const uint32_t *engine_pixels(int *pixels_per_row);

/* Pixel on pixel. */
static inline int peer_is_plain(const peer_case *c, const peer_item *i) {
  const peer_image *image = &c->images[i->index];
  return i->width_y == 0 && i->height_x == 0 && i->width_x == (float)image->width &&
         i->height_y == (float)image->height && i->x == (float)(int)i->x && i->y == (float)(int)i->y;
}

static inline int peer_is_upright(const peer_item *i) { return i->width_y == 0 && i->height_x == 0; }

/* Whether nothing is seen of the image's outermost pixels, so that smooth edges change nothing. */
static inline int peer_fades_out(const peer_image *image) {
  int most = 0;
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++) {
      int alpha = (int)(image->pixels[y * image->width + x] >> 24);
      if ((x == 0 || y == 0 || x == image->width - 1 || y == image->height - 1) && alpha > most) most = alpha;
    }
  return most < 16;
}

/* A colour that makes an image fainter and changes nothing else. */
static inline int peer_is_grey(uint32_t color) { return color == (color >> 24) * 0x01010101u; }

/* Whether there are shadows, or groups that are blurred. */
static inline int peer_has_blur(const peer_case *c) {
  for (int k = 0; k < c->count; k++)
    if (c->items[k].kind == PEER_SHADOW || (c->items[k].kind == PEER_GROUP && c->items[k].sigma > 0)) return 1;
  return 0;
}

/* For engines that know nothing but images and rectangles with sharp corners, whose sides are upright. */
static inline const char *peer_sprites_only(const peer_case *c) {
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (i->kind > PEER_RECTANGLE) return "has no paths, shadows or groups";
    if (i->paint >= 0) return "has no gradients";
    if (i->blend > PEER_PLUS) return "has no such blend mode";
    if (i->kind == PEER_RECTANGLE && (i->radius > 0 || !peer_is_upright(i))) return "has no rounded rectangles";
  }
  return NULL;
}

/* Red, green, blue and alpha, 0 to 1, not premultiplied. */
static inline void peer_straight(uint32_t color, double result[4]) {
  double alpha = (color >> 24) / 255.0;
  for (int k = 0; k < 3; k++) result[k] = alpha > 0 ? (color >> (16 - 8 * k) & 255) / 255.0 / alpha : 0;
  for (int k = 0; k < 3; k++) result[k] = result[k] > 1 ? 1 : result[k];
  result[3] = alpha;
}

/* The same, 0xAARRGGBB. */
static inline uint32_t peer_straight_word(uint32_t color) {
  double parts[4];
  peer_straight(color, parts);
  uint32_t result = color & 0xFF000000u;
  for (int k = 0; k < 3; k++) result |= (uint32_t)(parts[k] * 255 + 0.5) << (16 - 8 * k);
  return result;
}

static inline uint32_t peer_stop_word(const peer_stop *s) {
  float parts[4] = {s->alpha, s->red, s->green, s->blue};
  uint32_t result = 0;
  for (int k = 0; k < 4; k++) result = result << 8 | (uint32_t)(parts[k] * 255 + 0.5f);
  return result;
}

/* A path or image that only lies elsewhere. */
static inline int peer_is_moved(const peer_frame *f) {
  return f->width_x == 1 && f->width_y == 0 && f->height_x == 0 && f->height_y == 1;
}

/* A frame in the units of another one. */
static inline peer_frame peer_inside(const peer_frame *outer, const peer_frame *f) {
  float area = outer->width_x * outer->height_y - outer->width_y * outer->height_x;
  float parts[6] = {f->x - outer->x, f->y - outer->y, f->width_x, f->width_y, f->height_x, f->height_y}, in[6];
  for (int k = 0; k < 6; k += 2) {
    in[k] = (parts[k] * outer->height_y - parts[k + 1] * outer->height_x) / area;
    in[k + 1] = (parts[k + 1] * outer->width_x - parts[k] * outer->width_y) / area;
  }
  peer_frame result = {in[0], in[1], in[2], in[3], in[4], in[5]};
  return result;
}

/* Grows a box (left, top, right, bottom) by a point. */
static inline void peer_reach(float box[4], float x, float y, float margin) {
  if (x - margin < box[0]) box[0] = x - margin;
  if (y - margin < box[1]) box[1] = y - margin;
  if (x + margin > box[2]) box[2] = x + margin;
  if (y + margin > box[3]) box[3] = y + margin;
}

static inline void peer_reach_item(const peer_case *c, const peer_item *i, float box[4]) {
  const peer_frame *f = &i->frame;
  float scale = fmaxf(hypotf(f->width_x, f->width_y), hypotf(f->height_x, f->height_y));
  if (i->kind == PEER_TEXT) {
    const peer_text *t = &c->texts[i->index];
    for (int k = 0; k < t->count; k++)
      peer_reach(box, f->x + t->places[2 * k] * scale, f->y + t->places[2 * k + 1] * scale, t->size * scale * 2);
    return;
  }
  if (i->kind < PEER_PATH || i->kind > PEER_STROKE) {
    for (int k = 0; k < 4; k++)
      peer_reach(box, f->x + (k & 1) * f->width_x + (k >> 1) * f->height_x,
                 f->y + (k & 1) * f->width_y + (k >> 1) * f->height_y, 1);
    return;
  }
  const peer_path *path = &c->paths[i->index];
  float margin = i->kind == PEER_STROKE ? c->pens[i->pen].width * scale * c->pens[i->pen].miter_limit / 2 + 1 : 1;
  for (int k = 0; k < path->floats; k += 2) {
    float x = path->points[k], y = path->points[k + 1];
    peer_reach(box, f->x + x * f->width_x + y * f->height_x, f->y + x * f->width_y + y * f->height_y, margin);
  }
}

typedef struct {
  int x, y, width, height;
} peer_box;

/* Whole pixels that the group beginning at an item can touch. */
static inline peer_box peer_group_box(const peer_case *c, int start) {
  float box[4] = {1e9f, 1e9f, -1e9f, -1e9f};
  for (int k = start + 1; k < c->count && c->items[k].kind != PEER_GROUP_END; k++)
    if (c->items[k].kind != PEER_GROUP) peer_reach_item(c, &c->items[k], box);
  float reach = 3 * c->items[start].sigma;
  int left = (int)fmaxf(0, floorf(box[0] - reach)), top = (int)fmaxf(0, floorf(box[1] - reach));
  int right = (int)fminf((float)c->width, ceilf(box[2] + reach));
  int bottom = (int)fminf((float)c->height, ceilf(box[3] + reach));
  peer_box result = {left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0};
  return result;
}

/* The boxes of all groups by the index of their first item. */
static inline peer_box *peer_group_boxes(const peer_case *c) {
  peer_box *boxes = (peer_box *)calloc((size_t)c->count + 1, sizeof(peer_box));
  for (int k = 0; k < c->count; k++)
    if (c->items[k].kind == PEER_GROUP) boxes[k] = peer_group_box(c, k);
  return boxes;
}

static inline int peer_has_nested_groups(const peer_case *c) {
  int depth = 0, most = 0;
  for (int k = 0; k < c->count; k++) {
    depth += c->items[k].kind == PEER_GROUP ? 1 : c->items[k].kind == PEER_GROUP_END ? -1 : 0;
    if (depth > most) most = depth;
  }
  return most > 1;
}

/* Whether an image is white where it is opaque: then a tint is a colour drawn through its alpha. */
static inline int peer_is_mask(const peer_image *image) {
  for (int k = 0; k < image->width * image->height; k++)
    if (!peer_is_grey(image->pixels[k])) return 0;
  return 1;
}

/* Whether an item is an image with a tint that is a colour. */
static inline int peer_is_colored(const peer_item *i) { return i->kind == PEER_IMAGE && !peer_is_grey(i->color); }

/* The file of a font, found by fontconfig's program. */
static inline const char *peer_font_file(const char *family) {
  static char path[1024];
  char command[256];
  snprintf(command, sizeof command, "fc-match -f '%%{file}' '%s'", family);
  FILE *output = popen(command, "r");
  size_t length = output ? fread(path, 1, sizeof path - 1, output) : 0;
  if (output) pclose(output);
  path[length] = 0;
  if (length > 0) return path;
  fprintf(stderr, "no font %s; fc-match (Debian: fontconfig) finds them\n", family);
  exit(1);
}

static void *peer_read(FILE *file, size_t bytes) {
  void *block = malloc(bytes ? bytes : 1);
  if (!block || fread(block, 1, bytes, file) != bytes) {
    fprintf(stderr, "the case is cut short\n");
    exit(1);
  }
  return block;
}

/* Reads words into memory that is there. */
static void peer_take(FILE *file, void *target, size_t bytes) {
  if (fread(target, 1, bytes, file) == bytes) return;
  fprintf(stderr, "the case is cut short\n");
  exit(1);
}

static char *peer_read_string(FILE *file) {
  int32_t length;
  peer_take(file, &length, 4);
  char *bytes = (char *)peer_read(file, ((size_t)length + 4) / 4 * 4); /* zeros behind it */
  return bytes;
}

static void peer_open_text(FILE *file, peer_text *text) {
  text->font = peer_read_string(file);
  text->string = peer_read_string(file);
  peer_take(file, &text->size, 20);
  text->glyphs = (uint32_t *)peer_read(file, (size_t)text->count * 4);
  text->places = (float *)peer_read(file, (size_t)text->count * 8);
}

static void peer_open_tables(FILE *file, peer_case *c) {
  for (int k = 0; k < c->images_count; k++) {
    peer_image *image = &c->images[k];
    peer_take(file, image, 8);
    image->pixels = (uint32_t *)peer_read(file, (size_t)image->width * image->height * 4);
  }
  for (int k = 0; k < c->paths_count; k++) {
    peer_path *path = &c->paths[k];
    peer_take(file, path, 8);
    path->elements = (int32_t *)peer_read(file, (size_t)path->count * 4);
    path->points = (float *)peer_read(file, (size_t)path->floats * 4);
  }
  for (int k = 0; k < c->paints_count; k++) {
    peer_paint *paint = &c->paints[k];
    peer_take(file, paint, 12 + sizeof(peer_frame));
    paint->stops = (peer_stop *)peer_read(file, (size_t)paint->count * sizeof(peer_stop));
  }
  for (int k = 0; k < c->pens_count; k++) {
    peer_pen *pen = &c->pens[k];
    peer_take(file, pen, 24);
    pen->dashes = (float *)peer_read(file, (size_t)pen->count * 4);
  }
  for (int k = 0; k < c->texts_count; k++) peer_open_text(file, &c->texts[k]);
}

static peer_case peer_open(const char *path) {
  FILE *file = fopen(path, "rb");
  peer_case c;
  char magic[8];
  if (!file || fread(magic, 1, 8, file) != 8 || memcmp(magic, "SMCASE3", 8) != 0) {
    fprintf(stderr, "%s is not a case\n", path);
    exit(1);
  }
  peer_take(file, &c, 36);
  c.images = (peer_image *)calloc((size_t)c.images_count + 1, sizeof(peer_image));
  c.paths = (peer_path *)calloc((size_t)c.paths_count + 1, sizeof(peer_path));
  c.paints = (peer_paint *)calloc((size_t)c.paints_count + 1, sizeof(peer_paint));
  c.pens = (peer_pen *)calloc((size_t)c.pens_count + 1, sizeof(peer_pen));
  c.texts = (peer_text *)calloc((size_t)c.texts_count + 1, sizeof(peer_text));
  peer_open_tables(file, &c);
  c.items = (peer_item *)peer_read(file, (size_t)c.count * sizeof(peer_item));
  fclose(file);
  return c;
}

static void peer_write(const char *path, const peer_case *c) {
  int stride;
  const uint32_t *pixels = engine_pixels(&stride);
  unsigned char *row = (unsigned char *)malloc((size_t)c->width * 3);
  FILE *file = fopen(path, "wb");
  if (!file || !row) exit(1);
  fprintf(file, "P6\n%d %d\n255\n", c->width, c->height);
  for (int y = 0; y < c->height; y++) {
    for (int x = 0; x < c->width; x++) {
      uint32_t p = pixels[(size_t)y * stride + x];
      row[x * 3] = (unsigned char)(p >> 16);
      row[x * 3 + 1] = (unsigned char)(p >> 8);
      row[x * 3 + 2] = (unsigned char)p;
    }
    fwrite(row, 3, (size_t)c->width, file);
  }
  free(row);
  fclose(file);
}

/* Whether frames are to be floats: asked of those programs alone that engines.py names for it. */
static int peer_floats;

static double peer_seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* PROGRAM CASE SECONDS PICTURE [float], - for no picture: exit 3 with the reason where the engine cannot draw it.
   PROGRAM --version: the version that the engine's library names itself. */
int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--version") == 0) return puts(engine_version()) < 0;
  peer_floats = count == 5 && strcmp(arguments[4], "float") == 0;
  if (count != 4 && !peer_floats) return 2;
  peer_case c = peer_open(arguments[1]);
  const char *refusal = engine_refusal(&c);
  if (refusal) {
    fprintf(stderr, "%s\n", refusal);
    return 3;
  }
  engine_begin(&c);
  double first = peer_seconds(CLOCK_MONOTONIC);
  engine_frame(&c);
  if (peer_seconds(CLOCK_MONOTONIC) - first < 0.1) engine_frame(&c);
  double end = peer_seconds(CLOCK_MONOTONIC) + atof(arguments[2]);
  int frames = 0;
  do {
    double start = peer_seconds(CLOCK_PROCESS_CPUTIME_ID);
    engine_frame(&c);
    printf("%.0f\n", (peer_seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e9);
  } while (++frames < 2 || peer_seconds(CLOCK_MONOTONIC) < end);
  if (strcmp(arguments[3], "-") != 0) peer_write(arguments[3], &c);
  return 0;
}

#endif
