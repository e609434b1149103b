/* Blend modes of layers (W3C Compositing and Blending), in single precision: what `referenceBlendSpan` computes,
   sixteen pixels at a time. Components come in the order blue, green, red. */

#include "PixelKernels.h"

#include "eight_pixels.h"

typedef float f32x16 __attribute__((vector_size(64)));
typedef int32_t i32x16 __attribute__((vector_size(64)));

typedef struct {
  f32x16 blue, green, red;
} Colors;

INLINE f32x16 choose(i32x16 is_first, f32x16 first, f32x16 second) {
  return (f32x16)(((i32x16)first & is_first) | ((i32x16)second & ~is_first));
}

INLINE f32x16 least(f32x16 a, f32x16 b) { return choose(b < a, b, a); }
INLINE f32x16 most(f32x16 a, f32x16 b) { return choose(b >= a, b, a); }
INLINE f32x16 all(float value) { return (f32x16){} + value; }

/* Every component on its own. */
#define EACH(body) (Colors){body(s.blue, d.blue), body(s.green, d.green), body(s.red, d.red)}

INLINE f32x16 hard_light(f32x16 s, f32x16 d) { return choose(s <= 0.5f, 2 * s * d, 1 - 2 * (1 - s) * (1 - d)); }
INLINE f32x16 overlay(f32x16 s, f32x16 d) { return hard_light(d, s); }
INLINE f32x16 multiply(f32x16 s, f32x16 d) { return s * d; }
INLINE f32x16 screen(f32x16 s, f32x16 d) { return s + d - s * d; }
INLINE f32x16 darken(f32x16 s, f32x16 d) { return least(s, d); }
INLINE f32x16 lighten(f32x16 s, f32x16 d) { return most(s, d); }

INLINE f32x16 color_dodge(f32x16 s, f32x16 d) {
  return choose(d <= 0, all(0), choose(s >= 1, all(1), least(all(1), d / (1 - s))));
}

INLINE f32x16 color_burn(f32x16 s, f32x16 d) {
  return choose(d >= 1, all(1), choose(s <= 0, all(0), 1 - least(all(1), (1 - d) / s)));
}

INLINE f32x16 soft_light(f32x16 s, f32x16 d) {
  f32x16 root = choose(d <= 0.25f, ((16 * d - 12) * d + 4) * d, __builtin_elementwise_sqrt(d));
  return choose(s <= 0.5f, d - (1 - 2 * s) * d * (1 - d), d + (2 * s - 1) * (root - d));
}

INLINE f32x16 difference(f32x16 s, f32x16 d) { return (f32x16)((i32x16)(s - d) & 0x7FFFFFFF); }
INLINE f32x16 exclusion(f32x16 s, f32x16 d) { return s + d - 2 * s * d; }
INLINE f32x16 linear_burn(f32x16 s, f32x16 d) { return most(all(0), s + d - 1); }
INLINE f32x16 subtract(f32x16 s, f32x16 d) { return most(all(0), d - s); }

INLINE f32x16 divide(f32x16 s, f32x16 d) {
  return choose(s <= 0, choose(d <= 0, all(0), all(1)), least(all(1), d / s));
}

/* Hue, saturation, luminosity. */

INLINE f32x16 luminosity(Colors c) { return 0.11f * c.blue + 0.59f * c.green + 0.3f * c.red; }
INLINE f32x16 lowest(Colors c) { return least(least(c.blue, c.green), c.red); }
INLINE f32x16 highest(Colors c) { return most(most(c.blue, c.green), c.red); }
INLINE f32x16 saturation(Colors c) { return highest(c) - lowest(c); }

INLINE f32x16 moved_component(f32x16 moved, f32x16 light, f32x16 low, f32x16 high) {
  f32x16 raised = light + (moved - light) * (light / (light - low));
  f32x16 lowered = light + (moved - light) * ((1 - light) / (high - light));
  return choose(low < 0, raised, choose(high > 1, lowered, moved));
}

INLINE Colors with_luminosity(f32x16 value, Colors c) {
  f32x16 change = value - luminosity(c);
  Colors moved = {c.blue + change, c.green + change, c.red + change};
  f32x16 light = luminosity(moved), low = lowest(moved), high = highest(moved);
  return (Colors){moved_component(moved.blue, light, low, high), moved_component(moved.green, light, low, high),
                  moved_component(moved.red, light, low, high)};
}

INLINE Colors with_saturation(f32x16 value, Colors c) {
  f32x16 low = lowest(c), range = saturation(c), share = value / range;
  i32x16 has_range = range > 0;
  return (Colors){choose(has_range, (c.blue - low) * share, all(0)), choose(has_range, (c.green - low) * share, all(0)),
                  choose(has_range, (c.red - low) * share, all(0))};
}

/* `B(s, d)` of straight colours. */
INLINE Colors blend_colors(Colors s, Colors d, int32_t mode) {
  switch (mode) {
  case PixelBlendMultiply: return EACH(multiply);
  case PixelBlendScreen: return EACH(screen);
  case PixelBlendOverlay: return EACH(overlay);
  case PixelBlendDarken: return EACH(darken);
  case PixelBlendLighten: return EACH(lighten);
  case PixelBlendColorDodge: return EACH(color_dodge);
  case PixelBlendColorBurn: return EACH(color_burn);
  case PixelBlendSoftLight: return EACH(soft_light);
  case PixelBlendHardLight: return EACH(hard_light);
  case PixelBlendDifference: return EACH(difference);
  case PixelBlendExclusion: return EACH(exclusion);
  case PixelBlendLinearBurn: return EACH(linear_burn);
  case PixelBlendSubtract: return EACH(subtract);
  case PixelBlendDivide: return EACH(divide);
  case PixelBlendHue: return with_luminosity(luminosity(d), with_saturation(saturation(d), s));
  case PixelBlendSaturation: return with_luminosity(luminosity(d), with_saturation(saturation(s), d));
  case PixelBlendColor: return with_luminosity(luminosity(d), s);
  default: return with_luminosity(luminosity(s), d);
  }
}

/* Over 255, rounded to nearest as a division does it, which takes five times as long: the product with the first 16
   bits of 1/255 is exact, and that with the rest too small to turn the sum's rounding (tried with every value). */
INLINE f32x16 component(u32x16 pixels, int shift) {
  f32x16 value = __builtin_convertvector((i32x16)(pixels >> shift & 255), f32x16);
  return value * 0x1.0101p-8f + value * 0x1.0101p-32f;
}

INLINE Colors components(u32x16 pixels) {
  return (Colors){component(pixels, 0), component(pixels, 8), component(pixels, 16)};
}

/* 0...255, rounded to nearest; lanes that are NaN become any number. */
INLINE u32x16 byte(f32x16 value) {
  f32x16 unit = most(all(0), least(all(1), value));
  return (u32x16)__builtin_convertvector(unit * 255 + 0.5f, i32x16);
}

INLINE f32x16 joined_component(f32x16 s, f32x16 d, f32x16 mixed, f32x16 a, f32x16 b) {
  return s * (1 - b) + d * (1 - a) + mixed * (a * b);
}

/* - is_over_opaque: whether the whole backdrop is. What a division by one and a product with zero leave is left out. */
INLINE u32x16 blended_pixels(u32x16 source, u32x16 backdrop, int32_t mode, int is_over_opaque) {
  f32x16 a = component(source, 24), b = is_over_opaque ? all(1) : component(backdrop, 24);
  Colors s = components(source), d = components(backdrop), below = d;
  Colors straight = {s.blue / a, s.green / a, s.red / a};
  if (!is_over_opaque) below = (Colors){d.blue / b, d.green / b, d.red / b};
  Colors mixed = blend_colors(straight, below, mode);
  u32x16 alpha = is_over_opaque ? (u32x16){} + 255 : byte(a + b - a * b);
  if (is_over_opaque) s = (Colors){};
  u32x16 blue = byte(joined_component(s.blue, d.blue, mixed.blue, a, b));
  u32x16 green = byte(joined_component(s.green, d.green, mixed.green, a, b));
  u32x16 red = byte(joined_component(s.red, d.red, mixed.red, a, b));
  u32x16 joined = alpha << 24 | __builtin_elementwise_min(red, alpha) << 16 |
                  __builtin_elementwise_min(green, alpha) << 8 | __builtin_elementwise_min(blue, alpha);
  u32x16 has_source = (u32x16)(source >= 0x01000000u), has_backdrop = (u32x16)(backdrop >= 0x01000000u);
  u32x16 either = is_over_opaque ? joined : (joined & has_backdrop) | (source & ~has_backdrop);
  return (either & has_source) | (backdrop & ~has_source);
}

/* The same where every pixel of both is opaque. */
INLINE u32x16 blended_opaque_pixels(u32x16 source, u32x16 backdrop, int32_t mode) {
  Colors mixed = blend_colors(components(source), components(backdrop), mode);
  return 0xFF000000u | byte(mixed.red) << 16 | byte(mixed.green) << 8 | byte(mixed.blue);
}

/* Sixteen pixels, or eight and as many zeros. */
INLINE u32x16 load_row(const uint32_t *p, ptrdiff_t rest) {
  if (rest > 8) return load_sixteen(p);
  u32x8 none = {};
  return __builtin_shufflevector(load_eight(p), none, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

INLINE void store_row(uint32_t *p, u32x16 pixels, ptrdiff_t rest) {
  if (rest > 8) return store_sixteen(p, pixels);
  store_eight(p, __builtin_shufflevector(pixels, pixels, 0, 1, 2, 3, 4, 5, 6, 7));
}

INLINE int is_everywhere(u32x16 mask) { return __builtin_reduce_and(mask) != 0; }

INLINE void blend_span(uint32_t *pixels, const uint32_t *source, int32_t mode, ptrdiff_t count) {
  u32x16 indices = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (ptrdiff_t i = 0; i < count; i += 16) {
    u32x16 is_outside = (u32x16)(indices >= (uint32_t)(count - i));
    u32x16 above = load_row(source + i, count - i) & ~is_outside, below = load_row(pixels + i, count - i);
    if (is_everywhere((u32x16)(above < 0x01000000u))) continue;
    u32x16 result;
    if (!is_everywhere((u32x16)((below | is_outside) >= 0xFF000000u))) {
      result = blended_pixels(above, below, mode, 0);
    } else if (!is_everywhere((u32x16)((above | is_outside) >= 0xFF000000u))) {
      result = blended_pixels(above, below, mode, 1);
    } else {
      result = blended_opaque_pixels(above, below, mode);
    }
    store_row(pixels + i, (result & ~is_outside) | (below & is_outside), count - i);
  }
}

CLONES void pixel_blend_span(uint32_t *pixels, const uint32_t *source, int32_t mode, ptrdiff_t count) {
#define CASE(mode) \
  case mode: return blend_span(pixels, source, mode, count)
  switch (mode) {
    CASE(PixelBlendMultiply);
    CASE(PixelBlendScreen);
    CASE(PixelBlendOverlay);
    CASE(PixelBlendDarken);
    CASE(PixelBlendLighten);
    CASE(PixelBlendColorDodge);
    CASE(PixelBlendColorBurn);
    CASE(PixelBlendSoftLight);
    CASE(PixelBlendHardLight);
    CASE(PixelBlendDifference);
    CASE(PixelBlendExclusion);
    CASE(PixelBlendLinearBurn);
    CASE(PixelBlendSubtract);
    CASE(PixelBlendDivide);
    CASE(PixelBlendHue);
    CASE(PixelBlendSaturation);
    CASE(PixelBlendColor);
  default: return blend_span(pixels, source, PixelBlendLuminosity, count);
  }
#undef CASE
}
