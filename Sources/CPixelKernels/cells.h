/* The cells of the coverage accumulator and functions that read them. Shared by the kernels that use them. */

#pragma once

#include "eight_pixels.h"

enum { GROUP = PIXEL_CELL_GROUP, WORD = 64 * GROUP };

INLINE int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

INLINE i32x8 load_cells(const int32_t *p) { return (i32x8)load_eight((const uint32_t *)p); }
INLINE void store_cells(int32_t *p, i32x8 cells) { store_eight((uint32_t *)p, (u32x8)cells); }

INLINE uint8_t coverage_byte(int32_t cover) {
  int32_t size = least(cover < 0 ? -cover : cover, 256);
  return (uint8_t)((size * 512 * 255 + 65536) >> 17);
}

/* Converts the cells of a group to bytes and clears them. */
INLINE u8x16 read_group(int32_t *cells, int32_t *cover) {
  i32x16 sums = (i32x16)load_sixteen((uint32_t *)cells), areas = (i32x16)load_sixteen((uint32_t *)cells + GROUP);
  i32x16 none = {};
  memset(cells, 0, 2 * GROUP * sizeof *cells);
  sums += __builtin_shufflevector(sums, none, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  sums += __builtin_shufflevector(sums, none, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
  sums += __builtin_shufflevector(sums, none, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  sums += __builtin_shufflevector(sums, none, 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7);
  sums += *cover;
  *cover = sums[15];
  i32x16 size = __builtin_elementwise_min(__builtin_elementwise_abs(sums * 512 - areas), none + 131072);
  return __builtin_convertvector(((size << 8) - size + 65536) >> 17, u8x16);
}
