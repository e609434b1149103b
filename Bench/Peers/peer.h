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

enum {
  PEER_IMAGE, PEER_RECTANGLE, PEER_PATH, PEER_EVEN_ODD_PATH, PEER_STROKE, PEER_SHADOW, PEER_GROUP, PEER_GROUP_END
};
enum { PEER_OVER, PEER_PLUS, PEER_MULTIPLY, PEER_SCREEN };

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
  int32_t images_count, paths_count, paints_count, pens_count, count;
  peer_image *images;
  peer_path *paths;
  peer_paint *paints;
  peer_pen *pens;
  peer_item *items;
} peer_case;

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

static inline int peer_has(const peer_case *c, int kind) {
  for (int k = 0; k < c->count; k++)
    if (c->items[k].kind == kind) return 1;
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
  int left = (int)fmaxf(0, floorf(box[0])), top = (int)fmaxf(0, floorf(box[1]));
  int right = (int)fminf((float)c->width, ceilf(box[2])), bottom = (int)fminf((float)c->height, ceilf(box[3]));
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
}

static peer_case peer_open(const char *path) {
  FILE *file = fopen(path, "rb");
  peer_case c;
  char magic[8];
  if (!file || fread(magic, 1, 8, file) != 8 || memcmp(magic, "SMCASE2", 8) != 0) {
    fprintf(stderr, "%s is not a case\n", path);
    exit(1);
  }
  peer_take(file, &c, 32);
  c.images = (peer_image *)calloc((size_t)c.images_count + 1, sizeof(peer_image));
  c.paths = (peer_path *)calloc((size_t)c.paths_count + 1, sizeof(peer_path));
  c.paints = (peer_paint *)calloc((size_t)c.paints_count + 1, sizeof(peer_paint));
  c.pens = (peer_pen *)calloc((size_t)c.pens_count + 1, sizeof(peer_pen));
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

static double peer_seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* PROGRAM CASE SECONDS PICTURE, - for no picture: exit 3 with the reason where the engine cannot draw it. */
int main(int count, char **arguments) {
  if (count != 4) return 2;
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
