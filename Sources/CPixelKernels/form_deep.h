/* The definitions of `form.h` for float pixels. Samples and texels have 8 bits up to their last step. Each operation is
   an IEEE operation in the order of the reference, so all vector widths give the same floats. */

#pragma once

#include "sample.h"

typedef float f32x32 __attribute__((vector_size(128)));
typedef int32_t i32x32 __attribute__((vector_size(128)));

typedef PixelDeep Pixel;
/* Components of eight pixels in memory order: blue, green, red, alpha. */
typedef f32x32 Eight;
typedef struct {
  Eight low, high;
} Sixteen;
/* Factors of components, 0...1. */
typedef f32x32 Shares;
typedef Sixteen LongShares;

#define OF_BYTE (1 / 255.0f)
/* The factor of a sample, which is a byte times 256. */
#define OF_SAMPLE (1 / 65280.0f)
#define OF_WEIGHT (1 / 65535.0f)

/* Lanes 4 k + c of a vector for pixels k. */
#define EACH_COMPONENT(v)                                                                                              \
  __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, \
                          7, 7, 7)
#define ALPHAS(v)                                                                                                      \
  __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 19, 19, 19, 19, 23, 23, 23,    \
                          23, 27, 27, 27, 27, 31, 31, 31, 31)
#define EIGHT_TIMES(a, b, c, d)                                                                                        \
  {a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d}

/* Reorders the lanes of each pixel. */
#define EACH_PIXEL(a, b, c, d)                                                                                         \
  a, b, c, d, a + 4, b + 4, c + 4, d + 4, a + 8, b + 8, c + 8, d + 8, a + 12, b + 12, c + 12, d + 12, a + 16, b + 16,  \
      c + 16, d + 16, a + 20, b + 20, c + 20, d + 20, a + 24, b + 24, c + 24, d + 24, a + 28, b + 28, c + 28, d + 28

INLINE Eight chosen_floats(i32x32 mask, Eight a, Eight b) {
  return (Eight)((mask & (i32x32)a) | (~mask & (i32x32)b));
}

INLINE_EACH Eight load_eight(const PixelDeep *p) {
  Eight v;
  memcpy(&v, p, sizeof v);
  return v;
}
INLINE_EACH void store_eight(PixelDeep *p, Eight v) { memcpy(p, &v, sizeof v); }
INLINE_EACH Sixteen load_sixteen(const PixelDeep *p) { return (Sixteen){load_eight(p), load_eight(p + 8)}; }
INLINE_EACH void store_sixteen(PixelDeep *p, Sixteen v) { store_eight(p, v.low), store_eight(p + 8, v.high); }
INLINE_EACH Sixteen twice(Eight v) { return (Sixteen){v, v}; }

/* A word's components. */
INLINE PixelDeep components_of(uint32_t color) {
  return (PixelDeep){(float)(int32_t)(color & 255) * OF_BYTE, (float)(int32_t)(color >> 8 & 255) * OF_BYTE,
                     (float)(int32_t)(color >> 16 & 255) * OF_BYTE, (float)(int32_t)(color >> 24) * OF_BYTE};
}
INLINE Eight eight_times(PixelDeep p) { return (Eight)EIGHT_TIMES(p.blue, p.green, p.red, p.alpha); }
INLINE Eight all_pixels(uint32_t color) { return eight_times(components_of(color)); }

/* The tint of samples and texels. */
typedef PixelDeep TintColor;
INLINE TintColor tint_color(uint32_t tint, const float *gain) {
  PixelDeep p = components_of(tint);
  return (TintColor){p.blue * gain[0], p.green * gain[1], p.red * gain[2], p.alpha * gain[3]};
}
INLINE int changes_nothing(TintColor tint) {
  return tint.blue == 1 && tint.green == 1 && tint.red == 1 && tint.alpha == 1;
}

/* A factor for each pixel, 0...255, for all of its components. */
INLINE_EACH Shares shares(u32x8 values) {
  f32x8 each = __builtin_convertvector((i32x8)values, f32x8) * OF_BYTE;
  return EACH_COMPONENT(each);
}
INLINE_EACH LongShares shares(u32x16 values) {
  return (Sixteen){shares(__builtin_shufflevector(values, values, 0, 1, 2, 3, 4, 5, 6, 7)),
                   shares(__builtin_shufflevector(values, values, 8, 9, 10, 11, 12, 13, 14, 15))};
}
INLINE Shares even_shares(uint32_t value) { return (f32x32){} + (float)(int32_t)value * OF_BYTE; }
INLINE Shares product_of_shares(Shares a, Shares b) { return a * b; }

INLINE_EACH Eight scaled(Eight pixels, Shares share) { return pixels * share; }
INLINE_EACH Sixteen scaled(Sixteen pixels, LongShares share) {
  return (Sixteen){pixels.low * share.low, pixels.high * share.high};
}

/* The fraction of the backdrop that remains under source pixels. */
INLINE_EACH Shares backdrop_factor(Eight source) { return 1 - ALPHAS(source); }
INLINE_EACH LongShares backdrop_factor(Sixteen source) {
  return (Sixteen){1 - ALPHAS(source.low), 1 - ALPHAS(source.high)};
}

INLINE_EACH Eight laid_over(Eight source, Shares factor, Eight backdrop) { return source + backdrop * factor; }
INLINE_EACH Sixteen laid_over(Sixteen source, LongShares factor, Sixteen backdrop) {
  return (Sixteen){source.low + backdrop.low * factor.low, source.high + backdrop.high * factor.high};
}

INLINE Eight limited_sum(Eight sum) {
  const Eight limit = EIGHT_TIMES(PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, 1);
  return chosen_floats(sum < limit, sum, limit);
}

INLINE_EACH Eight blended(Eight source, Eight backdrop, int is_additive) {
  if (!is_additive) return laid_over(source, backdrop_factor(source), backdrop);
  return limited_sum(source + backdrop);
}
INLINE_EACH Sixteen blended(Sixteen source, Sixteen backdrop, int is_additive) {
  return (Sixteen){blended(source.low, backdrop.low, is_additive), blended(source.high, backdrop.high, is_additive)};
}

INLINE i32x32 first_lanes(ptrdiff_t count) {
  i32x8 is_inside = (i32x8)(indices(0) < (uint32_t)count);
  return EACH_COMPONENT(is_inside);
}

INLINE_EACH Eight first_pixels(Eight pixels, ptrdiff_t count) {
  return (Eight)((i32x32)pixels & first_lanes(count));
}
INLINE_EACH Sixteen first_pixels(Sixteen pixels, ptrdiff_t count) {
  return (Sixteen){first_pixels(pixels.low, count), first_pixels(pixels.high, count > 8 ? count - 8 : 0)};
}

INLINE Eight first_of(Eight pixels, Eight others, ptrdiff_t count) {
  return chosen_floats(first_lanes(count), pixels, others);
}

INLINE Eight faded_pixels(uint32_t color, uint32_t share) { return all_pixels(color) * even_shares(share); }

/* Eight pixels of a colour, each multiplied by one of three factors or by 0. */
INLINE Eight box_of(uint32_t color, u32x8 is_first, uint32_t first, u32x8 is_last, uint32_t last, u32x8 is_between,
                    uint32_t between) {
  return all_pixels(color) * shares((first & is_first) | (last & is_last) | (between & is_between));
}

INLINE Eight between(Eight value, Eight least, Eight most) {
  value = chosen_floats(value < most, value, most);
  return chosen_floats(value > least, value, least);
}

/* The rounding offsets of eight pixels: 0.5, or a dither pattern. */
INLINE Eight eight_thresholds(const float *thresholds) {
  f32x8 eight;
  memcpy(&eight, thresholds, sizeof eight);
  return EACH_COMPONENT(eight);
}

/* With limits that do not change the integers, the compiler packs them without masks. */
INLINE u32x8 rounded_eight(Eight pixels, Eight thresholds) {
  Eight zero = {};
  i32x32 none = {}, most = none + 255;
  i32x32 bytes = __builtin_convertvector(between(pixels * 255 + thresholds, zero - 1, zero + 255), i32x32);
  bytes = __builtin_elementwise_min(__builtin_elementwise_max(bytes, none), most);
  return (u32x8)__builtin_convertvector(bytes, u8x32);
}

/* One component of sixteen pixels, by its index in the pixel. */
#define PLANE(p, k)                                                                                                    \
  __builtin_shufflevector((p).low, (p).high, k, k + 4, k + 8, k + 12, k + 16, k + 20, k + 24, k + 28, k + 32, k + 36,  \
                          k + 40, k + 44, k + 48, k + 52, k + 56, k + 60)

/* MARK: Samples */

/* Components of eight pixels from bytes times 256. */
INLINE Eight floats_of(EightPixels p) {
  u16x32 all = __builtin_shufflevector(p.even, p.odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9,
                                       25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  return __builtin_convertvector(__builtin_convertvector(all, i32x32), Eight);
}

/* Factors of eight samples. */
typedef Eight Weights;
INLINE Weights sample_weights(TintColor tint) { return eight_times(tint) * OF_SAMPLE; }
INLINE Eight tinted_samples(EightPixels samples, const volatile Weights *weights) {
  return floats_of(samples) * *weights;
}

/* Samples whose components are equal. Their pixels are in an order in which copies stay within 128 bits. */
#define QUAD_PIXELS {0, 2, 4, 6, 1, 3, 5, 7}
#define OF_QUADS(v)                                                                                                    \
  __builtin_shufflevector(v, v, 0, 0, 0, 0, 4, 4, 4, 4, 1, 1, 1, 1, 5, 5, 5, 5, 2, 2, 2, 2, 6, 6, 6, 6, 3, 3, 3, 3, 7, \
                          7, 7, 7)
INLINE Eight equal_samples_on(Eight backdrop, EightPixels samples, const volatile Weights *weights, int is_additive) {
  f32x8 each = __builtin_convertvector((i32x8)((u32x8)samples.even & 0xFFFF), f32x8);
  Eight source = OF_QUADS(each) * *weights;
  if (is_additive) return limited_sum(source + backdrop);
  f32x8 rest = 1 - each * ((const volatile float *)weights)[3];
  return source + backdrop * OF_QUADS(rest);
}

/* Texels are samples without their factor. */
typedef struct {
  Eight weights;
} Tint;

INLINE Tint texel_tint(TintColor tint) { return (Tint){eight_times(tint) * OF_SAMPLE * 256}; }

INLINE Eight eight_of_texels(u32x8 texels, const Tint *tint) {
  Eight components = __builtin_convertvector(__builtin_convertvector((u8x32)texels, i32x32), Eight);
  return tint ? components * tint->weights : components * (OF_SAMPLE * 256);
}
INLINE Sixteen sixteen_of_texels(u32x16 texels, const Tint *tint) {
  return (Sixteen){eight_of_texels(__builtin_shufflevector(texels, texels, 0, 1, 2, 3, 4, 5, 6, 7), tint),
                   eight_of_texels(__builtin_shufflevector(texels, texels, 8, 9, 10, 11, 12, 13, 14, 15), tint)};
}

/* Samples of a row of texels that rows of pixels mix: magnified sprites mix each of them many times. */
typedef Eight RowPixels;
INLINE RowPixels row_pixels(EightPixels samples) { return floats_of(samples); }

/* How eight rows of pixels mix rows of samples: the weights of the rows, 0...256, and the tint divided by their sum. If
   all are 0, nothing is drawn. Weighted sums of two samples are integers that a float stores exactly. */
typedef struct {
  float near_row[8], far_row[8];
  Eight tint;
} RowMixes;

/* The same for one row. */
typedef struct {
  Eight near_row, far_row, tint;
} RowMix;

INLINE void fill_row_mixes(RowMixes *out, i32x8 near_row, i32x8 far_row, TintColor tint) {
  f32x8 near_weights = __builtin_convertvector(near_row, f32x8), far_weights = __builtin_convertvector(far_row, f32x8);
  memcpy(out->near_row, &near_weights, sizeof near_weights), memcpy(out->far_row, &far_weights, sizeof far_weights);
  out->tint = eight_times(tint) * OF_SAMPLE * (1 / 256.0f);
}

INLINE RowMix row_mix(const RowMixes *mixes, int32_t row) {
  return (RowMix){(Eight){} + mixes->near_row[row], (Eight){} + mixes->far_row[row], mixes->tint};
}

INLINE Eight mixed_rows(RowPixels near_row, RowPixels far_row, const RowMix *mix) {
  return (near_row * mix->near_row + far_row * mix->far_row) * mix->tint;
}

INLINE f32x16 wide_floats(const uint64_t *p) {
  return __builtin_convertvector(__builtin_convertvector(load_wide(p), i32x16), f32x16);
}

INLINE f32x16 blended_four(f32x16 source, f32x16 backdrop, int is_additive) {
  f32x16 alpha = __builtin_shufflevector(source, source, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  if (!is_additive) return source + backdrop * (1 - alpha);
#define LIMITS PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, 1
  const f32x16 limit = {LIMITS, LIMITS, LIMITS, LIMITS};
#undef LIMITS
  f32x16 sum = source + backdrop;
  i32x16 is_below = sum < limit;
  return (f32x16)((is_below & (i32x16)sum) | (~is_below & (i32x16)limit));
}

/* Mixes and tints two wide rows and blends them over the pixels, four at a time. Rounding may leave a mix above a whole
   sample. */
INLINE void blend_row(PixelDeep *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                      uint32_t far_weight, TintColor tint, ptrdiff_t count, int is_additive) {
  float near_share = (float)(int32_t)near_weight * OF_WEIGHT, far_share = (float)(int32_t)far_weight * OF_WEIGHT;
  Eight weights = sample_weights(tint);
  f32x16 tints = __builtin_shufflevector(weights, weights, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const f32x16 whole = (f32x16){} + 65280;
  for (ptrdiff_t i = 0; i < count; i += 4) {
    f32x16 mix = wide_floats(near_row + i) * near_share + wide_floats(far_row + i) * far_share, backdrop;
    i32x16 is_below = mix < whole;
    mix = (f32x16)((is_below & (i32x16)mix) | (~is_below & (i32x16)whole));
    memcpy(&backdrop, pixels + i, sizeof backdrop);
    backdrop = blended_four(mix * tints, backdrop, is_additive);
    memcpy(pixels + i, &backdrop, sizeof backdrop);
  }
}
