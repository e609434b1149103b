/* Blend modes of layers (W3C Compositing and Blending), in single precision: what `referenceBlendSpan` computes, eight
   pixels at a time. Components come in the order blue, green, red. */

#include "PixelKernels.h"

#include "eight_pixels.h"

typedef float f32x8 __attribute__((vector_size(32)));

typedef struct {
  f32x8 blue, green, red;
} Colors;

INLINE f32x8 choose(i32x8 is_first, f32x8 first, f32x8 second) {
  return (f32x8)(((i32x8)first & is_first) | ((i32x8)second & ~is_first));
}

INLINE f32x8 least(f32x8 a, f32x8 b) { return choose(b < a, b, a); }
INLINE f32x8 most(f32x8 a, f32x8 b) { return choose(b >= a, b, a); }
INLINE f32x8 all(float value) { return (f32x8){} + value; }

/* Every component on its own. */
#define EACH(body) (Colors){body(s.blue, d.blue), body(s.green, d.green), body(s.red, d.red)}

INLINE f32x8 hard_light(f32x8 s, f32x8 d) { return choose(s <= 0.5f, 2 * s * d, 1 - 2 * (1 - s) * (1 - d)); }
INLINE f32x8 overlay(f32x8 s, f32x8 d) { return hard_light(d, s); }
INLINE f32x8 multiply(f32x8 s, f32x8 d) { return s * d; }
INLINE f32x8 screen(f32x8 s, f32x8 d) { return s + d - s * d; }
INLINE f32x8 darken(f32x8 s, f32x8 d) { return least(s, d); }
INLINE f32x8 lighten(f32x8 s, f32x8 d) { return most(s, d); }

INLINE f32x8 color_dodge(f32x8 s, f32x8 d) {
  return choose(d <= 0, all(0), choose(s >= 1, all(1), least(all(1), d / (1 - s))));
}

INLINE f32x8 color_burn(f32x8 s, f32x8 d) {
  return choose(d >= 1, all(1), choose(s <= 0, all(0), 1 - least(all(1), (1 - d) / s)));
}

INLINE f32x8 soft_light(f32x8 s, f32x8 d) {
  f32x8 root = choose(d <= 0.25f, ((16 * d - 12) * d + 4) * d, __builtin_elementwise_sqrt(d));
  return choose(s <= 0.5f, d - (1 - 2 * s) * d * (1 - d), d + (2 * s - 1) * (root - d));
}

INLINE f32x8 difference(f32x8 s, f32x8 d) { return (f32x8)((i32x8)(s - d) & 0x7FFFFFFF); }
INLINE f32x8 exclusion(f32x8 s, f32x8 d) { return s + d - 2 * s * d; }
INLINE f32x8 linear_burn(f32x8 s, f32x8 d) { return most(all(0), s + d - 1); }
INLINE f32x8 subtract(f32x8 s, f32x8 d) { return most(all(0), d - s); }

INLINE f32x8 divide(f32x8 s, f32x8 d) {
  return choose(s <= 0, choose(d <= 0, all(0), all(1)), least(all(1), d / s));
}

/* Hue, saturation, luminosity. */

INLINE f32x8 luminosity(Colors c) { return 0.11f * c.blue + 0.59f * c.green + 0.3f * c.red; }
INLINE f32x8 lowest(Colors c) { return least(least(c.blue, c.green), c.red); }
INLINE f32x8 highest(Colors c) { return most(most(c.blue, c.green), c.red); }
INLINE f32x8 saturation(Colors c) { return highest(c) - lowest(c); }

INLINE f32x8 moved_component(f32x8 moved, f32x8 light, f32x8 low, f32x8 high) {
  f32x8 raised = light + (moved - light) * (light / (light - low));
  f32x8 lowered = light + (moved - light) * ((1 - light) / (high - light));
  return choose(low < 0, raised, choose(high > 1, lowered, moved));
}

INLINE Colors with_luminosity(f32x8 value, Colors c) {
  f32x8 change = value - luminosity(c);
  Colors moved = {c.blue + change, c.green + change, c.red + change};
  f32x8 light = luminosity(moved), low = lowest(moved), high = highest(moved);
  return (Colors){moved_component(moved.blue, light, low, high), moved_component(moved.green, light, low, high),
                  moved_component(moved.red, light, low, high)};
}

INLINE Colors with_saturation(f32x8 value, Colors c) {
  f32x8 low = lowest(c), range = saturation(c), share = value / range;
  i32x8 has_range = range > 0;
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

INLINE f32x8 component(u32x8 pixels, int shift) {
  return __builtin_convertvector((i32x8)(pixels >> shift & 255), f32x8) / 255;
}

INLINE Colors components(u32x8 pixels) {
  return (Colors){component(pixels, 0), component(pixels, 8), component(pixels, 16)};
}

/* 0...255, rounded to nearest; lanes that are no numbers become any number. */
INLINE u32x8 byte(f32x8 value) {
  f32x8 unit = most(all(0), least(all(1), value));
  return (u32x8)__builtin_convertvector(unit * 255 + 0.5f, i32x8);
}

INLINE f32x8 joined_component(f32x8 s, f32x8 d, f32x8 mixed, f32x8 a, f32x8 b) {
  return s * (1 - b) + d * (1 - a) + mixed * (a * b);
}

INLINE u32x8 blended_pixels(u32x8 source, u32x8 backdrop, int32_t mode) {
  f32x8 a = component(source, 24), b = component(backdrop, 24);
  Colors s = components(source), d = components(backdrop);
  Colors straight = {s.blue / a, s.green / a, s.red / a}, below = {d.blue / b, d.green / b, d.red / b};
  Colors mixed = blend_colors(straight, below, mode);
  u32x8 alpha = byte(a + b - a * b);
  u32x8 blue = byte(joined_component(s.blue, d.blue, mixed.blue, a, b));
  u32x8 green = byte(joined_component(s.green, d.green, mixed.green, a, b));
  u32x8 red = byte(joined_component(s.red, d.red, mixed.red, a, b));
  u32x8 joined = alpha << 24 | __builtin_elementwise_min(red, alpha) << 16 |
                 __builtin_elementwise_min(green, alpha) << 8 | __builtin_elementwise_min(blue, alpha);
  u32x8 has_source = (u32x8)(source >= 0x01000000u), has_backdrop = (u32x8)(backdrop >= 0x01000000u);
  u32x8 either = (joined & has_backdrop) | (source & ~has_backdrop);
  return (either & has_source) | (backdrop & ~has_source);
}

/* The same where every pixel of both is opaque. */
INLINE u32x8 blended_opaque_pixels(u32x8 source, u32x8 backdrop, int32_t mode) {
  Colors mixed = blend_colors(components(source), components(backdrop), mode);
  return 0xFF000000u | byte(mixed.red) << 16 | byte(mixed.green) << 8 | byte(mixed.blue);
}

INLINE void blend_span(uint32_t *pixels, const uint32_t *source, int32_t mode, ptrdiff_t count) {
  u32x8 indices = {0, 1, 2, 3, 4, 5, 6, 7};
  for (ptrdiff_t i = 0; i < count; i += 8) {
    u32x8 above = load_eight(source + i), below = load_eight(pixels + i);
    if (__builtin_reduce_max(above) < 0x01000000u) continue;
    u32x8 is_inside = (u32x8)(indices < (uint32_t)(count - i));
    int is_opaque = __builtin_reduce_min(above & below) >= 0xFF000000u;
    u32x8 result = is_opaque ? blended_opaque_pixels(above, below, mode) : blended_pixels(above, below, mode);
    store_eight(pixels + i, (result & is_inside) | (below & ~is_inside));
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
