/* The last steps of a float frame: adds the glow, applies tone mapping and, for 8-bit output, quantizes. */

#include <math.h>

#include "light_components.h"

INLINE Eight larger(Eight a, Eight b) { return chosen_floats(a > b, a, b); }

/* Replaces the alpha of pixels by a component: 0 blue, 1 green, 2 red. */
#define WITH_COLOR(v, k)                                                                                               \
  __builtin_shufflevector(v, v, 0, 1, 2, k, 4, 5, 6, 4 + k, 8, 9, 10, 8 + k, 12, 13, 14, 12 + k, 16, 17, 18, 16 + k,   \
                          20, 21, 22, 20 + k, 24, 25, 26, 24 + k, 28, 29, 30, 28 + k)

#define QUARTER(v, k) __builtin_shufflevector(v, v, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7)

/* Non-negative floats have the same order as their bits as integers; negative floats are less. */
INLINE int is_any_translucent(Eight pixels) {
  i32x32 v = (i32x32)pixels;
  i32x8 least = __builtin_elementwise_min(__builtin_elementwise_min(QUARTER(v, 0), QUARTER(v, 8)),
                                          __builtin_elementwise_min(QUARTER(v, 16), QUARTER(v, 24)));
  const f32x8 whole = {-0.0f, -0.0f, -0.0f, 1, -0.0f, -0.0f, -0.0f, 1};
  return is_any(least < (i32x8)whole);
}

INLINE int is_any_bright(Eight p, float knee) {
  Component most = greater(greater(QUARTER(p, 0), QUARTER(p, 8)), greater(QUARTER(p, 16), QUARTER(p, 24)));
  const Component limits = {knee, knee, knee, INFINITY, knee, knee, knee, INFINITY};
  return is_any(most > limits);
}

/* Alpha increases only as far as the glow exceeds it. Opaque pixels do not change. */
INLINE Eight with_glow(Eight pixels, Eight light) {
  if (is_any_translucent(pixels)) {
    Eight brightest = larger(larger(WITH_COLOR(light, 0), WITH_COLOR(light, 1)), WITH_COLOR(light, 2));
    light = larger(light, brightest);
  }
  return limited_sum(light + pixels);
}

/* sRGB's transfer function within 0.02 of an 8-bit step, exact at the knee and at 1; its tangent above 1. */
INLINE Component linear_light(Component value) {
  Component v = lesser(value, all_of(1));
  Component curve = 0.5238452554f + v * (0.6518048644f + v * (-0.2872528136f + v * 0.0783870071f));
  curve = 0.0009303106f + v * (0.0322853476f + v * curve);
  return chosen(value < 0.04045f, value * (1 / 12.92f), curve) +
         PIXEL_LIGHT_SLOPE * greater(value - 1, (Component){});
}

/* The inverse of the transfer function for light from 0 to 1: a polynomial of its fourth root. */
INLINE Component encoded_light(Component light) {
  Component l = lesser(light, all_of(1)), root = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(l));
  Component curve = 1.1142443419f + root * (-0.3255676031f + root * 0.0772254616f);
  curve = -0.0649553090f + root * (0.1990531534f + root * curve);
  return chosen(l < 0.0031308f, l * 12.92f, lesser(curve, all_of(1)));
}

/* Moves the largest component toward white and scales the others with it, so that the hue is kept. Very bright light
   becomes white. */
INLINE Eight held_back(Eight pixels, const PixelLight *l) {
  Component none = {};
  Colors shown = colors_of(pixels);
  i32x8 is_bright = (shown.blue > l->knee) | (shown.green > l->knee) | (shown.red > l->knee);
  Colors c = {.red = linear_light(greater(shown.red, none)),
              .green = linear_light(greater(shown.green, none)),
              .blue = linear_light(greater(shown.blue, none))};
  Component most = largest(c);
  float room = 1 - l->linear_knee;
  Component light = 1 - room * room / (most - l->linear_knee + room);
  Component factor = light / most, white = chosen(most > 1, (most - 1) / (most + 6), none);
  c.blue *= factor, c.green *= factor, c.red *= factor;
  c.blue += (light - c.blue) * white, c.green += (light - c.green) * white, c.red += (light - c.red) * white;
  Colors held = {.red = encoded_light(c.red), .green = encoded_light(c.green), .blue = encoded_light(c.blue)};
  held.red = chosen(is_bright, held.red, shown.red), held.green = chosen(is_bright, held.green, shown.green);
  held.blue = chosen(is_bright, held.blue, shown.blue);
  return with_alpha_of(held, pixels);
}

INLINE void finish_light(void *out, const PixelDeep *pixels, const PixelLight *light, ptrdiff_t count, int has_glow,
                         int is_rounded) {
  PixelLight l = *light;
  Eight near_shares = EIGHT_TIMES(l.near_share, l.near_share, l.near_share, l.near_cover);
  Eight far_shares = EIGHT_TIMES(l.far_share, l.far_share, l.far_share, l.far_cover), thresholds = {};
  if (is_rounded) thresholds = eight_thresholds(l.thresholds);
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight eight = load_eight(pixels + i);
    if (has_glow) {
      Eight near_glow = load_eight((const PixelDeep *)l.near_glow + i);
      Eight far_glow = load_eight((const PixelDeep *)l.far_glow + i);
      eight = with_glow(eight, near_glow * near_shares + far_glow * far_shares);
    }
    if (is_any_bright(eight, l.knee)) eight = held_back(eight, &l);
    if (is_rounded) {
      store_eight((uint32_t *)out + i, rounded_eight(eight, thresholds));
    } else {
      store_eight((PixelDeep *)out + i, eight);
    }
  }
}

CLONES void pixel_finish_light(void *out, const void *pixels, const PixelLight *light, ptrdiff_t count) {
  if (light->near_glow) {
    if (light->thresholds) return finish_light(out, pixels, light, count, 1, 1);
    return finish_light(out, pixels, light, count, 1, 0);
  }
  if (light->thresholds) return finish_light(out, pixels, light, count, 0, 1);
  finish_light(out, pixels, light, count, 0, 0);
}
