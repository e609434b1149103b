#include "sample.h"

INLINE void affine_positions(int32_t *u, int32_t *v, uint16_t *coverage, const PixelAxis *across,
                             const PixelAxis *down, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    uint32_t k = (uint32_t)i;
#define START(axis, field, step_field) (int32_t)((uint32_t)(axis)->field + k * (uint32_t)(axis)->step_field)
    i32x8 columns = axis_positions(eight_steps(START(across, position, step), across->step), across);
    i32x8 rows = axis_positions(eight_steps(START(down, position, step), down->step), down);
    i32x8 width = axis_overlap(eight_steps(START(across, distance, distance_step), across->distance_step), across);
    i32x8 height = axis_overlap(eight_steps(START(down, distance, distance_step), down->distance_step), down);
#undef START
    u16x8 product = __builtin_convertvector(width * height >> 8, u16x8);
    memcpy(u + i, &columns, sizeof columns);
    memcpy(v + i, &rows, sizeof rows);
    memcpy(coverage + i, &product, sizeof product);
  }
}

CLONES void pixel_affine_positions(int32_t *u, int32_t *v, uint16_t *coverage, const PixelAxis *horizontal,
                                   const PixelAxis *vertical, ptrdiff_t count) {
  PixelAxis across = *horizontal, down = *vertical;
  affine_positions(u, v, coverage, &across, &down, count);
}

INLINE void sample_row(uint64_t *restrict out, const uint32_t *restrict texels, int32_t width, int32_t height,
                       const int32_t *restrict u, const int32_t *restrict v, const uint16_t *restrict coverage,
                       ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    i32x8 columns, rows;
    u16x8 bytes;
    memcpy(&columns, u + i, sizeof columns);
    memcpy(&rows, v + i, sizeof rows);
    memcpy(&bytes, coverage + i, sizeof bytes);
    i32x8 whole = __builtin_convertvector(bytes, i32x8);
    EightPixels p = width == 1 ? sample_eight_rows(texels, height, rows, whole)
                               : sample_eight(texels, width, height, columns, rows, whole);
    store_samples(out + i, first_samples(p, count - i));
  }
}

CLONES void pixel_sample_bilinear(uint64_t *out, const uint32_t *texels, int32_t width, int32_t height,
                                  const int32_t *u, const int32_t *v, const uint16_t *coverage, ptrdiff_t count) {
  sample_row(out, texels, width, height, u, v, coverage, count);
}
