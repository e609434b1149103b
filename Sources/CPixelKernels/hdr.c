/* Encodes float pixels for HDR: linear light, wide primaries, transfer function. */

#include "light_components.h"

/* Far brighter than any display, and its square is still a finite float. */
#define BRIGHTEST 1e6f

/* The linear light of components: sRGB's curve up to 1, then its tangent. Below 0, for colours outside sRGB, the curve
   is mirrored. The curve above its linear part is 1 - (1 - v) q(v) with a polynomial of the fifth degree. Its relative
   error is at most 0.00015: a hundredth of a 10-bit code. A table takes twice as long. */
INLINE Component light_of(Component value) {
  i32x8 sign = (i32x8)value & INT32_MIN;
  Component size = lesser(greater((Component)((i32x8)value & INT32_MAX), (Component){}), all_of(BRIGHTEST));
  Component square = size * size;
  Component q = (0.99914193f + 0.9641031f * size) +
                square * ((0.4727063f - 0.33327338f * size) + square * (0.2852237f - 0.11662045f * size));
  Component light = chosen(size <= 0.04045f, size * (1 / 12.92f), 1 - (1 - size) * q);
  light = chosen(size < 1, light, 1 + PIXEL_LIGHT_SLOPE * (size - 1));
  return (Component)((i32x8)light | sign);
}

/* Values of a table that is indexed by the upper bits of a float. */
INLINE Component on_curve(const float *table, Component value) {
  value = lesser(greater(value, all_of(0x1p-32f)), all_of(1));
  i32x8 bits = (i32x8)value, index = (bits >> 16) - ((127 - PIXEL_CURVE_OCTAVES) * PIXEL_CURVE_STEPS);
  return between_values(table, index, __builtin_convertvector(bits & 0xFFFF, Component) * (1 / 65536.0f));
}

/* The matrix from BT.709 to BT.2020 primaries. Each row sums to 1. */
INLINE Colors in_wide_primaries(Colors c) {
  Component none = {};
  return (Colors){
      .red = greater(0.627404f * c.red + 0.329283f * c.green + 0.043313f * c.blue, none),
      .green = greater(0.069097f * c.red + 0.919540f * c.green + 0.011363f * c.blue, none),
      .blue = greater(0.016391f * c.red + 0.088013f * c.green + 0.895596f * c.blue, none),
  };
}

/* Light up to the peak is unchanged. Above it, all components are scaled so that the largest one is the peak, and very
   bright light becomes white. */
INLINE Colors held_below(Colors c, float peak, Component most) {
  i32x8 is_bright = most > peak;
  Component factor = peak / most, white = (most - peak) / (most + 6 * peak);
  Component red = c.red * factor, green = c.green * factor, blue = c.blue * factor;
  red += (peak - red) * white, green += (peak - green) * white, blue += (peak - blue) * white;
  return (Colors){chosen(is_bright, red, c.red), chosen(is_bright, green, c.green), chosen(is_bright, blue, c.blue)};
}

INLINE Colors times(Colors c, Component factor) {
  return (Colors){c.red * factor, c.green * factor, c.blue * factor};
}

/* Several groups of eight pixels go through each step together, so that one is computed while another waits. */
#define GROUPS 16

typedef struct {
  Eight pixels[GROUPS];
  Colors colors[GROUPS];
  /* The light of each pixel. */
  i32x8 levels[GROUPS];
} Strip;

INLINE void find_light(Strip *s, int count) {
  for (int g = 0; g < count; g++) {
    Colors c = colors_of(s->pixels[g]);
    s->colors[g] = in_wide_primaries((Colors){light_of(c.red), light_of(c.green), light_of(c.blue)});
  }
}

INLINE void hold_light(Strip *s, const PixelHDR *h, int count) {
  for (int g = 0; g < count; g++) {
    Colors c = s->colors[g];
    Component most = largest(c);
    if (is_any(most > h->peak)) {
      c = held_below(c, h->peak, most);
      most = largest(c);
    }
    s->levels[g] = __builtin_convertvector(most * h->level + 0.5f, i32x8);
    c = times(c, all_of(h->white));
    if (h->gain) c = times(c, on_curve(h->gain, 0.0593f * c.blue + 0.6780f * c.green + 0.2627f * c.red));
    s->colors[g] = c;
  }
}

INLINE void tell_light(Strip *s, const PixelHDR *h, int count) {
  for (int g = 0; g < count; g++) {
    Colors c = s->colors[g];
    c = (Colors){on_curve(h->curve, c.red), on_curve(h->curve, c.green), on_curve(h->curve, c.blue)};
    s->pixels[g] = with_alpha_of(c, s->pixels[g]);
  }
}

/* Encodes up to a strip of pixels. Equal neighbours are encoded once. */
INLINE int take_groups(Strip *s, const PixelDeep *pixels, ptrdiff_t eights, int32_t *which) {
  int count = 0;
  for (ptrdiff_t i = 0; i < eights; i++) {
    Eight pixel = load_eight(pixels + 8 * i);
    if (count == 0 || !are_same(pixel, s->pixels[count - 1])) s->pixels[count++] = pixel;
    which[i] = count - 1;
  }
  return count;
}

INLINE void hdr_row(PixelDeep *out, const PixelDeep *pixels, const PixelHDR *hdr, PixelLevels *all, ptrdiff_t count) {
  const i32x8 columns = {0, 1, 2, 3, 4, 5, 6, 7};
  PixelHDR h = *hdr;
  Strip strip;
  int32_t which[GROUPS];
  i32x8 most = {};
  u64x4 sum = {};
  for (ptrdiff_t start = 0; start < count; start += 8 * GROUPS) {
    ptrdiff_t eights = count - start < 8 * GROUPS ? (count - start + 7) / 8 : GROUPS;
    int groups = take_groups(&strip, pixels + start, eights, which);
    find_light(&strip, groups);
    hold_light(&strip, &h, groups);
    tell_light(&strip, &h, groups);
    for (ptrdiff_t i = 0; i < eights; i++) {
      store_eight(out + start + 8 * i, strip.pixels[which[i]]);
      ptrdiff_t rest = count - start - 8 * i;
      i32x8 counted = strip.levels[which[i]] & (columns < (int32_t)(rest < 8 ? rest : 8));
      i32x8 is_more = counted > most;
      most = (is_more & counted) | (~is_more & most);
      sum += ((u64x4)counted & UINT32_MAX) + ((u64x4)counted >> 32);
    }
  }
  for (int k = 0; k < 8; k++) {
    if ((uint32_t)most[k] > all->most) all->most = (uint32_t)most[k];
  }
  all->sum += sum[0] + sum[1] + sum[2] + sum[3];
}

CLONES void pixel_hdr_row(void *out, const void *pixels, const PixelHDR *hdr, PixelLevels *levels, ptrdiff_t count) {
  hdr_row(out, pixels, hdr, levels, count);
}
