/* Looks up colours in a table. */

#include "light_components.h"

/* The entry before a position along a side of the table, and the weight of the next one. */
typedef struct {
  i32x8 index;
  Component share;
} Place;

INLINE Place place_of(Component color, const PixelLUT *l, int component) {
  float last = (float)(l->size - 1);
  Component place = (color - l->low[component]) * l->scale[component];
  place = lesser(greater(place, (Component){}), all_of(last));
  i32x8 index = __builtin_convertvector(lesser(place, all_of(last - 1)), i32x8);
  return (Place){index, place - __builtin_convertvector(index, Component)};
}

INLINE i32x8 chosen_wholes(i32x8 mask, i32x8 a, i32x8 b) { return (mask & a) | (~mask & b); }

/* Entries at two of eight places: k and k + 1. */
INLINE f32x8 two_entries(const float *values, const Places *places, int k) {
  f32x4 near, far;
  memcpy(&near, values + places->each[k], sizeof near);
  memcpy(&far, values + places->each[k + 1], sizeof far);
  return __builtin_shufflevector(near, far, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* The cube between eight entries consists of six tetrahedra around its diagonal. The tetrahedron of a colour has the
   corners that are reached from the first entry along the component with the largest weight, then the middle one, then
   the smallest. */
INLINE Eight from_cube(const PixelLUT *l, Place red, Place green, Place blue, Component cover) {
  i32x8 zero = {}, one = zero + 1, row = zero + l->size, plane = row * row;
  Component r = red.share, g = green.share, b = blue.share;
  i32x8 is_rg = r >= g, is_gb = g >= b, is_rb = r >= b;
  Component most = greater(greater(r, g), b), least = lesser(lesser(r, g), b);
  Component middle = greater(lesser(r, g), lesser(greater(r, g), b));
  i32x8 first = red.index + row * green.index + plane * blue.index, last = first + one + row + plane;
  i32x8 second = first + chosen_wholes(is_rg & is_rb, one, chosen_wholes(is_gb & ~is_rg, row, plane));
  i32x8 third = last - chosen_wholes(is_gb & is_rb, plane, chosen_wholes(is_rg & ~is_gb, row, one));
  Component shares[4] = {(1 - most) * cover, (most - middle) * cover, (middle - least) * cover, least * cover};
  Places places[4];
  places[0].all = first << 2, places[1].all = second << 2, places[2].all = third << 2, places[3].all = last << 2;
  f32x8 sums[4];
#define PART(corner, k)                          \
  two_entries(l->values, places + (corner), k) * \
      __builtin_shufflevector(shares[corner], shares[corner], k, k, k, k, k + 1, k + 1, k + 1, k + 1)
#define TWO_SUMS(k) (PART(0, k) + PART(1, k)) + (PART(2, k) + PART(3, k))
  sums[0] = TWO_SUMS(0), sums[1] = TWO_SUMS(2), sums[2] = TWO_SUMS(4), sums[3] = TWO_SUMS(6);
#undef TWO_SUMS
#undef PART
  Eight result;
  memcpy(&result, sums, sizeof result);
  return result;
}

INLINE Component from_curve(const PixelLUT *l, int component, Place place) {
  return between_values(l->values + component * l->size, place.index, place.share);
}

INLINE Eight looked_up(Eight pixels, const PixelLUT *l) {
  Colors c = colors_of(pixels);
  Component alpha = EACH_FOURTH(pixels, 3);
  /* Additive light has no alpha: its largest component is used instead. */
  Component cover = greater(alpha, lesser(largest(c), all_of(1)));
  cover = greater(cover, all_of(0x1p-20f));
  Component straight = 1 / cover;
  Place red = place_of(c.red * straight, l, 0), green = place_of(c.green * straight, l, 1);
  Place blue = place_of(c.blue * straight, l, 2);
  cover = chosen(cover > 0x1p-20f, cover, (Component){});
  if (!l->is_cube) {
    Colors found = {.red = from_curve(l, 0, red) * cover,
                    .green = from_curve(l, 1, green) * cover,
                    .blue = from_curve(l, 2, blue) * cover};
    return with_alpha_of(found, pixels);
  }
  const i32x32 is_color = EIGHT_TIMES(-1, -1, -1, 0);
  return chosen_floats(is_color, from_cube(l, red, green, blue, cover), pixels);
}

INLINE void apply_lut(PixelDeep *out, const PixelDeep *pixels, const PixelLUT *lut, ptrdiff_t count) {
  PixelLUT l = *lut;
  Eight last = {}, found = {};
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight eight = load_eight(pixels + i);
    /* Neighbours are often equal, so the previous result is reused. */
    if (i == 0 || !are_same(eight, last)) found = looked_up(eight, &l), last = eight;
    store_eight(out + i, found);
  }
}

CLONES void pixel_apply_lut(void *out, const void *pixels, const PixelLUT *lut, ptrdiff_t count) {
  apply_lut(out, pixels, lut, count);
}
