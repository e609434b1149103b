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

/* Converts positions on a sprite, 0 to 1. NaN goes to the near side. */
INLINE i32x8 unit_positions(f64x8 unit, const PixelTexels *texels) {
  f64x8 place = texels->center + (unit - 0.5) * texels->span, far = (f64x8){} + 40000, near = (f64x8){} - 1;
  u64x8 is_inside = (u64x8)(place > near), is_far = (u64x8)(place > far);
  place = (f64x8)((is_far & (u64x8)far) | (~is_far & (u64x8)place));
  place = (f64x8)((is_inside & (u64x8)place) | (~is_inside & (u64x8)near));
  /* The lower bits of a double near 2^52 are an integer. */
  f64x8 whole = __builtin_elementwise_floor((place * 65536 + 0.5) + 0x1p31) + 0x1p52;
  i32x8 position = (i32x8)(__builtin_convertvector((u64x8)whole, u32x8) - 0x80000000u);
  position = __builtin_elementwise_min(position, (i32x8){} + texels->maximum);
  return __builtin_elementwise_max(position, (i32x8){} + texels->minimum) & texels->mask;
}

INLINE void perspective_positions(int32_t *u, int32_t *v, const PixelPerspective *map, const PixelTexels *across,
                                  const PixelTexels *down, int32_t x, int32_t y, ptrdiff_t count) {
  PixelPerspective m = *map;
  PixelTexels horizontal = *across, vertical = *down;
  double middle = y + 0.5;
  for (ptrdiff_t i = 0; i < count; i += 8) {
    f64x8 columns = (f64x8){0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5} + (double)(x + i);
    f64x8 w = m.w[0] * columns + m.w[1] * middle + m.w[2];
    i32x8 left = unit_positions((m.u[0] * columns + m.u[1] * middle + m.u[2]) / w, &horizontal);
    i32x8 top = unit_positions((m.v[0] * columns + m.v[1] * middle + m.v[2]) / w, &vertical);
    memcpy(u + i, &left, sizeof left);
    memcpy(v + i, &top, sizeof top);
  }
}

CLONES void pixel_perspective_positions(int32_t *u, int32_t *v, const PixelPerspective *map,
                                        const PixelTexels *horizontal, const PixelTexels *vertical, int32_t x,
                                        int32_t y, ptrdiff_t count) {
  perspective_positions(u, v, map, horizontal, vertical, x, y, count);
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
