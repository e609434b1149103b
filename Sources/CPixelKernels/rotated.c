/* Sprites under any other affine map: every pixel finds its own place in the texels. */

#include "sample.h"

INLINE int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

typedef struct {
  const uint32_t *texels;
  int32_t width, height, is_additive;
} Texture;

typedef double f64x8 __attribute__((vector_size(64)));
typedef int64_t i64x8 __attribute__((vector_size(64)));

/* Where something lies in each of eight rows: pixels from the sprite's origin, both ends included. */
typedef struct {
  f64x8 low, high;
} Spans;

INLINE f64x8 chosen_numbers(i64x8 mask, f64x8 a, f64x8 b) { return (f64x8)((mask & (i64x8)a) | (~mask & (i64x8)b)); }
INLINE f64x8 lower_numbers(f64x8 a, f64x8 b) { return chosen_numbers(a < b, a, b); }
INLINE f64x8 higher_numbers(f64x8 a, f64x8 b) { return chosen_numbers(a > b, a, b); }

/* Rounds down; within 2^50. */
INLINE f64x8 floor_numbers(f64x8 x) {
  f64x8 nearest = (x + 0x1.8p52) - 0x1.8p52;
  return nearest - chosen_numbers(nearest > x, (f64x8){} + 1, (f64x8){});
}

INLINE Spans everywhere(i64x8 mask) {
  f64x8 far = chosen_numbers(mask, (f64x8){} + 0x1p29, (f64x8){} - 0x1p29);
  return (Spans){-far, far};
}

/* Where near < distance < far. */
INLINE Spans plane_spans(const PixelPlane *plane, f64x8 y) {
  f64x8 start = y * plane->distance_y + plane->distance;
  f64x8 low = plane->near - start, high = plane->far - start;
  if (plane->distance_x == 0) return everywhere((low < 0) & (high > 0));
  double scale = 1 / (double)plane->distance_x;
  f64x8 a = low * scale, b = high * scale;
  return (Spans){lower_numbers(a, b), higher_numbers(a, b)};
}

/* Where the positions lie in the disc. */
INLINE Spans disc_spans(const PixelRotation *map, f64x8 y) {
  const PixelPlane *across = &map->across, *down = &map->down;
  double du = across->step_x, dv = down->step_x, a = du * du + dv * dv, radius = map->disc_radius;
  if (radius == 0 || a == 0) return everywhere((i64x8){} - 1);
  f64x8 u = y * across->step_y + ((double)across->position - across->disc_center);
  f64x8 v = y * down->step_y + ((double)down->position - down->disc_center);
  f64x8 b = u * du + v * dv, square = b * b - a * (u * u + v * v - radius * radius);
  f64x8 root = __builtin_elementwise_sqrt(higher_numbers(square, (f64x8){}));
  /* No number where the row misses the disc. */
  Spans none = everywhere((i64x8){});
  i64x8 hits = square >= 0;
  return (Spans){chosen_numbers(hits, (-b - root) * (1 / a), none.low),
                 chosen_numbers(hits, (root - b) * (1 / a), none.high)};
}

/* What to draw in eight rows: half-open ranges of pixels, the texel positions of the first of them, and whether all of
   them are inner. */
typedef struct {
  int32_t first[8], last[8], u[8], v[8], is_inner[8];
} Rows;

/* Whether an axis is wholly covered, and neither clamped nor next to the far end, from pixel to pixel. */
INLINE i64x8 inner_rows(const PixelPlane *plane, f64x8 first, f64x8 last, f64x8 y, int32_t texels) {
  if (plane->mask != -1) return (i64x8){};
  f64x8 position = y * plane->step_y + plane->position, distance = y * plane->distance_y + plane->distance;
  f64x8 a = position + first * plane->step_x, b = position + last * plane->step_x;
  f64x8 c = distance + first * plane->distance_x, d = distance + last * plane->distance_x;
  int64_t beyond = smaller(plane->maximum, ((int64_t)(texels - 1) << 16) - 1);
  return (lower_numbers(a, b) >= plane->minimum) & (higher_numbers(a, b) <= (double)beyond) &
         (lower_numbers(c, d) >= 0x8000) & (higher_numbers(c, d) <= (double)plane->length - 0x8000);
}

/* Positions at a pixel of each row. */
INLINE i32x8 row_positions(const PixelPlane *plane, i32x8 x, uint32_t y) {
  u32x8 rows = (u32x8){0, 1, 2, 3, 4, 5, 6, 7} + y;
  return (i32x8)((u32x8)x * (uint32_t)plane->step_x + rows * (uint32_t)plane->step_y + (uint32_t)plane->position);
}

/* The rows from `y` below the origin on. */
INLINE void find_rows(Rows *rows, const PixelRotation *map, const Texture *texture, int64_t y) {
  f64x8 below = (f64x8){0, 1, 2, 3, 4, 5, 6, 7} + (double)y;
  Spans a = plane_spans(&map->across, below), b = plane_spans(&map->down, below), c = disc_spans(map, below);
  f64x8 low = higher_numbers(higher_numbers(a.low, b.low), higher_numbers(c.low, (f64x8){} + map->first_x));
  f64x8 high = lower_numbers(lower_numbers(a.high, b.high), lower_numbers(c.high, (f64x8){} + (map->last_x - 1)));
  /* An empty range stays empty when its ends are limited to what 32 bits hold. */
  low = floor_numbers(lower_numbers(low, (f64x8){} + 0x1p29));
  high = floor_numbers(higher_numbers(high, (f64x8){} - 0x1p29));
  i64x8 is_inner = inner_rows(&map->across, low, high, below, texture->width) &
                   inner_rows(&map->down, low, high, below, texture->height);
  i32x8 first = __builtin_convertvector(low, i32x8), last = __builtin_convertvector(high + 1, i32x8);
  i32x8 u = row_positions(&map->across, first, (uint32_t)y), v = row_positions(&map->down, first, (uint32_t)y);
  i32x8 flags = __builtin_convertvector(is_inner, i32x8);
  memcpy(rows->first, &first, sizeof first), memcpy(rows->last, &last, sizeof last);
  memcpy(rows->u, &u, sizeof u), memcpy(rows->v, &v, sizeof v), memcpy(rows->is_inner, &flags, sizeof flags);
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

/* Whether numbers in equal steps lie in a range: their ends do. */
INLINE int lies_within(int64_t first, int64_t step, int64_t count, int64_t low, int64_t high) {
  int64_t last = first + (count - 1) * step;
  return first >= low && first <= high && last >= low && last <= high;
}

/* `inner_rows` for so many pixels. */
INLINE int is_inner(const PixelAxis *axis, int64_t count, int32_t texels) {
  return lies_within(axis->distance, axis->distance_step, count, 0x8000, axis->length - 0x8000) &&
         lies_within(axis->position, axis->step, count, axis->minimum,
                     smaller(axis->maximum, ((texels - 1) << 16) - 1)) &&
         axis->mask == -1;
}

INLINE PixelAxis moved(const PixelAxis *axis, uint32_t pixels) {
  PixelAxis result = *axis;
  result.position = (int32_t)((uint32_t)axis->position + pixels * (uint32_t)axis->step);
  result.distance = (int32_t)((uint32_t)axis->distance + pixels * (uint32_t)axis->distance_step);
  return result;
}

/* Eight pixels at the sprite's sides. */
INLINE EightPixels outer_samples(const Texture *texture, const PixelAxis *across, const PixelAxis *down) {
  i32x8 left = eight_steps(across->distance, across->distance_step),
        top = eight_steps(down->distance, down->distance_step);
  i32x8 whole = axis_overlap(left, across) * axis_overlap(top, down) >> 8;
  i32x8 row = axis_positions(eight_steps(down->position, down->step), down);
  if (texture->width == 1) return sample_eight_rows(texture->texels, texture->height, row, whole);
  i32x8 column = axis_positions(eight_steps(across->position, across->step), across);
  return sample_eight(texture->texels, texture->width, texture->height, column, row, whole);
}

INLINE void blend_eight(uint32_t *pixels, EightPixels samples, const volatile EightPixels *weights, int is_additive) {
  EightPixels source = {high_product(samples.even, weights->even), high_product(samples.odd, weights->odd)};
  store_eight(pixels, blended(joined(source), load_eight(pixels), is_additive));
}

/* Positions where a pair of texels can be read. */
INLINE u32x8 readable(u32x8 positions, int32_t texels) {
  i32x8 low = __builtin_elementwise_max((i32x8)positions, (i32x8){});
  return (u32x8)__builtin_elementwise_min(low, (i32x8){} + (((texels - 1) << 16) - 1));
}

INLINE void draw_inner(uint32_t *pixels, const Texture *texture, const PixelRotation *map, u32x8 u, u32x8 v,
                       const volatile EightPixels *weights, ptrdiff_t count) {
  for (; count >= 8; count -= 8, pixels += 8) {
    blend_eight(pixels, sample_inner(texture->texels, texture->width, (i32x8)u, (i32x8)v), weights,
                texture->is_additive);
    u += 8 * (uint32_t)map->across.step_x, v += 8 * (uint32_t)map->down.step_x;
  }
  if (count == 0) return;
  u = readable(u, texture->width), v = readable(v, texture->height);
  EightPixels samples = sample_inner(texture->texels, texture->width, (i32x8)u, (i32x8)v);
  blend_eight(pixels, first_samples(samples, count), weights, texture->is_additive);
}

INLINE void draw_outer(uint32_t *pixels, const Texture *texture, const PixelAxis *across, const PixelAxis *down,
                       const volatile EightPixels *weights, ptrdiff_t count) {
  /* Where only the sprite's sides are outer, all vectors but the first and the last are inner. */
  ptrdiff_t last = (count - 1) & ~7;
  PixelAxis a = moved(across, 8), d = moved(down, 8);
  int is_middle_inner = last > 8 && is_inner(&a, last - 8, texture->width) && is_inner(&d, last - 8, texture->height);
  for (ptrdiff_t i = 0; i < count; i += 8) {
    a = moved(across, (uint32_t)i), d = moved(down, (uint32_t)i);
    EightPixels samples;
    if (is_middle_inner && i > 0 && i < last) {
      i32x8 u = eight_steps(a.position, a.step), v = eight_steps(d.position, d.step);
      samples = sample_inner(texture->texels, texture->width, u, v);
    } else {
      samples = outer_samples(texture, &a, &d);
    }
    blend_eight(pixels + i, first_samples(samples, count - i), weights, texture->is_additive);
  }
}

INLINE void draw_rotated(uint32_t *pixels, ptrdiff_t stride, const Texture *texture, const PixelRotation *map,
                         uint32_t tint) {
  Rows rows;
  /* Volatile keeps the widening in the loop, as in `blend_row`. */
  volatile EightPixels weights = tint_weights(65535, tint);
  i32x8 u_steps = eight_steps(0, map->across.step_x), v_steps = eight_steps(0, map->down.step_x);
  for (int64_t y = map->first_y; y < map->last_y; y++, pixels += stride) {
    int64_t k = (y - map->first_y) & 7;
    if (k == 0) find_rows(&rows, map, texture, y);
    int32_t first = rows.first[k], last = rows.last[k];
    if (first >= last) continue;
    uint32_t *row = pixels + (first - map->first_x);
    if (rows.is_inner[k]) {
      u32x8 u = (u32x8)u_steps + (uint32_t)rows.u[k], v = (u32x8)v_steps + (uint32_t)rows.v[k];
      draw_inner(row, texture, map, u, v, &weights, last - first);
    } else {
      PixelAxis across = plane_axis(&map->across, first, y), down = plane_axis(&map->down, first, y);
      draw_outer(row, texture, &across, &down, &weights, last - first);
    }
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
