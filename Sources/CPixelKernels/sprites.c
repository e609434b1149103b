/* Draws sprites in order: computes the visible part of each for both axes at once, then its pixels. */

#include "tiny_sprites.h"
#include "turned_sprites.h"
#include "unscaled_sprites.h"
#include "upright.h"

/* Centre and size of the sprite. */
typedef struct {
  f32x2 center, size;
} Place;

/* `PixelUprightAxis` of both axes. */
typedef struct {
  i32x2 first, last, low, high, origin, position, step, texel_size;
  int is_small;
} BothAxes;

INLINE BothAxes axes(const Place *place, const PixelLevel *level, int is_small, const PixelTarget *target) {
  f64x2 middle = wide(place->center), size = wide(place->size), extent = __builtin_elementwise_abs(size);
  i32x2 min = {target->min_x, target->min_y}, max = {target->max_x, target->max_y};
  BothAxes a = {.is_small = is_small};
  a.low = floor_both((middle - extent / 2) * 256 + 0.5);
  a.high = a.low + narrow(__builtin_convertvector(extent * 256 + 0.5, i64x2));
  a.first = greatest(min, a.low >> 8), a.last = least(max, (a.high + 255) >> 8);
  /* Thin sprites cover nothing; the divisor only has to be nonzero. */
  f64x2 divisor = either(extent < PIXEL_THINNEST, splat_both(1), size);
  if (is_small) {
    f64x2 count = BOTH_AXES(level, count), share = BOTH_AXES(level, share);
    a.step = fixed_both(count / __builtin_elementwise_abs(divisor));
    a.texel_size = fixed_both(__builtin_elementwise_abs(divisor) * share);
  } else {
    f64x2 span = BOTH_AXES(level, span), center = BOTH_AXES(level, center), texels_per_pixel = span / divisor;
    a.origin = floor_both(middle);
    a.step = fixed_both(texels_per_pixel);
    a.position = fixed_both(center + (__builtin_convertvector(a.origin, f64x2) + 0.5 - middle) * texels_per_pixel);
  }
  return a;
}

/* Leaves out pixels that show no visible texel, with a margin of an eighth of a pixel: steps are rounded by up to 2^-17
   texel, which adds up to that much at the ends of the longest sprite that is trimmed. A pixel shows the texel at its
   position and the next one. Positions are clamped: if an end of their range shows a visible texel, all clamped pixels
   there show it. */
INLINE void keep_samples(BothAxes *a, const PixelVisible *visible, const Place *place, const PixelLevel *level) {
  i32x2 from = {visible->min_x, visible->min_y}, to = {visible->max_x, visible->max_y};
  i32x2 first = BOTH_AXES(level, first), count = BOTH_AXES(level, count);
  i32x2 minimum = BOTH_AXES(level, minimum), maximum = BOTH_AXES(level, maximum);
  f64x2 span = BOTH_AXES(level, span), pixel_share = BOTH_AXES(level, pixel_share);
  f64x2 size = wide(place->size), nowhere = splat_both(__builtin_inf());
  i64x2 is_exact = (__builtin_elementwise_abs(size) >= PIXEL_THINNEST) &
                   (size * size < 0x1p15 * __builtin_elementwise_abs(span));
  i32x2 is_trimmed = narrow(is_exact) & (a->step != 0) & ((from > first) | (to < first + count));
  f64x2 low = either(__builtin_convertvector((minimum >> 16) >= from - 1, i64x2), -nowhere,
                     __builtin_convertvector(from, f64x2) - 1);
  f64x2 high =
      either(__builtin_convertvector((maximum >> 16) < to, i64x2), nowhere, __builtin_convertvector(to, f64x2));
  f64x2 pixels = size * pixel_share, origin = __builtin_convertvector(a->origin, f64x2);
  f64x2 position = __builtin_convertvector(a->position, f64x2);
  f64x2 one = origin + (low * 65536 - position) * pixels, other = origin + (high * 65536 - position) * pixels;
  f64x2 before = limited(__builtin_elementwise_min(one, other) - 0.125, -0x1p29, 0x1p29);
  f64x2 behind = limited(__builtin_elementwise_max(one, other) + 0.125, -0x1p29, 0x1p29);
  a->first = greatest(a->first, (floor_both(before) & is_trimmed) | (a->first & ~is_trimmed));
  a->last = least(a->last, ((floor_both(behind) + 1) & is_trimmed) | (a->last & ~is_trimmed));
}

/* The same for area sampling, which is relative to the part's first texel. Borders are rounded to 1/256 pixel, and
   weights with them. */
INLINE void keep_areas(BothAxes *a, const PixelVisible *visible, const Place *place, const PixelLevel *level) {
  i32x2 from = {visible->min_x, visible->min_y}, to = {visible->max_x, visible->max_y}, none = {};
  i32x2 start = BOTH_AXES(level, first), count = BOTH_AXES(level, count), is_mirrored = place->size < 0;
  i32x2 low = greatest(none, from - start), high = least(count, to - start);
  i32x2 near = (count - high & is_mirrored) | (low & ~is_mirrored);
  i32x2 far = (count - low & is_mirrored) | (high & ~is_mirrored);
  i32x2 before = (a->low + (near * a->texel_size >> 8) - 4) >> 8;
  i32x2 behind = ((a->low + (far * a->texel_size >> 8) + 4) >> 8) + 1;
  i32x2 is_low = near > 0, is_high = far < count, is_empty = (near >= far) & ((from > start) | (to < start + count));
  a->first = greatest(a->first, (before & is_low) | (a->first & ~is_low));
  a->last = least(a->last, (behind & is_high) | (a->last & ~is_high));
  a->last = (a->first & is_empty) | (a->last & ~is_empty);
}

/* Whether `draw_tiny` can draw the sprite. */
INLINE int is_tiny_enough(const BothAxes *a) {
  i32x2 fits = (a->last - a->first <= TINY) & (a->step <= 0x10000);
  return a->is_small && (fits[0] & fits[1]);
}

INLINE AreaLanes lanes_of(const BothAxes *a, const Place *place, const PixelLevel *level) {
  i32x2 texels = BOTH_AXES(level, texels), first = BOTH_AXES(level, first), count = BOTH_AXES(level, count);
  return (AreaLanes){column_lanes(a->low), column_lanes(a->high), column_lanes(a->step), column_lanes(a->texel_size),
                     column_lanes(texels), column_lanes(first), column_lanes(count),
                     column_lanes((i32x2)(place->size < 0))};
}

INLINE PixelUprightAxis axis(const BothAxes *a, int down, const PixelTexels *texels, float size) {
  PixelUprightAxis result = {.first = a->first[down], .last = a->last[down], .low = a->low[down], .high = a->high[down],
                             .origin = a->origin[down], .position = a->position[down], .step = a->step[down],
                             .minimum = texels->minimum, .maximum = texels->maximum, .mask = texels->mask,
                             .texels = texels->texels};
  if (!a->is_small) return result;
  result.area_count = texels->count, result.area_first = texels->first, result.texel_size = a->texel_size[down];
  result.is_mirrored = size < 0;
  return result;
}

/* Draws a sprite of its image's size if it is aligned to whole pixels: each pixel shows one texel. */
INLINE int draw_if_whole(const PixelTarget *target, const PixelSprite *sprite, const Place *place,
                         const PixelLevel *level, const float *gain, int is_additive) {
  f64x2 corner = wide(place->center) - wide(place->size) / 2;
  i32x2 at = floor_both(corner), is_whole = narrow(__builtin_convertvector(at, f64x2) == corner);
  if (!(is_whole[0] & is_whole[1])) return 0;
  i32x2 first = BOTH_AXES(level, first), count = BOTH_AXES(level, count);
  i32x2 start = greatest((i32x2){target->min_x, target->min_y}, at);
  i32x2 size = least((i32x2){target->max_x, target->max_y}, at + count) - start, texel = first + start - at;
  if (size[0] <= 0 || size[1] <= 0) return 1;
  draw_whole_tinted(pixel_at(target, start[0], start[1]), target->stride,
                    level->texels + ((ptrdiff_t)texel[1] * level->width + texel[0]), level->width, size[0], size[1],
                    tint_color(sprite->tint, gain), is_additive);
  return 1;
}

INLINE void draw_resampled(const PixelTarget *target, const PixelSprite *sprite, const Place *place,
                           const PixelSource *source, uint64_t *scratch, int is_additive) {
  f32x2 extent = __builtin_elementwise_abs(place->size);
  f64x2 base_span = BOTH_AXES(source->levels, span);
  f32x2 densities = __builtin_convertvector(base_span, f32x2) / extent;
  float density = larger(densities[0], densities[1]), length = larger(extent[0], extent[1]);
  int is_tiny = length <= PIXEL_TINY_LENGTH;
  const PixelLevel *level =
      is_tiny ? level_at(source, density * larger(1, source->bias_factor) * PIXEL_COARSER_FACTOR)
              : level_at(source, density * source->bias_factor * PIXEL_NEAREST_FACTOR);
  f64x2 span = BOTH_AXES(level, span);
  i64x2 is_magnified = span <= wide(extent);
  int is_small = is_tiny || (length <= PIXEL_SMALL_LENGTH && is_magnified[0] && is_magnified[1]);
  BothAxes a = axes(place, level, is_small, target);
  if (level->visible) {
    const PixelVisible *visible = visible_texels(level, sprite->tint, target->visible_ranks);
    if (visible->min_x >= visible->max_x) return;
    if (is_small) {
      keep_areas(&a, visible, place, level);
    } else {
      keep_samples(&a, visible, place, level);
    }
  }
  if (a.first[0] >= a.last[0] || a.first[1] >= a.last[1]) return;
  if (is_tiny_enough(&a)) {
    AreaLanes lanes = lanes_of(&a, place, level);
    draw_tiny(pixel_at(target, a.first[0], a.first[1]), target->stride, level, &lanes, a.first, a.last - a.first,
              tint_color(sprite->tint, source->gain), is_additive);
    return;
  }
  PixelUprightAxis columns = axis(&a, 0, &level->horizontal, sprite->width_x);
  PixelUprightAxis rows = axis(&a, 1, &level->vertical, sprite->height_y);
  draw_upright(pixel_at(target, columns.first, rows.first), target->stride, level->texels, &columns, &rows,
               tint_color(sprite->tint, source->gain), scratch, is_additive);
}

INLINE void draw_sprites(const PixelTarget *target, const PixelSprite *sprites, ptrdiff_t count,
                         const PixelSource *sources, uint64_t *scratch, int is_additive) {
  for (ptrdiff_t i = 0; i < count; i++) {
    const PixelSprite *sprite = sprites + i;
    const PixelSource *source = sources + sprite->source;
    if (sprite->width_y != 0 || sprite->height_x != 0) {
      draw_turned(target, sprite, source, is_additive);
      continue;
    }
    const PixelLevel *level = source->levels;
    Place place = {{sprite->x, sprite->y}, {sprite->width_x, sprite->height_y}};
    if (sprite->width_x == level->horizontal.whole_length && sprite->height_y == level->vertical.whole_length &&
        source->bias_factor == 1 && draw_if_whole(target, sprite, &place, level, source->gain, is_additive))
      continue;
    draw_resampled(target, sprite, &place, source, scratch, is_additive);
  }
}

CLONES void FORM(draw_sprites_over)(const PixelTarget *target, const PixelSprite *sprites, ptrdiff_t count,
                                    const PixelSource *sources, uint64_t *scratch) {
  draw_sprites(target, sprites, count, sources, scratch, 0);
}

CLONES void FORM(draw_sprites_add)(const PixelTarget *target, const PixelSprite *sprites, ptrdiff_t count,
                                   const PixelSource *sources, uint64_t *scratch) {
  draw_sprites(target, sprites, count, sources, scratch, 1);
}
