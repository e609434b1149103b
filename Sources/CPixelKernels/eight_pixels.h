/* Processes eight pixels at a time, or sixteen in long runs. Shared by the kernels for sprites and fills. */

#pragma once

#include "wide_rows.h"

/* Half of the lanes each: the even bytes (B, R) and the odd bytes (G, A). */
typedef struct {
  u16x16 even, odd;
} EightPixels;

typedef struct {
  u16x32 even, odd;
} SixteenPixels;

INLINE_EACH u32x8 load_eight(const uint32_t *p) {
  u32x8 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE_EACH void store_eight(uint32_t *p, u32x8 v) { memcpy(p, &v, sizeof v); }

/* Loads `count` pixels from any address and fills the rest of the eight with transparent ones. */
INLINE u32x8 load_some(const void *p, ptrdiff_t count) {
  u32x8 result = {};
  if (count >= 8) memcpy(&result, p, sizeof result);
  else memcpy(&result, p, (size_t)count * 4);
  return result;
}

/* Stores the first `count` of eight pixels. */
INLINE void store_first(void *p, u32x8 v, ptrdiff_t count) {
  if (count >= 8) memcpy(p, &v, sizeof v);
  else memcpy(p, &v, (size_t)count * 4);
}

INLINE_EACH int is_any(i32x8 mask) { return __builtin_reduce_or((u64x4)mask) != 0; }

INLINE_EACH u32x16 load_sixteen(const uint32_t *p) {
  u32x16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE_EACH void store_sixteen(uint32_t *p, u32x16 v) { memcpy(p, &v, sizeof v); }

INLINE int is_opaque(uint32_t color) { return color >> 24 == 255; }

/* Index of each of eight pixels. */
INLINE u32x8 indices(uint32_t first) { return (u32x8){0, 1, 2, 3, 4, 5, 6, 7} + first; }

/* Loads the first `count` of eight or sixteen pixels; the rest is 0. */
INLINE_EACH u32x8 first_pixels(u32x8 pixels, ptrdiff_t count) { return pixels & (u32x8)(indices(0) < (uint32_t)count); }
INLINE_EACH u32x16 first_pixels(u32x16 pixels, ptrdiff_t count) {
  const u32x16 all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return pixels & (u32x16)(all < (uint32_t)count);
}

/* Repeats the lanes. */
INLINE_EACH u32x16 twice(u32x8 v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}
INLINE_EACH u16x32 twice(u16x16 v) { return (u16x32)twice((u32x8)v); }

/* Multiplies a weight (0...65535) by the tint for each channel: two channels at a time, with products below 2^32. */
INLINE EightPixels tint_weights(uint32_t weight, uint32_t tint) {
  uint64_t blue = tint & 255, green = tint >> 8 & 255, red = tint >> 16 & 255, alpha = tint >> 24;
  uint64_t even = ((blue * 257 + (blue >> 7)) | (red * 257 + (red >> 7)) << 32) * weight;
  uint64_t odd = ((green * 257 + (green >> 7)) | (alpha * 257 + (alpha >> 7)) << 32) * weight;
#define BOTH(x) (u16x16)((u32x8){} + ((uint32_t)((x) >> 16 & 0xFFFF) | (uint32_t)((x) >> 32 & 0xFFFF0000)))
  return (EightPixels){BOTH(even), BOTH(odd)};
#undef BOTH
}

/* Copies a value per pixel, 0...255, to both 16-bit lanes of the pixel. */
INLINE_EACH u16x16 both_lanes(u32x8 values) { return (u16x16)(values | values << 16); }
INLINE_EACH u16x32 both_lanes(u32x16 values) { return (u16x32)(values | values << 16); }

/* The fraction of the backdrop that remains under source pixels, 0...255. */
INLINE_EACH u16x16 backdrop_factor(u32x8 source) {
  u8x32 none = {}, rest = (u8x32)~source;
  return (u16x16)__builtin_shufflevector(rest, none, 3, 32, 3, 32, 7, 32, 7, 32, 11, 32, 11, 32, 15, 32, 15, 32, 19, 32,
                                         19, 32, 23, 32, 23, 32, 27, 32, 27, 32, 31, 32, 31, 32);
}

INLINE_EACH u16x32 backdrop_factor(u32x16 source) {
  return both_lanes(~source >> 24);
}

#define PIXELS EightPixels
#define WORDS u32x8
#define HALVES u16x16
#define BYTES u8x32
#include "pixel_lanes.h"

#define PIXELS SixteenPixels
#define WORDS u32x16
#define HALVES u16x32
#define BYTES u8x64
#include "pixel_lanes.h"
