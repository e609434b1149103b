#include "CPixelKernels.h"

#pragma STDC FP_CONTRACT OFF

/* One clone per vector width, chosen at load time; elsewhere the compiler's baseline is wide enough. */
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#define INLINE static inline __attribute__((always_inline))

/* x / 255, rounded to nearest, exact for 0 <= x <= 255 * 255. */
INLINE uint16_t div255(uint16_t x) {
  uint16_t t = (uint16_t)(x + 128);
  return (uint16_t)((uint16_t)(t + (t >> 8)) >> 8);
}

INLINE uint8_t saturated(uint16_t x) { return (uint8_t)(x > 255 ? 255 : x); }

/* 8-bit lanes to 16-bit lanes. */
INLINE uint64_t spread(uint32_t pixel) {
  uint64_t x = pixel;
  x = (x | x << 16) & 0x0000FFFF0000FFFFull;
  return (x | x << 8) & 0x00FF00FF00FF00FFull;
}

CLONES void pixel_resample_row(uint64_t *restrict out, uint64_t *restrict expanded, const uint32_t *restrict texels,
                               ptrdiff_t texel_count, const PixelTap *restrict taps, ptrdiff_t count) {
  const uint8_t *bytes = (const uint8_t *)texels;
  uint16_t *lanes = (uint16_t *)expanded;
  for (ptrdiff_t i = 0; i < texel_count * 4; i++) lanes[i] = bytes[i];
  expanded[texel_count] = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    const uint64_t *pair = expanded + taps[i].texel;
    out[i] = pair[0] * taps[i].near_weight + pair[1] * taps[i].far_weight;
  }
}

INLINE int32_t clamp(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }

/* Overlap of the pixel-wide interval around `distance` with 0...length, 0...256. */
INLINE int32_t overlap(int32_t distance, int32_t length) {
  int32_t high = distance + 0x8000 < length ? distance + 0x8000 : length;
  int32_t low = distance - 0x8000 > 0 ? distance - 0x8000 : 0;
  int32_t width = high - low;
  return (width > 0 ? width : 0) >> 8;
}

CLONES void pixel_affine_positions(int32_t *restrict u, int32_t *restrict v, uint16_t *restrict coverage,
                                   const PixelAxis *restrict horizontal, const PixelAxis *restrict vertical,
                                   ptrdiff_t count) {
  const PixelAxis h = *horizontal, w = *vertical;
  for (ptrdiff_t i = 0; i < count; i++) {
    uint32_t k = (uint32_t)i;
    u[i] = clamp((int32_t)((uint32_t)h.position + k * (uint32_t)h.step), h.minimum, h.maximum) & h.mask;
    v[i] = clamp((int32_t)((uint32_t)w.position + k * (uint32_t)w.step), w.minimum, w.maximum) & w.mask;
    int32_t across = overlap((int32_t)((uint32_t)h.distance + k * (uint32_t)h.distance_step), h.length);
    int32_t down = overlap((int32_t)((uint32_t)w.distance + k * (uint32_t)w.distance_step), w.length);
    coverage[i] = (uint16_t)(across * down >> 8);
  }
}

CLONES void pixel_sample_bilinear(uint64_t *restrict out, const uint32_t *restrict texels, int32_t width,
                                  int32_t height, const int32_t *restrict u, const int32_t *restrict v,
                                  const uint16_t *restrict coverage, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    int32_t column = u[i] >> 16, row = v[i] >> 16;
    ptrdiff_t right = column + 1 < width;
    ptrdiff_t below = row + 1 < height ? width : 0;
    const uint32_t *texel = texels + (ptrdiff_t)row * width + column;
    uint32_t whole = coverage[i], across = u[i] >> 8 & 255, down = v[i] >> 8 & 255;
    uint32_t both = across * down * whole >> 16;
    uint32_t only_across = (across * whole >> 8) - both;
    uint32_t only_down = (down * whole >> 8) - both;
    uint32_t neither = whole - only_across - only_down - both;
    out[i] = spread(texel[0]) * neither + spread(texel[right]) * only_across + spread(texel[below]) * only_down +
             spread(texel[below + right]) * both;
  }
}

/* The weight of each channel: a row weight times the tint, 0...65535. */
INLINE void channel_weights(uint16_t weights[4], uint32_t weight, uint32_t tint) {
  for (int c = 0; c < 4; c++) {
    uint32_t t = tint >> (8 * c) & 255;
    weights[c] = (uint16_t)(weight * (t * 257 + (t >> 7)) >> 16);
  }
}

INLINE uint16_t high_product(uint16_t a, uint16_t b) { return (uint16_t)((uint32_t)a * b >> 16); }

CLONES void pixel_blend_over(uint32_t *restrict pixels, const uint64_t *near_row, const uint64_t *far_row,
                             uint32_t near_weight, uint32_t far_weight, uint32_t tint, ptrdiff_t count) {
  uint16_t near_weights[4], far_weights[4];
  channel_weights(near_weights, near_weight, tint);
  channel_weights(far_weights, far_weight, tint);
  const uint16_t *a = (const uint16_t *)near_row, *b = (const uint16_t *)far_row;
  uint8_t *d = (uint8_t *)pixels;
  for (ptrdiff_t i = 0; i < count; i++, a += 4, b += 4, d += 4) {
    uint16_t s[4];
    for (int c = 0; c < 4; c++)
      s[c] = (uint16_t)(high_product(a[c], near_weights[c]) + high_product(b[c], far_weights[c]) + 128) >> 8;
    for (int c = 0; c < 4; c++) d[c] = saturated((uint16_t)(s[c] + div255((uint16_t)(d[c] * (255 - s[3])))));
  }
}

CLONES void pixel_blend_add(uint32_t *restrict pixels, const uint64_t *near_row, const uint64_t *far_row,
                            uint32_t near_weight, uint32_t far_weight, uint32_t tint, ptrdiff_t count) {
  uint16_t near_weights[4], far_weights[4];
  channel_weights(near_weights, near_weight, tint);
  channel_weights(far_weights, far_weight, tint);
  const uint16_t *a = (const uint16_t *)near_row, *b = (const uint16_t *)far_row;
  uint8_t *d = (uint8_t *)pixels;
  for (ptrdiff_t i = 0; i < count; i++, a += 4, b += 4, d += 4) {
    for (int c = 0; c < 4; c++) {
      uint16_t s = (uint16_t)(high_product(a[c], near_weights[c]) + high_product(b[c], far_weights[c]) + 128) >> 8;
      d[c] = saturated((uint16_t)(d[c] + s));
    }
  }
}

CLONES void pixel_fill_span(uint32_t *restrict pixels, const uint8_t *restrict coverage, uint32_t color,
                            ptrdiff_t count) {
  uint8_t *d = (uint8_t *)pixels;
  for (ptrdiff_t i = 0; i < count; i++, d += 4) {
    uint16_t s[4];
    for (int c = 0; c < 4; c++) s[c] = div255((uint16_t)((color >> (8 * c) & 255) * (coverage ? coverage[i] : 255)));
    for (int c = 0; c < 4; c++) d[c] = saturated((uint16_t)(s[c] + div255((uint16_t)(d[c] * (255 - s[3])))));
  }
}

CLONES void pixel_composite_span(uint32_t *restrict pixels, const uint32_t *restrict source,
                                 const uint8_t *restrict coverage, uint32_t alpha, ptrdiff_t count) {
  uint8_t *d = (uint8_t *)pixels;
  const uint8_t *p = (const uint8_t *)source;
  for (ptrdiff_t i = 0; i < count; i++, d += 4, p += 4) {
    uint16_t factor = coverage ? div255((uint16_t)(coverage[i] * alpha)) : (uint16_t)alpha;
    uint16_t s[4];
    for (int c = 0; c < 4; c++) s[c] = div255((uint16_t)(p[c] * factor));
    for (int c = 0; c < 4; c++) d[c] = saturated((uint16_t)(s[c] + div255((uint16_t)(d[c] * (255 - s[3])))));
  }
}
