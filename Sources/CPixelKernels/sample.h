/* Bilinear samples at positions in equal steps. Shared by the kernels for rotated sprites and for images. */

#pragma once

#include "PixelKernels.h"

#include "eight_pixels.h"

/* start + k step for eight pixels, wrapping. */
INLINE i32x8 eight_steps(int32_t start, int32_t step) {
  u32x8 k = {0, 1, 2, 3, 4, 5, 6, 7};
  return (i32x8)(k * (uint32_t)step + (uint32_t)start);
}

INLINE i32x8 axis_positions(i32x8 position, const PixelAxis *axis) {
  i32x8 low = __builtin_elementwise_max(position, (i32x8){} + axis->minimum);
  return __builtin_elementwise_min(low, (i32x8){} + axis->maximum) & axis->mask;
}

/* Overlap of the pixel-wide interval around `distance` with 0...length, 0...256. */
INLINE i32x8 axis_overlap(i32x8 distance, const PixelAxis *axis) {
  i32x8 high = __builtin_elementwise_min((i32x8)((u32x8)distance + 0x8000u), (i32x8){} + axis->length);
  i32x8 low = __builtin_elementwise_max((i32x8)((u32x8)distance - 0x8000u), (i32x8){});
  return __builtin_elementwise_max((i32x8)((u32x8)high - (u32x8)low), (i32x8){}) >> 8;
}

/* Eight positions, each read from memory: extracting them from a vector takes two operations each. */
typedef volatile union {
  i32x8 all;
  uint32_t each[8];
} Places;

/* Pairs of neighbouring texels at four of eight places: k, k + 1, k + 4 and k + 5. */
INLINE u32x8 four_pairs(const uint32_t *texels, const volatile uint32_t *at, int k) {
  uint64_t pairs[4];
  memcpy(pairs, texels + at[k], 8), memcpy(pairs + 1, texels + at[k + 1], 8);
  memcpy(pairs + 2, texels + at[k + 4], 8), memcpy(pairs + 3, texels + at[k + 5], 8);
  return (u32x8)(u64x4){pairs[0], pairs[1], pairs[2], pairs[3]};
}

/* Pairs of texels, each times its weight: 16-bit lanes. */
INLINE EightPixels weighted(u32x8 pairs, u16x16 weights) {
  EightPixels p = split(pairs);
  return (EightPixels){p.even * weights, p.odd * weights};
}

/* Adds the halves of eight pairs, in the order of their pixels: `a` contains pairs 0, 1, 4, 5 and `b` 2, 3, 6, 7. */
INLINE u16x16 summed_pairs(u16x16 a, u16x16 b) {
  u32x8 left = __builtin_shufflevector((u32x8)a, (u32x8)b, 0, 2, 8, 10, 4, 6, 12, 14);
  u32x8 right = __builtin_shufflevector((u32x8)a, (u32x8)b, 1, 3, 9, 11, 5, 7, 13, 15);
  return (u16x16)left + (u16x16)right;
}

/* Pairs of texels at eight places with their 16-bit weights: the pairs of pixels 0, 1, 4 and 5, and of the others. */
typedef struct {
  EightPixels first, second;
} WeightedPairs;

INLINE WeightedPairs weighted_pairs(const uint32_t *texels, i32x8 places, i32x8 weights) {
  Places held;
  held.all = places;
  const volatile uint32_t *at = held.each;
  u16x16 w = (u16x16)weights;
  u16x16 first = __builtin_shufflevector(w, w, 0, 0, 1, 1, 2, 2, 3, 3, 8, 8, 9, 9, 10, 10, 11, 11);
  u16x16 second = __builtin_shufflevector(w, w, 4, 4, 5, 5, 6, 6, 7, 7, 12, 12, 13, 13, 14, 14, 15, 15);
  return (WeightedPairs){weighted(four_pairs(texels, at, 0), first), weighted(four_pairs(texels, at, 2), second)};
}

/* Eight pixels from pairs of texels. */
INLINE EightPixels eight_pairs(const uint32_t *texels, i32x8 places, i32x8 weights) {
  WeightedPairs p = weighted_pairs(texels, places, weights);
  return (EightPixels){summed_pairs(p.first.even, p.second.even), summed_pairs(p.first.odd, p.second.odd)};
}

/* Eight pixels from pairs of texels in two rows. */
INLINE EightPixels eight_samples(const uint32_t *upper_row, const uint32_t *lower_row, i32x8 upper_at, i32x8 lower_at,
                                 i32x8 upper, i32x8 lower) {
  WeightedPairs a = weighted_pairs(upper_row, upper_at, upper), b = weighted_pairs(lower_row, lower_at, lower);
  return (EightPixels){summed_pairs(a.first.even + b.first.even, a.second.even + b.second.even),
                       summed_pairs(a.first.odd + b.first.odd, a.second.odd + b.second.odd)};
}

/* Eight fully covered pixels, none of them in the image's last column or row. */
INLINE EightPixels sample_inner(const uint32_t *texels, int32_t width, i32x8 u, i32x8 v) {
  i32x8 across = u >> 8 & 255, down = v >> 8 & 255, first = (v >> 16) * width + (u >> 16);
  /* Four weights that sum to 256. */
  i32x8 both = across * down >> 8, upper = (256 - across - down + both) | (across - both) << 16;
  i32x8 lower = (down - both) | both << 16;
  return eight_samples(texels, texels + width, first, first, upper, lower);
}

/* Eight pixels of an image at least two texels wide, at 16.16 positions inside it, times coverage 0...256. */
INLINE EightPixels sample_eight(const uint32_t *texels, int32_t width, int32_t height, i32x8 u, i32x8 v, i32x8 whole) {
  i32x8 column = u >> 16, row = v >> 16, across = u >> 8 & 255, down = v >> 8 & 255;
  i32x8 both = across * down * whole >> 16;
  i32x8 only_across = (across * whole >> 8) - both, only_down = (down * whole >> 8) - both;
  i32x8 neither = whole - only_across - only_down - both;
  i32x8 upper = neither | only_across << 16, lower = only_down | both << 16;
  /* In the last column, read one texel to the left and swap the weights (the right one is 0 there). */
  i32x8 is_last = column >= width - 1;
  i32x8 first = row * width + column + is_last, second = first + (width & (row < height - 1));
  upper = (upper & ~is_last) | (upper << 16 & is_last);
  lower = (lower & ~is_last) | (lower << 16 & is_last);
  return eight_samples(texels, texels, first, second, upper, lower);
}

/* Eight pixels of an image one texel wide, at 16.16 positions inside it, times coverage 0...256. */
INLINE EightPixels sample_eight_rows(const uint32_t *texels, int32_t height, i32x8 v, i32x8 whole) {
  if (height == 1) return weighted((u32x8){} + texels[0], both_lanes((u32x8)whole));
  i32x8 row = v >> 16, down = (v >> 8 & 255) * whole >> 8;
  /* The last row is read with the one above it, which has a weight of 0. */
  i32x8 is_last = row >= height - 1, shares = (whole - down) | down << 16;
  shares = (shares & ~is_last) | (whole << 16 & is_last);
  i32x8 first = row + is_last;
  return eight_pairs(texels, first, shares);
}

/* Converts wide rows to pixels, from the channels of eight. */
INLINE void store_samples(uint64_t *out, EightPixels p) {
  u16x16 first = __builtin_shufflevector(p.even, p.odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  u16x16 second = __builtin_shufflevector(p.even, p.odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  store_wide(out, first), store_wide(out + 4, second);
}

/* Keeps the first of eight pixels; the others become 0. */
INLINE EightPixels first_samples(EightPixels samples, ptrdiff_t count) {
  u16x16 mask = (u16x16)((i32x8){0, 1, 2, 3, 4, 5, 6, 7} < (int32_t)(count < 8 ? count : 8));
  return (EightPixels){samples.even & mask, samples.odd & mask};
}
