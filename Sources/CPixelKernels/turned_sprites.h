/* Sprites under any affine map except upright ones: their positions for both axes at once. See `RotatedMap`. */

#pragma once

#include "both_axes.h"

/* Both planes of a `PixelRotation`: x, then y. */
typedef struct {
  f64x2 lengths;
  i32x2 position, step_x, step_y, distance, distance_x, distance_y, length, near, far, disc_center;
  int32_t disc_radius;
} BothPlanes;

/* The planes at a pixel at the distance `away` from the sprite's centre. `steps`: the change of the position along each
   axis, 0...1 over the sprite, per pixel to the right and per pixel down. */
INLINE BothPlanes planes(const PixelLevel *level, f64x2 lengths, f64x2 steps_x, f64x2 steps_y, f64x2 away) {
  f64x2 span = BOTH_AXES(level, span), center = BOTH_AXES(level, center);
  f64x2 right = span * steps_x, down = span * steps_y, far_right = lengths * steps_x, far_down = lengths * steps_y;
  BothPlanes p = {.lengths = lengths};
  p.position = fixed_both(center + right * away[0] + down * away[1]);
  p.distance = fixed_both(lengths * 0.5 + far_right * away[0] + far_down * away[1]);
  p.step_x = fixed_both(right), p.step_y = fixed_both(down);
  p.distance_x = fixed_both(far_right), p.distance_y = fixed_both(far_down);
  p.length = fixed_both(lengths), p.near = (i32x2){-0x8000, -0x8000}, p.far = p.length + 0x8000;
  return p;
}

/* Leaves out pixels that show no visible texel; see `keep_samples`. */
INLINE void keep_planes(BothPlanes *p, const PixelVisible *visible, const PixelLevel *level) {
  i32x2 from = {visible->min_x, visible->min_y}, to = {visible->max_x, visible->max_y};
  i32x2 minimum = BOTH_AXES(level, minimum), maximum = BOTH_AXES(level, maximum);
  f64x2 span = BOTH_AXES(level, span), center = BOTH_AXES(level, center), nowhere = splat_both(__builtin_inf());
  f64x2 low = either(__builtin_convertvector((minimum >> 16) >= from - 1, i64x2), -nowhere, wide_both(from) - 1);
  f64x2 high = either(__builtin_convertvector((maximum >> 16) < to, i64x2), nowhere, wide_both(to));
  f64x2 a = ((low - 0.125 - center) / span + 0.5) * p->lengths;
  f64x2 b = ((high + 0.125 - center) / span + 0.5) * p->lengths;
  i32x2 near = greatest(p->near, fixed_both(__builtin_elementwise_min(a, b)));
  i32x2 far = least(p->far, fixed_both(__builtin_elementwise_max(a, b)));
  i32x2 is_known = narrow(span != 0);
  p->near = (near & is_known) | (p->near & ~is_known), p->far = (far & is_known) | (p->far & ~is_known);
}

/* The disc around the visible texels, including the area that a sample covers: less than one column and one row, an
   eighth more for rounding, and more where positions are clamped. */
INLINE void keep_disc(BothPlanes *p, const PixelVisible *visible, const PixelLevel *level) {
  f64x2 span = BOTH_AXES(level, span), center = BOTH_AXES(level, center);
  i32x2 minimum = BOTH_AXES(level, minimum), maximum = BOTH_AXES(level, maximum);
  f64x2 middle = {visible->center_x, visible->center_y};
  f64x2 half = __builtin_elementwise_abs(span) * (0.5 + 0.5 / p->lengths);
  f64x2 low = wide_both(minimum) / 65536, high = wide_both(maximum) / 65536;
  /* Distance of the positions around the sprite's sides from the range to which they are clamped. */
  f64x2 beyond = __builtin_elementwise_max(low - (center - half), center + half - high);
  beyond = __builtin_elementwise_max(beyond, splat_both(0));
  f64x2 before = __builtin_elementwise_abs(low - middle), behind = __builtin_elementwise_abs(high - middle);
  f64x2 nearest = __builtin_elementwise_min(before, behind), farthest = __builtin_elementwise_max(before, behind);
  /* The largest increase of a squared distance if positions are not clamped. */
  f64x2 gain = 2 * farthest * beyond + beyond * beyond;
  double reach = (double)visible->radius + 1.4142135623730951 + 0.125;
  /* A position that is clamped on both axes is in a corner of the range, which the disc rarely reaches. */
  int is_only_one = nearest[0] * nearest[0] + nearest[1] * nearest[1] > reach * reach;
  double larger_gain = gain[0] > gain[1] ? gain[0] : gain[1];
  double radius = __builtin_sqrt(reach * reach + (is_only_one ? larger_gain : gain[0] + gain[1]));
  p->disc_center = narrow(__builtin_convertvector(middle * 65536, i64x2));
  p->disc_radius = (int32_t)((radius < 16384 ? radius : 16384) * 65536);
}

/* Length in pixels up to which the rounding of steps stays below an eighth of a texel. */
#define LONGEST_TRIMMED 4096.0
/* Pixels between the sides. In smaller sprites, computing the disc takes longer than drawing its corners. */
#define SHORTEST_DISC 16.0

INLINE PixelPlane plane(const BothPlanes *p, int down, const PixelTexels *texels) {
  return (PixelPlane){p->position[down], p->step_x[down], p->step_y[down], texels->minimum, texels->maximum,
                      p->distance[down], p->distance_x[down], p->distance_y[down], p->length[down], p->near[down],
                      p->far[down], texels->mask, p->disc_center[down]};
}

/* The part of a sprite in the target. */
INLINE void draw_planes(const PixelTarget *target, const PixelLevel *level, const BothPlanes *p, i32x2 first,
                        i32x2 last, i32x2 origin, uint32_t tint, const float *gain, int is_additive) {
  first = greatest(first, (i32x2){target->min_x, target->min_y});
  last = least(last, (i32x2){target->max_x, target->max_y});
  if (first[0] >= last[0] || first[1] >= last[1]) return;
  Pixel *pixels = pixel_at(target, first[0], first[1]);
  first -= origin, last -= origin;
  PixelRotation map = {plane(p, 0, &level->horizontal), plane(p, 1, &level->vertical),
                       first[0], first[1], last[0], last[1], p->disc_radius};
  FORM(draw_rotated)(pixels, target->stride, level, &map, tint, gain, is_additive);
}

INLINE void draw_turned(const PixelTarget *target, const PixelSprite *sprite, const PixelSource *source,
                        int is_additive) {
  f32x2 middle = {sprite->x, sprite->y};
  f32x2 one = {sprite->width_x, sprite->width_y}, other = {sprite->height_x, sprite->height_y};
  f32x2 reach = (__builtin_elementwise_abs(one) + __builtin_elementwise_abs(other)) * 0.5f + PIXEL_TURNED_MARGIN;
  f32x2 start = middle - reach, end = middle + reach;
  /* Tested first, because this is cheaper than the map. */
  if (!(start[0] < (float)target->max_x && end[0] >= (float)target->min_x && start[1] < (float)target->max_y &&
        end[1] >= (float)target->min_y))
    return;
  f64x2 width = wide(one), height = wide(other), steps_x = {height[1], -width[1]}, steps_y = {-height[0], width[0]};
  double determinant = width[0] * height[1] - width[1] * height[0], area = __builtin_fabs(determinant);
  f64x2 squares = {height[0] * height[0] + height[1] * height[1], width[0] * width[0] + width[1] * width[1]};
  f64x2 sides = __builtin_elementwise_sqrt(squares), lengths = area / sides;
  if (!(lengths[0] >= PIXEL_THINNEST && lengths[1] >= PIXEL_THINNEST && lengths[0] <= PIXEL_LONGEST_TURNED &&
        lengths[1] <= PIXEL_LONGEST_TURNED))
    return;
  f64x2 base_span = BOTH_AXES(source->levels, span), densities = base_span / lengths;
  float density = (float)(densities[0] > densities[1] ? densities[0] : densities[1]);
  const PixelLevel *level = level_at(source, density * source->bias_factor * PIXEL_NEAREST_FACTOR);
  i32x2 origin = floor_both(wide(middle));
  BothPlanes p = planes(level, lengths, steps_x / determinant, steps_y / determinant,
                        __builtin_convertvector(origin, f64x2) + 0.5 - wide(middle));
  if (level->visible && sides[0] <= LONGEST_TRIMMED && sides[1] <= LONGEST_TRIMMED) {
    const PixelVisible *visible = visible_texels(level, sprite->tint, target->visible_ranks);
    if (visible->min_x >= visible->max_x) return;
    keep_planes(&p, visible, level);
    if (lengths[0] >= SHORTEST_DISC && lengths[1] >= SHORTEST_DISC) keep_disc(&p, visible, level);
  }
  draw_planes(target, level, &p, floor_both(wide(start)), floor_both(wide(end)) + 1, origin, sprite->tint,
              source->gain, is_additive);
}
