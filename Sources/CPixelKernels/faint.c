/* Colours of nearly transparent pixels, taken from the pixels around them. */

#include "PixelKernels.h"

#include "eight_pixels.h"

typedef float f32x4 __attribute__((vector_size(16)));

INLINE f32x16 components(u32x4 pixels) {
  return __builtin_convertvector(__builtin_convertvector((u8x16)pixels, i32x16), f32x16);
}

INLINE f32x16 for_each_pixel(f32x4 v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

INLINE f32x16 of_pixels(f32x4 v) {
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

INLINE f32x4 load_cell(const float *cells, ptrdiff_t index) {
  f32x4 v;
  memcpy(&v, cells + 4 * index, sizeof v);
  return v;
}

/* Sums are integers that floats store exactly, so their order has no effect. */
INLINE void faint_sums(float *cells, const uint32_t *row, ptrdiff_t count) {
  const f32x16 is_alpha = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (ptrdiff_t x = 0; x < count; x += 4) {
    u32x4 pixels = {};
    memcpy(&pixels, row + x, count - x < 4 ? (size_t)(count - x) * 4 : sizeof pixels);
    u32x4 alphas = pixels >> 24;
    if (__builtin_reduce_or(alphas) == 0) continue;
    f32x16 alpha = of_pixels(__builtin_convertvector((i32x4)alphas, f32x4));
    f32x16 light = components(pixels) * (alpha * (1 - is_alpha) + is_alpha);
    f32x4 sum = load_cell(cells, x / 4) + __builtin_shufflevector(light, light, 0, 1, 2, 3) +
                __builtin_shufflevector(light, light, 4, 5, 6, 7) +
                __builtin_shufflevector(light, light, 8, 9, 10, 11) +
                __builtin_shufflevector(light, light, 12, 13, 14, 15);
    memcpy(cells + x, &sum, sizeof sum);
  }
}

CLONES void pixel_faint_sums(float *cells, const uint32_t *row, ptrdiff_t count) { faint_sums(cells, row, count); }

INLINE f32x16 lower(f32x16 a, f32x16 b) { return __builtin_elementwise_min(a, b); }
INLINE f32x16 higher(f32x16 a, f32x16 b) { return __builtin_elementwise_max(a, b); }

/* Pixels with a colour as close as their alpha allows. */
INLINE u32x4 near_color(f32x16 color, u32x4 pixels) {
  u32x4 alphas = pixels >> 24, is_clear = (u32x4)(alphas == 0);
  f32x4 reach = 254 / __builtin_convertvector((i32x4)(alphas | (is_clear & 1)), f32x4);
  f32x16 own = components(pixels), far = of_pixels(reach);
  f32x16 limited = lower(higher(color, own - far), own + far);
  i32x16 is_free = (i32x16)of_pixels((f32x4)is_clear);
  color = (f32x16)((is_free & (i32x16)color) | (~is_free & (i32x16)limited));
  color = lower(higher(color, (f32x16){}), (f32x16){} + 255) + 0.5f;
  u32x4 bytes = (u32x4)__builtin_convertvector(__builtin_convertvector(color, i32x16), u8x16);
  return (bytes & 0x00FFFFFF) | (pixels & 0xFF000000u);
}

INLINE void faint_row(uint32_t *row, const float *upper, const float *lower, float part, ptrdiff_t columns,
                      ptrdiff_t count) {
  const f32x4 parts = {0.125f, 0.375f, 0.625f, 0.875f};
  f32x16 across = of_pixels(parts);
  /* Four pixels at a time, between the centres of two cells. */
  for (ptrdiff_t x = -2, cell = 0; x < count; x += 4, cell++) {
    ptrdiff_t first = x < 0 ? 0 : x, size = (count < x + 4 ? count : x + 4) - first;
    uint32_t memory[4] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    u32x4 pixels;
    memcpy(memory + (first - x), row + first, (size_t)size * 4);
    memcpy(&pixels, memory, sizeof pixels);
    u32x4 is_faint = (u32x4)(pixels >> 24 <= PIXEL_FAINTEST);
    if (__builtin_reduce_or(is_faint) == 0) continue;
    ptrdiff_t before = cell > 0 ? cell - 1 : 0, after = cell < columns ? cell : columns - 1;
    f32x4 left = load_cell(upper, before), right = load_cell(upper, after);
    left += (load_cell(lower, before) - left) * part, right += (load_cell(lower, after) - right) * part;
    f32x16 near_light = for_each_pixel(left);
    u32x4 result = near_color(near_light + (for_each_pixel(right) - near_light) * across, pixels);
    result = (result & is_faint) | (pixels & ~is_faint);
    memcpy(memory, &result, sizeof result);
    memcpy(row + first, memory + (first - x), (size_t)size * 4);
  }
}

CLONES void pixel_faint_row(uint32_t *row, const float *upper, const float *lower, float part, ptrdiff_t columns,
                            ptrdiff_t count) {
  faint_row(row, upper, lower, part, columns, count);
}
