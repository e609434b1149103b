/* Rows of pixels with 16-bit lanes, and their resampling and blending, for the kernels for sprites and images. */

#pragma once

#include <string.h>

#include "clones.h"

/* Vectors of four pixels: 16-bit lanes, B G R A each. */
typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef uint8_t u8x64 __attribute__((vector_size(64)));
typedef uint16_t u16x4 __attribute__((vector_size(8)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint16_t u16x32 __attribute__((vector_size(64)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef uint32_t u32x32 __attribute__((vector_size(128)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef float f32x16 __attribute__((vector_size(64)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));
typedef uint64_t u64x8 __attribute__((vector_size(64)));
typedef double f64x8 __attribute__((vector_size(64)));

INLINE u16x16 load_wide(const uint64_t *p) {
  u16x16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE void store_wide(uint64_t *p, u16x16 v) { memcpy(p, &v, sizeof v); }

INLINE u16x16 load_pixels(const uint32_t *p) {
  u8x16 v;
  memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, u16x16);
}

/* Clamps values above 255 to 255. */
INLINE void store_pixels(uint32_t *p, u16x16 v) {
  u8x16 narrow = __builtin_convertvector(__builtin_elementwise_min(v, (u16x16){} + 255), u8x16);
  memcpy(p, &narrow, sizeof narrow);
}

/* High half of the product of 16-bit lanes. */
INLINE_EACH u16x16 high_product(u16x16 a, u16x16 b) {
  return __builtin_convertvector(__builtin_convertvector(a, u32x16) * __builtin_convertvector(b, u32x16) >> 16, u16x16);
}

INLINE_EACH u16x32 high_product(u16x32 a, u16x32 b) {
  return __builtin_convertvector(__builtin_convertvector(a, u32x32) * __builtin_convertvector(b, u32x32) >> 16, u16x32);
}

/* A row weight (0...65535) times the tint for each channel, for four pixels. */
INLINE u16x16 channel_weights(uint32_t weight, uint32_t tint) {
  u32x4 t = {tint & 255, tint >> 8 & 255, tint >> 16 & 255, tint >> 24};
  u16x4 lanes = __builtin_convertvector((t * 257 + (t >> 7)) * weight >> 16, u16x4);
  return __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

/* x / 255, rounded to nearest, exact for 0 <= x <= 255 * 255: (t + t / 256) / 256. */
INLINE_EACH u16x16 divide255(u16x16 x) { return high_product(x + 128, (u16x16){} + 257); }
INLINE_EACH u16x32 divide255(u16x32 x) { return high_product(x + 128, (u16x32){} + 257); }

INLINE u16x16 alphas(u16x16 v) {
  return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

INLINE u16x16 over(u16x16 s, u16x16 d) { return s + divide255(d * (255 - alphas(s))); }
