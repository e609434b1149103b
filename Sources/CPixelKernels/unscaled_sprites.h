/* Sprites whose texels lie on whole pixels: they are not resampled. */

#pragma once

#include "eight_pixels.h"

/* How the last pixels of a row, seven at most, take their texels: none beyond the row's are read. */
typedef struct {
  /* Of eight texels loaded, which each pixel shows, and which pixels there are. */
  i32x8 places, mask;
  ptrdiff_t count;
} Tail;

INLINE Tail tail_of(ptrdiff_t columns) {
  i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  int32_t count = columns & 7, shift = 8 - count;
  return (Tail){columns >= 8 ? (lanes + shift) & 7 : (lanes + (shift & (lanes >= 4))) & 7, lanes < count, count};
}

/* `texels` are those of the tail's pixels; `columns` lie before its end. */
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

INLINE u32x8 tinted(u32x8 texels, const volatile EightPixels *weights) {
  u16x16 even = (u16x16)(texels << 8 & 0xFF00FF00u), odd = (u16x16)(texels & 0xFF00FF00u);
  return joined((EightPixels){high_product(even, weights->even), high_product(odd, weights->odd)});
}

INLINE u32x8 drawn(u32x8 texels, u32x8 backdrop, const volatile EightPixels *weights, int is_tinted,
                   int is_additive) {
  return blended(is_tinted ? tinted(texels, weights) : texels, backdrop, is_additive);
}

/* Sprites of four columns: their texels are one half of a vector, the other half draws nothing. */
INLINE void draw_four(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width, ptrdiff_t rows,
                      const volatile EightPixels *weights, int is_tinted, int is_additive) {
  for (; rows > 0; rows--, pixels += stride, texels += width) {
    u32x4 four;
    memcpy(&four, texels, sizeof four);
    u32x8 source = __builtin_shufflevector(four, (u32x4){}, 0, 1, 2, 3, 4, 5, 6, 7);
    store_eight(pixels, drawn(source, load_eight(pixels), weights, is_tinted, is_additive));
  }
}

INLINE void draw_whole(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width, ptrdiff_t columns,
                       ptrdiff_t rows, const volatile EightPixels *weights, int is_tinted, int is_additive) {
  if (columns == 4) return draw_four(pixels, stride, texels, width, rows, weights, is_tinted, is_additive);
  /* Volatile keeps the places whole: taken apart before the loop, they would no longer be one permutation. */
  volatile Tail tail = tail_of(columns);
  ptrdiff_t whole = columns & ~7;
  for (; rows > 0; rows--, pixels += stride, texels += width) {
    for (ptrdiff_t i = 0; i < whole; i += 8)
      store_eight(pixels + i, drawn(load_eight(texels + i), load_eight(pixels + i), weights, is_tinted, is_additive));
    if (whole == columns) continue;
    u32x8 last = tail_texels(texels + whole, &tail, columns);
    store_eight(pixels + whole, drawn(last, load_eight(pixels + whole), weights, is_tinted, is_additive));
  }
}

INLINE void draw_whole_tinted(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width,
                              ptrdiff_t columns, ptrdiff_t rows, uint32_t tint, int is_additive) {
  if (tint == 0xFFFFFFFFu) return draw_whole(pixels, stride, texels, width, columns, rows, NULL, 0, is_additive);
  /* Volatile keeps their widening in the loop, as in `blend_row`. */
  volatile EightPixels weights = tint_weights(65535, tint);
  draw_whole(pixels, stride, texels, width, columns, rows, &weights, 1, is_additive);
}
