/* Blurs: the lines of a box blur, and the conversion between pixels and blocks. */

#include "PixelKernels.h"

#include "eight_pixels.h"

/* The other half of each lane is 0, so the product fits in 32 bits. */
INLINE u64x8 even_lanes(u32x16 v) { return (u64x8)v & 0xFFFFFFFF; }
INLINE u64x8 odd_lanes(u32x16 v) { return (u64x8)v >> 32; }

INLINE u32x16 weighted_sums(u32x16 sum, u32x16 beside, u64x8 inside, u64x8 ends) {
  u64x8 even = even_lanes(sum) * inside + even_lanes(beside) * ends + 0x40000000;
  u64x8 odd = odd_lanes(sum) * inside + odd_lanes(beside) * ends + 0x40000000;
  return (u32x16)(even >> 31 | odd >> 31 << 32);
}

/* Blurs sixteen columns over all lines, so that the sums stay in registers. */
INLINE void box_columns(uint32_t *out, ptrdiff_t out_stride, const uint32_t *values, ptrdiff_t stride, ptrdiff_t radius,
                        uint32_t inside_weight, uint32_t ends_weight, ptrdiff_t count) {
  u64x8 inside = (u64x8){} + inside_weight, ends = (u64x8){} + ends_weight;
  u32x16 none = {}, sum = none, before = none;
  for (ptrdiff_t y = 0; y < radius && y < count; y++) sum += load_sixteen(values + y * stride);
  u32x16 enter = radius < count ? load_sixteen(values + radius * stride) : none;
  for (ptrdiff_t y = 0; y < count; y++, out += out_stride) {
    u32x16 after = y + radius + 1 < count ? load_sixteen(values + (y + radius + 1) * stride) : none;
    u32x16 leave = y >= radius ? load_sixteen(values + (y - radius) * stride) : none;
    sum += enter;
    store_sixteen(out, weighted_sums(sum, before + after, inside, ends));
    sum -= leave;
    before = leave, enter = after;
  }
}

INLINE void box_column(uint32_t *out, ptrdiff_t out_stride, const uint32_t *values, ptrdiff_t stride, ptrdiff_t radius,
                       uint32_t inside, uint32_t ends, ptrdiff_t count) {
  uint32_t sum = 0, before = 0;
  for (ptrdiff_t y = 0; y < radius && y < count; y++) sum += values[y * stride];
  uint32_t enter = radius < count ? values[radius * stride] : 0;
  for (ptrdiff_t y = 0; y < count; y++, out += out_stride) {
    uint32_t after = y + radius + 1 < count ? values[(y + radius + 1) * stride] : 0;
    uint32_t leave = y >= radius ? values[(y - radius) * stride] : 0;
    sum += enter;
    *out = (uint32_t)(((uint64_t)sum * inside + (uint64_t)(before + after) * ends + 0x40000000) >> 31);
    sum -= leave;
    before = leave, enter = after;
  }
}

INLINE void box_lines(uint32_t *out, ptrdiff_t out_stride, const uint32_t *values, ptrdiff_t stride, ptrdiff_t radius,
                      uint32_t inside, uint32_t ends, ptrdiff_t count, ptrdiff_t length) {
  for (ptrdiff_t x = 0; x < length && length >= 16; x += 16) {
    /* The last columns overlap the previous ones. */
    ptrdiff_t first = x + 16 <= length ? x : length - 16;
    box_columns(out + first, out_stride, values + first, stride, radius, inside, ends, count);
  }
  for (ptrdiff_t x = 0; x < length && length < 16; x++)
    box_column(out + x, out_stride, values + x, stride, radius, inside, ends, count);
}

CLONES void pixel_box_lines(uint32_t *out, ptrdiff_t out_stride, const uint32_t *values, ptrdiff_t stride,
                            ptrdiff_t radius, uint32_t inside, uint32_t ends, ptrdiff_t count, ptrdiff_t length) {
  box_lines(out, out_stride, values, stride, radius, inside, ends, count, length);
}

/* Splits the difference into two parts, so that each product with the fraction fits in 32 bits. */
INLINE void shift_line(uint32_t *line, const uint32_t *before, uint32_t share, ptrdiff_t length) {
  for (ptrdiff_t x = 0; x < length; x += 8) {
    u32x8 values = load_some(line + x, length - x), none = {};
    u32x8 difference = (before ? load_some(before + x, length - x) : none) - values;
    u32x8 whole = (u32x8)((i32x8)difference >> 16) * share;
    store_first(line + x, values + whole + (((difference & 0xFFFF) * share + 0x8000) >> 16), length - x);
  }
}

INLINE void shift_lines(uint32_t *values, ptrdiff_t stride, uint32_t share, ptrdiff_t count, ptrdiff_t length) {
  for (ptrdiff_t y = count - 1; y > 0; y--) shift_line(values + y * stride, values + (y - 1) * stride, share, length);
  if (count > 0) shift_line(values, NULL, share, length);
}

CLONES void pixel_shift_lines(uint32_t *values, ptrdiff_t stride, uint32_t share, ptrdiff_t count, ptrdiff_t length) {
  shift_lines(values, stride, share, count, length);
}

INLINE u32x8 joined_bytes(u16x16 even, u16x16 odd) { return (u32x8)(even | odd << 8); }

/* MARK: From pixels to blocks */

/* Puts the sum of a block into each of its lanes. */
INLINE u16x16 block_sums(u16x16 lanes, int32_t across) {
  u32x8 x = (u32x8)lanes;
  if (across > 0) x += __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
  if (across > 1) x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  if (across > 2) x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
  return (u16x16)x;
}

INLINE void mean_blocks(uint32_t *out, const uint32_t *const *rows, int32_t across, int32_t down, ptrdiff_t count) {
  int32_t shift = across + down;
  u16x16 half = (u16x16){} + (uint16_t)(1 << shift >> 1);
  ptrdiff_t columns = count << across;
  for (ptrdiff_t x = 0; x < columns; x += 8) {
    EightPixels sum = {};
    for (int32_t row = 0; row < 1 << down; row++) {
      if (!rows[row]) continue;
      EightPixels pixels = split(load_some(rows[row] + x, columns - x));
      sum.even += pixels.even, sum.odd += pixels.odd;
    }
    u32x8 means = joined_bytes((block_sums(sum.even, across) + half) >> (uint16_t)shift,
                               (block_sums(sum.odd, across) + half) >> (uint16_t)shift);
    for (ptrdiff_t i = 0; i < 8 && x + i < columns; i += 1 << across) *out++ = means[i];
  }
}

CLONES void pixel_mean_blocks(void *out, const void *const *rows, int32_t across, int32_t down, ptrdiff_t count) {
  const uint32_t *const *lines = (const uint32_t *const *)rows;
  switch (across) {
  case 0: return mean_blocks(out, lines, 0, down, count);
  case 1: return mean_blocks(out, lines, 1, down, count);
  case 2: return mean_blocks(out, lines, 2, down, count);
  default: return mean_blocks(out, lines, 3, down, count);
  }
}

/* MARK: From blocks to pixels */

/* Mixes the blocks of both rows, and multiplies components by `2 << down`. The outermost blocks are repeated. */
INLINE void mix_rows(uint32_t *even, uint32_t *odd, const uint32_t *near_row, const uint32_t *far_row,
                     const PixelEnlargement *e) {
  u16x16 far_weight = (u16x16){} + (uint16_t)e->weight, near_weight = (uint16_t)(2 << e->down) - far_weight;
  for (ptrdiff_t x = 0; x < e->blocks; x += 8) {
    EightPixels a = split(load_some(near_row + x, e->blocks - x)), b = split(load_some(far_row + x, e->blocks - x));
    store_eight(even + x, (u32x8)(a.even * near_weight + b.even * far_weight));
    store_eight(odd + x, (u32x8)(a.odd * near_weight + b.odd * far_weight));
  }
  even[-1] = even[0], even[e->blocks] = even[e->blocks - 1];
  odd[-1] = odd[0], odd[e->blocks] = odd[e->blocks - 1];
}

/* Mixes eight columns, starting at `columns`, with their right neighbours. */
INLINE u16x16 mixed_columns(const uint32_t *columns, u32x8 places, u16x16 left_weight, u16x16 right_weight) {
  u32x8 left = __builtin_shufflevector(load_eight(columns), places);
  u32x8 right = __builtin_shufflevector(load_eight(columns + 1), places);
  return (u16x16)left * left_weight + (u16x16)right * right_weight;
}

INLINE void enlarge_row(uint32_t *out, const uint32_t *near_row, const uint32_t *far_row, uint32_t *scratch,
                        const PixelEnlargement *e, ptrdiff_t count) {
  uint32_t *even = scratch + 1, *odd = even + e->blocks + 16;
  mix_rows(even, odd, near_row, far_row, e);
  /* Eight pixels are a whole number of blocks, so all vectors have the same weights. */
  uint32_t period = 2u << e->across;
  u32x8 halves = (u32x8){0, 2, 4, 6, 8, 10, 12, 14} + ((uint32_t)e->first & (period - 1));
  u32x8 places = halves >> (uint32_t)(e->across + 1);
  u16x16 right_weight = both_lanes(halves & (period - 1)), left_weight = (uint16_t)period - right_weight;
  uint16_t shift = (uint16_t)(e->across + e->down + 2), half = (uint16_t)(1 << shift >> 1);
  ptrdiff_t block = e->first >> (e->across + 1);
  for (ptrdiff_t x = 0; x < count; x += 8, block += 8 >> e->across) {
    u16x16 low = (mixed_columns(even + block, places, left_weight, right_weight) + half) >> shift;
    u16x16 high = (mixed_columns(odd + block, places, left_weight, right_weight) + half) >> shift;
    store_first(out + x, joined_bytes(low, high), count - x);
  }
}

CLONES void pixel_enlarge_row(void *out, const void *near_row, const void *far_row, uint32_t *scratch,
                              const PixelEnlargement *enlargement, ptrdiff_t count) {
  enlarge_row(out, near_row, far_row, scratch, enlargement, count);
}
