/* Blurs of float pixels: the conversion between pixels and blocks, and integers for box blurs. */

#define DEEP
#include "form.h"

typedef float f32x4 __attribute__((vector_size(16)));

INLINE f32x4 load_deep(const PixelDeep *p) {
  f32x4 v;
  memcpy(&v, p, sizeof v);
  return v;
}

/* MARK: From pixels to blocks */

/* Adds the pixels of `several` adjacent blocks row by row. With several sums, no addition waits for the previous one.
   */
INLINE void means(PixelDeep *out, const PixelDeep *const *rows, ptrdiff_t first, int32_t across, int32_t down,
                  int several) {
  f32x4 sums[8] = {};
  for (int32_t row = 0; row < 1 << down; row++) {
    if (!rows[row]) continue;
    const PixelDeep *pixels = rows[row] + (first << across);
    for (int32_t x = 0; x < 1 << across; x++)
#pragma clang loop unroll(full)
      for (int k = 0; k < several; k++) sums[k] += load_deep(pixels + (k << across) + x);
  }
  float share = 1 / (float)(1 << (across + down));
#pragma clang loop unroll(full)
  for (int k = 0; k < several; k++) {
    f32x4 mean = sums[k] * share;
    memcpy(out + first + k, &mean, sizeof mean);
  }
}

INLINE void mean_blocks(PixelDeep *out, const PixelDeep *const *rows, int32_t across, int32_t down, ptrdiff_t count) {
  ptrdiff_t block = 0;
  for (; block + 8 <= count; block += 8) means(out, rows, block, across, down, 8);
  for (; block < count; block++) means(out, rows, block, across, down, 1);
}

CLONES void deep_mean_blocks(void *out, const void *const *rows, int32_t across, int32_t down, ptrdiff_t count) {
  const PixelDeep *const *lines = (const PixelDeep *const *)rows;
  switch (across) {
  case 0: return mean_blocks(out, lines, 0, down, count);
  case 1: return mean_blocks(out, lines, 1, down, count);
  case 2: return mean_blocks(out, lines, 2, down, count);
  default: return mean_blocks(out, lines, 3, down, count);
  }
}

/* MARK: From blocks to pixels */

/* Mixes the blocks of both rows. The outermost blocks are repeated. */
INLINE f32x4 mixed_block(const PixelDeep *near_row, const PixelDeep *far_row, const PixelEnlargement *e, float share,
                         ptrdiff_t block) {
  ptrdiff_t last = e->blocks - 1, inside = block < 0 ? 0 : block < last ? block : last;
  return load_deep(near_row + inside) * (1 - share) + load_deep(far_row + inside) * share;
}

/* Computes the pixels between two block centres, two at a time. Their weights are the same between all centres. */
INLINE void fill_between(PixelDeep *out, f32x4 left, f32x4 right, int32_t across) {
  const int32_t side = 1 << across;
  f32x8 near_pair = __builtin_shufflevector(left, left, 0, 1, 2, 3, 0, 1, 2, 3);
  f32x8 far_pair = __builtin_shufflevector(right, right, 0, 1, 2, 3, 0, 1, 2, 3);
#pragma clang loop unroll(full)
  for (int32_t i = 0; i < side; i += 2) {
    float first = (float)(2 * i + (across > 0)) / (float)(2 * side), next = first + 1 / (float)side;
    f32x8 way = {first, first, first, first, next, next, next, next};
    f32x8 pixels = near_pair * (1 - way) + far_pair * way;
    memcpy(out + i, &pixels, side > 1 ? sizeof pixels : sizeof *out);
  }
}

INLINE void enlarge_row(PixelDeep *out, const PixelDeep *near_row, const PixelDeep *far_row, const PixelEnlargement *e,
                        ptrdiff_t count, int32_t across) {
  float share = (float)e->weight / (float)(2 << e->down);
  ptrdiff_t side = 1 << across, block = e->first >> (across + 1), x = -((e->first & (2 * side - 1)) / 2);
  f32x4 left = mixed_block(near_row, far_row, e, share, block), right;
  for (; x < count; x += side, left = right) {
    right = mixed_block(near_row, far_row, e, share, ++block);
    if (x >= 0 && x + side <= count) {
      fill_between(out + x, left, right, across);
      continue;
    }
    PixelDeep part[8];
    fill_between(part, left, right, across);
    for (ptrdiff_t i = x < 0 ? -x : 0; i < side && x + i < count; i++) out[x + i] = part[i];
  }
}

CLONES void deep_enlarge_row(void *out, const void *near_row, const void *far_row, uint32_t *scratch,
                             const PixelEnlargement *enlargement, ptrdiff_t count) {
  (void)scratch;
  PixelEnlargement e = *enlargement;
  switch (e.across) {
  case 0: return enlarge_row(out, near_row, far_row, &e, count, 0);
  case 1: return enlarge_row(out, near_row, far_row, &e, count, 1);
  case 2: return enlarge_row(out, near_row, far_row, &e, count, 2);
  default: return enlarge_row(out, near_row, far_row, &e, count, 3);
  }
}

/* MARK: Whole numbers */

/* The integer that represents 1 in a blur, and the upper limit of values. Values have 23 bits, so that sums over the
   widest box fit in 32 bits. */
#define UNIT 65536.0f
#define MOST_LIGHT 127.0f

/* Rounds; NaN becomes 0. Above 2^23 the last bit of a float represents 1, so the addition rounds. */
INLINE u32x16 wholes(f32x16 light) {
  f32x16 none = {}, most = none + MOST_LIGHT;
  i32x16 is_inside = light > none, is_less = light < most;
  f32x16 value = (f32x16)((is_less & (i32x16)light) | (~is_less & (i32x16)most));
  value = (f32x16)(is_inside & (i32x16)value);
  return (u32x16)(value * UNIT + 0x1p23f) & 0x7FFFFF;
}

/* The pixels of four rows in columns; missing rows are 0. */
INLINE void whole_columns(uint32_t *out, ptrdiff_t stride, const PixelDeep *const *rows, ptrdiff_t row_count,
                          ptrdiff_t count) {
  for (ptrdiff_t row = 0; row < row_count; row += 4) {
    int all = (int)(row_count - row < 4 ? row_count - row : 4);
    for (ptrdiff_t x = 0; x < count; x++) {
      f32x4 p[4] = {};
      for (int k = 0; k < all; k++) p[k] = load_deep(rows[row + k] + x);
      f32x16 four;
      memcpy(&four, p, sizeof four);
      u32x16 values = wholes(four);
      memcpy(out + x * stride + 4 * row, &values, (size_t)all * sizeof *p);
    }
  }
}

CLONES void pixel_whole_columns(uint32_t *out, ptrdiff_t stride, const void *const *rows, ptrdiff_t row_count,
                               ptrdiff_t count) {
  whole_columns(out, stride, (const PixelDeep *const *)rows, row_count, count);
}

INLINE void deep_of_wholes(PixelDeep *pixels, const uint32_t *values, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < 4 * count; i += 4) {
    i32x4 v;
    memcpy(&v, values + i, sizeof v);
    f32x4 p = __builtin_convertvector(v, f32x4) * (1 / UNIT);
    memcpy(pixels + i / 4, &p, sizeof p);
  }
}

CLONES void pixel_deep_of_wholes(void *pixels, const uint32_t *values, ptrdiff_t count) {
  deep_of_wholes(pixels, values, count);
}
