/* Gradients: where each pixel lies along the stops, and the colour there, sixteen pixels at a time. */

#include "PixelKernels.h"

#include <math.h>
#include <string.h>

#include "clones.h"

enum { LANES = 16 };

typedef float f32x16 __attribute__((vector_size(64)));
typedef double f64x16 __attribute__((vector_size(128)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef int64_t i64x16 __attribute__((vector_size(128)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));

static const f32x16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* One value in the lanes where a comparison holds, the other in the rest. */
#define SELECT(mask, yes, no)                                                                                          \
  ((__typeof__(yes))(((mask) & (__typeof__(mask))(yes)) | (~(mask) & (__typeof__(mask))(no))))
INLINE f32x16 select(i32x16 mask, f32x16 yes, f32x16 no) { return SELECT(mask, yes, no); }
INLINE int is_any(i32x16 mask) { return __builtin_reduce_or(mask) != 0; }
INLINE int is_everywhere(i32x16 mask) { return __builtin_reduce_and(mask) != 0; }

/* MARK: Places */

/* A linear function along a row, from the gradient's origin on. */
typedef struct {
  double start, step;
} Line;

/* What a row's pixels are found by. */
typedef struct {
  Line u, v, w;
  int32_t kind, is_flat;
} Row;

INLINE Line line(const PixelLinear *value, int32_t y) {
  return (Line){value->base + value->along_y * (double)y, value->along_x};
}
INLINE f32x16 along(Line line, f32x16 x) { return x * (float)line.step + (float)line.start; }
INLINE f64x16 along_wide(Line line, f64x16 x) { return x * line.step + line.start; }

/* The turn of a direction, 0...1: the arc tangent in turns of the smaller side by the larger one, off by 1.9e-6 at
   most (a minimax polynomial), brought to its eighth of the circle. */
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
  result = select(is_steep, 0.25f - result, result);
  result = select(u < 0, 0.5f - result, result);
  return select(v < 0, 1 - result, result);
}

/* Not a number where the circle is not drawn. */
INLINE f64x16 drawn(const PixelCircles *circles, f64x16 s) {
  i64x16 is_drawn = circles->radius + s * circles->growth >= 0;
  if (!circles->goes_before) is_drawn &= s >= 0;
  if (!circles->goes_after) is_drawn &= s <= 1;
  return SELECT(is_drawn, s, (f64x16){} + (double)NAN);
}

/* Which circle goes through each place, as `Gradient.Circles.parameter` finds it. */
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

/* What is not a number becomes the lower limit. */
INLINE f32x16 limited(f32x16 place) {
  f32x16 limit = (f32x16){} + PIXEL_FARTHEST;
  place = select(place > -limit, place, -limit);
  return select(place < limit, place, limit);
}

INLINE f32x16 places(const PixelCircles *circles, Row row, f32x16 x) {
  if (row.kind == PixelGradientCircles) return circle_places(circles, row, x);
  f32x16 u = along(row.u, x), v = {};
  if (row.kind != PixelGradientAxial) v = along(row.v, x);
  if (row.kind == PixelGradientConic) return turn(u, v);
  if (row.kind == PixelGradientRadial) u = __builtin_elementwise_sqrt(u * u + v * v);
  return row.is_flat ? u : limited(u / along(row.w, x));
}

/* MARK: Colours */

/* The colours of sixteen places if all of them were in one segment. */
INLINE u32x16 colors(const PixelSegment *segment, f32x16 place, int is_opaque) {
  f32x16 distance = place - segment->origin;
  f32x16 red = distance * segment->red_step + segment->red;
  f32x16 green = distance * segment->green_step + segment->green;
  f32x16 blue = distance * segment->blue_step + segment->blue;
  u32x16 opacity = (u32x16){} + 0xFF000000u;
  if (!is_opaque) {
    f32x16 alpha = distance * segment->alpha_step + segment->alpha, most = (f32x16){} + 255;
    /* Not above 255, so that no component comes out above alpha. */
    red = select(red < most, red, most) * alpha + 0.5f;
    green = select(green < most, green, most) * alpha + 0.5f;
    blue = select(blue < most, blue, most) * alpha + 0.5f;
    opacity = (u32x16)__builtin_convertvector(alpha * 255 + 0.5f, i32x16) << 24;
  }
  return opacity | (u32x16)__builtin_convertvector(red, i32x16) << 16 |
         (u32x16)__builtin_convertvector(green, i32x16) << 8 | (u32x16)__builtin_convertvector(blue, i32x16);
}

/* Beyond this many segments the next one is searched for instead of walked to. */
enum { WALKED_SEGMENTS = 16 };

/* The segment of the first of sixteen places that lie at `start` or behind it. */
static const PixelSegment *segment_behind(const PixelGradient *gradient, const float *places, float start) {
  float place = INFINITY;
  for (int i = 0; i < LANES; i++) place = places[i] >= start && places[i] < place ? places[i] : place;
  ptrdiff_t low = 0, high = gradient->segment_count;
  while (high - low > 1) {
    ptrdiff_t middle = (low + high) / 2;
    if (gradient->segments[middle].start <= place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return gradient->segments + low;
}

/* The colours of sixteen places in more than one segment. Returns the last of these. */
INLINE const PixelSegment *mixed_colors(u32x16 *result, const PixelGradient *gradient, const PixelSegment *segment,
                                        f32x16 place, int is_opaque) {
  const PixelSegment *first = gradient->segments, *last = first + gradient->segment_count - 1;
  int is_walked = gradient->segment_count <= WALKED_SEGMENTS;
  while (is_any(place < segment->start)) segment = is_walked ? segment - 1 : first;
  *result = colors(segment, place, is_opaque);
  while (segment < last && is_any(place >= segment->end)) {
    if (is_walked) {
      segment++;
    } else {
      float all[LANES];
      memcpy(all, &place, sizeof all);
      segment = segment_behind(gradient, all, segment->end);
    }
    u32x16 is_here = (u32x16)(place >= segment->start);
    *result = SELECT(is_here, colors(segment, place, is_opaque), *result);
  }
  return segment;
}

/* The pixels of sixteen columns, counted from the gradient's origin. Neighbours mostly share a segment: `segment` is
   the one that the last were in. */
INLINE u32x16 painted(const PixelGradient *gradient, Row row, const PixelSegment **segment, f32x16 x, int is_opaque) {
  f32x16 found = places(&gradient->circles, row, x);
  f32x16 place = row.kind == PixelGradientCircles ? limited(found) : found;
  u32x16 pixels;
  if (is_everywhere((place >= (*segment)->start) & (place < (*segment)->end))) {
    pixels = colors(*segment, place, is_opaque);
  } else {
    *segment = mixed_colors(&pixels, gradient, *segment, place, is_opaque);
  }
  return row.kind == PixelGradientCircles ? pixels & (u32x16)(found == found) : pixels;
}

INLINE void store(uint32_t *out, u32x16 pixels, ptrdiff_t count) {
  if (count >= LANES) {
    memcpy(out, &pixels, sizeof pixels);
  } else {
    for (ptrdiff_t i = 0; i < count; i++) out[i] = pixels[i];
  }
}

/* Sixteen equal pixels again and again. */
INLINE void repeat(uint32_t *out, u32x16 pixels, ptrdiff_t count) {
  for (; count >= LANES; out += LANES, count -= LANES) memcpy(out, &pixels, sizeof pixels);
  store(out, pixels, count);
}

/* Vectors that are painted without a look at each. */
enum { BLOCK = 4 * LANES };

/* Along a row the places of an axial gradient only rise or only fall, also when they are rounded: where the first and
   the last of a block lie in one segment, all of them do. Answers how many pixels are painted, whole blocks. */
INLINE ptrdiff_t paint_blocks(uint32_t *out, Row row, const PixelSegment *segment, int32_t first, ptrdiff_t count,
                              int is_opaque) {
  float step = (float)row.u.step, start = (float)row.u.start;
  ptrdiff_t i = 0;
  for (; i + BLOCK <= count; i += BLOCK) {
    int32_t column = first + (int32_t)i;
    float low = (float)column * step + start, high = (float)(column + BLOCK - 1) * step + start;
    if (!(low >= segment->start && low < segment->end && high >= segment->start && high < segment->end)) break;
    f32x16 x = lanes + (float)column;
    for (int k = 0; k < BLOCK; k += LANES, x += LANES) {
      u32x16 pixels = colors(segment, along(row.u, x), is_opaque);
      memcpy(out + i + k, &pixels, sizeof pixels);
    }
  }
  return i;
}

INLINE void paint_row(uint32_t *out, const PixelGradient *gradient, Row row, const PixelSegment **segment,
                      int32_t first, ptrdiff_t count, int is_opaque) {
  int is_plain = row.kind == PixelGradientAxial && row.is_flat && row.u.step == 0;
  int is_monotonic = row.kind == PixelGradientAxial && row.is_flat && !is_plain;
  ptrdiff_t next_block = 0;
  f32x16 x = lanes + (float)first;
  for (ptrdiff_t i = 0;;) {
    if (is_monotonic && i >= next_block) {
      ptrdiff_t done = paint_blocks(out + i, row, *segment, first + (int32_t)i, count - i, is_opaque);
      i += done;
      if (i >= count) return;
      /* Where a segment ends, vectors follow that may lie in more than one. */
      next_block = i + BLOCK;
      if (done > 0 && i + LANES > count) i = count - LANES;
      x = lanes + (float)(first + (int32_t)i);
    }
    u32x16 pixels = painted(gradient, row, segment, x, is_opaque);
    if (is_plain) return repeat(out, pixels, count);
    store(out + i, pixels, count);
    if (i + LANES >= count) return;
    if (i + 2 * LANES <= count) {
      i += LANES, x += LANES;
    } else {
      /* The last sixteen overlap those before them. */
      i = count - LANES, x = lanes + (float)(first + (int32_t)i);
    }
  }
}

INLINE void paint_rows(uint32_t *out, ptrdiff_t stride, const PixelGradient *gradient, int32_t kind, int is_opaque,
                       int32_t x, int32_t y, ptrdiff_t columns, ptrdiff_t rows) {
  const PixelSegment *segment = gradient->segments;
  for (ptrdiff_t i = 0; i < rows; i++) {
    int32_t down = y + (int32_t)i - gradient->origin_y;
    Row row = {line(&gradient->u, down), line(&gradient->v, down), line(&gradient->w, down), kind, gradient->is_flat};
    paint_row(out + i * stride, gradient, row, &segment, x - gradient->origin_x, columns, is_opaque);
  }
}

CLONES void pixel_gradient_rows(uint32_t *out, ptrdiff_t stride, const PixelGradient *gradient, int32_t x, int32_t y,
                                ptrdiff_t columns, ptrdiff_t rows) {
#define PAINT(kind, is_opaque) paint_rows(out, stride, gradient, kind, is_opaque, x, y, columns, rows)
  switch (gradient->kind) {
  case PixelGradientAxial: return gradient->is_opaque ? PAINT(PixelGradientAxial, 1) : PAINT(PixelGradientAxial, 0);
  case PixelGradientRadial: return gradient->is_opaque ? PAINT(PixelGradientRadial, 1) : PAINT(PixelGradientRadial, 0);
  case PixelGradientConic: return gradient->is_opaque ? PAINT(PixelGradientConic, 1) : PAINT(PixelGradientConic, 0);
  default: return PAINT(PixelGradientCircles, 0);
  }
#undef PAINT
}
