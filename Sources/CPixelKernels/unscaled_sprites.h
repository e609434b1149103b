/* Sprites with texels on whole pixels, which are not resampled. */

#pragma once

#include "form.h"

/* How the last pixels of a row, at most seven, read their texels without reading after the row's end. */
typedef struct {
  /* Which of eight loaded texels each pixel shows, and which pixels exist. */
  i32x8 places, mask;
  ptrdiff_t count;
} Tail;

INLINE Tail tail_of(ptrdiff_t columns) {
  i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  int32_t count = columns & 7, shift = 8 - count;
  return (Tail){columns >= 8 ? (lanes + shift) & 7 : (lanes + (shift & (lanes >= 4))) & 7, lanes < count, count};
}

/* `texels` are those of the tail's pixels; `columns` are before its end. */
INLINE u32x8 tail_texels(const uint32_t *texels, const volatile Tail *tail, ptrdiff_t columns) {
  u32x8 loaded = {};
  if (columns >= 8) {
    loaded = load_eight(texels + tail->count - 8);
  } else if (columns >= 4) {
    u32x4 first, last;
    memcpy(&first, texels, sizeof first), memcpy(&last, texels + columns - 4, sizeof last);
    loaded = __builtin_shufflevector(first, last, 0, 1, 2, 3, 4, 5, 6, 7);
  } else {
    loaded[0] = texels[0];
    if (columns > 1) loaded[1] = texels[1];
    if (columns > 2) loaded[2] = texels[2];
  }
  return __builtin_shufflevector(loaded, (u32x8)tail->places) & (u32x8)tail->mask;
}

INLINE void draw_eight(Pixel *pixels, u32x8 texels, const Tint *tint, int is_additive) {
  store_eight(pixels, blended(eight_of_texels(texels, tint), load_eight(pixels), is_additive));
}

INLINE void draw_sixteen(Pixel *pixels, u32x16 texels, const Tint *tint, int is_additive) {
  store_sixteen(pixels, blended(sixteen_of_texels(texels, tint), load_sixteen(pixels), is_additive));
}

/* Sprites of four columns: their texels are one half of a vector, and the other half is not drawn. */
INLINE void draw_four(Pixel *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width, ptrdiff_t rows,
                      const Tint *tint, int is_additive) {
  for (; rows > 0; rows--, pixels += stride, texels += width) {
    u32x4 four;
    memcpy(&four, texels, sizeof four);
    draw_eight(pixels, __builtin_shufflevector(four, (u32x4){}, 0, 1, 2, 3, 4, 5, 6, 7), tint, is_additive);
  }
}

INLINE void draw_whole(Pixel *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width, ptrdiff_t columns,
                       ptrdiff_t rows, const Tint *tint, int is_additive) {
  if (columns == 4) return draw_four(pixels, stride, texels, width, rows, tint, is_additive);
  /* `volatile` keeps the indices in one vector; split before the loop, they would no longer be one permutation. */
  volatile Tail tail = tail_of(columns);
  ptrdiff_t whole = columns & ~7;
  for (; rows > 0; rows--, pixels += stride, texels += width) {
    ptrdiff_t i = 0;
    for (; i + 16 <= columns; i += 16) draw_sixteen(pixels + i, load_sixteen(texels + i), tint, is_additive);
    if (i < whole) draw_eight(pixels + i, load_eight(texels + i), tint, is_additive);
    if (whole < columns) draw_eight(pixels + whole, tail_texels(texels + whole, &tail, columns), tint, is_additive);
  }
}

INLINE void draw_whole_tinted(Pixel *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width,
                              ptrdiff_t columns, ptrdiff_t rows, TintColor color, int is_additive) {
  if (changes_nothing(color)) return draw_whole(pixels, stride, texels, width, columns, rows, NULL, is_additive);
  /* `volatile` keeps the widening inside the loop, as in `blend_row`. */
  Tint tint = texel_tint(color);
  draw_whole(pixels, stride, texels, width, columns, rows, &tint, is_additive);
}
