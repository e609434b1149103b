/* Blend modes of layers for 8-bit pixels, in single precision. Gives the results of `referenceBlendSpan`. */

#pragma once

#include "blend_colors.h"

/* Divides by 255 and rounds to nearest, five times as fast as a division: the product with the first 16 bits of 1/255
   is exact, and the product with the remaining bits is too small to change the rounding (tested with every value). */
INLINE f32x16 component(u32x16 pixels, int shift) {
  f32x16 value = __builtin_convertvector((i32x16)(pixels >> shift & 255), f32x16);
  return value * 0x1.0101p-8f + value * 0x1.0101p-32f;
}

INLINE Colors components(u32x16 pixels) {
  return (Colors){component(pixels, 0), component(pixels, 8), component(pixels, 16)};
}

/* Rounds to 0...255. NaN gives an undefined number. */
INLINE u32x16 byte(f32x16 value) {
  f32x16 unit = most(all(0), least(all(1), value));
  return (u32x16)__builtin_convertvector(unit * 255 + 0.5f, i32x16);
}

INLINE f32x16 joined_component(f32x16 s, f32x16 d, f32x16 mixed, f32x16 a, f32x16 b) {
  return s * (1 - b) + d * (1 - a) + mixed * (a * b);
}

INLINE u32x16 blended_pixels(u32x16 source, u32x16 backdrop, int32_t mode) {
  f32x16 a = component(source, 24), b = component(backdrop, 24);
  Colors s = components(source), d = components(backdrop);
  Colors above = {s.blue / a, s.green / a, s.red / a}, below = {d.blue / b, d.green / b, d.red / b};
  Colors mixed = blend_colors(above, below, mode);
  u32x16 alpha = byte(a + b - a * b);
  u32x16 blue = byte(joined_component(s.blue, d.blue, mixed.blue, a, b));
  u32x16 green = byte(joined_component(s.green, d.green, mixed.green, a, b));
  u32x16 red = byte(joined_component(s.red, d.red, mixed.red, a, b));
  u32x16 joined = alpha << 24 | __builtin_elementwise_min(red, alpha) << 16 |
                  __builtin_elementwise_min(green, alpha) << 8 | __builtin_elementwise_min(blue, alpha);
  u32x16 has_source = (u32x16)(source >= 0x01000000u), has_backdrop = (u32x16)(backdrop >= 0x01000000u);
  return (((joined & has_backdrop) | (source & ~has_backdrop)) & has_source) | (backdrop & ~has_source);
}

/* Sixteen pixels, or eight followed by eight zeros. */
INLINE u32x16 load_row(const uint32_t *p, ptrdiff_t rest) {
  if (rest > 8) return load_sixteen(p);
  u32x8 none = {};
  return __builtin_shufflevector(load_eight(p), none, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

INLINE void store_blended(uint32_t *p, u32x16 pixels, ptrdiff_t rest) {
  if (rest > 8) return store_sixteen(p, pixels);
  store_eight(p, __builtin_shufflevector(pixels, pixels, 0, 1, 2, 3, 4, 5, 6, 7));
}

INLINE void blend_span(uint32_t *pixels, const uint32_t *source, int32_t mode, ptrdiff_t count) {
  u32x16 indices = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (ptrdiff_t i = 0; i < count; i += 16) {
    u32x16 is_outside = (u32x16)(indices >= (uint32_t)(count - i));
    u32x16 above = load_row(source + i, count - i) & ~is_outside, below = load_row(pixels + i, count - i);
    u32x16 result = blended_pixels(above, below, mode);
    store_blended(pixels + i, (result & ~is_outside) | (below & is_outside), count - i);
  }
}
