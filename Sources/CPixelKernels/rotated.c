/* Sprites under any other affine map: each pixel computes its position in the texels. */

#include "form.h"
#include "quads.h"

INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Texels, or quads in their place. */
typedef struct {
  const uint32_t *texels;
  int32_t width, height, has_quads, is_additive;
} Texture;

/* A range in each of eight rows: pixels relative to the first column, both ends included. */
typedef struct {
  f32x8 low, high;
} Spans;

INLINE f32x8 chosen_numbers(i32x8 mask, f32x8 a, f32x8 b) { return (f32x8)((mask & (i32x8)a) | (~mask & (i32x8)b)); }
INLINE f32x8 lower_numbers(f32x8 a, f32x8 b) { return chosen_numbers(a < b, a, b); }
INLINE f32x8 higher_numbers(f32x8 a, f32x8 b) { return chosen_numbers(a > b, a, b); }

/* A number above all columns. */
#define FARTHEST 0x1p21f

/* Rounds down, at most to the last column. */
INLINE f32x8 floor_numbers(f32x8 x) {
  f32x8 nearest = (x + 0x1.8p23f) - 0x1.8p23f;
  return nearest - chosen_numbers(nearest > x, (f32x8){} + 1, (f32x8){});
}

INLINE Spans everywhere(i32x8 mask) {
  f32x8 far = chosen_numbers(mask, (f32x8){} + FARTHEST, (f32x8){} - FARTHEST);
  return (Spans){-far, far};
}

/* A linear function in the first column of rows at given distances below the origin. The origin of a sheared sprite may
   be far away, so only sums are rounded to 24 bits. */
INLINE f32x8 starts(const PixelRotation *map, f64x8 below, int32_t start, int32_t step_x, int32_t step_y) {
  return __builtin_convertvector(below * step_y + ((double)map->first_x * step_x + start), f32x8);
}

/* More than the error of 24-bit numbers after four operations. Values stay below 2^31 wherever something is drawn. */
#define SLACK 0x200

/* The range where near < distance < far, and up to `SLACK` more. Pixels with less coverage than 1/256 are not drawn. */
INLINE Spans plane_spans(const PixelRotation *map, const PixelPlane *plane, f64x8 below) {
  f32x8 start = starts(map, below, plane->distance, plane->distance_x, plane->distance_y);
  f32x8 low = (float)(plane->near - SLACK) - start, high = (float)(plane->far + SLACK) - start;
  if (plane->distance_x == 0) return everywhere((low < 0) & (high > 0));
  float scale = 1 / (float)plane->distance_x;
  f32x8 a = low * scale, b = high * scale;
  return (Spans){lower_numbers(a, b), higher_numbers(a, b)};
}

/* The range where the positions are inside the disc. */
INLINE Spans disc_spans(const PixelRotation *map, f64x8 below) {
  const PixelPlane *across = &map->across, *down = &map->down;
  float du = (float)across->step_x, dv = (float)down->step_x, a = du * du + dv * dv, radius = (float)map->disc_radius;
  if (radius == 0 || a == 0) return everywhere((i32x8){} - 1);
  f32x8 u = starts(map, below, across->position - across->disc_center, across->step_x, across->step_y);
  f32x8 v = starts(map, below, down->position - down->disc_center, down->step_x, down->step_y);
  f32x8 aside = u * dv - v * du, square = a * (radius * radius) - aside * aside;
  f32x8 middle = u * du + v * dv, root = __builtin_elementwise_sqrt(higher_numbers(square, (f32x8){}));
  /* NaN if the row misses the disc. */
  Spans none = everywhere((i32x8){});
  i32x8 hits = square >= 0;
  return (Spans){chosen_numbers(hits, (-middle - root) * (1 / a), none.low),
                 chosen_numbers(hits, (root - middle) * (1 / a), none.high)};
}

/* What to draw in eight rows: half-open ranges of columns, the texel positions and the distances from the left and top
   sides at the first column, and whether all pixels are inner. */
typedef struct {
  int32_t first[8], last[8], u[8], v[8], left[8], top[8], is_inner[8];
} Rows;

/* Like `starts`, each in a separate column, exact and wrapping. */
INLINE i32x8 exact_starts(const PixelRotation *map, i32x8 x, uint32_t y, int32_t start, int32_t step_x,
                          int32_t step_y) {
  u32x8 columns = (u32x8)x + (uint32_t)map->first_x, rows = (u32x8){0, 1, 2, 3, 4, 5, 6, 7} + y;
  return (i32x8)(columns * (uint32_t)step_x + rows * (uint32_t)step_y + (uint32_t)start);
}

/* Whether a linear function stays in a range. */
INLINE i32x8 stay_within(i32x8 start, f32x8 count, int32_t step, float low, float high) {
  f32x8 first = __builtin_convertvector(start, f32x8), last = first + count * (float)step;
  return (lower_numbers(first, last) >= low + SLACK) & (higher_numbers(first, last) <= high - SLACK);
}

/* Whether an axis is fully covered, not clamped, and not next to the far end, for `count` - 1 pixels. */
INLINE i32x8 inner_rows(const PixelPlane *plane, i32x8 positions, i32x8 distances, f32x8 count, int32_t texels) {
  if (plane->mask != -1) return (i32x8){};
  int64_t beyond = smaller(plane->maximum, ((int64_t)(texels - 1) << 16) - 1);
  return stay_within(positions, count, plane->step_x, (float)plane->minimum, (float)beyond) &
         stay_within(distances, count, plane->distance_x, 0x8000, (float)plane->length - 0x8000);
}

/* Distance between sides up to which no row is inner, or so few that treating them as outer costs nothing. */
#define SMALL_LENGTH (12 << 16)

/* Computes eight rows, starting at `y` below the origin. */
INLINE void find_rows(Rows *rows, const PixelRotation *map, const Texture *texture, int64_t y) {
  const PixelPlane *across = &map->across, *down = &map->down;
  f64x8 below = (f64x8){0, 1, 2, 3, 4, 5, 6, 7} + (double)y;
  Spans a = plane_spans(map, across, below), b = plane_spans(map, down, below), c = disc_spans(map, below);
  f32x8 none = {}, most = none + (float)(map->last_x - map->first_x - 1);
  /* An empty range stays empty when its ends are limited. */
  f32x8 low = higher_numbers(higher_numbers(a.low, b.low), higher_numbers(c.low, none));
  f32x8 high = lower_numbers(lower_numbers(a.high, b.high), lower_numbers(c.high, most));
  low = floor_numbers(lower_numbers(low, none + FARTHEST)), high = floor_numbers(higher_numbers(high, none - FARTHEST));
  i32x8 first = __builtin_convertvector(low, i32x8), last = __builtin_convertvector(high + 1, i32x8), is_inner = {};
#define STARTS(plane, member, steps) \
  exact_starts(map, first, (uint32_t)y, plane->member, plane->steps##_x, plane->steps##_y)
  i32x8 u = STARTS(across, position, step), v = STARTS(down, position, step);
  i32x8 left = STARTS(across, distance, distance), top = STARTS(down, distance, distance);
#undef STARTS
  if (across->length > SMALL_LENGTH && down->length > SMALL_LENGTH) {
    is_inner = inner_rows(across, u, left, high - low, texture->width) &
               inner_rows(down, v, top, high - low, texture->height);
  }
#define STORE(member) memcpy(rows->member, &member, sizeof member)
  STORE(first), STORE(last), STORE(u), STORE(v), STORE(left), STORE(top), STORE(is_inner);
#undef STORE
}

/* Whether all numbers of an arithmetic sequence are in a range. Only its ends are tested. */
INLINE int lies_within(int64_t first, int64_t step, int64_t count, int64_t low, int64_t high) {
  int64_t last = first + (count - 1) * step;
  return first >= low && first <= high && last >= low && last <= high;
}

/* `inner_rows` for a number of pixels, starting at a position and a distance. */
INLINE int is_inner(const PixelPlane *plane, int32_t position, int32_t distance, int64_t count, int32_t texels) {
  return lies_within(distance, plane->distance_x, count, 0x8000, plane->length - 0x8000) &&
         lies_within(position, plane->step_x, count, plane->minimum,
                     smaller(plane->maximum, ((texels - 1) << 16) - 1)) &&
         plane->mask == -1;
}

/* Whether pixels 8 to `end` of a row are inner, for one of eight rows. */
INLINE int is_middle_inner(const Rows *rows, int64_t k, const PixelRotation *map, const Texture *texture,
                           ptrdiff_t end) {
  const PixelPlane *across = &map->across, *down = &map->down;
#define MOVED(start, step) (int32_t)((uint32_t)(start) + 8 * (uint32_t)(step))
  int32_t u = MOVED(rows->u[k], across->step_x), left = MOVED(rows->left[k], across->distance_x);
  int32_t v = MOVED(rows->v[k], down->step_x), top = MOVED(rows->top[k], down->distance_x);
#undef MOVED
  return end > 8 && is_inner(across, u, left, end - 8, texture->width) &&
         is_inner(down, v, top, end - 8, texture->height);
}

/* Positions and distances of eight pixels, or their increments. */
typedef struct {
  u32x8 u, v, left, top;
} EightPlaces;

/* The pixels of a row in the lanes of a vector. */
INLINE u32x8 lane_pixels(const Texture *texture) {
  const u32x8 in_order = {0, 1, 2, 3, 4, 5, 6, 7}, of_quads = QUAD_PIXELS;
  return texture->has_quads ? of_quads : in_order;
}

INLINE EightPlaces eight_places(const PixelRotation *map, u32x8 pixels) {
  const PixelPlane *across = &map->across, *down = &map->down;
  return (EightPlaces){pixels * (uint32_t)across->step_x, pixels * (uint32_t)down->step_x,
                       pixels * (uint32_t)across->distance_x, pixels * (uint32_t)down->distance_x};
}

/* Increments from eight pixels to the next. Computed outside of loops: the compiler cannot know that writing pixels
   does not change the map. */
INLINE EightPlaces next_places(const PixelRotation *map) {
  const PixelPlane *across = &map->across, *down = &map->down;
  u32x8 none = {};
  return (EightPlaces){none + 8 * (uint32_t)across->step_x, none + 8 * (uint32_t)down->step_x,
                       none + 8 * (uint32_t)across->distance_x, none + 8 * (uint32_t)down->distance_x};
}

INLINE EightPlaces moved(EightPlaces at, const EightPlaces *steps) {
  return (EightPlaces){at.u + steps->u, at.v + steps->v, at.left + steps->left, at.top + steps->top};
}

/* Limits of the pixels at a sprite's sides along one axis, in lanes that a loop reads from memory. */
typedef struct {
  i32x8 rest, most, minimum, maximum, mask;
} Limits;

INLINE Limits limits(const PixelPlane *p) {
  i32x8 none = {};
  return (Limits){none + (int32_t)((uint32_t)p->length + 0x8000u), none + (p->length < 0x10000 ? p->length : 0x10000),
                  none + p->minimum, none + p->maximum, none + p->mask};
}

/* The fraction of each pixel between two sides, 0...256. */
INLINE i32x8 overlap(u32x8 distance, const Limits *l) {
  i32x8 entered = (i32x8)(distance + 0x8000u), rest = (i32x8)((u32x8)l->rest - distance);
  i32x8 least = __builtin_elementwise_min(__builtin_elementwise_min(entered, rest), l->most);
  return __builtin_elementwise_max(least, (i32x8){}) >> 8;
}

INLINE i32x8 limited(u32x8 position, const Limits *l) {
  return __builtin_elementwise_min(__builtin_elementwise_max((i32x8)position, l->minimum), l->maximum) & l->mask;
}

/* Draws eight pixels at the sprite's sides. */
INLINE EightPixels outer_samples(const Texture *texture, const Limits *across, const Limits *down, EightPlaces at) {
  i32x8 whole = overlap(at.left, across) * overlap(at.top, down) >> 8;
  i32x8 u = limited(at.u, across), v = limited(at.v, down);
  if (texture->has_quads) return sample_quads(texture->texels, texture->width, u, v, whole);
  if (texture->width == 1) return sample_eight_rows(texture->texels, texture->height, v, whole);
  return sample_eight(texture->texels, texture->width, texture->height, u, v, whole);
}

INLINE EightPixels inner_samples(const Texture *texture, u32x8 u, u32x8 v) {
  if (texture->has_quads) return sample_inner_quads(texture->texels, texture->width, (i32x8)u, (i32x8)v);
  return sample_inner(texture->texels, texture->width, (i32x8)u, (i32x8)v);
}

INLINE void blend_eight(Pixel *pixels, EightPixels samples, const Texture *texture, const volatile Weights *weights) {
  Eight backdrop = load_eight(pixels);
  Eight result = texture->has_quads
                     ? equal_samples_on(backdrop, samples, weights, texture->is_additive)
                     : blended(tinted_samples(samples, weights), backdrop, texture->is_additive);
  store_eight(pixels, result);
}

/* Clamps positions so that a pair of texels can be read. */
INLINE u32x8 readable(u32x8 positions, int32_t texels) {
  i32x8 low = __builtin_elementwise_max((i32x8)positions, (i32x8){});
  return (u32x8)__builtin_elementwise_min(low, (i32x8){} + (((texels - 1) << 16) - 1));
}

INLINE EightPixels first_in_lanes(const Texture *texture, EightPixels samples, ptrdiff_t count) {
  u16x16 mask = (u16x16)((i32x8)lane_pixels(texture) < (int32_t)(count < 8 ? count : 8));
  return (EightPixels){samples.even & mask, samples.odd & mask};
}

INLINE void draw_inner(Pixel *pixels, const Texture *texture, EightPlaces at, const EightPlaces *next,
                       const volatile Weights *weights, ptrdiff_t count) {
  for (; count >= 8; count -= 8, pixels += 8) {
    blend_eight(pixels, inner_samples(texture, at.u, at.v), texture, weights);
    at.u += next->u, at.v += next->v;
  }
  if (count == 0) return;
  EightPixels samples = inner_samples(texture, readable(at.u, texture->width), readable(at.v, texture->height));
  blend_eight(pixels, first_in_lanes(texture, samples, count), texture, weights);
}

INLINE void draw_outer(Pixel *pixels, const Texture *texture, const Limits *across, const Limits *down, EightPlaces at,
                       const EightPlaces *next, const volatile Weights *weights, ptrdiff_t count,
                       int is_middle_inner) {
  for (;;) {
    EightPixels samples = outer_samples(texture, across, down, at);
    blend_eight(pixels, first_in_lanes(texture, samples, count), texture, weights);
    count -= 8, pixels += 8;
    if (count <= 0) return;
    at = moved(at, next);
    if (!is_middle_inner) continue;
    for (; count > 8; count -= 8, pixels += 8) {
      blend_eight(pixels, inner_samples(texture, at.u, at.v), texture, weights);
      at = moved(at, next);
    }
  }
}

INLINE void draw_rotated(Pixel *pixels, ptrdiff_t stride, const Texture *texture, const PixelRotation *map,
                         TintColor tint) {
  Rows rows;
  /* `volatile` keeps the widening inside the loop, as in `blend_row`. */
  volatile Weights weights = sample_weights(tint);
  EightPlaces steps = eight_places(map, lane_pixels(texture)), next = next_places(map);
  Limits across = limits(&map->across), down = limits(&map->down);
  for (int64_t y = map->first_y; y < map->last_y; y++, pixels += stride) {
    int64_t k = (y - map->first_y) & 7;
    if (k == 0) find_rows(&rows, map, texture, y);
    int32_t first = rows.first[k], last = rows.last[k];
    if (first >= last) continue;
    Pixel *row = pixels + first;
    EightPlaces at = steps;
    at.u += (uint32_t)rows.u[k], at.v += (uint32_t)rows.v[k];
    if (rows.is_inner[k]) {
      draw_inner(row, texture, at, &next, &weights, last - first);
    } else {
      at.left += (uint32_t)rows.left[k], at.top += (uint32_t)rows.top[k];
      /* Only the sprite's sides are outer, so all vectors except the first and the last are inner. */
      int is_cut = last - first <= 16 || !is_middle_inner(&rows, k, map, texture, (last - first - 1) & ~7);
      draw_outer(row, texture, &across, &down, at, &next, &weights, last - first, !is_cut);
    }
  }
}

CLONES void FORM(draw_rotated)(void *pixels, ptrdiff_t stride, const PixelLevel *level, const PixelRotation *rotation,
                               uint32_t tint, const float *gain, int is_additive) {
  TintColor color = tint_color(tint, gain);
#define DRAW(texels, is_quads, is_additive)                                                   \
  draw_rotated(pixels, stride, &(Texture){texels, level->width, level->height, is_quads, is_additive}, rotation, color)
  if (level->quads) {
    if (is_additive) DRAW(level->quads, 1, 1); else DRAW(level->quads, 1, 0);
  } else {
    if (is_additive) DRAW(level->texels, 0, 1); else DRAW(level->texels, 0, 0);
  }
#undef DRAW
}
