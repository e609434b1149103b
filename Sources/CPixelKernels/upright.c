/* Upright sprites: columns are the same in all rows, so each texel row is resampled across once and kept in a wide row,
   and each pixel row mixes two of them. A sprite whose texels lie on whole pixels is not resampled. */

#include "CPixelKernels.h"

#include "wide.h"

/* Two neighbouring texels from `texel` on and their weights, which sum to the pixel's coverage, 0...256: of eight pixels
   in a row. */
typedef struct {
  i32x8 texel, low_weight, high_weight;
} Taps;

INLINE i32x8 splat(int32_t x) { return (i32x8){} + x; }
INLINE i32x8 clamp_lanes(i32x8 x, i32x8 low, i32x8 high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);
}
INLINE i32x8 choose(i32x8 mask, i32x8 a, i32x8 b) { return (mask & a) | (~mask & b); }

/* Wrapping. */
INLINE i32x8 product(i32x8 a, int32_t b) { return (i32x8)((u32x8)a * (uint32_t)b); }
INLINE i32x8 sum(i32x8 a, int32_t b) { return (i32x8)((u32x8)a + (uint32_t)b); }

INLINE Taps bilinear_taps(const PixelUprightAxis *axis, i32x8 pixels, i32x8 whole) {
  i32x8 moved = sum(product(pixels - axis->origin, axis->step), axis->position);
  i32x8 position = clamp_lanes(moved, splat(axis->minimum), splat(axis->maximum)) & axis->mask;
  i32x8 high = (position >> 8 & 255) * whole >> 8;
  return (Taps){position >> 16, whole - high, high};
}

INLINE Taps area_taps(const PixelUprightAxis *axis, i32x8 low, i32x8 high, i32x8 whole) {
  i32x8 texel = clamp_lanes(product(low - axis->low, axis->step) >> 24, splat(0), splat(axis->area_count - 1));
  i32x8 border = sum(product(texel + 1, axis->texel_size) >> 8, axis->low);
  i32x8 beyond = clamp_lanes(high - border, splat(0), whole) & (texel + 1 < axis->area_count);
  if (axis->is_mirrored) return (Taps){axis->area_first + axis->area_count - 2 - texel, beyond, whole - beyond};
  return (Taps){axis->area_first + texel, whole - beyond, beyond};
}

/* Of the eight pixels from `first` on. Both texels of each lie in the level, if it has two. */
INLINE Taps taps(const PixelUprightAxis *axis, int32_t first) {
  i32x8 pixels = (i32x8){0, 1, 2, 3, 4, 5, 6, 7} + first;
  i32x8 low = __builtin_elementwise_max(pixels * 256, splat(axis->low));
  i32x8 high = __builtin_elementwise_min(pixels * 256 + 256, splat(axis->high));
  i32x8 whole = __builtin_elementwise_max(high - low, splat(0));
  Taps t = axis->area_count > 0 ? area_taps(axis, low, high, whole) : bilinear_taps(axis, pixels, whole);
  i32x8 is_before = t.texel < 0, is_last = (t.texel + 1 >= axis->texels) & (t.texel > 0);
  Taps result;
  result.texel = choose(is_before, splat(0), t.texel + is_last);
  result.low_weight = choose(is_before, t.high_weight, t.low_weight & ~is_last);
  result.high_weight = choose(is_last, t.low_weight, t.high_weight & ~is_before);
  return result;
}

/* Sprites whose texels lie on whole pixels. */

/* Even bytes (B, R) and odd bytes (G, A) of eight pixels in 16-bit lanes, times a weight per channel. */
typedef struct {
  u16x16 even, odd;
} ChannelWeights;

INLINE u32x8 load_eight(const uint32_t *p) {
  u32x8 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE u32x8 load_four(const uint32_t *p) {
  u32x4 v;
  memcpy(&v, p, sizeof v);
  return __builtin_shufflevector(v, (u32x4){}, 0, 1, 2, 3, 4, 5, 6, 7);
}

INLINE void store_four(uint32_t *p, u32x8 v) {
  u32x4 low = __builtin_shufflevector(v, v, 0, 1, 2, 3);
  memcpy(p, &low, sizeof low);
}

INLINE u32x8 tinted(u32x8 texels, const volatile ChannelWeights *weights) {
  u16x16 even = (u16x16)(texels << 8 & 0xFF00FF00u), odd = (u16x16)(texels & 0xFF00FF00u);
  even = (high_product(even, weights->even) + 128) >> 8;
  odd = (high_product(odd, weights->odd) + 128) & 0xFF00;
  return (u32x8)(even | odd);
}

INLINE u32x8 blended(u32x8 source, u32x8 backdrop, int is_additive) {
  u32x8 kept = backdrop;
  if (!is_additive) {
    u32x8 left = 255 - (source >> 24);
    u16x16 factor = (u16x16)(left | left << 16);
    u16x16 even = divide255((u16x16)(backdrop & 0x00FF00FFu) * factor);
    u16x16 odd = divide255(((u16x16)backdrop >> 8) * factor);
    kept = (u32x8)(even | odd << 8);
  }
  typedef uint8_t u8x32 __attribute__((vector_size(32)));
  return (u32x8)__builtin_elementwise_add_sat((u8x32)source, (u8x32)kept);
}

INLINE u32x8 drawn(u32x8 texels, u32x8 backdrop, const volatile ChannelWeights *weights, int is_tinted,
                   int is_additive) {
  return blended(is_tinted ? tinted(texels, weights) : texels, backdrop, is_additive);
}

INLINE void draw_whole_row(uint32_t *pixels, const uint32_t *texels, ptrdiff_t count,
                           const volatile ChannelWeights *weights, int is_tinted, int is_additive) {
  for (; count >= 8; count -= 8, pixels += 8, texels += 8) {
    u32x8 result = drawn(load_eight(texels), load_eight(pixels), weights, is_tinted, is_additive);
    memcpy(pixels, &result, sizeof result);
  }
  if (count >= 4) {
    store_four(pixels, drawn(load_four(texels), load_four(pixels), weights, is_tinted, is_additive));
    count -= 4, pixels += 4, texels += 4;
  }
  for (; count > 0; count--, pixels++, texels++)
    *pixels = drawn((u32x8){*texels}, (u32x8){*pixels}, weights, is_tinted, is_additive)[0];
}

INLINE void draw_whole(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width, ptrdiff_t columns,
                       ptrdiff_t rows, uint32_t tint, int is_additive) {
  u16x16 w = channel_weights(65535, tint);
  /* Volatile keeps their widening in the loop, as in `blend_row`. */
  volatile ChannelWeights weights = {
      __builtin_shufflevector(w, w, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2),
      __builtin_shufflevector(w, w, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3)};
  for (; rows > 0; rows--, pixels += stride, texels += width) {
    if (tint == 0xFFFFFFFFu) {
      draw_whole_row(pixels, texels, columns, &weights, 0, is_additive);
    } else {
      draw_whole_row(pixels, texels, columns, &weights, 1, is_additive);
    }
  }
}

/* All others. */

/* Texel offsets of the columns, and weights in the order that `resample_row` reads: for four columns 0, 2, 1, 3 the low
   weight four times, then the high weight four times. */
INLINE void fill_columns(uint32_t *offsets, uint64_t *weights, const PixelUprightAxis *axis, ptrdiff_t padded) {
  for (ptrdiff_t i = 0; i < padded; i += 8) {
    Taps t = taps(axis, axis->first + (int32_t)i);
    i32x8 is_inside = (i32x8){0, 1, 2, 3, 4, 5, 6, 7} + (int32_t)i < axis->last - axis->first;
    i32x8 texels = t.texel & is_inside, pairs = (t.low_weight | t.high_weight << 16) & is_inside;
    memcpy(offsets + i, &texels, sizeof texels);
    i32x4 first = __builtin_shufflevector(pairs, pairs, 0, 1, 2, 3);
    i32x4 second = __builtin_shufflevector(pairs, pairs, 4, 5, 6, 7);
    store_wide(weights + 2 * i, even_weights(first));
    store_wide(weights + 2 * i + 4, odd_weights(first));
    store_wide(weights + 2 * i + 8, even_weights(second));
    store_wide(weights + 2 * i + 12, odd_weights(second));
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

/* What a sprite is drawn from: the level, and the columns' taps and two texel rows in scratch. */
typedef struct {
  const uint32_t *texels;
  ptrdiff_t width, padded;
  uint64_t *weights, *rows[2];
  uint32_t *offsets;
  /* Which texel rows are kept. Neighbours have different parity, so they do not displace each other. */
  int32_t kept[2];
} Resampler;

INLINE const uint64_t *texel_row(Resampler *r, int32_t row) {
  uint64_t *out = r->rows[row & 1];
  if (r->kept[row & 1] != row) {
    r->kept[row & 1] = row;
    const uint32_t *line = r->texels + (ptrdiff_t)row * r->width;
    uint32_t single[2] = {line[0], 0};
    resample_row(out, r->width > 1 ? line : single, r->offsets, r->weights, r->padded);
  }
  return out;
}

INLINE void draw_upright(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, const PixelUprightAxis *columns,
                         const PixelUprightAxis *rows, uint32_t tint, uint64_t *scratch, int is_additive) {
  ptrdiff_t count = columns->last - columns->first, padded = (count + 3) & ~(ptrdiff_t)3;
  ptrdiff_t room = (count + 7) & ~(ptrdiff_t)7;
  Resampler resampler = {texels, columns->texels, padded, scratch + 2 * room, {scratch, scratch + room},
                         (uint32_t *)(scratch + 4 * room), {-1, -1}};
  fill_columns(resampler.offsets, resampler.weights, columns, padded);
  int32_t texel[8], low[8], high[8];
  for (int32_t y = rows->first; y < rows->last; y++, pixels += stride) {
    int32_t k = (y - rows->first) & 7;
    if (k == 0) {
      Taps t = taps(rows, y);
      memcpy(texel, &t.texel, sizeof texel);
      memcpy(low, &t.low_weight, sizeof low);
      memcpy(high, &t.high_weight, sizeof high);
    }
    if (low[k] + high[k] == 0) continue;
    const uint64_t *near_row = texel_row(&resampler, low[k] > 0 ? texel[k] : texel[k] + 1);
    const uint64_t *far_row = texel_row(&resampler, high[k] > 0 ? texel[k] + 1 : texel[k]);
    uint32_t near_weight = low[k] < 256 ? (uint32_t)low[k] * 256 : 65535;
    uint32_t far_weight = high[k] < 256 ? (uint32_t)high[k] * 256 : 65535;
    blend_row(pixels, near_row, far_row, near_weight, far_weight, tint, count, is_additive);
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

CLONES void pixel_draw_whole_over(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width,
                                  ptrdiff_t columns, ptrdiff_t rows, uint32_t tint) {
  draw_whole(pixels, stride, texels, width, columns, rows, tint, 0);
}

CLONES void pixel_draw_whole_add(uint32_t *pixels, ptrdiff_t stride, const uint32_t *texels, ptrdiff_t width,
                                 ptrdiff_t columns, ptrdiff_t rows, uint32_t tint) {
  draw_whole(pixels, stride, texels, width, columns, rows, tint, 1);
}
