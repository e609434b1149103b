/* Cells that edges were added to, and how they are read; shared by the kernels that use them. */

#pragma once

#include "wide_rows.h"

enum { GROUP = PIXEL_CELL_GROUP, WORD = 64 * GROUP };

INLINE int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

INLINE i32x8 load(const int32_t *cells) {
  i32x8 values;
  memcpy(&values, cells, sizeof values);
  return values;
}

INLINE void store(int32_t *cells, i32x8 values) { memcpy(cells, &values, sizeof values); }

INLINE uint8_t coverage_byte(int32_t cover) {
  int32_t size = least(cover < 0 ? -cover : cover, 256);
  return (uint8_t)((size * 512 * 255 + 65536) >> 17);
}

/* A group's bytes; clears its cells. */
INLINE u8x8 read_group(int32_t *cells, int32_t *cover) {
  i32x8 sums = load(cells), areas = load(cells + GROUP), none = {};
  memset(cells, 0, 2 * GROUP * sizeof *cells);
  sums += __builtin_shufflevector(sums, none, 8, 0, 1, 2, 3, 4, 5, 6);
  sums += __builtin_shufflevector(sums, none, 8, 8, 0, 1, 2, 3, 4, 5);
  sums += __builtin_shufflevector(sums, none, 8, 8, 8, 8, 0, 1, 2, 3);
  sums += *cover;
  *cover = sums[7];
  i32x8 size = __builtin_elementwise_min(__builtin_elementwise_abs(sums * 512 - areas), none + 131072);
  return __builtin_convertvector(((size << 8) - size + 65536) >> 17, u8x8);
}
