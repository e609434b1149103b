#include "CPixelKernels.h"

#include <string.h>

#include "clones.h"

/* 8-bit lanes to 16-bit lanes. */
INLINE uint64_t spread(uint32_t pixel) {
  uint64_t x = pixel;
  x = (x | x << 16) & 0x0000FFFF0000FFFFull;
  return (x | x << 8) & 0x00FF00FF00FF00FFull;
}

/* Vectors of four pixels: 16-bit lanes, B G R A each. */
typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint16_t u16x4 __attribute__((vector_size(8)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));

INLINE u16x16 load_wide(const uint64_t *p) {
  u16x16 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE void store_wide(uint64_t *p, u16x16 v) { memcpy(p, &v, sizeof v); }

INLINE u16x16 load_pixels(const uint32_t *p) {
  u8x16 v;
  memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, u16x16);
}

/* Values above 255 become 255. */
INLINE void store_pixels(uint32_t *p, u16x16 v) {
  u8x16 narrow = __builtin_convertvector(__builtin_elementwise_min(v, (u16x16){} + 255), u8x16);
  memcpy(p, &narrow, sizeof narrow);
}

/* High half of the product of 16-bit lanes. */
INLINE u16x16 high_product(u16x16 a, u16x16 b) {
  return __builtin_convertvector(__builtin_convertvector(a, u32x16) * __builtin_convertvector(b, u32x16) >> 16, u16x16);
}

INLINE int32_t clamp(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }

typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));

/* start + k step for eight pixels, wrapping. */
INLINE i32x8 eight_steps(int32_t start, int32_t step) {
  u32x8 k = {0, 1, 2, 3, 4, 5, 6, 7};
  return (i32x8)(k * (uint32_t)step + (uint32_t)start);
}

INLINE i32x8 axis_positions(i32x8 position, const PixelAxis *axis) {
  i32x8 low = __builtin_elementwise_max(position, (i32x8){} + axis->minimum);
  return __builtin_elementwise_min(low, (i32x8){} + axis->maximum) & axis->mask;
}

/* Overlap of the pixel-wide interval around `distance` with 0...length, 0...256. */
INLINE i32x8 axis_overlap(i32x8 distance, const PixelAxis *axis) {
  i32x8 high = __builtin_elementwise_min((i32x8)((u32x8)distance + 0x8000u), (i32x8){} + axis->length);
  i32x8 low = __builtin_elementwise_max((i32x8)((u32x8)distance - 0x8000u), (i32x8){});
  return __builtin_elementwise_max((i32x8)((u32x8)high - (u32x8)low), (i32x8){}) >> 8;
}

INLINE void affine_positions(int32_t *u, int32_t *v, uint16_t *coverage, const PixelAxis *across,
                             const PixelAxis *down, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    uint32_t k = (uint32_t)i;
#define START(axis, field, step_field) (int32_t)((uint32_t)(axis)->field + k * (uint32_t)(axis)->step_field)
    i32x8 columns = axis_positions(eight_steps(START(across, position, step), across->step), across);
    i32x8 rows = axis_positions(eight_steps(START(down, position, step), down->step), down);
    i32x8 width = axis_overlap(eight_steps(START(across, distance, distance_step), across->distance_step), across);
    i32x8 height = axis_overlap(eight_steps(START(down, distance, distance_step), down->distance_step), down);
#undef START
    u16x8 product = __builtin_convertvector(width * height >> 8, u16x8);
    memcpy(u + i, &columns, sizeof columns);
    memcpy(v + i, &rows, sizeof rows);
    memcpy(coverage + i, &product, sizeof product);
  }
}

CLONES void pixel_affine_positions(int32_t *u, int32_t *v, uint16_t *coverage, const PixelAxis *horizontal,
                                   const PixelAxis *vertical, ptrdiff_t count) {
  PixelAxis across = *horizontal, down = *vertical;
  affine_positions(u, v, coverage, &across, &down, count);
}

typedef int32_t i32x4 __attribute__((vector_size(16)));

INLINE u16x16 two_pairs(const uint32_t *first, const uint32_t *second) {
  u8x8 a, b;
  memcpy(&a, first, sizeof a);
  memcpy(&b, second, sizeof b);
  return __builtin_convertvector(
      __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), u16x16);
}

/* Sums the halves of four pairs: `even` holds pairs 0 and 2, `odd` 1 and 3. */
INLINE u16x16 sum_pairs(u16x16 even, u16x16 odd) {
  u64x4 low = __builtin_shufflevector((u64x4)even, (u64x4)odd, 0, 4, 2, 6);
  u64x4 high = __builtin_shufflevector((u64x4)even, (u64x4)odd, 1, 5, 3, 7);
  return (u16x16)low + (u16x16)high;
}

/* Weights for pairs 0 and 2 (or 1 and 3) from four pairs of 16-bit weights. */
INLINE u16x16 even_weights(i32x4 pairs) {
  return __builtin_shufflevector((u16x8)pairs, (u16x8)pairs, 0, 0, 0, 0, 1, 1, 1, 1, 4, 4, 4, 4, 5, 5, 5, 5);
}

INLINE u16x16 odd_weights(i32x4 pairs) {
  return __builtin_shufflevector((u16x8)pairs, (u16x8)pairs, 2, 2, 2, 2, 3, 3, 3, 3, 6, 6, 6, 6, 7, 7, 7, 7);
}

/* Four pixels of an image at least two texels wide. */
INLINE u16x16 sample_four(const uint32_t *texels, int32_t width, int32_t height, i32x4 u, i32x4 v, i32x4 whole) {
  i32x4 column = u >> 16, row = v >> 16, across = u >> 8 & 255, down = v >> 8 & 255;
  i32x4 both = across * down * whole >> 16;
  i32x4 only_across = (across * whole >> 8) - both, only_down = (down * whole >> 8) - both;
  i32x4 neither = whole - only_across - only_down - both;
  i32x4 upper = neither | only_across << 16, lower = only_down | both << 16;
  /* In the last column, read one texel to the left and swap the weights (the right one is 0 there). */
  i32x4 is_last = column >= width - 1;
  column += is_last;
  upper = (upper & ~is_last) | (upper << 16 & is_last);
  lower = (lower & ~is_last) | (lower << 16 & is_last);
  i32x4 first = row * width + column, second = first + (width & (row < height - 1));
  u16x16 even = two_pairs(texels + first[0], texels + first[2]) * even_weights(upper) +
                two_pairs(texels + second[0], texels + second[2]) * even_weights(lower);
  u16x16 odd = two_pairs(texels + first[1], texels + first[3]) * odd_weights(upper) +
               two_pairs(texels + second[1], texels + second[3]) * odd_weights(lower);
  return sum_pairs(even, odd);
}

/* One pixel of an image one texel wide. */
INLINE uint64_t sample_column(const uint32_t *texels, int32_t height, int32_t v, uint32_t whole) {
  int32_t row = v >> 16;
  uint32_t down = ((uint32_t)v >> 8 & 255) * whole >> 8;
  return spread(texels[row]) * (whole - down) + spread(texels[row + (row + 1 < height)]) * down;
}

INLINE void sample_row(uint64_t *restrict out, const uint32_t *restrict texels, int32_t width, int32_t height,
                       const int32_t *restrict u, const int32_t *restrict v, const uint16_t *restrict coverage,
                       ptrdiff_t count) {
  if (width == 1) {
    for (ptrdiff_t i = 0; i < count; i++) out[i] = sample_column(texels, height, v[i], coverage[i]);
  } else {
    for (ptrdiff_t i = 0; i < count; i += 4) {
      i32x4 columns, rows;
      memcpy(&columns, u + i, sizeof columns);
      memcpy(&rows, v + i, sizeof rows);
      i32x4 whole = {coverage[i], coverage[i + 1], coverage[i + 2], coverage[i + 3]};
      store_wide(out + i, sample_four(texels, width, height, columns, rows, whole));
    }
  }
  for (ptrdiff_t i = count; i & 3; i++) out[i] = 0;
}

CLONES void pixel_sample_bilinear(uint64_t *out, const uint32_t *texels, int32_t width, int32_t height,
                                  const int32_t *u, const int32_t *v, const uint16_t *coverage, ptrdiff_t count) {
  sample_row(out, texels, width, height, u, v, coverage, count);
}

/* A row weight (0...65535) times the tint for each channel, for four pixels. */
INLINE u16x16 channel_weights(uint32_t weight, uint32_t tint) {
  u32x4 t = {tint & 255, tint >> 8 & 255, tint >> 16 & 255, tint >> 24};
  u16x4 lanes = __builtin_convertvector((t * 257 + (t >> 7)) * weight >> 16, u16x4);
  return __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

/* x / 255, rounded to nearest, exact for 0 <= x <= 255 * 255. */
INLINE u16x16 divide255(u16x16 x) {
  u16x16 t = x + 128;
  return (t + (t >> 8)) >> 8;
}

INLINE u16x16 alphas(u16x16 v) {
  return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

INLINE u16x16 over(u16x16 s, u16x16 d) { return s + divide255(d * (255 - alphas(s))); }

/* Mixes and tints two wide rows and blends them onto the pixels, four at a time. */
INLINE void blend_row(uint32_t *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                      uint32_t far_weight, uint32_t tint, ptrdiff_t count, int is_additive) {
  /* Volatile keeps their widening in the loop, next to the product; only there the compiler sees one instruction. */
  volatile u16x16 near_weights = channel_weights(near_weight, tint), far_weights = channel_weights(far_weight, tint);
  for (ptrdiff_t i = 0; i < count; i += 4) {
    u16x16 s = high_product(load_wide(near_row + i), near_weights) + high_product(load_wide(far_row + i), far_weights);
    s = (s + 128) >> 8;
    u16x16 d = load_pixels(pixels + i);
    store_pixels(pixels + i, is_additive ? s + d : over(s, d));
  }
}

CLONES void pixel_blend_over(uint32_t *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                             uint32_t far_weight, uint32_t tint, ptrdiff_t count) {
  blend_row(pixels, near_row, far_row, near_weight, far_weight, tint, count, 0);
}

CLONES void pixel_blend_add(uint32_t *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                            uint32_t far_weight, uint32_t tint, ptrdiff_t count) {
  blend_row(pixels, near_row, far_row, near_weight, far_weight, tint, count, 1);
}

/* Upright sprites: columns are the same in all rows, so each texel row is resampled across once and kept in a wide row,
   and each pixel row mixes two of them. */

/* Two neighbouring texels from `texel` on and their weights, which sum to the pixel's coverage, 0...256. */
typedef struct {
  int32_t texel, low_weight, high_weight;
} Tap;

INLINE int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

INLINE Tap bilinear_tap(const PixelUprightAxis *axis, int32_t pixel) {
  int32_t whole = larger(0, smaller(pixel * 256 + 256, axis->high) - larger(pixel * 256, axis->low));
  int32_t moved = (int32_t)((uint32_t)axis->position + (uint32_t)(pixel - axis->origin) * (uint32_t)axis->step);
  int32_t position = clamp(moved, axis->minimum, axis->maximum) & axis->mask;
  int32_t high = (position >> 8 & 255) * whole >> 8;
  return (Tap){position >> 16, whole - high, high};
}

INLINE Tap area_tap(const PixelUprightAxis *axis, int32_t pixel) {
  int32_t low = larger(pixel * 256, axis->low), high = smaller(pixel * 256 + 256, axis->high);
  int32_t whole = larger(0, high - low);
  int32_t texel = clamp((low - axis->low) * axis->step >> 24, 0, axis->area_count - 1);
  int32_t border = axis->low + ((texel + 1) * axis->texel_size >> 8);
  int32_t beyond = texel + 1 < axis->area_count ? clamp(high - border, 0, whole) : 0;
  if (axis->is_mirrored)
    return (Tap){axis->area_first + axis->area_count - 2 - texel, beyond, whole - beyond};
  return (Tap){axis->area_first + texel, whole - beyond, beyond};
}

/* Both texels of the result lie in the level, if it has two. */
INLINE Tap tap(const PixelUprightAxis *axis, int32_t pixel) {
  Tap t = axis->area_count > 0 ? area_tap(axis, pixel) : bilinear_tap(axis, pixel);
  if (t.texel < 0) return (Tap){0, t.high_weight, 0};
  if (t.texel + 1 >= axis->texels && t.texel > 0) return (Tap){t.texel - 1, 0, t.low_weight};
  return t;
}

/* Texel offsets of the columns, and weights in the order that `resample_row` reads: for four columns 0, 2, 1, 3 the low
   weight four times, then the high weight four times. */
INLINE void fill_columns(uint32_t *offsets, uint64_t *weights, const PixelUprightAxis *axis, ptrdiff_t padded) {
  static const uint64_t broadcast = 0x0001000100010001ull;
  static const uint8_t slot[4] = {0, 2, 1, 3};
  ptrdiff_t count = axis->last - axis->first;
  for (ptrdiff_t i = 0; i < padded; i++) {
    Tap t = i < count ? tap(axis, axis->first + (int32_t)i) : (Tap){0, 0, 0};
    uint64_t *pair = weights + 2 * ((i & ~3) + slot[i & 3]);
    offsets[i] = (uint32_t)t.texel;
    pair[0] = (uint32_t)t.low_weight * broadcast;
    pair[1] = (uint32_t)t.high_weight * broadcast;
  }
}

INLINE void resample_row(uint64_t *out, const uint32_t *texels, const uint32_t *offsets, const uint64_t *weights,
                         ptrdiff_t padded) {
  for (ptrdiff_t i = 0; i < padded; i += 4) {
    u16x16 even = two_pairs(texels + offsets[i], texels + offsets[i + 2]) * load_wide(weights + 2 * i);
    u16x16 odd = two_pairs(texels + offsets[i + 1], texels + offsets[i + 3]) * load_wide(weights + 2 * i + 4);
    store_wide(out + i, sum_pairs(even, odd));
  }
}

INLINE void draw_upright(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, const PixelUprightAxis *columns,
                         const PixelUprightAxis *rows, uint32_t tint, uint64_t *scratch, int is_additive) {
  ptrdiff_t count = columns->last - columns->first, padded = (count + 3) & ~(ptrdiff_t)3;
  uint64_t *kept[2] = {scratch, scratch + padded}, *weights = scratch + 2 * padded;
  uint32_t *offsets = (uint32_t *)(scratch + 4 * padded);
  int32_t kept_row[2] = {-1, -1};
  fill_columns(offsets, weights, columns, padded);
  for (int32_t y = rows->first; y < rows->last; y++, pixels += stride) {
    Tap t = tap(rows, y);
    int32_t used[2] = {t.low_weight > 0 ? t.texel : t.texel + 1, t.high_weight > 0 ? t.texel + 1 : t.texel};
    if (t.low_weight + t.high_weight == 0) continue;
    for (int k = 0; k < 2; k++) {
      int32_t row = used[k];
      /* Neighbours have different parity, so they do not displace each other. */
      if (kept_row[row & 1] == row) continue;
      kept_row[row & 1] = row;
      const uint32_t *line = texels + (ptrdiff_t)row * columns->texels;
      uint32_t single[2] = {line[0], 0};
      resample_row(kept[row & 1], columns->texels > 1 ? line : single, offsets, weights, padded);
    }
    blend_row(pixels, kept[used[0] & 1], kept[used[1] & 1], (uint32_t)smaller(t.low_weight * 256, 65535),
              (uint32_t)smaller(t.high_weight * 256, 65535), tint, count, is_additive);
  }
}

CLONES void pixel_draw_upright_over(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels,
                                    const PixelUprightAxis *columns, const PixelUprightAxis *rows, uint32_t tint,
                                    uint64_t *scratch) {
  draw_upright(pixels, stride, texels, columns, rows, tint, scratch, 0);
}

CLONES void pixel_draw_upright_add(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels,
                                   const PixelUprightAxis *columns, const PixelUprightAxis *rows, uint32_t tint,
                                   uint64_t *scratch) {
  draw_upright(pixels, stride, texels, columns, rows, tint, scratch, 1);
}
