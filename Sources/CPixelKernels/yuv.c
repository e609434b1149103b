/* Frames for video encoders: sixteen pixels of two rows at a time. */

#include "PixelKernels.h"

#include <string.h>

#include "clones.h"

typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef int32_t i32x16 __attribute__((vector_size(64)));

INLINE i32x16 load(const uint32_t *p) {
  i32x16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

/* Products of numbers that are known to have 16 bits are cheaper. */
typedef struct {
  int16_t red, green, blue;
  int32_t offset;
} Component;

INLINE Component narrowed(const PixelComponent *c) {
  return (Component){(int16_t)c->red, (int16_t)c->green, (int16_t)c->blue, c->offset};
}

INLINE void store_luma(uint8_t *out, i32x16 pixels, const Component *luma) {
  i32x16 sum = (pixels & 255) * luma->blue + (pixels >> 8 & 255) * luma->green + (pixels >> 16 & 255) * luma->red;
  u8x16 bytes = __builtin_convertvector((sum + luma->offset) >> 15, u8x16);
  memcpy(out, &bytes, sizeof bytes);
}

/* Rows of a tile lie far apart, so no processor guesses which comes next. */
INLINE void fetch_line(uint8_t *out, ptrdiff_t stride) { __builtin_prefetch(out + 4 * stride, 1, 3); }

/* Sums of neighbouring pixels. */
INLINE i32x8 pair_sums(i32x16 v) {
  return __builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15);
}

INLINE void store_chroma(uint8_t *out, i32x8 blue_red, i32x8 green, const Component *chroma) {
  i32x8 sum = (blue_red & 0xFFFF) * chroma->blue + green * chroma->green + (blue_red >> 16) * chroma->red;
  u8x8 bytes = __builtin_convertvector((sum + chroma->offset) >> 17, u8x8);
  memcpy(out, &bytes, sizeof bytes);
}

INLINE void two_rows(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *u, uint8_t *v, ptrdiff_t chroma_stride,
                     const uint32_t *pixels, ptrdiff_t stride, const PixelMatrix *matrix, ptrdiff_t count) {
  Component weights = narrowed(&matrix->luma);
  Component blue_difference = narrowed(&matrix->blue_difference), red_difference = narrowed(&matrix->red_difference);
  for (ptrdiff_t i = 0; i < count; i += 64) {
    fetch_line(luma + i, 2 * luma_stride), fetch_line(luma + luma_stride + i, 2 * luma_stride);
    if (i % 128 == 0) fetch_line(u + i / 2, chroma_stride), fetch_line(v + i / 2, chroma_stride);
  }
  for (ptrdiff_t i = 0; i < count; i += 16) {
    i32x16 upper = load(pixels + i), lower = load(pixels + stride + i);
    store_luma(luma + i, upper, &weights);
    store_luma(luma + luma_stride + i, lower, &weights);
    /* Four pixels' sums fit 16 bits, so blue and red stay in one lane. */
    i32x8 blue_red = pair_sums((upper & 0x00FF00FF) + (lower & 0x00FF00FF));
    i32x8 green = pair_sums((upper >> 8 & 255) + (lower >> 8 & 255));
    store_chroma(u + i / 2, blue_red, green, &blue_difference);
    store_chroma(v + i / 2, blue_red, green, &red_difference);
  }
}

CLONES void pixel_yuv420_rows(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *u, uint8_t *v, ptrdiff_t chroma_stride,
                              const uint32_t *pixels, ptrdiff_t stride, const PixelMatrix *matrix, ptrdiff_t count) {
  two_rows(luma, luma_stride, u, v, chroma_stride, pixels, stride, matrix, count);
}
