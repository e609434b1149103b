/* Eight pixels at a time, their even bytes (B, R) and odd bytes (G, A) in 16-bit lanes: neither widened nor narrowed.
   Shared by the kernels for sprites and fills. */

#pragma once

#include "wide_rows.h"

typedef struct {
  u16x16 even, odd;
} EightPixels;

INLINE u32x8 load_eight(const uint32_t *p) {
  u32x8 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE void store_eight(uint32_t *p, u32x8 v) { memcpy(p, &v, sizeof v); }

/* Bytes as they are. */
INLINE EightPixels split(u32x8 pixels) {
  return (EightPixels){(u16x16)(pixels & 0x00FF00FFu), (u16x16)pixels >> 8};
}

/* A weight (0...65535) times the tint, for the channels of every pixel. */
INLINE EightPixels tint_weights(uint32_t weight, uint32_t tint) {
  /* Two channels in one product: each is below 2^32. */
  uint64_t blue = tint & 255, green = tint >> 8 & 255, red = tint >> 16 & 255, alpha = tint >> 24;
  uint64_t even = ((blue * 257 + (blue >> 7)) | (red * 257 + (red >> 7)) << 32) * weight;
  uint64_t odd = ((green * 257 + (green >> 7)) | (alpha * 257 + (alpha >> 7)) << 32) * weight;
#define BOTH(x) (u16x16)((u32x8){} + ((uint32_t)((x) >> 16 & 0xFFFF) | (uint32_t)((x) >> 32 & 0xFFFF0000)))
  return (EightPixels){BOTH(even), BOTH(odd)};
#undef BOTH
}

/* Pixels from bytes times 256, rounded to nearest. */
INLINE u32x8 joined(EightPixels p) { return (u32x8)((p.even + 128) >> 8 | ((p.odd + 128) & 0xFF00)); }

/* A value per pixel, 0...255, for both of its 16-bit lanes. */
INLINE u16x16 both_lanes(u32x8 values) { return (u16x16)(values | values << 16); }

/* Every component times factor / 255. */
INLINE u32x8 scaled(u32x8 pixels, u16x16 factor) {
  EightPixels p = split(pixels);
  return (u32x8)(divide255(p.even * factor) | divide255(p.odd * factor) << 8);
}

/* What source pixels leave of the backdrop, 0...255. */
INLINE u16x16 backdrop_factor(u32x8 source) {
  u8x32 none = {}, rest = (u8x32)~source;
  return (u16x16)__builtin_shufflevector(rest, none, 3, 32, 3, 32, 7, 32, 7, 32, 11, 32, 11, 32, 15, 32, 15, 32, 19, 32,
                                         19, 32, 23, 32, 23, 32, 27, 32, 27, 32, 31, 32, 31, 32);
}

INLINE u32x8 laid_over(u32x8 source, u16x16 factor, u32x8 backdrop) {
  return (u32x8)__builtin_elementwise_add_sat((u8x32)source, (u8x32)scaled(backdrop, factor));
}

INLINE u32x8 blended(u32x8 source, u32x8 backdrop, int is_additive) {
  if (!is_additive) return laid_over(source, backdrop_factor(source), backdrop);
  return (u32x8)__builtin_elementwise_add_sat((u8x32)source, (u8x32)backdrop);
}
