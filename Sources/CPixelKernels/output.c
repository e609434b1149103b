/* Converts float frames for files: to 8-bit pixels, and to luma and colour differences of more than 8 bits. */

#define DEEP
#include "form.h"

INLINE void words_of_deep(uint32_t *words, const PixelDeep *pixels, const float *thresholds, ptrdiff_t count) {
  Eight each = eight_thresholds(thresholds);
  for (ptrdiff_t i = 0; i < count; i += 8) store_eight(words + i, rounded_eight(load_eight(pixels + i), each));
}

CLONES void pixel_words_of_deep(uint32_t *words, const void *pixels, const float *thresholds, ptrdiff_t count) {
  words_of_deep(words, pixels, thresholds, count);
}

/* Clamps sixteen pixels to the range that can be displayed. */
INLINE Sixteen shown(const PixelDeep *pixels) {
  Eight none = {}, most = none + 1;
  Sixteen p = load_sixteen(pixels);
  return (Sixteen){between(p.low, none, most), between(p.high, none, most)};
}

INLINE f32x16 weighted_sum(f32x16 blue, f32x16 green, f32x16 red, const PixelDeepComponent *weights) {
  return blue * weights->blue + green * weights->green + red * weights->red + weights->offset;
}

INLINE void deep_luma(uint16_t *out, const PixelDeep *pixels, const PixelDeepComponent *weights, ptrdiff_t count) {
  PixelDeepComponent w = *weights;
  for (ptrdiff_t i = 0; i < count; i += 16) {
    Sixteen p = shown(pixels + i);
    f32x16 sum = weighted_sum(PLANE(p, 0), PLANE(p, 1), PLANE(p, 2), &w);
    u16x16 samples = __builtin_convertvector(__builtin_convertvector(sum, i32x16), u16x16);
    memcpy(out + i, &samples, sizeof samples);
  }
}

CLONES void pixel_deep_luma(uint16_t *out, const void *pixels, const PixelDeepComponent *weights, ptrdiff_t count) {
  deep_luma(out, pixels, weights, count);
}

/* MARK: Alpha */

/* Alpha raised to the brightest component, at most 1, in all lanes of a pixel. */
INLINE Eight raised_alphas(Eight p) {
  Eight beside = __builtin_shufflevector(p, p, EACH_PIXEL(1, 0, 3, 2));
  Eight higher = chosen_floats(p > beside, p, beside);
  Eight across = __builtin_shufflevector(higher, higher, EACH_PIXEL(2, 3, 0, 1));
  return between(chosen_floats(higher > across, higher, across), (Eight){} - PIXEL_DEEP_LIMIT, (Eight){} + 1);
}

INLINE int32_t deep_format_row(PixelDeep *out, const PixelDeep *pixels, int32_t format, ptrdiff_t count) {
  const i32x32 is_alpha = EIGHT_TIMES(0, 0, 0, -1);
  Eight one = (Eight){} + 1;
  i32x32 is_clear = {};
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight p = load_eight(pixels + i), alpha = format & PixelOverBlack ? one : ALPHAS(p);
    if (format & PixelRaised) alpha = raised_alphas(p);
    is_clear |= (alpha < 1) & first_lanes(count - i);
    if (format & PixelStraight) p /= chosen_floats((alpha > 0) & (alpha < 1), alpha, one);
    store_eight(out + i, chosen_floats(is_alpha, alpha, p));
  }
  return !__builtin_reduce_or(is_clear);
}

CLONES int32_t pixel_deep_format_row(void *out, const void *pixels, int32_t format, ptrdiff_t count) {
  switch (format) {
  case PixelRaised | PixelStraight: return deep_format_row(out, pixels, PixelRaised | PixelStraight, count);
  default: return deep_format_row(out, pixels, format, count);
  }
}

CLONES void pixel_deep_alpha(uint16_t *out, const void *pixels, float most, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 16) {
    Sixteen p = shown((const PixelDeep *)pixels + i);
    f32x16 alpha = PLANE(p, 3) * most + 0.5f;
    u16x16 samples = __builtin_convertvector(__builtin_convertvector(alpha, i32x16), u16x16);
    memcpy(out + i, &samples, sizeof samples);
  }
}

CLONES void pixel_fill_clear(uint16_t *samples, const uint16_t *filled, const uint16_t *alphas, ptrdiff_t count) {
  ptrdiff_t i = 0;
  for (; i + 16 <= count; i += 16) {
    u16x16 sample, other, alpha;
    memcpy(&sample, samples + i, sizeof sample);
    memcpy(&other, filled + i, sizeof other);
    memcpy(&alpha, alphas + i, sizeof alpha);
    u16x16 is_clear = (u16x16)(alpha == 0);
    sample = (other & is_clear) | (sample & ~is_clear);
    memcpy(samples + i, &sample, sizeof sample);
  }
  for (; i < count; i++) samples[i] = alphas[i] ? samples[i] : filled[i];
}

/* MARK: Differences */

/* Sums of neighbours. */
INLINE f32x8 pair_sums(f32x16 v) {
  return __builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15);
}

INLINE void store_difference(uint16_t *out, f32x8 blue, f32x8 green, f32x8 red, const PixelDeepComponent *w) {
  f32x8 sum = blue * w->blue + green * w->green + red * w->red + w->offset;
  u16x8 samples = __builtin_convertvector(__builtin_convertvector(sum, i32x8), u16x8);
  memcpy(out, &samples, sizeof samples);
}

INLINE void deep_chroma(uint16_t *u, uint16_t *v, const PixelDeep *upper, const PixelDeep *lower,
                        const PixelDeepComponent *weights, ptrdiff_t count) {
  PixelDeepComponent blue_difference = weights[0], red_difference = weights[1];
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Sixteen a = shown(upper + 2 * i), b = shown(lower + 2 * i);
    f32x8 blue = pair_sums(PLANE(a, 0)) + pair_sums(PLANE(b, 0));
    f32x8 green = pair_sums(PLANE(a, 1)) + pair_sums(PLANE(b, 1));
    f32x8 red = pair_sums(PLANE(a, 2)) + pair_sums(PLANE(b, 2));
    store_difference(u + i, blue, green, red, &blue_difference);
    store_difference(v + i, blue, green, red, &red_difference);
  }
}

CLONES void pixel_deep_chroma(uint16_t *u, uint16_t *v, const void *upper, const void *lower,
                              const PixelDeepComponent *weights, ptrdiff_t count) {
  deep_chroma(u, v, upper, lower, weights, count);
}

/* The centre pixel has twice the weight on both axes. */
INLINE void sited_chroma(uint16_t *u, uint16_t *v, const PixelDeep *above, const PixelDeep *row, const PixelDeep *below,
                         const PixelDeepComponent *weights, ptrdiff_t count) {
  PixelDeepComponent blue_difference = weights[0], red_difference = weights[1];
  for (ptrdiff_t i = 0; i < count; i += 8) {
    f32x8 sums[3] = {};
    for (ptrdiff_t place = 2 * i - 1; place <= 2 * i; place++) {
      Sixteen a = load_sixteen(above + place), b = load_sixteen(row + place), c = load_sixteen(below + place);
      Sixteen column = {a.low + (b.low + b.low) + c.low, a.high + (b.high + b.high) + c.high};
      sums[0] += pair_sums(PLANE(column, 0)), sums[1] += pair_sums(PLANE(column, 1));
      sums[2] += pair_sums(PLANE(column, 2));
    }
    store_difference(u + i, sums[0], sums[1], sums[2], &blue_difference);
    store_difference(v + i, sums[0], sums[1], sums[2], &red_difference);
  }
}

CLONES void pixel_sited_chroma(uint16_t *u, uint16_t *v, const void *above, const void *row, const void *below,
                               const PixelDeepComponent *weights, ptrdiff_t count) {
  sited_chroma(u, v, above, row, below, weights, count);
}
