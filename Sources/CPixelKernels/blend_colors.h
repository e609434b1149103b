/* Blends straight colours (W3C Compositing and Blending), sixteen pixels at a time. Components: blue, green, red. */

#pragma once

#include "form.h"

typedef struct {
  f32x16 blue, green, red;
} Colors;

INLINE f32x16 choose(i32x16 is_first, f32x16 first, f32x16 second) {
  return (f32x16)(((i32x16)first & is_first) | ((i32x16)second & ~is_first));
}

INLINE f32x16 least(f32x16 a, f32x16 b) { return choose(b < a, b, a); }
INLINE f32x16 most(f32x16 a, f32x16 b) { return choose(b >= a, b, a); }
INLINE f32x16 all(float value) { return (f32x16){} + value; }

/* Blends each component separately. */
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

/* Blend modes that use hue, saturation and luminosity. */

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
