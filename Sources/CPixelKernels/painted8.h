/* Sixteen gradient pixels with 8 bits per component. */

#pragma once

#include "gradient_places.h"

#include "form8.h"

typedef u32x16 Painted;

INLINE Painted interpolated(f32x16 distance, f32x16 red, f32x16 green, f32x16 blue, f32x16 alpha, f32x16 red_step,
                            f32x16 green_step, f32x16 blue_step, f32x16 alpha_step, int is_opaque) {
  red = distance * red_step + red;
  green = distance * green_step + green;
  blue = distance * blue_step + blue;
  u32x16 opacity = (u32x16){} + 0xFF000000u;
  if (!is_opaque) {
    f32x16 most = (f32x16){} + 255;
    alpha = distance * alpha_step + alpha;
    /* At most 255, so that no component exceeds alpha. */
    red = select(red < most, red, most) * alpha + 0.5f;
    green = select(green < most, green, most) * alpha + 0.5f;
    blue = select(blue < most, blue, most) * alpha + 0.5f;
    opacity = (u32x16)__builtin_convertvector(alpha * 255 + 0.5f, i32x16) << 24;
  }
  return opacity | (u32x16)__builtin_convertvector(red, i32x16) << 16 |
         (u32x16)__builtin_convertvector(green, i32x16) << 8 | (u32x16)__builtin_convertvector(blue, i32x16);
}

INLINE Painted chosen_pixels(i32x16 mask, Painted yes, Painted no) { return SELECT((u32x16)mask, yes, no); }
INLINE Painted pixels_where(i32x16 mask, Painted pixels) { return pixels & (u32x16)mask; }

INLINE void store_painted(uint32_t *out, Painted pixels) { memcpy(out, &pixels, sizeof pixels); }
/* Stores fewer than sixteen pixels, each at a given distance from the previous one. */
INLINE void store_some(uint32_t *out, Painted pixels, ptrdiff_t stride, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) out[i * stride] = pixels[i];
}
