/* What the programs over other engines have in common: they read a case (Bench/Scenes/PeerCase.swift says how it is
 * written), draw it again and again for some seconds, print the CPU nanoseconds of every frame, and write the picture.
 *
 * An engine defines the four functions below and includes this file once. A frame begins with clearing it. */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  float x, y;              /* corner */
  float width_x, width_y;  /* vector along the width */
  float height_x, height_y; /* vector along the height */
  float radius;
  uint32_t color; /* premultiplied 0xAARRGGBB: a tint, or what a rectangle is filled with */
} peer_item;

typedef struct {
  int32_t width, height;
  uint32_t background;
  int32_t is_rectangles, is_additive;
  int32_t image_width, image_height, count;
  uint32_t *image; /* premultiplied, 0xAARRGGBB */
  peer_item *items;
} peer_case;

/* Nothing, or why this engine cannot draw the case. */
static const char *engine_refusal(const peer_case *c);
static void engine_begin(const peer_case *c);
static void engine_frame(const peer_case *c);
/* The frame's pixels, 0xAARRGGBB. */
static const uint32_t *engine_pixels(int *pixels_per_row);

static int peer_is_plain(const peer_case *c, const peer_item *i) {
  return i->width_y == 0 && i->height_x == 0 && i->width_x == (float)c->image_width &&
         i->height_y == (float)c->image_height && i->x == (float)(int)i->x && i->y == (float)(int)i->y;
}

static int peer_is_upright(const peer_item *i) { return i->width_y == 0 && i->height_x == 0; }

/* Whether nothing is seen of the image's outermost pixels, so that smooth edges change nothing. */
static int peer_fades_out(const peer_case *c) {
  int most = 0;
  for (int y = 0; y < c->image_height; y++)
    for (int x = 0; x < c->image_width; x++) {
      int alpha = (int)(c->image[y * c->image_width + x] >> 24);
      if ((x == 0 || y == 0 || x == c->image_width - 1 || y == c->image_height - 1) && alpha > most) most = alpha;
    }
  return most < 16;
}

static int peer_is_tinted(const peer_case *c) {
  for (int k = 0; k < c->count; k++)
    if (c->items[k].color != 0xFFFFFFFFu) return 1;
  return 0;
}

/* Red, green, blue and alpha, 0 to 1, not premultiplied. */
static void peer_straight(uint32_t color, double result[4]) {
  double alpha = (color >> 24) / 255.0;
  for (int k = 0; k < 3; k++) result[k] = alpha > 0 ? (color >> (16 - 8 * k) & 255) / 255.0 / alpha : 0;
  for (int k = 0; k < 3; k++) result[k] = result[k] > 1 ? 1 : result[k];
  result[3] = alpha;
}

static void *peer_read(FILE *file, size_t bytes) {
  void *block = malloc(bytes ? bytes : 1);
  if (!block || fread(block, 1, bytes, file) != bytes) {
    fprintf(stderr, "the case is cut short\n");
    exit(1);
  }
  return block;
}

static peer_case peer_open(const char *path) {
  FILE *file = fopen(path, "rb");
  peer_case c;
  char magic[8];
  if (!file || fread(magic, 1, 8, file) != 8 || memcmp(magic, "SMCASE1", 8) != 0) {
    fprintf(stderr, "%s is not a case\n", path);
    exit(1);
  }
  int32_t *head = (int32_t *)peer_read(file, 32);
  memcpy(&c, head, 32);
  free(head);
  c.image = (uint32_t *)peer_read(file, (size_t)c.image_width * c.image_height * 4);
  c.items = (peer_item *)peer_read(file, (size_t)c.count * sizeof(peer_item));
  fclose(file);
  return c;
}

static void peer_write(const char *path, const peer_case *c) {
  int stride;
  const uint32_t *pixels = engine_pixels(&stride);
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  fprintf(file, "P6\n%d %d\n255\n", c->width, c->height);
  for (int y = 0; y < c->height; y++)
    for (int x = 0; x < c->width; x++) {
      uint32_t p = pixels[(size_t)y * stride + x];
      unsigned char rgb[3] = {(unsigned char)(p >> 16), (unsigned char)(p >> 8), (unsigned char)p};
      fwrite(rgb, 1, 3, file);
    }
  fclose(file);
}

static double peer_seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* PROGRAM CASE SECONDS PICTURE: exit 3 with the reason where the engine cannot draw it. */
int main(int count, char **arguments) {
  if (count != 4) return 2;
  peer_case c = peer_open(arguments[1]);
  const char *refusal = engine_refusal(&c);
  if (refusal) {
    fprintf(stderr, "%s\n", refusal);
    return 3;
  }
  engine_begin(&c);
  engine_frame(&c);
  engine_frame(&c);
  double end = peer_seconds(CLOCK_MONOTONIC) + atof(arguments[2]);
  do {
    double start = peer_seconds(CLOCK_PROCESS_CPUTIME_ID);
    engine_frame(&c);
    printf("%.0f\n", (peer_seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e9);
  } while (peer_seconds(CLOCK_MONOTONIC) < end);
  peer_write(arguments[3], &c);
  return 0;
}

#endif
