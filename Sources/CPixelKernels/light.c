/* The light of a frame of floats once everything is drawn: a glow is added, and what is bright fades out toward white.
 */

#include "light_components.h"

#define BLUES(v)                                                                                                       \
  __builtin_shufflevector(v, v, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16, 16, 16, 16, 20, 20, 20, 20,    \
                          24, 24, 24, 24, 28, 28, 28, 28)
#define GREENS(v)                                                                                                      \
  __builtin_shufflevector(v, v, 1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13, 13, 13, 17, 17, 17, 17, 21, 21, 21, 21,    \
                          25, 25, 25, 25, 29, 29, 29, 29)
#define REDS(v)                                                                                                        \
  __builtin_shufflevector(v, v, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10, 14, 14, 14, 14, 18, 18, 18, 18, 22, 22, 22,    \
                          22, 26, 26, 26, 26, 30, 30, 30, 30)

INLINE Eight larger(Eight a, Eight b) { return chosen_floats(a > b, a, b); }

/* Alpha goes along as far as the glow outshines it. */
INLINE Eight with_glow(Eight pixels, Eight blurred, float intensity, float cover) {
  const i32x32 is_alpha = EIGHT_TIMES(0, 0, 0, -1);
  Eight light = blurred * intensity;
  Eight brightest = larger(larger(BLUES(light), GREENS(light)), REDS(light));
  Eight glow = chosen_floats(is_alpha, larger(ALPHAS(blurred) * cover, brightest), light);
  return limited_sum(glow + pixels);
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

/* Whether a colour of eight pixels is above a limit. */
INLINE int is_any_bright(Eight pixels, float limit) {
  const i32x32 is_color = EIGHT_TIMES(-1, -1, -1, 0);
  i32x32 above = (pixels > limit) & is_color;
  i32x16 half = __builtin_shufflevector(above, above, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) |
                __builtin_shufflevector(above, above, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  i32x8 quarter = __builtin_shufflevector(half, half, 0, 1, 2, 3, 4, 5, 6, 7) |
                  __builtin_shufflevector(half, half, 8, 9, 10, 11, 12, 13, 14, 15);
  u64x4 bits = (u64x4)quarter;
  return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
}

INLINE void finish_light(PixelDeep *out, const PixelDeep *pixels, const PixelDeep *glow, const PixelLight *light,
                         ptrdiff_t count) {
  PixelLight l = *light;
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight eight = load_eight(pixels + i);
    if (glow) eight = with_glow(eight, load_eight(glow + i), l.intensity, l.cover);
    if (l.linear && is_any_bright(eight, l.knee)) eight = held_back(eight, &l);
    store_eight(out + i, eight);
  }
}

CLONES void pixel_finish_light(void *out, const void *pixels, const void *glow, const PixelLight *light,
                               ptrdiff_t count) {
  finish_light(out, pixels, glow, light, count);
}
