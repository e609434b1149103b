/* Upright sprites of up to four by four pixels with area sampling, such as dust, rain and snow (`rain`, `snow`,
   `text-to-dust`). Both axes are computed in one vector: columns in the first four lanes, rows in the others. */

#pragma once

#include "both_axes.h"
#include "upright.h"

enum { TINY = 4 };

/* One value in the lanes of columns and another in those of rows. */
INLINE i32x8 column_lanes(i32x2 v) { return __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1); }

/* Weights of columns for both bytes of a lane; 0 after the last column. */
INLINE u16x16 column_weights(i32x8 weights, int32_t columns) {
  i32x8 inside = weights & ((i32x8){0, 1, 2, 3, 4, 5, 6, 7} < columns);
  return (u16x16)(inside | inside << 16);
}

INLINE i32x8 row_lanes(i32x8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7); }

/* - Parameter size: columns and rows, 1 to 4. Steps on both axes are at most one texel per pixel, so four pixels show
   at most five texels. */
INLINE void draw_tiny(Pixel *pixels, ptrdiff_t stride, const PixelLevel *level, const AreaLanes *lanes, i32x2 first,
                      i32x2 size, TintColor tint, int is_additive) {
  Taps t = taps_by_area(lanes, column_lanes(first) + (i32x8){0, 1, 2, 3, 0, 1, 2, 3});
  u16x16 low_weight = column_weights(t.low_weight, size[0]), high_weight = column_weights(t.high_weight, size[0]);
  int32_t start = t.texel[0] < t.texel[3] ? t.texel[0] : t.texel[3], width = level->horizontal.texels;
  int32_t low_start = group_start(start, width), high_start = group_start(start + 1, width);
  /* `volatile` keeps each of these one permutation; otherwise the compiler splits it before the loop. */
  volatile i32x8 low_places = t.texel - low_start, high_places = t.texel + 1 - high_start;
  int32_t texel[TINY], rows = size[1];
  for (int k = 0; k < TINY; k++) texel[k] = t.texel[4 + k];
  int32_t a = texel[0], b = texel[rows - 1], top = a < b ? a : b, bottom = (a < b ? b : a) + 1;
  int32_t last = level->vertical.texels - 1;
  bottom = bottom < last ? bottom : last;
  RowPixels lines[TINY + 2];
  const uint32_t *line = level->texels + (ptrdiff_t)top * level->width;
  for (int32_t row = top; row <= bottom; row++, line += level->width) {
    EightPixels low = split(chosen(line + low_start, low_places)), high = split(chosen(line + high_start, high_places));
    lines[row - top] = row_pixels((EightPixels){low.even * low_weight + high.even * high_weight,
                                                low.odd * low_weight + high.odd * high_weight});
  }
  RowMixes mixes;
  fill_row_mixes(&mixes, row_lanes(t.low_weight), row_lanes(t.high_weight), tint);
  for (int32_t k = 0; k < rows; k++, pixels += stride) {
    /* After the last line the weight is 0, so any line can be read. */
    int32_t far = texel[k] + 1 < bottom ? texel[k] + 1 : bottom;
    RowMix mix = row_mix(&mixes, k);
    Eight source = mixed_rows(lines[texel[k] - top], lines[far - top], &mix);
    store_eight(pixels, blended(source, load_eight(pixels), is_additive));
  }
}
