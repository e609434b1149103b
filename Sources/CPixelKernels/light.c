/* The light of a frame of floats once everything is drawn: a glow is added, and what is bright fades out toward white.
 */

#define DEEP
#include "form.h"

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

/* A value of 0 up to 1 by a table. */
INLINE float looked_up(const float *table, float value) {
  float place = value * PIXEL_LIGHT_STEPS;
  int32_t index = (int32_t)place;
  return table[index] + (place - (float)index) * (table[index + 1] - table[index]);
}

/* Beyond 1 light goes on along the curve's tangent. */
INLINE float linear_light(const float *table, float value) {
  value = value > 0 ? value : 0;
  return value < 1 ? looked_up(table, value) : 1 + PIXEL_LIGHT_SLOPE * (value - 1);
}

INLINE float encoded_light(const float *table, float value) { return value < 1 ? looked_up(table, value) : 1; }

/* The largest component fades out toward white and takes the others along, so that a hue stays; what lies far beyond
   white becomes white. */
INLINE PixelDeep held_back(PixelDeep p, const PixelLight *l) {
  float blue = linear_light(l->linear, p.blue), green = linear_light(l->linear, p.green);
  float red = linear_light(l->linear, p.red), most = blue > green ? blue : green;
  most = most > red ? most : red;
  float room = 1 - l->linear_knee, way = (most - l->linear_knee) / room;
  float shown = l->linear_knee + room * (1 - 1 / (1 + way)), factor = shown / most;
  float white = most > 1 ? (most - 1) / (most + 6) : 0;
  blue *= factor, green *= factor, red *= factor;
  blue += (shown - blue) * white, green += (shown - green) * white, red += (shown - red) * white;
  return (PixelDeep){encoded_light(l->encoded, blue), encoded_light(l->encoded, green),
                     encoded_light(l->encoded, red), p.alpha};
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
    store_eight(out + i, eight);
    if (!l.linear || !is_any_bright(eight, l.knee)) continue;
    for (PixelDeep *p = out + i; p < out + i + 8; p++) {
      if (p->blue > l.knee || p->green > l.knee || p->red > l.knee) *p = held_back(*p, &l);
    }
  }
}

CLONES void pixel_finish_light(void *out, const void *pixels, const void *glow, const PixelLight *light,
                               ptrdiff_t count) {
  finish_light(out, pixels, glow, light, count);
}
