/* Floats as a screen of high dynamic range is told of them: in light, in wider primaries, by a curve. */

#include "light_components.h"

/* Far beyond every screen, and its square is still a float. */
#define BRIGHTEST 1e6f

/* The light of components: sRGB's curve up to 1, then its tangent; below 0, where colours lie outside of sRGB, the
   mirror image. */
INLINE Component light_of(const float *table, Component value) {
  Component size = lesser(greater(chosen(value < 0, -value, value), (Component){}), all_of(BRIGHTEST));
  Component light = linear_light(table, size);
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

INLINE Eight told_eight(Eight p, const PixelHDR *h, i32x8 *levels) {
  return with_alpha_of(told(colors_of(p), h, levels), p);
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
