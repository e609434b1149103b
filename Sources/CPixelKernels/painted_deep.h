/* Sixteen float gradient pixels: one vector per component until they are stored. */

#pragma once

#include "gradient_places.h"

#include "form_deep.h"

typedef struct {
  f32x16 blue, green, red, alpha;
} Painted;

/* A value of the last parameter of `interpolated`, besides 0 and 1. */
enum { WIDE_COLORS = 2 };

/* A component of a segment, 0 to 255. Clamped because of rounding, unless it is wide. In an opaque gradient it contains
   half a step more, for 8-bit pixels. */
INLINE f32x16 component(f32x16 distance, f32x16 start, f32x16 step, int is_opaque) {
  f32x16 value = distance * step + start, none = {}, most = none + 255;
  if (is_opaque == WIDE_COLORS) return value * OF_BYTE;
  if (is_opaque) value -= 0.5f;
  value = select(value < most, value, most);
  return select(value > none, value, none) * OF_BYTE;
}

INLINE Painted interpolated(f32x16 distance, f32x16 red, f32x16 green, f32x16 blue, f32x16 alpha, f32x16 red_step,
                            f32x16 green_step, f32x16 blue_step, f32x16 alpha_step, int is_opaque) {
  f32x16 none = {}, one = none + 1;
  red = component(distance, red, red_step, is_opaque);
  green = component(distance, green, green_step, is_opaque);
  blue = component(distance, blue, blue_step, is_opaque);
  if (is_opaque == 1) return (Painted){blue, green, red, one};
  alpha = distance * alpha_step + alpha;
  alpha = select(alpha < one, alpha, one);
  alpha = select(alpha > none, alpha, none);
  return (Painted){blue * alpha, green * alpha, red * alpha, alpha};
}

INLINE Painted chosen_pixels(i32x16 mask, Painted yes, Painted no) {
  return (Painted){select(mask, yes.blue, no.blue), select(mask, yes.green, no.green), select(mask, yes.red, no.red),
                   select(mask, yes.alpha, no.alpha)};
}
INLINE Painted pixels_where(i32x16 mask, Painted pixels) { return chosen_pixels(mask, pixels, (Painted){}); }

INLINE void store_painted(PixelDeep *out, Painted p) {
#define JOINED(a, b)                                                                                                   \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27,  \
                          12, 28, 13, 29, 14, 30, 15, 31)
  f32x32 first = JOINED(p.blue, p.green), second = JOINED(p.red, p.alpha);
#undef JOINED
#define PAIRS(start)                                                                                                   \
  __builtin_shufflevector(first, second, start, start + 1, start + 32, start + 33, start + 2, start + 3, start + 34,   \
                          start + 35, start + 4, start + 5, start + 36, start + 37, start + 6, start + 7, start + 38,  \
                          start + 39)
  f32x16 four[4] = {PAIRS(0), PAIRS(8), PAIRS(16), PAIRS(24)};
#undef PAIRS
  memcpy(out, four, sizeof four);
}

/* Stores fewer than sixteen pixels, each at a given distance from the previous one. */
INLINE void store_some(PixelDeep *out, Painted pixels, ptrdiff_t stride, ptrdiff_t count) {
  PixelDeep all[LANES];
  store_painted(all, pixels);
  for (ptrdiff_t i = 0; i < count; i++) out[i * stride] = all[i];
}
