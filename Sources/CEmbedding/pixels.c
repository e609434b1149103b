/* The frame as the host wants it: order of bytes, and colours divided by alpha. */

#include "gate.h"

#include <string.h>

static inline uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static inline uint32_t load(const uint8_t *p) {
  uint32_t pixel;
  memcpy(&pixel, p, 4);
  return pixel;
}

static inline void store(uint8_t *p, uint32_t pixel) { memcpy(p, &pixel, 4); }

/* Red and blue in each other's place. */
static inline uint32_t exchanged(uint32_t p) { return (p & 0xff00ff00u) | (p >> 16 & 255) | (p & 255) << 16; }

/* Rounded. Light that lies above alpha does not fit and is cut, as in files with straight alpha. */
static inline uint32_t straight(uint32_t p) {
  uint32_t alpha = p >> 24;
  if (alpha == 255) return p;
  if (alpha == 0) return 0;
  uint32_t half = alpha / 2;
  uint32_t red = least(255, ((p >> 16 & 255) * 255 + half) / alpha);
  uint32_t green = least(255, ((p >> 8 & 255) * 255 + half) / alpha);
  uint32_t blue = least(255, ((p & 255) * 255 + half) / alpha);
  return alpha << 24 | red << 16 | green << 8 | blue;
}

/* x / 255, rounded, for products of bytes. */
static inline uint32_t by_255(uint32_t x) { return (x + 128 + ((x + 128) >> 8)) >> 8; }

static inline uint32_t premultiplied(uint32_t p) {
  uint32_t alpha = p >> 24;
  return alpha << 24 | by_255((p >> 16 & 255) * alpha) << 16 | by_255((p >> 8 & 255) * alpha) << 8 |
         by_255((p & 255) * alpha);
}

static inline uint32_t channel_over(uint32_t top, uint32_t below, int shift) {
  uint32_t light = (top >> shift & 255) + by_255((below >> shift & 255) * (255 - (top >> 24)));
  return least(255, light) << shift;
}

/* Premultiplied; light above alpha adds. */
static inline uint32_t over(uint32_t top, uint32_t below) {
  return channel_over(top, below, 24) | channel_over(top, below, 16) | channel_over(top, below, 8) |
         channel_over(top, below, 0);
}

static inline uint32_t as_format(uint32_t pixel, int format) {
  if (format == 1 || format == 2) pixel = straight(pixel);
  return format == 1 || format == 3 ? exchanged(pixel) : pixel;
}

static inline uint32_t from_format(uint32_t pixel, int format) {
  if (format == 1 || format == 3) pixel = exchanged(pixel);
  return format == 1 || format == 2 ? premultiplied(pixel) : pixel;
}

void gate_write(uint8_t *out, const uint32_t *row, ptrdiff_t count, int format) {
  switch (format) {
  case 0: memcpy(out, row, (size_t)count * 4); return;
  case 1:
    for (ptrdiff_t x = 0; x < count; x++) store(out + 4 * x, as_format(row[x], 1));
    return;
  case 2:
    for (ptrdiff_t x = 0; x < count; x++) store(out + 4 * x, as_format(row[x], 2));
    return;
  default:
    for (ptrdiff_t x = 0; x < count; x++) store(out + 4 * x, exchanged(row[x]));
  }
}

void gate_write_over(uint8_t *out, const uint8_t *in, const uint32_t *row, ptrdiff_t count, int format) {
  for (ptrdiff_t x = 0; x < count; x++) {
    uint32_t below = load(in + 4 * x);
    /* Where nothing is drawn the host's pixel stays as it is. */
    if (row[x] != 0) below = as_format(over(row[x], from_format(below, format)), format);
    store(out + 4 * x, below);
  }
}
