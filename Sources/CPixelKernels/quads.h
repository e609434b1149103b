/* Bilinear samples of images whose components are equal in every texel: white or grey shapes. All four texels of a
   sample are read at once. */

#pragma once

#include "sample.h"

/* Reads the quads at eight positions. The loop becomes one gather instruction where the processor has one. Elsewhere
   the compiler need not sign-extend positions that it knows to be non-negative. */
INLINE u32x8 quads_at(const uint32_t *quads, i32x8 places) {
  places &= 0x7FFFFFFF;
  int32_t at[8];
  uint32_t found[8];
  memcpy(at, &places, sizeof at);
#pragma clang loop vectorize(enable) vectorize_width(8) interleave(disable) unroll(disable)
  for (int i = 0; i < 8; i++) found[i] = quads[at[i]];
  return load_eight(found);
}

/* Low half of the product of lanes below 2^16. */
INLINE i32x8 low_product(i32x8 a, i32x8 b) { return (i32x8)((u16x16)a * (u16x16)b); }

/* Computes eight pixels from the weights of their upper and lower texels. The upper half is the right one's weight. */
INLINE EightPixels weighted_quads(const uint32_t *quads, int32_t width, i32x8 u, i32x8 v, i32x8 upper, i32x8 lower) {
  u32x8 found = quads_at(quads, low_product(v >> 16, (i32x8){} + width) + (u >> 16));
  u16x16 sums = (u16x16)(found & 0x00FF00FF) * (u16x16)upper + ((u16x16)found >> 8) * (u16x16)lower;
  sums += (u16x16)((u32x8)sums >> 16 | (u32x8)sums << 16);
  return (EightPixels){sums, sums};
}

/* Computes fully covered pixels; see `sample_inner`. */
INLINE EightPixels sample_inner_quads(const uint32_t *quads, int32_t width, i32x8 u, i32x8 v) {
  i32x8 across = u >> 8 & 255, down = v >> 8 & 255, both = low_product(across, down) >> 8;
  i32x8 lower = down + (both << 16) - both;
  return weighted_quads(quads, width, u, v, 256 + (across << 16) - across - lower, lower);
}

/* Multiplies by coverage 0...256; see `sample_eight`. */
INLINE EightPixels sample_quads(const uint32_t *quads, int32_t width, i32x8 u, i32x8 v, i32x8 whole) {
  i32x8 across = u >> 8 & 255, down = v >> 8 & 255;
  i32x8 both = (i32x8)high_product((u16x16)low_product(across, down), (u16x16)whole);
  i32x8 right = low_product(across, whole) >> 8, below = low_product(down, whole) >> 8;
  i32x8 lower = below + (both << 16) - both;
  return weighted_quads(quads, width, u, v, whole + (right << 16) - right - lower, lower);
}
