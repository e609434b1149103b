/* Gradients: the colours at positions along the stops, sixteen pixels at a time. */

#include "form.h"

#ifdef DEEP
#include "painted_deep.h"
#else
#include "painted8.h"
#endif

/* Whether one instruction can shuffle sixteen lanes. Clones for narrower vectors are chosen on other processors. */
#if defined(__x86_64__)
#define HAS_WIDE_SHUFFLES __builtin_cpu_supports("avx512f")
#else
#define HAS_WIDE_SHUFFLES 0
#endif

/* The same value in all lanes. The compiler can omit subtracting zero, but not adding it. */
INLINE f32x16 all(float value) { return value - (f32x16){}; }

/* The colours at sixteen positions that are all in one segment. */
INLINE Painted colors(const PixelSegment *s, f32x16 place, int is_opaque) {
  return interpolated(place - s->origin, all(s->red), all(s->green), all(s->blue), all(s->alpha), all(s->red_step),
                      all(s->green_step), all(s->blue_step), all(s->alpha_step), is_opaque);
}

/* With more segments than this, the next one is found by binary search instead of linear search. */
enum { WALKED_SEGMENTS = 16 };

/* The segment of the first of sixteen positions that is at or after `start`. */
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

/* The colours at sixteen positions in several segments. Returns the segment of the last one. */
INLINE const PixelSegment *mixed_colors(Painted *result, const PixelGradient *gradient, const PixelSegment *segment,
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
    *result = chosen_pixels(place >= segment->start, colors(segment, place, is_opaque), *result);
  }
  return segment;
}

/* The segments of a gradient as vectors, in which each pixel looks up its segment. */
typedef struct {
  /* The first step of the search; 0 until the other members are set. */
  int32_t half;
  float middle;
  /* The factor from a position to the index of its segment or of the next one, if all segments have the same length;
     otherwise `rate` is 0. */
  float rate, first, last;
  f32x16 start, origin, red, green, blue, alpha, red_step, green_step, blue_step, alpha_step;
} Palette;

#define LOOK_UP(field, index) __builtin_shufflevector(palette->field, index)

/* Used if one instruction can shuffle sixteen lanes. Otherwise a linear search is faster. */
INLINE int has_palette(const PixelGradient *gradient) {
  return HAS_WIDE_SHUFFLES && gradient->segment_count > 4 && gradient->segment_count <= LANES;
}

/* Checks whether all segments between the first and the last one have the same length, within an eighth. The index
   computed from the length, plus a quarter, is then the segment or the next one, despite rounding. */
static void set_rate(Palette *palette, const PixelGradient *gradient) {
  const PixelSegment *s = gradient->segments;
  ptrdiff_t last = gradient->segment_count - 1;
  float rate = (float)(last - 1) / (s[last].start - s[1].start), first = 1.25f - s[1].start * rate;
  palette->rate = 0;
  if (!(rate > 0 && rate < 0x1p20f && fabsf(first) < 0x1p14f)) return;
  for (ptrdiff_t i = 1; i <= last; i++)
    if (!(fabsf(s[i].start * rate + first - 0.25f - (float)i) < 0.125f)) return;
  palette->rate = rate, palette->first = first, palette->last = (float)last;
}

static void set_palette(Palette *palette, const PixelGradient *gradient) {
  set_rate(palette, gradient);
  palette->half = gradient->segment_count > 8 ? 8 : 4;
  palette->middle = gradient->segment_count > 8 ? gradient->segments[8].start : INFINITY;
  for (ptrdiff_t i = 0; i < LANES; i++) {
    const PixelSegment *s = gradient->segments + (i < gradient->segment_count ? i : gradient->segment_count - 1);
    palette->start[i] = i < gradient->segment_count ? s->start : INFINITY, palette->origin[i] = s->origin;
    palette->red[i] = s->red, palette->green[i] = s->green, palette->blue[i] = s->blue, palette->alpha[i] = s->alpha;
    palette->red_step[i] = s->red_step, palette->green_step[i] = s->green_step;
    palette->blue_step[i] = s->blue_step, palette->alpha_step[i] = s->alpha_step;
  }
}

/* The segment of each position: computed if the segments have the same length, and reduced by one if it is too high;
   otherwise found by search. */
INLINE i32x16 segments_of(const Palette *palette, f32x16 place) {
  i32x16 index = {};
  if (palette->rate != 0) {
    f32x16 count = place * palette->rate + palette->first, last = (f32x16){} + palette->last;
    count = select(count > 0, count, (f32x16){});
    index = __builtin_convertvector(select(count < last, count, last), i32x16);
    return index + (place < LOOK_UP(start, index));
  }
  if (palette->half == 8) index = (place >= palette->middle) & 8;
#pragma clang loop unroll(full)
  for (int32_t step = 4; step > 0; step >>= 1)
    index |= (place >= LOOK_UP(start, index + step)) & step;
  return index;
}

/* Like `mixed_colors`, without branches: each pixel finds its segment. Returns the segment of the last pixel. */
INLINE int32_t looked_up_colors(Painted *result, const Palette *palette, f32x16 place, int is_opaque) {
  i32x16 index = segments_of(palette, place);
  f32x16 alpha = {}, alpha_step = {};
  if (is_opaque != 1) alpha = LOOK_UP(alpha, index), alpha_step = LOOK_UP(alpha_step, index);
  *result = interpolated(place - LOOK_UP(origin, index), LOOK_UP(red, index), LOOK_UP(green, index),
                         LOOK_UP(blue, index), alpha, LOOK_UP(red_step, index), LOOK_UP(green_step, index),
                         LOOK_UP(blue_step, index), alpha_step, is_opaque);
  return index[LANES - 1];
}

/* The pixels at sixteen positions. Neighbours usually share a segment: `segment` is that of the previous ones. */
INLINE Painted painted(const PixelGradient *gradient, Palette *palette, int32_t kind, const PixelSegment **segment,
                      f32x16 found, int is_opaque) {
  f32x16 place = kind == PixelGradientCircles ? limited(found) : found;
  Painted pixels;
  if (is_everywhere((place >= (*segment)->start) & (place < (*segment)->end))) {
    pixels = colors(*segment, place, is_opaque);
  } else if (has_palette(gradient)) {
    if (palette->half == 0) set_palette(palette, gradient);
    *segment = gradient->segments + looked_up_colors(&pixels, palette, place, is_opaque);
  } else {
    *segment = mixed_colors(&pixels, gradient, *segment, place, is_opaque);
  }
  return kind == PixelGradientCircles ? pixels_where(found == found, pixels) : pixels;
}

/* How pixels find their segments: first test whether all pixels of a block share one, or look up each separately
   without a branch, which would be mispredicted in every row of a small gradient. */
enum { SEARCHED, ONE_RAMP, TWO_RAMPS, LOOKED_UP };

/* Longest row, in pixels, whose segments are looked up without this test. */
enum { SHORT = 256 };

/* One or two segments between constant colours at the ends: most gradients. */
typedef struct {
  const PixelSegment *first, *second;
  Painted before, after;
  float end;
  int32_t count;
} Ramps;

INLINE int is_constant(const PixelSegment *s) {
  return s->red_step == 0 && s->green_step == 0 && s->blue_step == 0 && s->alpha_step == 0;
}

INLINE Ramps ramps_of(const PixelGradient *gradient, int is_opaque) {
  ptrdiff_t count = gradient->segment_count;
  const PixelSegment *first = gradient->segments, *last = first + count - 1;
  Ramps ramps = {first + 1, last - 1, colors(first, (f32x16){}, is_opaque), colors(last, (f32x16){}, is_opaque),
                 last->start, 0};
  if ((count == 3 || count == 4) && is_constant(first) && is_constant(last)) ramps.count = (int32_t)count - 2;
  return ramps;
}

INLINE Painted ramp_colors(const Ramps *ramps, f32x16 place, int is_opaque, int way) {
  const PixelSegment *a = ramps->first, *b = ramps->second;
  Painted pixels;
  if (way == ONE_RAMP) {
    pixels = colors(a, place, is_opaque);
  } else {
    i32x16 is_behind = place >= b->start;
#define CHOSEN(field) select(is_behind, all(b->field), all(a->field))
    f32x16 none = {}, distance = place - CHOSEN(origin);
    pixels = interpolated(distance, CHOSEN(red), CHOSEN(green), CHOSEN(blue), is_opaque == 1 ? none : CHOSEN(alpha),
                          CHOSEN(red_step), CHOSEN(green_step), CHOSEN(blue_step),
                          is_opaque == 1 ? none : CHOSEN(alpha_step), is_opaque);
#undef CHOSEN
  }
  pixels = chosen_pixels(place < a->start, ramps->before, pixels);
  return chosen_pixels(place >= ramps->end, ramps->after, pixels);
}

INLINE Painted found_colors(const Ramps *ramps, const Palette *palette, f32x16 place, int is_opaque, int way) {
  if (way != LOOKED_UP) return ramp_colors(ramps, place, is_opaque, way);
  Painted pixels;
  looked_up_colors(&pixels, palette, place, is_opaque);
  return pixels;
}

INLINE void store(Pixel *out, Painted pixels, ptrdiff_t count) {
  if (count >= LANES) {
    store_painted(out, pixels);
  } else {
    store_some(out, pixels, 1, count);
  }
}

/* Writes sixteen equal pixels repeatedly. */
INLINE void repeat(Pixel *out, Painted pixels, ptrdiff_t count) {
  for (; count >= LANES; out += LANES, count -= LANES) store_painted(out, pixels);
  store(out, pixels, count);
}

/* Number of vectors that are painted without a test in between. More of them hide the latency of the arc tangent. */
enum { VECTORS = 4, MORE_VECTORS = 8 };

/* Whether all positions of a block are in one segment. Along a row, the positions of an axial gradient are monotonic,
   also after rounding, so the first and the last one are sufficient. */
INLINE int is_in(const PixelSegment *segment, Row row, const f32x16 *found, int vectors, int32_t first) {
  if (row.kind == PixelGradientAxial && row.is_flat) {
    float step = (float)row.u.step, start = (float)row.u.start;
    float low = (float)first * step + start, high = (float)(first + vectors * LANES - 1) * step + start;
    return low >= segment->start && low < segment->end && high >= segment->start && high < segment->end;
  }
  f32x16 least = found[0], most = found[0];
  for (int i = 1; i < vectors; i++) {
    least = select(found[i] < least, found[i], least);
    most = select(found[i] > most, found[i], most);
  }
  return is_everywhere((least >= segment->start) & (most < segment->end));
}

/* Paints whole blocks of several vectors. Returns the number of pixels. */
INLINE ptrdiff_t paint_blocks(Pixel *out, const PixelGradient *gradient, Palette *palette, const Ramps *ramps,
                              Row row, const PixelSegment **segment, const Reached *reached, int32_t first,
                              ptrdiff_t count, int vectors, int is_opaque, int way, int is_upright) {
  ptrdiff_t i = 0;
  for (; i + vectors * LANES <= count; i += vectors * LANES) {
    f32x16 found[MORE_VECTORS], x = lanes + (float)(first + (int32_t)i);
    for (int k = 0; k < vectors; k++, x += LANES)
      found[k] = places(&gradient->circles, row, x, reached + i / LANES + k, is_upright);
    int asks = way == SEARCHED ? row.kind != PixelGradientCircles : row.kind == PixelGradientAxial;
    if (asks && is_in(*segment, row, found, vectors, first + (int32_t)i)) {
      for (int k = 0; k < vectors; k++) {
        Painted pixels = colors(*segment, found[k], is_opaque);
        store_painted(out + i + k * LANES, pixels);
      }
    } else if (way != SEARCHED) {
      for (int k = 0; k < vectors; k++) {
        Painted pixels = found_colors(ramps, palette, found[k], is_opaque, way);
        store_painted(out + i + k * LANES, pixels);
      }
      *segment = gradient->segments + 1;
    } else {
#pragma clang loop unroll(disable)
      for (int k = 0; k < vectors; k++) {
        Painted pixels = painted(gradient, palette, row.kind, segment, found[k], is_opaque);
        store_painted(out + i + k * LANES, pixels);
      }
    }
  }
  return i;
}

INLINE void paint_row(Pixel *out, const PixelGradient *gradient, Palette *palette, const Ramps *ramps, Row row,
                      const PixelSegment **segment, const Reached *reached, int32_t first, ptrdiff_t count,
                      int is_opaque, int way, int is_upright) {
  int is_plain = row.kind == PixelGradientAxial && row.is_flat && row.u.step == 0;
  ptrdiff_t i = 0;
#define PAINT_BLOCKS(vectors)                                                                                          \
  i += paint_blocks(out + i, gradient, palette, ramps, row, segment, reached + i / LANES, first + (int32_t)i,          \
                    count - i, vectors, is_opaque, way, is_upright)
  if (row.kind == PixelGradientConic) PAINT_BLOCKS(MORE_VECTORS);
  if (!is_plain) PAINT_BLOCKS(VECTORS);
#undef PAINT_BLOCKS
  for (ptrdiff_t k = i / LANES; k * LANES < count; k++) {
    i = begin(k, count);
    f32x16 x = lanes + (float)(first + (int32_t)i);
    f32x16 place = places(&gradient->circles, row, x, reached + k, is_upright);
    Painted pixels = way == SEARCHED ? painted(gradient, palette, row.kind, segment, place, is_opaque)
                                    : found_colors(ramps, palette, place, is_opaque, way);
    if (is_plain) return repeat(out, pixels, count);
    store(out + i, pixels, count - i);
  }
}

/* Paints a single column, sixteen rows at a time. */
INLINE void paint_column(Pixel *out, ptrdiff_t stride, const PixelGradient *gradient, Palette *palette, int32_t kind,
                         int is_opaque, int32_t x, int32_t y, ptrdiff_t rows) {
  const PixelSegment *segment = gradient->segments;
  const f64x16 steps = __builtin_convertvector(lanes, f64x16);
  float column = (float)(x - gradient->origin_x);
  for (ptrdiff_t i = 0; i < rows; i += LANES) {
    f64x16 rows_below = steps + (double)(y + (int32_t)i - gradient->origin_y);
    f32x16 v = {}, w = {};
    if (kind != PixelGradientAxial) v = down(&gradient->v, column, rows_below);
    if (!gradient->is_flat && kind != PixelGradientConic) w = down(&gradient->w, column, rows_below);
    f32x16 place = places_of(down(&gradient->u, column, rows_below), v, w, kind, gradient->is_flat);
    Painted pixels = painted(gradient, palette, kind, &segment, place, is_opaque);
    if (stride == 1) store(out + i, pixels, rows - i);
    else
      store_some(out + i * stride, pixels, stride, rows - i < LANES ? rows - i : LANES);
  }
}

/* Number of columns that are painted at a time. */
enum { WIDEST = 2048 };

INLINE void paint_rows(Pixel *out, ptrdiff_t stride, const PixelGradient *gradient, int32_t kind, int is_opaque,
                       int32_t x, int32_t y, ptrdiff_t columns, ptrdiff_t rows) {
  const PixelSegment *segment = gradient->segments;
  Palette palette;
  palette.half = 0;
  if (columns == 1 && kind != PixelGradientCircles)
    return paint_column(out, stride, gradient, &palette, kind, is_opaque, x, y, rows);
  Ramps ramps = ramps_of(gradient, is_opaque);
  Reached reached[WIDEST / LANES];
  int32_t first = x - gradient->origin_x, way = kind == PixelGradientCircles ? SEARCHED : ramps.count;
  if (way == SEARCHED && columns <= SHORT && kind != PixelGradientCircles && has_palette(gradient)) way = LOOKED_UP;
  if (way == LOOKED_UP) set_palette(&palette, gradient);
  reach(reached, gradient, first, columns, is_upright(gradient, kind));
#define PAINT(way, is_upright)                                                                                         \
  paint_row(out + i * stride, gradient, &palette, &ramps, row, &segment, reached, first, columns, is_opaque, way,      \
            is_upright)
#define PAINT_ROW(way) is_upright(gradient, kind) ? PAINT(way, 1) : PAINT(way, 0)
  for (ptrdiff_t i = 0; i < rows; i++) {
    int32_t down = y + (int32_t)i - gradient->origin_y;
    Row row = {line(&gradient->u, down), line(&gradient->v, down), line(&gradient->w, down), kind, gradient->is_flat};
    switch (way) {
    case ONE_RAMP: PAINT_ROW(ONE_RAMP); break;
    case TWO_RAMPS: PAINT_ROW(TWO_RAMPS); break;
    case LOOKED_UP: PAINT_ROW(LOOKED_UP); break;
    default: PAINT_ROW(SEARCHED);
    }
  }
#undef PAINT_ROW
#undef PAINT
}

CLONES void FORM(gradient_rows)(void *first, ptrdiff_t stride, const PixelGradient *gradient, int32_t x, int32_t y,
                                ptrdiff_t columns, ptrdiff_t rows) {
  Pixel *out = first;
#define PAINT(kind, is_opaque) paint_rows(out, stride, gradient, kind, is_opaque, x, y, columns, rows)
  for (; columns > WIDEST; out += WIDEST, x += WIDEST, columns -= WIDEST)
    FORM(gradient_rows)(out, stride, gradient, x, y, WIDEST, rows);
#ifdef DEEP
  if (gradient->is_wide) return PAINT(gradient->kind, WIDE_COLORS);
#endif
  switch (gradient->kind) {
  case PixelGradientAxial: return gradient->is_opaque ? PAINT(PixelGradientAxial, 1) : PAINT(PixelGradientAxial, 0);
  case PixelGradientRadial: return gradient->is_opaque ? PAINT(PixelGradientRadial, 1) : PAINT(PixelGradientRadial, 0);
  case PixelGradientConic: return gradient->is_opaque ? PAINT(PixelGradientConic, 1) : PAINT(PixelGradientConic, 0);
  default: return PAINT(PixelGradientCircles, 0);
  }
#undef PAINT
}
