/* Compositing operators for 8-bit pixels. */

#pragma once

#include "form8.h"

/* The factor from each alpha: unchanged, inverted, or one of the constants 0 and 255. */
INLINE Shares alpha_shares(u32x8 pixels, uint32_t mask, uint32_t inverse) {
  return both_lanes((pixels >> 24 & mask) ^ inverse);
}

/* Multiplies each component by the same component of the other pixel and divides by 255. */
INLINE u32x8 products(u32x8 a, u32x8 b) {
  EightPixels p = split(a), q = split(b);
  return (u32x8)(divide255(p.even * q.even) | divide255(p.odd * q.odd) << 8);
}

INLINE u32x8 sums(u32x8 a, u32x8 b) { return (u32x8)__builtin_elementwise_add_sat((u8x32)a, (u8x32)b); }
INLINE u32x8 complements(u32x8 a) { return ~a; }
INLINE u32x8 lower_ones(u32x8 a, u32x8 b) { return (u32x8)__builtin_elementwise_min((u8x32)a, (u8x32)b); }
INLINE u32x8 higher_ones(u32x8 a, u32x8 b) { return (u32x8)__builtin_elementwise_max((u8x32)a, (u8x32)b); }
INLINE u32x8 screened(u32x8 above, u32x8 below) { return sums(above, products(below, complements(above))); }

/* Colour dodge: divides the backdrop by the inverse of the source. No component exceeds alpha. */
INLINE u32x8 dodged(u32x8 above, u32x8 below) {
  u32x8 result = screened(above, below) & 0xFF000000u, alpha = result >> 24;
  for (int shift = 0; shift < 24; shift += 8) {
    u32x8 rest = 255 - (above >> shift & 255), light = below >> shift & 255, is_full = (u32x8)(rest == 0);
    u32x8 divisor = rest | (is_full & 1);
    f32x8 share = __builtin_convertvector(light * 255, f32x8) / __builtin_convertvector(divisor, f32x8);
    u32x8 value = __builtin_convertvector(share + 0.5f, u32x8);
    result |= __builtin_elementwise_min(value, alpha) << shift;
  }
  return result;
}

/* `max(0, min(1, a + b) - (a - source) - (b - backdrop))` */
INLINE u32x8 plus_darker(u32x8 above, u32x8 below) {
  u32x8 a = above >> 24, b = below >> 24, alpha = __builtin_elementwise_min(a + b, (u32x8){} + 255);
  u32x8 result = alpha << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    u32x8 s = above >> shift & 255, d = below >> shift & 255;
    u32x8 missing = a - __builtin_elementwise_min(s, a) + b - __builtin_elementwise_min(d, b);
    result |= (alpha - __builtin_elementwise_min(missing, alpha)) << shift;
  }
  return result;
}
