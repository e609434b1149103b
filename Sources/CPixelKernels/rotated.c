/* Sprites under any other affine map: every pixel finds its own place in the texels. */

#include "sample.h"

INLINE int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Half-open range of pixels from the sprite's origin. */
typedef struct {
  int64_t first, last;
} Span;

/* Where near < distance < far in the row `y` below the origin; `scale` is 1 / distance_x. */
INLINE Span plane_span(const PixelPlane *plane, double scale, int64_t y) {
  int64_t start = plane->distance + y * plane->distance_y;
  int64_t low = plane->near - start, high = plane->far - start;
  if (plane->distance_x == 0) return low < 0 && high > 0 ? (Span){-0x40000000, 0x40000000} : (Span){0, 0};
  double a = (double)low * scale, b = (double)high * scale, lower = a < b ? a : b, upper = a < b ? b : a;
  return (Span){pixel_floor(lower > -0x1p29 ? lower : -0x1p29), pixel_floor(upper < 0x1p29 ? upper : 0x1p29) + 1};
}

/* Where the positions lie in the disc, in the row `y` below the origin. */
INLINE Span disc_span(const PixelRotation *map, int64_t y) {
  if (map->disc_radius == 0) return (Span){-0x40000000, 0x40000000};
  const PixelPlane *across = &map->across, *down = &map->down;
  double u = (double)(across->position + y * across->step_y - across->disc_center), du = across->step_x;
  double v = (double)(down->position + y * down->step_y - down->disc_center), dv = down->step_x;
  double a = du * du + dv * dv, b = u * du + v * dv, radius = map->disc_radius;
  double square = b * b - a * (u * u + v * v - radius * radius);
  if (a == 0 || square < 0) return a == 0 ? (Span){-0x40000000, 0x40000000} : (Span){0, 0};
  double root = __builtin_sqrt(square), lower = (-b - root) / a, upper = (-b + root) / a;
  return (Span){pixel_floor(lower > -0x1p29 ? lower : -0x1p29), pixel_floor(upper < 0x1p29 ? upper : 0x1p29) + 1};
}

/* The plane's positions along a row from a pixel on. */
INLINE PixelAxis plane_axis(const PixelPlane *plane, int64_t x, int64_t y) {
  return (PixelAxis){(int32_t)(plane->position + x * plane->step_x + y * plane->step_y),
                     plane->step_x,
                     plane->minimum,
                     plane->maximum,
                     (int32_t)(plane->distance + x * plane->distance_x + y * plane->distance_y),
                     plane->distance_x,
                     plane->length,
                     plane->mask};
}

typedef struct {
  const uint32_t *texels;
  int32_t width, height, is_additive;
} Texture;

INLINE EightPixels column_pixels(const Texture *texture, i32x8 v, i32x8 whole) {
  uint64_t out[8];
  for (int i = 0; i < 8; i++) out[i] = sample_column(texture->texels, texture->height, v[i], (uint32_t)whole[i]);
  return (EightPixels){load_wide(out), load_wide(out + 4)};
}

INLINE void blend_four(uint32_t *pixels, u16x16 sample, const volatile u16x16 *weights, int is_additive) {
  u16x16 s = (high_product(sample, *weights) + 128) >> 8, d = load_pixels(pixels);
  store_pixels(pixels, is_additive ? s + d : over(s, d));
}

/* Whether eight numbers in equal steps lie in a range: their ends do. */
INLINE int lies_within(int64_t first, int64_t step, int64_t low, int64_t high) {
  int64_t last = first + 7 * step;
  return first >= low && first <= high && last >= low && last <= high;
}

/* Whether eight pixels along an axis are wholly covered, and neither clamped nor next to the far end. */
INLINE int is_inner(const PixelAxis *axis, int64_t position, int64_t distance, int32_t texels) {
  return lies_within(distance, axis->distance_step, 0x8000, axis->length - 0x8000) &&
         lies_within(position, axis->step, axis->minimum, smaller(axis->maximum, ((texels - 1) << 16) - 1)) &&
         axis->mask == -1;
}

INLINE void draw_row(uint32_t *pixels, const Texture *texture, const PixelAxis *across, const PixelAxis *down,
                     const volatile u16x16 *weights, ptrdiff_t count) {
  const uint32_t *texels = texture->texels;
  int32_t width = texture->width, height = texture->height;
  i32x8 u_steps = eight_steps(0, across->step), v_steps = eight_steps(0, down->step);
  for (ptrdiff_t i = 0; i < count; i += 8) {
    PixelAxis a = *across, d = *down;
    uint32_t k = (uint32_t)i;
    a.position = (int32_t)((uint32_t)a.position + k * (uint32_t)a.step);
    d.position = (int32_t)((uint32_t)d.position + k * (uint32_t)d.step);
    a.distance = (int32_t)((uint32_t)a.distance + k * (uint32_t)a.distance_step);
    d.distance = (int32_t)((uint32_t)d.distance + k * (uint32_t)d.distance_step);
    EightPixels samples;
    if (i + 8 <= count && is_inner(&a, a.position, a.distance, width) && is_inner(&d, d.position, d.distance, height)) {
      samples = sample_inner(texels, width, u_steps + a.position, v_steps + d.position);
    } else {
      i32x8 is_inside = (i32x8){0, 1, 2, 3, 4, 5, 6, 7} < (int32_t)smaller(count - i, 8);
      i32x8 left = eight_steps(a.distance, a.distance_step), top = eight_steps(d.distance, d.distance_step);
      i32x8 whole = axis_overlap(left, &a) * axis_overlap(top, &d) >> 8 & is_inside;
      i32x8 column = axis_positions((i32x8)((u32x8)u_steps + (uint32_t)a.position), &a);
      i32x8 row = axis_positions((i32x8)((u32x8)v_steps + (uint32_t)d.position), &d);
      samples = width > 1 ? sample_eight(texels, width, height, column, row, whole) : column_pixels(texture, row, whole);
    }
    blend_four(pixels + i, samples.first, weights, texture->is_additive);
    if (i + 4 < count) blend_four(pixels + i + 4, samples.second, weights, texture->is_additive);
  }
}

INLINE void draw_rotated(uint32_t *pixels, ptrdiff_t stride, const Texture *texture, const PixelRotation *rotation,
                         uint32_t tint) {
  const PixelPlane *across = &rotation->across, *down = &rotation->down;
  double across_scale = 1 / (double)across->distance_x, down_scale = 1 / (double)down->distance_x;
  /* Volatile keeps the widening in the loop, as in `blend_row`. */
  volatile u16x16 weights = channel_weights(65535, tint);
  for (int64_t y = rotation->first_y; y < rotation->last_y; y++, pixels += stride) {
    Span a = plane_span(across, across_scale, y), b = plane_span(down, down_scale, y), c = disc_span(rotation, y);
    int64_t first = larger(larger(rotation->first_x, c.first), larger(a.first, b.first));
    int64_t last = smaller(smaller(rotation->last_x, c.last), smaller(a.last, b.last));
    if (first >= last) continue;
    PixelAxis horizontal = plane_axis(across, first, y), vertical = plane_axis(down, first, y);
    draw_row(pixels + (first - rotation->first_x), texture, &horizontal, &vertical, &weights, last - first);
  }
}

CLONES void pixel_draw_rotated_over(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, int32_t width,
                                    int32_t height, const PixelRotation *rotation, uint32_t tint) {
  Texture texture = {texels, width, height, 0};
  draw_rotated(pixels, stride, &texture, rotation, tint);
}

CLONES void pixel_draw_rotated_add(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, int32_t width,
                                   int32_t height, const PixelRotation *rotation, uint32_t tint) {
  Texture texture = {texels, width, height, 1};
  draw_rotated(pixels, stride, &texture, rotation, tint);
}
