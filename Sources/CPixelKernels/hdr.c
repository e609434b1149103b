/* Floats as a screen of high dynamic range is told of them: in light, in wider primaries, by a curve. */

#define DEEP
#include "form.h"

/* Far beyond every screen, and its square is still a float. */
#define BRIGHTEST 1e6f

/* A component of each of eight pixels. */
typedef f32x8 Component;
typedef struct {
  Component red, green, blue;
} Colors;

INLINE Component chosen(i32x8 mask, Component a, Component b) {
  return (Component)((mask & (i32x8)a) | (~mask & (i32x8)b));
}
INLINE Component all_of(float value) { return value - (Component){}; }
/* What is not a number is the other. */
INLINE Component lesser(Component a, Component b) { return chosen(a < b, a, b); }
INLINE Component greater(Component a, Component b) { return chosen(a > b, a, b); }

/* Values of a table and the ones after them, with lines between. */
INLINE Component between_values(const float *table, i32x8 places, Component shares) {
  Component first, next;
  for (int k = 0; k < 8; k++) first[k] = table[places[k]], next[k] = table[places[k] + 1];
  return first + shares * (next - first);
}

/* The light of components: sRGB's curve up to 1, then its tangent; below 0, where colours lie outside of sRGB, the
   mirror image. */
INLINE Component light_of(const float *table, Component value) {
  Component none = {}, size = greater(chosen(value < 0, -value, value), none);
  size = lesser(size, all_of(BRIGHTEST));
  Component place = lesser(size, all_of(1)) * PIXEL_LIGHT_STEPS;
  i32x8 index = __builtin_convertvector(place, i32x8), last = {};
  last += PIXEL_LIGHT_STEPS - 1;
  i32x8 is_last = index > last;
  index = (is_last & last) | (~is_last & index);
  Component below = between_values(table, index, place - __builtin_convertvector(index, Component));
  Component light = chosen(size < 1, below, 1 + PIXEL_LIGHT_SLOPE * (size - 1));
  return chosen(value < 0, -light, light);
}

/* Values of a table that is indexed by a float's upper bits. */
INLINE Component on_curve(const float *table, Component value) {
  value = lesser(greater(value, all_of(0x1p-32f)), all_of(1));
  i32x8 bits = (i32x8)value, index = (bits >> 16) - ((127 - PIXEL_CURVE_OCTAVES) * PIXEL_CURVE_STEPS);
  return between_values(table, index, __builtin_convertvector(bits & 0xFFFF, Component) * (1 / 65536.0f));
}

/* The primaries of BT.709 by those of BT.2020, each row a sum of 1. */
INLINE Colors in_wide_primaries(Colors c) {
  Component none = {};
  return (Colors){
      .red = greater(0.627404f * c.red + 0.329283f * c.green + 0.043313f * c.blue, none),
      .green = greater(0.069097f * c.red + 0.919540f * c.green + 0.011363f * c.blue, none),
      .blue = greater(0.016391f * c.red + 0.088013f * c.green + 0.895596f * c.blue, none),
  };
}

INLINE Component largest(Colors c) { return greater(greater(c.red, c.green), c.blue); }

INLINE int is_any(i32x8 mask) {
  u64x4 bits = (u64x4)mask;
  return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
}

/* The largest component fades out toward the peak and takes the others along; what lies far beyond the peak becomes
   white. */
INLINE Colors held_below(Colors c, float peak, Component most) {
  i32x8 is_bright = most > 1;
  float room = peak - 1;
  Component shown = 1 + room * (1 - 1 / (1 + (most - 1) / room)), factor = shown / most;
  Component white = chosen(most > peak, (most - peak) / (most + 6 * peak), (Component){});
  Component red = c.red * factor, green = c.green * factor, blue = c.blue * factor;
  red += (shown - red) * white, green += (shown - green) * white, blue += (shown - blue) * white;
  return (Colors){chosen(is_bright, red, c.red), chosen(is_bright, green, c.green), chosen(is_bright, blue, c.blue)};
}

INLINE Colors times(Colors c, Component factor) {
  return (Colors){c.red * factor, c.green * factor, c.blue * factor};
}

/* - Parameter levels: the light of each pixel. */
INLINE Colors told(Colors c, const PixelHDR *h, i32x8 *levels) {
  c = (Colors){light_of(h->linear, c.red), light_of(h->linear, c.green), light_of(h->linear, c.blue)};
  c = in_wide_primaries(c);
  Component most = largest(c);
  if (is_any(most > 1)) {
    c = held_below(c, h->peak, most);
    most = largest(c);
  }
  *levels = __builtin_convertvector(most * h->level + 0.5f, i32x8);
  c = times(c, all_of(h->white));
  if (h->gain) c = times(c, on_curve(h->gain, 0.0593f * c.blue + 0.6780f * c.green + 0.2627f * c.red));
  return (Colors){on_curve(h->curve, c.red), on_curve(h->curve, c.green), on_curve(h->curve, c.blue)};
}

#define EACH_FOURTH(v, k) __builtin_shufflevector(v, v, k, k + 4, k + 8, k + 12, k + 16, k + 20, k + 24, k + 28)

INLINE Eight told_eight(Eight p, const PixelHDR *h, i32x8 *levels) {
  Colors c = told((Colors){EACH_FOURTH(p, 2), EACH_FOURTH(p, 1), EACH_FOURTH(p, 0)}, h, levels);
  Component alpha = EACH_FOURTH(p, 3);
  f32x16 low = __builtin_shufflevector(c.blue, c.green, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  f32x16 high = __builtin_shufflevector(c.red, alpha, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(low, high, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27, 4, 12, 20, 28, 5,
                                 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31);
}

/* Neighbours are often equal. */
INLINE void hdr_row(PixelDeep *out, const PixelDeep *pixels, const PixelHDR *hdr, PixelLevels *all, ptrdiff_t count) {
  const i32x8 columns = {0, 1, 2, 3, 4, 5, 6, 7};
  PixelHDR h = *hdr;
  PixelDeep last[8] = {};
  i32x8 levels = {};
  Eight result = told_eight(load_eight(last), &h, &levels);
  for (ptrdiff_t i = 0; i < count; i += 8) {
    if (memcmp(pixels + i, last, sizeof last)) {
      memcpy(last, pixels + i, sizeof last);
      result = told_eight(load_eight(last), &h, &levels);
    }
    store_eight(out + i, result);
    int32_t rest = count - i < 8 ? (int32_t)(count - i) : 8;
    i32x8 counted = levels & (columns < rest);
    for (int k = 0; k < 8; k++) {
      all->sum += (uint64_t)counted[k];
      if ((uint32_t)counted[k] > all->most) all->most = (uint32_t)counted[k];
    }
  }
}

CLONES void pixel_hdr_row(void *out, const void *pixels, const PixelHDR *hdr, PixelLevels *levels, ptrdiff_t count) {
  hdr_row(out, pixels, hdr, levels, count);
}
