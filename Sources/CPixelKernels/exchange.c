/* Converts rows of premultiplied 8-bit pixels to the formats of files and hosts. */

#include "PixelKernels.h"

#include "form8.h"

INLINE u32x8 with_red_and_blue_swapped(u32x8 p) { return (p & 0xFF00FF00u) | (p >> 16 & 255) | (p & 255) << 16; }

INLINE u32x8 raised(u32x8 p) {
  u32x8 most = (u32x8)__builtin_elementwise_max((u8x32)p, (u8x32)(p << 16));
  most = (u32x8)__builtin_elementwise_max((u8x32)most, (u8x32)(most << 8));
  return (p & 0x00FFFFFF) | (most & 0xFF000000u);
}

/* (c * 255 + alpha / 2) / alpha, truncated. A quarter is added to keep the float quotient away from integers. */
INLINE u32x8 divided(u32x8 p) {
  u32x8 alpha = p >> 24, is_clear = (u32x8)(alpha == 0), result = p & 0xFF000000u;
  f32x8 whole = __builtin_convertvector((i32x8)(alpha | (is_clear & 1)), f32x8);
  f32x8 half = __builtin_convertvector((i32x8)(alpha >> 1), f32x8) + 0.25f;
  for (int shift = 0; shift < 24; shift += 8) {
    f32x8 light = __builtin_convertvector((i32x8)(p >> shift & 255), f32x8) * 255 + half;
    i32x8 value = __builtin_elementwise_min(__builtin_convertvector(light / whole, i32x8), (i32x8){} + 255);
    result |= (u32x8)value << shift;
  }
  return result & ~is_clear;
}

/* Opaque pixels differ between formats only in the order of components. */
INLINE u32x8 formatted(u32x8 p, int32_t format) {
  if (format & PixelOverBlack) p |= 0xFF000000u;
  if (format & (PixelRaised | PixelStraight) && is_any((p != 0) & (p < 0xFF000000u))) {
    if (format & PixelRaised) p = raised(p);
    if (format & PixelStraight) p = divided(p);
  }
  return format & PixelRGBA ? with_red_and_blue_swapped(p) : p;
}

INLINE uint32_t format_row(uint8_t *out, const uint32_t *row, int32_t format, ptrdiff_t count) {
  u32x8 all = ~(u32x8){};
  ptrdiff_t x = 0;
  for (; x + 8 <= count; x += 8) {
    u32x8 p = load_eight(row + x);
    all &= p;
    store_first(out + 4 * x, formatted(p, format), 8);
  }
  if (x < count) {
    u32x8 p = load_some(row + x, count - x);
    all &= first_of(p, ~(u32x8){}, count - x);
    store_first(out + 4 * x, formatted(p, format), count - x);
  }
  return __builtin_reduce_and(all);
}

CLONES uint32_t pixel_format_row(void *out, const uint32_t *row, int32_t format, ptrdiff_t count) {
  switch (format) {
  case PixelOverBlack: return format_row(out, row, PixelOverBlack, count);
  case PixelOverBlack | PixelRGBA: return format_row(out, row, PixelOverBlack | PixelRGBA, count);
  case PixelStraight: return format_row(out, row, PixelStraight, count);
  case PixelStraight | PixelRGBA: return format_row(out, row, PixelStraight | PixelRGBA, count);
  case PixelRaised: return format_row(out, row, PixelRaised, count);
  case PixelRaised | PixelStraight: return format_row(out, row, PixelRaised | PixelStraight, count);
  default: return format_row(out, row, format, count);
  }
}

INLINE u32x8 premultiplied(u32x8 p) { return (scaled(p, shares(p >> 24)) & 0x00FFFFFF) | (p & 0xFF000000u); }

INLINE void format_row_over(uint8_t *out, const uint8_t *in, const uint32_t *row, int32_t format, ptrdiff_t count) {
  for (ptrdiff_t x = 0; x < count; x += 8) {
    u32x8 above = load_some(row + x, count - x), host = load_some(in + 4 * x, count - x), below = host;
    u32x8 is_clear = (u32x8)(above == 0);
    if (is_any(~(i32x8)is_clear)) {
      if (format & PixelRGBA) below = with_red_and_blue_swapped(below);
      if (format & PixelStraight) below = premultiplied(below);
      u32x8 result = formatted(blended(above, below, 0), format);
      host = (host & is_clear) | (result & ~is_clear);
    }
    store_first(out + 4 * x, host, count - x);
  }
}

CLONES void pixel_format_row_over(void *out, const void *in, const uint32_t *row, int32_t format, ptrdiff_t count) {
  switch (format) {
  case PixelStraight | PixelRGBA: return format_row_over(out, in, row, PixelStraight | PixelRGBA, count);
  case PixelStraight: return format_row_over(out, in, row, PixelStraight, count);
  default: return format_row_over(out, in, row, format, count);
  }
}
