/* The position of each pixel along the stops of a gradient, sixteen pixels at a time. */

#pragma once

#include <math.h>

#include "PixelKernels.h"
#include "clones.h"

enum { LANES = 16 };

typedef float f32x16 __attribute__((vector_size(64)));
typedef double f64x16 __attribute__((vector_size(128)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef int64_t i64x16 __attribute__((vector_size(128)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));

static const f32x16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Selects the first value in lanes where a comparison is true, otherwise the second. */
#define SELECT(mask, yes, no)                                                                                          \
  ((__typeof__(yes))(((mask) & (__typeof__(mask))(yes)) | (~(mask) & (__typeof__(mask))(no))))
INLINE f32x16 select(i32x16 mask, f32x16 yes, f32x16 no) { return SELECT(mask, yes, no); }
INLINE_EACH int is_any(i32x16 mask) { return __builtin_reduce_or(mask) != 0; }
INLINE int is_everywhere(i32x16 mask) { return __builtin_reduce_and(mask) != 0; }

/* A linear function along a row, starting at the gradient's origin. */
typedef struct {
  double start, step;
} Line;

/* The values from which a row's positions are computed. */
typedef struct {
  Line u, v, w;
  int32_t kind, is_flat;
} Row;

INLINE Line line(const PixelLinear *value, int32_t y) {
  return (Line){value->base + value->along_y * (double)y, value->along_x};
}
INLINE f32x16 along(Line line, f32x16 x) { return x * (float)line.step + (float)line.start; }
INLINE f64x16 along_wide(Line line, f64x16 x) { return x * line.step + line.start; }

/* The angle of a direction as a fraction of a turn, 0...1. Computes the arc tangent of the smaller side divided by the
   larger one with a minimax polynomial (error at most 1.9e-6), then moves it to its eighth of the circle. */
INLINE f32x16 turn(f32x16 u, f32x16 v) {
  f32x16 across = __builtin_elementwise_abs(u), down = __builtin_elementwise_abs(v), tiny = (f32x16){} + 1e-30f;
  i32x16 is_steep = down > across;
  f32x16 large = select(is_steep, down, across), small = select(is_steep, across, down);
  f32x16 q = small / select(large > tiny, large, tiny), s = q * q;
  f32x16 sum = s * 0.0033175978f + -0.013553043f;
  sum = sum * s + 0.028673235f;
  sum = sum * s + -0.052569639f;
  sum = sum * s + 0.15913367f;
  f32x16 result = sum * q;
  result = select(down <= across, result, 0.25f - result);
  result = select(u >= 0, result, 0.5f - result);
  return select(v >= 0, result, 1 - result);
}

/* NaN where no circle is drawn. */
INLINE f64x16 drawn(const PixelCircles *circles, f64x16 s) {
  i64x16 is_drawn = circles->radius + s * circles->growth >= 0;
  if (!circles->goes_before) is_drawn &= s >= 0;
  if (!circles->goes_after) is_drawn &= s <= 1;
  return SELECT(is_drawn, s, (f64x16){} + (double)NAN);
}

/* The circle through each position, found as in `Gradient.Circles.parameter`. */
INLINE f64x16 circle(const PixelCircles *circles, f64x16 x, f64x16 y) {
  double end_x = circles->end_x, end_y = circles->end_y, radius = circles->radius, growth = circles->growth;
  double a = end_x * end_x + end_y * end_y - growth * growth;
  f64x16 b = x * end_x + y * end_y + radius * growth, c = x * x + y * y - radius * radius;
  if (fabs(a) < 1e-12 * (growth * growth) || a == 0) {
    f64x16 only = drawn(circles, c / (2 * b));
    return SELECT(b != 0, only, (f64x16){} + (double)NAN);
  }
  f64x16 root = __builtin_elementwise_sqrt(b * b - a * c);
  f64x16 first = (b + root) / a, second = (b - root) / a;
  i64x16 is_ahead = first > second;
  f64x16 last = drawn(circles, SELECT(is_ahead, first, second));
  f64x16 other = drawn(circles, SELECT(is_ahead, second, first));
  return SELECT(last == last, last, other);
}

INLINE f32x16 circle_places(const PixelCircles *circles, Row row, f32x16 x) {
  f64x16 columns = __builtin_convertvector(x, f64x16);
  f64x16 u = along_wide(row.u, columns), v = along_wide(row.v, columns);
  if (!row.is_flat) {
    f64x16 w = along_wide(row.w, columns);
    u /= w, v /= w;
  }
  return __builtin_convertvector(circle(circles, u, v), f32x16);
}

/* NaN becomes the lower limit. */
INLINE f32x16 limited(f32x16 place) {
  f32x16 limit = (f32x16){} + PIXEL_FARTHEST;
  place = select(place > -limit, place, -limit);
  return select(place < limit, place, limit);
}

/* Divides by the third function, which is 1 in flat gradients. */
INLINE f32x16 divided(f32x16 place, f32x16 w, int32_t is_flat) { return is_flat ? place : limited(place / w); }

/* The distance from the centre, from the square of the first function and the second function. */
INLINE f32x16 distance(f32x16 square, f32x16 v) { return __builtin_elementwise_sqrt(square + v * v); }

/* The positions from the values of the linear functions. */
INLINE f32x16 places_of(f32x16 u, f32x16 v, f32x16 w, int32_t kind, int32_t is_flat) {
  if (kind == PixelGradientConic) return turn(u, v);
  return divided(kind == PixelGradientRadial ? distance(u * u, v) : u, w, is_flat);
}

/* The change of the first two functions from the start of any row to each of sixteen pixels. */
typedef struct {
  f32x16 u, v;
} Reached;

/* The positions of the pixels in sixteen columns. */
INLINE f32x16 places(const PixelCircles *circles, Row row, f32x16 x, const Reached *reached, int is_upright) {
  if (row.kind == PixelGradientCircles) return circle_places(circles, row, x);
  f32x16 v = {}, w = {};
  if (!row.is_flat && row.kind != PixelGradientConic) w = along(row.w, x);
  if (is_upright) return divided(distance(reached->u, v + (float)row.v.start), w, row.is_flat);
  if (row.kind != PixelGradientAxial) v = reached->v + (float)row.v.start;
  return places_of(reached->u + (float)row.u.start, v, w, row.kind, row.is_flat);
}

/* Whether the first function of a radial gradient depends only on the column and the second only on the row. */
INLINE int is_upright(const PixelGradient *gradient, int32_t kind) {
  return kind == PixelGradientRadial && gradient->u.along_y == 0 && gradient->v.along_x == 0;
}

/* The starts of a row's vectors of sixteen pixels. The last vector overlaps the previous one. */
INLINE ptrdiff_t begin(ptrdiff_t vector, ptrdiff_t count) {
  return (vector + 1) * LANES > count && count >= LANES ? count - LANES : vector * LANES;
}

/* In an axis-aligned gradient, `u` is the square of the whole function. */
INLINE void reach(Reached *reached, const PixelGradient *gradient, int32_t first, ptrdiff_t count, int is_upright) {
  for (ptrdiff_t i = 0; i * LANES < count; i++) {
    f32x16 x = lanes + (float)(first + (int32_t)begin(i, count)), u = x * (float)gradient->u.along_x;
    if (is_upright) u += (float)gradient->u.base, u *= u;
    reached[i] = (Reached){u, x * (float)gradient->v.along_x};
  }
}

/* The values of a linear function in one column of sixteen rows. */
INLINE f32x16 down(const PixelLinear *value, float x, f64x16 y) {
  return x * (float)value->along_x + __builtin_convertvector(value->base + value->along_y * y, f32x16);
}
