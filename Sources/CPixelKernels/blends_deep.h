/* Blend modes of layers for float pixels. */

#pragma once

#include "blend_colors.h"

/* Components of sixteen pixels. */
typedef struct {
  Colors colors;
  f32x16 alpha;
} Planes;

INLINE Planes planes(Sixteen p) { return (Planes){{PLANE(p, 0), PLANE(p, 1), PLANE(p, 2)}, PLANE(p, 3)}; }

INLINE Sixteen pixels_of(Planes p) {
#define JOINED(a, b)                                                                                                   \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27,  \
                          12, 28, 13, 29, 14, 30, 15, 31)
  f32x32 first = JOINED(p.colors.blue, p.colors.green), second = JOINED(p.colors.red, p.alpha);
#undef JOINED
#define HALF(k)                                                                                                        \
  __builtin_shufflevector(first, second, k, k + 1, k + 32, k + 33, k + 2, k + 3, k + 34, k + 35, k + 4, k + 5, k + 36, \
                          k + 37, k + 6, k + 7, k + 38, k + 39, k + 8, k + 9, k + 40, k + 41, k + 10, k + 11, k + 42,  \
                          k + 43, k + 12, k + 13, k + 44, k + 45, k + 14, k + 15, k + 46, k + 47)
  return (Sixteen){HALF(0), HALF(16)};
#undef HALF
}

/* Clamps sums to the limit of a pixel before anything is subtracted. */
INLINE f32x16 straight(f32x16 component, f32x16 alpha) { return least(all(PIXEL_DEEP_LIMIT), component / alpha); }

/* Whether a mode is defined for values above 1. */
INLINE int is_unlimited(int32_t mode) {
  return mode == PixelBlendMultiply || mode == PixelBlendDarken || mode == PixelBlendLighten ||
         mode == PixelBlendDifference || mode == PixelBlendSubtract;
}

/* `B(s, d)`. A mode that is undefined above 1 blends the values up to 1, then adds the backdrop's excess above 1. */
INLINE Colors blend_light(Colors s, Colors d, int32_t mode) {
  if (is_unlimited(mode)) return blend_colors(s, d, mode);
  f32x16 one = all(1);
  Colors below = {least(one, d.blue), least(one, d.green), least(one, d.red)};
  Colors above = {least(one, s.blue), least(one, s.green), least(one, s.red)};
  Colors mixed = blend_colors(above, below, mode);
  return (Colors){mixed.blue + (d.blue - below.blue), mixed.green + (d.green - below.green),
                  mixed.red + (d.red - below.red)};
}

INLINE f32x16 joined_light(f32x16 s, f32x16 d, f32x16 mixed, f32x16 a, f32x16 b) {
  return least(all(PIXEL_DEEP_LIMIT), s * (1 - b) + d * (1 - a) + mixed * (a * b));
}

INLINE Planes blended_planes(Planes source, Planes backdrop, int32_t mode) {
  f32x16 a = source.alpha, b = backdrop.alpha;
  Colors s = source.colors, d = backdrop.colors;
  Colors above = {straight(s.blue, a), straight(s.green, a), straight(s.red, a)};
  Colors below = {straight(d.blue, b), straight(d.green, b), straight(d.red, b)};
  Colors mixed = blend_light(above, below, mode);
  i32x16 has_source = a > 0, has_backdrop = b > 0;
#define EITHER(joined, s, d) choose(has_source, choose(has_backdrop, joined, s), d)
#define LIGHT(component) EITHER(joined_light(s.component, d.component, mixed.component, a, b), s.component, d.component)
  return (Planes){{LIGHT(blue), LIGHT(green), LIGHT(red)}, EITHER(least(all(1), a + b - a * b), a, b)};
#undef LIGHT
#undef EITHER
}

INLINE void blend_span(PixelDeep *pixels, const PixelDeep *source, int32_t mode, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 16) {
    ptrdiff_t rest = count - i;
    Sixteen above = {load_eight(source + i), {}}, below = {load_eight(pixels + i), {}};
    if (rest > 8) above.high = load_eight(source + i + 8), below.high = load_eight(pixels + i + 8);
    Sixteen result = pixels_of(blended_planes(planes(above), planes(below), mode));
    store_eight(pixels + i, first_of(result.low, below.low, rest));
    if (rest > 8) store_eight(pixels + i + 8, first_of(result.high, below.high, rest - 8));
  }
}
