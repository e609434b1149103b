/* The definitions of `form.h` for 8-bit pixels. */

#pragma once

#include "sample.h"

typedef uint32_t Pixel;
typedef u32x8 Eight;
typedef u32x16 Sixteen;
/* Factors of components, 0...255. */
typedef u16x16 Shares;
typedef u16x32 LongShares;

INLINE Eight all_pixels(uint32_t color) { return (u32x8){} + color; }

/* A factor for each pixel, 0...255, for all of its components. */
INLINE_EACH Shares shares(u32x8 values) { return both_lanes(values); }
INLINE_EACH LongShares shares(u32x16 values) { return both_lanes(values); }
INLINE Shares even_shares(uint32_t value) { return (u16x16){} + (uint16_t)value; }
INLINE Shares product_of_shares(Shares a, Shares b) { return divide255(a * b); }

/* Loads the first `count` of eight pixels; the others are undefined. */
INLINE Eight first_of(Eight pixels, Eight others, ptrdiff_t count) {
  u32x8 is_inside = (u32x8)(indices(0) < (uint32_t)count);
  return (pixels & is_inside) | (others & ~is_inside);
}

/* A colour times a factor. */
INLINE uint32_t faded(uint32_t color, uint32_t share) {
  uint32_t even = (color & 0x00FF00FF) * share + 0x00800080, odd = (color >> 8 & 0x00FF00FF) * share + 0x00800080;
  even = (even + (even >> 8 & 0x00FF00FF)) >> 8 & 0x00FF00FF;
  odd = (odd + (odd >> 8 & 0x00FF00FF)) & 0xFF00FF00;
  return even | odd;
}

INLINE Eight faded_pixels(uint32_t color, uint32_t share) { return all_pixels(faded(color, share)); }

/* Eight pixels of a colour, each multiplied by one of three factors or by 0. */
INLINE Eight box_of(uint32_t color, u32x8 is_first, uint32_t first, u32x8 is_last, uint32_t last, u32x8 is_between,
                    uint32_t between) {
  return (faded(color, first) & is_first) | (faded(color, last) & is_last) | (faded(color, between) & is_between);
}

/* The tint of samples and texels. The gain is for float pixels only. */
typedef uint32_t TintColor;
INLINE TintColor tint_color(uint32_t tint, const float *gain) {
  (void)gain;
  return tint;
}
INLINE int changes_nothing(TintColor tint) { return tint == 0xFFFFFFFFu; }

/* Factors of eight samples. */
typedef EightPixels Weights;
INLINE Weights sample_weights(TintColor tint) { return tint_weights(65535, tint); }
INLINE Eight tinted_samples(EightPixels samples, const volatile Weights *weights) {
  EightPixels source = {high_product(samples.even, weights->even), high_product(samples.odd, weights->odd)};
  return joined(source);
}

/* Samples whose components are equal, and the order of their pixels in lanes. */
#define QUAD_PIXELS {0, 1, 2, 3, 4, 5, 6, 7}
INLINE Eight equal_samples_on(Eight backdrop, EightPixels samples, const volatile Weights *weights, int is_additive) {
  return blended(tinted_samples(samples, weights), backdrop, is_additive);
}

/* Tints texels, for both numbers of pixels. */
typedef struct {
  volatile EightPixels eight;
  volatile SixteenPixels sixteen;
} Tint;

INLINE Tint texel_tint(TintColor tint) {
  EightPixels eight = tint_weights(65535, tint);
  return (Tint){eight, {twice(eight.even), twice(eight.odd)}};
}

/* Returns texels unchanged, without a tint. */
INLINE Eight eight_of_texels(u32x8 texels, const Tint *tint) { return tint ? tinted(texels, &tint->eight) : texels; }
INLINE Sixteen sixteen_of_texels(u32x16 texels, const Tint *tint) {
  return tint ? tinted(texels, &tint->sixteen) : texels;
}

/* Samples of a row of texels that rows of pixels mix. */
typedef EightPixels RowPixels;
INLINE RowPixels row_pixels(EightPixels samples) { return samples; }

/* How eight rows of pixels mix rows of samples: the tint times the weights of the rows, for blue and red, and for green
   and alpha, in 16 bits each. If all are 0, nothing is drawn. */
typedef struct {
  uint32_t near_even[8], near_odd[8], far_even[8], far_odd[8];
} RowMixes;

/* The same for one row. */
typedef struct {
  u16x16 near_even, near_odd, far_even, far_odd;
} RowMix;

INLINE void fill_channel_pairs(uint32_t *out, u32x8 weights, uint32_t low, uint32_t high) {
  u32x8 a = weights * (low * 257 + (low >> 7)), b = weights * (high * 257 + (high >> 7));
  store_eight(out, a >> 16 | (b & 0xFFFF0000));
}

/* 0...256 as 0...65535. */
INLINE u32x8 weights_of(i32x8 shares) { return (u32x8)__builtin_elementwise_min(shares * 256, (i32x8){} + 65535); }

/* Weights of the near and the far row, 0...256. */
INLINE void fill_row_mixes(RowMixes *out, i32x8 near_row, i32x8 far_row, TintColor tint) {
  uint32_t blue = tint & 255, green = tint >> 8 & 255, red = tint >> 16 & 255, alpha = tint >> 24;
  u32x8 near_weights = weights_of(near_row), far_weights = weights_of(far_row);
  fill_channel_pairs(out->near_even, near_weights, blue, red);
  fill_channel_pairs(out->near_odd, near_weights, green, alpha);
  fill_channel_pairs(out->far_even, far_weights, blue, red);
  fill_channel_pairs(out->far_odd, far_weights, green, alpha);
}

INLINE u16x16 both(uint32_t pair) { return (u16x16)((u32x8){} + pair); }

INLINE RowMix row_mix(const RowMixes *mixes, int32_t row) {
  return (RowMix){both(mixes->near_even[row]), both(mixes->near_odd[row]), both(mixes->far_even[row]),
                  both(mixes->far_odd[row])};
}

INLINE Eight mixed_rows(RowPixels near_row, RowPixels far_row, const RowMix *mix) {
  EightPixels sum;
  sum.even = high_product(near_row.even, mix->near_even) + high_product(far_row.even, mix->far_even);
  sum.odd = high_product(near_row.odd, mix->near_odd) + high_product(far_row.odd, mix->far_odd);
  return joined(sum);
}

/* Mixes and tints two wide rows and blends them over the pixels, four at a time. */
INLINE void blend_row(uint32_t *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                      uint32_t far_weight, TintColor tint, ptrdiff_t count, int is_additive) {
  /* `volatile` keeps the widening inside the loop, next to the product, where the compiler uses one instruction. */
  volatile u16x16 near_weights = channel_weights(near_weight, tint), far_weights = channel_weights(far_weight, tint);
  for (ptrdiff_t i = 0; i < count; i += 4) {
    u16x16 s = high_product(load_wide(near_row + i), near_weights) + high_product(load_wide(far_row + i), far_weights);
    s = (s + 128) >> 8;
    u16x16 d = load_pixels(pixels + i);
    store_pixels(pixels + i, is_additive ? s + d : over(s, d));
  }
}
