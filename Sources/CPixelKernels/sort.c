/* Sorts particles into tiles, eight at a time: counts them, then writes packed records. */

#include "PixelKernels.h"

#include "eight_pixels.h"

typedef float f32x8 __attribute__((vector_size(32)));

/* Eight particles. Invisible ones have a tint of 0. */
typedef struct {
  f32x8 x, y, width_x, width_y, height_x, height_y;
  u32x8 tint, source;
} Eight;

INLINE f32x8 load_floats(const float *p) {
  f32x8 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE f32x8 picked(i32x8 mask, f32x8 a, f32x8 b) { return (f32x8)((mask & (i32x8)a) | (~mask & (i32x8)b)); }
INLINE i32x8 is_near(f32x8 x) { return __builtin_elementwise_abs(x) < PIXEL_LIMIT; }

INLINE Eight eight_at(const PixelParticles *p, ptrdiff_t i) {
  Eight e = {load_floats(p->x + i),       load_floats(p->y + i),        load_floats(p->width_x + i),
             load_floats(p->width_y + i), load_floats(p->height_x + i), load_floats(p->height_y + i),
             load_eight(p->tint + i)};
  u16x8 sources;
  memcpy(&sources, p->source + i, sizeof sources);
  e.source = __builtin_convertvector(sources, u32x8);
  return e;
}

/* Fewer than eight, because the columns end there. */
INLINE Eight last_at(const PixelParticles *p, ptrdiff_t i, ptrdiff_t count) {
  float floats[6][8] = {};
  uint32_t tints[8] = {};
  uint16_t sources[8] = {};
  const float *columns[6] = {p->x, p->y, p->width_x, p->width_y, p->height_x, p->height_y};
  for (int k = 0; k < 6; k++) memcpy(floats[k], columns[k] + i, (size_t)count * sizeof(float));
  memcpy(tints, p->tint + i, (size_t)count * sizeof *tints);
  memcpy(sources, p->source + i, (size_t)count * sizeof *sources);
  PixelParticles copies = {floats[0], floats[1], floats[2], floats[3], floats[4], floats[5],
                           tints, sources, p->sources};
  return eight_at(&copies, 0);
}

/* The packed records in drawing order. */
INLINE Eight particles_at(const PixelParticles *p, ptrdiff_t i, ptrdiff_t end) {
  Eight e = end - i >= 8 ? eight_at(p, i) : last_at(p, i, end - i);
  i32x8 is_drawn = is_near(e.x) & is_near(e.y) & is_near(e.width_x) & is_near(e.width_y) & is_near(e.height_x) &
                   is_near(e.height_y) & (e.source < p->sources);
  e.tint &= (u32x8)is_drawn;
  f32x8 width = e.width_x * e.width_x + e.width_y * e.width_y,
        height = e.height_x * e.height_x + e.height_y * e.height_y;
  f32x8 longest = (f32x8){} + PIXEL_UPRIGHT_LENGTH * PIXEL_UPRIGHT_LENGTH;
  i32x8 is_tiny = ((e.width_y != 0) | (e.height_x != 0)) & (width <= longest) & (height <= longest);
  e.width_x = picked(is_tiny, __builtin_elementwise_sqrt(width), e.width_x);
  e.height_y = picked(is_tiny, __builtin_elementwise_sqrt(height), e.height_y);
  e.width_y = (f32x8)((i32x8)e.width_y & ~is_tiny), e.height_x = (f32x8)((i32x8)e.height_x & ~is_tiny);
  return e;
}

/* Rounds down. */
INLINE i32x8 floors(f32x8 x) {
  i32x8 whole = __builtin_convertvector(x, i32x8);
  return whole + (__builtin_convertvector(whole, f32x8) > x);
}

/* The tile of a pixel. Correct for frames of up to 2^22 pixels per side, because the centre of a pixel is farther from
   the next tile than the error of the product. */
INLINE u32x8 tile_of(i32x8 pixel, int32_t origin, float share) {
  return __builtin_convertvector((__builtin_convertvector(pixel - origin, f32x8) + 0.5f) * share, u32x8);
}

INLINE i32x8 at_least(i32x8 x, int32_t limit) { return __builtin_elementwise_max(x, (i32x8){} + limit); }
INLINE i32x8 at_most(i32x8 x, int32_t limit) { return __builtin_elementwise_min(x, (i32x8){} + limit); }

/* Computes the tiles of eight particles. Returns the sum of their areas in square pixels. */
INLINE f32x8 find_tiles(PixelTileRange *out, const Eight *e, const PixelTiles *tiles) {
  i32x8 is_turned = (e->width_y != 0) | (e->height_x != 0);
  f32x8 margin = picked(is_turned, (f32x8){} + PIXEL_TURNED_MARGIN, (f32x8){} + PIXEL_UPRIGHT_MARGIN);
  f32x8 reach_x = (__builtin_elementwise_abs(e->width_x) + __builtin_elementwise_abs(e->height_x)) * 0.5f + margin;
  f32x8 reach_y = (__builtin_elementwise_abs(e->width_y) + __builtin_elementwise_abs(e->height_y)) * 0.5f + margin;
  /* Invisible particles may have any values, even ones that are not valid pixel positions. */
  i32x8 is_drawn = e->tint != 0;
  f32x8 x = (f32x8)((i32x8)e->x & is_drawn), y = (f32x8)((i32x8)e->y & is_drawn);
  reach_x = (f32x8)((i32x8)reach_x & is_drawn), reach_y = (f32x8)((i32x8)reach_y & is_drawn);
  i32x8 min_x = at_least(floors(x - reach_x), tiles->min_x), max_x = at_most(floors(x + reach_x), tiles->max_x - 1);
  i32x8 min_y = at_least(floors(y - reach_y), tiles->min_y), max_y = at_most(floors(y + reach_y), tiles->max_y - 1);
  i32x8 is_found = is_drawn & (min_x <= max_x) & (min_y <= max_y);
  u32x8 first = tile_of(min_x, tiles->origin_x, tiles->share) | tile_of(min_y, tiles->origin_y, tiles->share) << 16;
  u32x8 last = tile_of(max_x, tiles->origin_x, tiles->share) | tile_of(max_y, tiles->origin_y, tiles->share) << 16;
  /* An empty range: the first tile is after the last. */
  first = (first & (u32x8)is_found) | (1 & ~(u32x8)is_found), last &= (u32x8)is_found;
  u32x8 low = __builtin_shufflevector(first, last, 0, 8, 1, 9, 2, 10, 3, 11);
  u32x8 high = __builtin_shufflevector(first, last, 4, 12, 5, 13, 6, 14, 7, 15);
  memcpy(out, &low, sizeof low), memcpy(out + 4, &high, sizeof high);
  return (f32x8)((i32x8)(4 * reach_x * reach_y) & is_found);
}

INLINE ptrdiff_t tile_number(const PixelTiles *tiles, ptrdiff_t column, ptrdiff_t row) {
  return (row - tiles->first_row) * tiles->columns + column - tiles->first_column;
}

/* Most particles are in a single tile. */
INLINE int is_one(PixelTileRange r) { return r.min_x == r.max_x && r.min_y == r.max_y; }

INLINE void count_range(ptrdiff_t *counts, PixelTileRange r, const PixelTiles *tiles) {
  if (is_one(r)) {
    counts[tile_number(tiles, r.min_x, r.min_y)]++;
    return;
  }
  for (ptrdiff_t y = r.min_y; y <= r.max_y; y++)
    for (ptrdiff_t x = r.min_x; x <= r.max_x; x++) counts[tile_number(tiles, x, y)]++;
}

INLINE float total(f32x8 v) { return v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7]; }

INLINE float count_particles(ptrdiff_t *counts, PixelTileRange *ranges, const PixelParticles *particles,
                             const PixelTiles *tiles, ptrdiff_t first, ptrdiff_t end) {
  f32x8 area = {};
  for (ptrdiff_t i = first; i < end; i += 8) {
    PixelTileRange found[8];
    Eight e = particles_at(particles, i, end);
    area += find_tiles(found, &e, tiles);
    ptrdiff_t count = end - i < 8 ? end - i : 8;
    memcpy(ranges + i, found, (size_t)count * sizeof *found);
    for (ptrdiff_t k = 0; k < count; k++) count_range(counts, found[k], tiles);
  }
  return total(area);
}

/* Transposes rows of eight numbers to columns. */
INLINE void transpose(u32x8 *rows) {
  u32x8 half[8], quarter[8];
  for (int i = 0; i < 4; i++) {
    half[2 * i] = __builtin_shufflevector(rows[2 * i], rows[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    half[2 * i + 1] = __builtin_shufflevector(rows[2 * i], rows[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; k++) {
      quarter[i + 2 * k] = __builtin_shufflevector(half[i + k], half[i + 2 + k], 0, 1, 8, 9, 4, 5, 12, 13);
      quarter[i + 2 * k + 1] = __builtin_shufflevector(half[i + k], half[i + 2 + k], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; i++) {
    rows[i] = __builtin_shufflevector(quarter[i], quarter[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    rows[i + 4] = __builtin_shufflevector(quarter[i], quarter[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

INLINE void place_record(PixelSprite *records, ptrdiff_t *next, u32x8 record, PixelTileRange r,
                         const PixelTiles *tiles) {
  if (is_one(r)) {
    memcpy(records + next[tile_number(tiles, r.min_x, r.min_y)]++, &record, sizeof record);
    return;
  }
  for (ptrdiff_t y = r.min_y; y <= r.max_y; y++)
    for (ptrdiff_t x = r.min_x; x <= r.max_x; x++)
      memcpy(records + next[tile_number(tiles, x, y)]++, &record, sizeof record);
}

INLINE void place_particles(PixelSprite *records, ptrdiff_t *next, const PixelTileRange *ranges,
                            const PixelParticles *particles, const PixelTiles *tiles, ptrdiff_t first, ptrdiff_t end) {
  for (ptrdiff_t i = first; i < end; i += 8) {
    Eight e = particles_at(particles, i, end);
    u32x8 packed[8] = {(u32x8)e.x,       (u32x8)e.y,        (u32x8)e.width_x, (u32x8)e.width_y,
                       (u32x8)e.height_x, (u32x8)e.height_y, e.tint,           e.source};
    transpose(packed);
    ptrdiff_t count = end - i < 8 ? end - i : 8;
    for (ptrdiff_t k = 0; k < count; k++) place_record(records, next, packed[k], ranges[i + k], tiles);
  }
}

CLONES float pixel_count_particles(ptrdiff_t *counts, PixelTileRange *ranges, const PixelParticles *particles,
                                   const PixelTiles *tiles, ptrdiff_t first, ptrdiff_t end) {
  return count_particles(counts, ranges, particles, tiles, first, end);
}

CLONES void pixel_place_particles(PixelSprite *records, ptrdiff_t *next, const PixelTileRange *ranges,
                                  const PixelParticles *particles, const PixelTiles *tiles, ptrdiff_t first,
                                  ptrdiff_t end) {
  place_particles(records, next, ranges, particles, tiles, first, end);
}
