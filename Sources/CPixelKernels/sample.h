/* Bilinear samples at places that move in equal steps: shared by the kernels for rotated sprites and for images. */

#include "CPixelKernels.h"

#include "wide.h"

/* 8-bit lanes to 16-bit lanes. */
INLINE uint64_t spread(uint32_t pixel) {
  uint64_t x = pixel;
  x = (x | x << 16) & 0x0000FFFF0000FFFFull;
  return (x | x << 8) & 0x00FF00FF00FF00FFull;
}

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

/* One pixel of an image one texel wide. */
INLINE uint64_t sample_column(const uint32_t *texels, int32_t height, int32_t v, uint32_t whole) {
  int32_t row = v >> 16;
  uint32_t down = ((uint32_t)v >> 8 & 255) * whole >> 8;
  return spread(texels[row]) * (whole - down) + spread(texels[row + (row + 1 < height)]) * down;
}

/* Four pixels from the pairs of texels at eight places and their weights. */
INLINE u16x16 four_samples(const uint32_t *upper_row, const uint32_t *lower_row, const uint32_t *upper_at,
                           const uint32_t *lower_at, i32x4 upper, i32x4 lower) {
  u16x16 even = two_pairs(upper_row + upper_at[0], upper_row + upper_at[2]) * even_weights(upper) +
                two_pairs(lower_row + lower_at[0], lower_row + lower_at[2]) * even_weights(lower);
  u16x16 odd = two_pairs(upper_row + upper_at[1], upper_row + upper_at[3]) * odd_weights(upper) +
               two_pairs(lower_row + lower_at[1], lower_row + lower_at[3]) * odd_weights(lower);
  return sum_pairs(even, odd);
}

typedef struct {
  u16x16 first, second;
} EightPixels;

INLINE i32x4 low_half(i32x8 v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
INLINE i32x4 high_half(i32x8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }

/* Eight wholly covered pixels, none of them in the image's last column or row. */
INLINE EightPixels sample_inner(const uint32_t *texels, int32_t width, i32x8 u, i32x8 v) {
  i32x8 across = u >> 8 & 255, down = v >> 8 & 255, first = (v >> 16) * width + (u >> 16);
  /* Four weights that sum to 256. */
  i32x8 both = across * down >> 8, upper = (256 - across - down + both) | (across - both) << 16;
  i32x8 lower = (down - both) | both << 16;
  uint32_t at[8];
  memcpy(at, &first, sizeof at);
  return (EightPixels){four_samples(texels, texels + width, at, at, low_half(upper), low_half(lower)),
                       four_samples(texels, texels + width, at + 4, at + 4, high_half(upper), high_half(lower))};
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
  uint32_t at[8], below[8];
  memcpy(at, &first, sizeof at);
  memcpy(below, &second, sizeof below);
  return (EightPixels){four_samples(texels, texels, at, below, low_half(upper), low_half(lower)),
                       four_samples(texels, texels, at + 4, below + 4, high_half(upper), high_half(lower))};
}
