/* Converts frames for video encoders: sixteen pixels of two rows at a time. */

#include "PixelKernels.h"

#include <string.h>

#include "clones.h"

typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef int16_t i16x16 __attribute__((vector_size(32)));
typedef int16_t i16x32 __attribute__((vector_size(64)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef int32_t i32x32 __attribute__((vector_size(128)));

INLINE i32x16 load(const uint32_t *p) {
  i32x16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

/* Sums of the products of neighbours: one instruction per vector. */
INLINE_EACH i32x8 pair_products(i16x16 a, i16x16 b) {
  i32x16 p = __builtin_convertvector(a, i32x16) * __builtin_convertvector(b, i32x16);
  return __builtin_shufflevector(p, p, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(p, p, 1, 3, 5, 7, 9, 11, 13, 15);
}
INLINE_EACH i32x16 pair_products(i16x32 a, i16x32 b) {
  i32x32 p = __builtin_convertvector(a, i32x32) * __builtin_convertvector(b, i32x32);
  return __builtin_shufflevector(p, p, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30) +
         __builtin_shufflevector(p, p, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/* Weights of 16 bits: those of blue and red in one lane, in pixel order, and those of green. Products of numbers that
   are known to have 16 bits are faster. */
typedef struct {
  int32_t blue_red;
  int16_t green;
  int32_t offset;
} Component;

INLINE Component narrowed(const PixelComponent *c) {
  return (Component){(int32_t)((uint32_t)c->blue & 0xFFFF) | (int32_t)((uint32_t)c->red << 16), (int16_t)c->green,
                     c->offset};
}

INLINE i32x16 weighted(i32x16 pixels, const Component *c) {
  i32x16 weights = (i32x16){} + c->blue_red;
  return pair_products((i16x32)(pixels & 0x00FF00FF), (i16x32)weights) + (pixels >> 8 & 255) * c->green + c->offset;
}

/* With limits that do not change the values, the compiler packs without masks. */
INLINE void store_luma(uint8_t *out, i32x16 pixels, const Component *luma) {
  i32x16 none = {}, most = none + 255, samples = weighted(pixels, luma) >> 15;
  u8x16 bytes =
      __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(samples, none), most), u8x16);
  memcpy(out, &bytes, sizeof bytes);
}

/* The rows of a tile are far apart in memory, so processors cannot prefetch the next one. */
INLINE void fetch_line(uint8_t *out, ptrdiff_t stride) { __builtin_prefetch(out + 4 * stride, 1, 3); }

/* Sums of neighbouring pixels. */
INLINE i32x8 pair_sums(i32x16 v) {
  return __builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15);
}

/* Weights of blue and red in one lane, and of green. */
INLINE i32x8 weighted_sums(i32x8 blue_red, i32x8 green, const Component *c) {
  i32x8 weights = (i32x8){} + c->blue_red;
  return pair_products((i16x16)blue_red, (i16x16)weights) + green * c->green + c->offset;
}

INLINE void store_chroma(uint8_t *out, i32x8 blue_red, i32x8 green, const Component *chroma) {
  u8x8 bytes = __builtin_convertvector(weighted_sums(blue_red, green, chroma) >> 17, u8x8);
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
    /* The sums of four pixels fit in 16 bits, so blue and red stay in one lane. */
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

/* MARK: Samples of any depth */

INLINE void sample_row(void *out, const uint32_t *pixels, const PixelSampling *sampling, ptrdiff_t count) {
  Component weights = narrowed(&sampling->weights);
  i32x16 most = (i32x16){} + sampling->most;
  int32_t shift = sampling->shift;
  for (ptrdiff_t i = 0; i < count; i += 16) {
    i32x16 samples = __builtin_elementwise_min(weighted(load(pixels + i), &weights) >> shift, most);
    if (sampling->most > 255) {
      u16x16 words = __builtin_convertvector(samples, u16x16);
      memcpy((uint16_t *)out + i, &words, sizeof words);
    } else {
      u8x16 bytes = __builtin_convertvector(samples, u8x16);
      memcpy((uint8_t *)out + i, &bytes, sizeof bytes);
    }
  }
}

CLONES void pixel_sample_row(void *out, const uint32_t *pixels, const PixelSampling *sampling, ptrdiff_t count) {
  sample_row(out, pixels, sampling, count);
}

INLINE void store_shared(void *out, ptrdiff_t i, i32x8 sums, const PixelSampling *sampling) {
  i32x8 samples = __builtin_elementwise_min(sums >> sampling->shift, (i32x8){} + sampling->most);
  if (sampling->most > 255) {
    u16x8 words = __builtin_convertvector(samples, u16x8);
    memcpy((uint16_t *)out + i, &words, sizeof words);
  } else {
    u8x8 bytes = __builtin_convertvector(samples, u8x8);
    memcpy((uint8_t *)out + i, &bytes, sizeof bytes);
  }
}

INLINE void share_samples(void *u, void *v, const uint32_t *upper, const uint32_t *lower,
                          const PixelSampling *samplings, ptrdiff_t count) {
  PixelSampling first = samplings[0], second = samplings[1];
  Component blue_difference = narrowed(&first.weights), red_difference = narrowed(&second.weights);
  for (ptrdiff_t i = 0; i < count; i += 8) {
    i32x16 above = load(upper + 2 * i), below = load(lower + 2 * i);
    i32x8 blue_red = pair_sums((above & 0x00FF00FF) + (below & 0x00FF00FF));
    i32x8 green = pair_sums((above >> 8 & 255) + (below >> 8 & 255));
    store_shared(u, i, weighted_sums(blue_red, green, &blue_difference), &first);
    store_shared(v, i, weighted_sums(blue_red, green, &red_difference), &second);
  }
}

CLONES void pixel_share_samples(void *u, void *v, const uint32_t *upper, const uint32_t *lower,
                                const PixelSampling *samplings, ptrdiff_t count) {
  share_samples(u, v, upper, lower, samplings, count);
}
