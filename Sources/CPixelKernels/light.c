/* The light of a frame of floats once everything is drawn: a glow is added, and what is bright fades out toward white.
 */

#include "light_components.h"

INLINE Eight larger(Eight a, Eight b) { return chosen_floats(a > b, a, b); }

/* Pixels with a colour in place of their alpha: 0 blue, 1 green, 2 red. */
#define WITH_COLOR(v, k)                                                                                               \
  __builtin_shufflevector(v, v, 0, 1, 2, k, 4, 5, 6, 4 + k, 8, 9, 10, 8 + k, 12, 13, 14, 12 + k, 16, 17, 18, 16 + k,   \
                          20, 21, 22, 20 + k, 24, 25, 26, 24 + k, 28, 29, 30, 28 + k)

/* Alpha goes along as far as the glow outshines it. */
INLINE Eight with_glow(Eight pixels, Eight blurred, Eight shares) {
  Eight light = blurred * shares;
  Eight brightest = larger(larger(WITH_COLOR(light, 0), WITH_COLOR(light, 1)), WITH_COLOR(light, 2));
  return limited_sum(larger(light, brightest) + pixels);
}

INLINE Component encoded_light(const float *table, Component value) {
  return chosen(value < 1, on_steps(table, value), all_of(1));
}

/* The largest component fades out toward white and takes the others along, so that a hue stays; what lies far beyond
   white becomes white. */
INLINE Eight held_back(Eight pixels, const PixelLight *l) {
  Component none = {};
  Colors shown = colors_of(pixels);
  i32x8 is_bright = (shown.blue > l->knee) | (shown.green > l->knee) | (shown.red > l->knee);
  Colors c = {.red = linear_light(l->linear, greater(shown.red, none)),
              .green = linear_light(l->linear, greater(shown.green, none)),
              .blue = linear_light(l->linear, greater(shown.blue, none))};
  Component most = largest(c);
  float room = 1 - l->linear_knee;
  Component way = (most - l->linear_knee) / room, light = l->linear_knee + room * (1 - 1 / (1 + way));
  Component factor = light / most, white = chosen(most > 1, (most - 1) / (most + 6), none);
  c.blue *= factor, c.green *= factor, c.red *= factor;
  c.blue += (light - c.blue) * white, c.green += (light - c.green) * white, c.red += (light - c.red) * white;
  Colors held = {.red = encoded_light(l->encoded, c.red),
                 .green = encoded_light(l->encoded, c.green),
                 .blue = encoded_light(l->encoded, c.blue)};
  held.red = chosen(is_bright, held.red, shown.red), held.green = chosen(is_bright, held.green, shown.green);
  held.blue = chosen(is_bright, held.blue, shown.blue);
  return with_alpha_of(held, pixels);
}

#define QUARTER(v, k) __builtin_shufflevector(v, v, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7)

INLINE i32x8 larger_wholes(i32x8 a, i32x8 b) {
  i32x8 is_larger = a > b;
  return (is_larger & a) | (~is_larger & b);
}

/* Whether a colour of eight pixels may be above a limit from 0 on: as whole numbers such floats have the same order,
   and what is below 0 is less. */
INLINE int is_any_bright(Eight pixels, float limit) {
  i32x32 bits = (i32x32)pixels;
  i32x8 most = larger_wholes(larger_wholes(QUARTER(bits, 0), QUARTER(bits, 8)),
                             larger_wholes(QUARTER(bits, 16), QUARTER(bits, 24)));
  const i32x8 is_color = {-1, -1, -1, 0, -1, -1, -1, 0};
  return is_any((most > (i32x8)all_of(limit)) & is_color);
}

INLINE void finish_light(PixelDeep *out, const PixelDeep *pixels, const PixelDeep *glow, const PixelLight *light,
                         ptrdiff_t count) {
  PixelLight l = *light;
  Eight shares = EIGHT_TIMES(l.intensity, l.intensity, l.intensity, l.cover);
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight eight = load_eight(pixels + i);
    if (glow) eight = with_glow(eight, load_eight(glow + i), shares);
    if (l.linear && is_any_bright(eight, l.knee)) eight = held_back(eight, &l);
    store_eight(out + i, eight);
  }
}

CLONES void pixel_finish_light(void *out, const void *pixels, const void *glow, const PixelLight *light,
                               ptrdiff_t count) {
  finish_light(out, pixels, glow, light, count);
}
