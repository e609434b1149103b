/* Upright sprites. Columns are the same in all rows, so rows of texels are resampled horizontally first, and each row
   of pixels mixes two of them. */

#pragma once

#include "form.h"

/* Two adjacent texels, starting at `texel`, and their weights, whose sum is the pixel's coverage, 0...256; for eight
   pixels of a row. */
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

/* The weights of area sampling in each lane, as in `PixelUprightAxis`. */
typedef struct {
  i32x8 low, high, step, texel_size, texels, first, count, is_mirrored;
} AreaLanes;

INLINE AreaLanes area_lanes(const PixelUprightAxis *axis) {
  return (AreaLanes){splat(axis->low), splat(axis->high), splat(axis->step), splat(axis->texel_size),
                     splat(axis->texels), splat(axis->area_first), splat(axis->area_count),
                     splat(axis->is_mirrored ? -1 : 0)};
}

INLINE i32x8 lane_product(i32x8 a, i32x8 b) { return (i32x8)((u32x8)a * (u32x8)b); }

INLINE Taps area_taps(const AreaLanes *a, i32x8 low, i32x8 high, i32x8 whole) {
  i32x8 texel = clamp_lanes(lane_product(low - a->low, a->step) >> 24, splat(0), a->count - 1);
  i32x8 border = (lane_product(texel + 1, a->texel_size) >> 8) + a->low;
  i32x8 beyond = clamp_lanes(high - border, splat(0), whole) & (texel + 1 < a->count), inside = whole - beyond;
  return (Taps){a->first + choose(a->is_mirrored, a->count - 2 - texel, texel),
                choose(a->is_mirrored, beyond, inside), choose(a->is_mirrored, inside, beyond)};
}

/* Moves both texels of each pixel into the level, if it has two. */
INLINE Taps inside_level(Taps t, i32x8 texels) {
  i32x8 is_before = t.texel < 0, is_last = (t.texel + 1 >= texels) & (t.texel > 0);
  Taps result;
  result.texel = choose(is_before, splat(0), t.texel + is_last);
  result.low_weight = choose(is_before, t.high_weight, t.low_weight & ~is_last);
  result.high_weight = choose(is_last, t.low_weight, t.high_weight & ~is_before);
  return result;
}

INLINE Taps taps_by_area(const AreaLanes *a, i32x8 pixels) {
  i32x8 low = __builtin_elementwise_max(pixels * 256, a->low);
  i32x8 high = __builtin_elementwise_min(pixels * 256 + 256, a->high);
  i32x8 whole = __builtin_elementwise_max(high - low, splat(0));
  return inside_level(area_taps(a, low, high, whole), a->texels);
}

/* The values of the eight pixels from `first` on. */
INLINE Taps taps(const PixelUprightAxis *axis, int32_t first) {
  i32x8 pixels = (i32x8){0, 1, 2, 3, 4, 5, 6, 7} + first;
  if (axis->area_count > 0) {
    AreaLanes lanes = area_lanes(axis);
    return taps_by_area(&lanes, pixels);
  }
  i32x8 low = __builtin_elementwise_max(pixels * 256, splat(axis->low));
  i32x8 high = __builtin_elementwise_min(pixels * 256 + 256, splat(axis->high));
  i32x8 whole = __builtin_elementwise_max(high - low, splat(0));
  return inside_level(bilinear_taps(axis, pixels, whole), splat(axis->texels));
}

/* The distance between the texels of eight columns: within eight, within sixteen, or more. */
typedef enum { NARROW, WIDE, STEEP } Reach;

/* How eight columns are read from a row of texels. */
typedef struct {
  /* The low and high texels of the columns. Narrow: indices into the first group of eight for low ones, into the second
     for high ones. Wide: indices into the second group are negative. Steep: indices into the row. */
  i32x8 low, high;
  /* Their weights, 0...256, for both bytes. */
  u16x16 low_weight, high_weight;
  int32_t first_group, second_group;
} ColumnTaps;

/* The start of eight texels that are inside the level, if it has eight. */
INLINE int32_t group_start(int32_t texel, int32_t width) {
  int32_t last = width > 8 ? width - 8 : 0;
  return texel < last ? texel : last;
}

INLINE i32x8 places(i32x8 texels, const ColumnTaps *taps) {
  i32x8 first = texels - taps->first_group, second = (texels - taps->second_group) | INT32_MIN;
  return choose(first < 8, first, second);
}

INLINE void fill_columns(ColumnTaps *out, const PixelUprightAxis *axis, ptrdiff_t count, Reach reach) {
  for (ptrdiff_t i = 0; i < count; i += 8, out++) {
    Taps t = taps(axis, axis->first + (int32_t)i);
    i32x8 is_inside = (i32x8){0, 1, 2, 3, 4, 5, 6, 7} < (int32_t)(count - i);
    i32x8 low = t.low_weight & is_inside, high = t.high_weight & is_inside;
    out->low_weight = (u16x16)(low | low << 16), out->high_weight = (u16x16)(high | high << 16);
    /* Texel indices increase or decrease from column to column. */
    int32_t first = t.texel[0] < t.texel[7] ? t.texel[0] : t.texel[7];
    out->first_group = group_start(first, axis->texels);
    out->second_group = group_start(first + (reach == NARROW ? 1 : 8), axis->texels);
    switch (reach) {
      case NARROW: out->low = t.texel - out->first_group, out->high = t.texel + 1 - out->second_group; break;
      case WIDE: out->low = places(t.texel, out), out->high = places(t.texel + 1, out); break;
      case STEEP: out->low = t.texel, out->high = t.texel + 1; break;
    }
  }
}

INLINE u32x8 texels_at(const uint32_t *texels, i32x8 places) {
  u32x8 result;
  for (int i = 0; i < 8; i++) result[i] = texels[places[i]];
  return result;
}

INLINE u32x8 chosen(const uint32_t *group, i32x8 places) {
  return __builtin_shufflevector(load_eight(group), (u32x8)places);
}

INLINE u32x8 chosen_of_two(const uint32_t *first, const uint32_t *second, i32x8 places) {
  return (u32x8)choose(places < 0, (i32x8)chosen(second, places), (i32x8)chosen(first, places));
}

/* The source of a sprite. Horizontally resampled texel rows are stored in a ring buffer. */
typedef struct {
  const uint32_t *texels;
  ptrdiff_t width, groups;
  const ColumnTaps *columns;
  RowPixels *ring;
  /* The first and the last texel row in the ring. */
  int32_t first, last;
} Resampler;

INLINE RowPixels *texel_row(const Resampler *r, int32_t row) {
  return r->ring + (row & (PIXEL_RING_ROWS - 1)) * r->groups;
}

/* Texels times weights: bytes times 256. */
INLINE void resample_group(const Resampler *r, ptrdiff_t group, int32_t first, int32_t last, Reach reach) {
  const ColumnTaps *taps = r->columns + group;
  const uint32_t *texels = r->texels + first * r->width;
  u16x16 low_weight = taps->low_weight, high_weight = taps->high_weight;
  ptrdiff_t first_group = taps->first_group, second_group = taps->second_group;
  for (int32_t row = first; row <= last; row++, texels += r->width) {
    const uint32_t *one = texels + first_group, *two = texels + second_group;
    u32x8 low, high;
    switch (reach) {
      case NARROW: low = chosen(one, taps->low), high = chosen(two, taps->high); break;
      case WIDE: low = chosen_of_two(one, two, taps->low), high = chosen_of_two(one, two, taps->high); break;
      case STEEP: low = texels_at(texels, taps->low), high = texels_at(texels, taps->high); break;
    }
    EightPixels a = split(low), b = split(high);
    texel_row(r, row)[group] = row_pixels((EightPixels){a.even * low_weight + b.even * high_weight,
                                                        a.odd * low_weight + b.odd * high_weight});
  }
}

/* Makes the ring contain these rows, at most as many as its size. Successive calls move in one direction. */
INLINE void resample_rows(Resampler *r, int32_t first, int32_t last, Reach reach) {
  int32_t from = first, to = last;
  if (first >= r->first) {
    from = first > r->last ? first : r->last + 1;
  } else if (last >= r->first) {
    to = r->first - 1;
  }
  for (ptrdiff_t group = 0; group < r->groups; group++) resample_group(r, group, from, to, reach);
  r->first = first, r->last = last;
}

/* How eight rows of pixels mix rows of texels. */
typedef struct {
  int32_t texel[8];
  RowMixes mixes;
} RowTaps;

INLINE void find_row_taps(RowTaps *out, const PixelUprightAxis *axis, int32_t first, TintColor tint) {
  Taps t = taps(axis, first);
  memcpy(out->texel, &t.texel, sizeof out->texel);
  fill_row_mixes(&out->mixes, t.low_weight, t.high_weight, tint);
}

/* The number of pixel rows among these. */
typedef struct {
  const RowTaps *taps;
  int32_t first, last;
} FoundRows;

/* Draws `count` groups of columns, a compile-time constant, starting at `group`. */
INLINE void blend_groups(Pixel *pixels, ptrdiff_t stride, const Resampler *r, FoundRows rows, ptrdiff_t group,
                         int count, int is_additive) {
  pixels += rows.first * stride + 8 * group;
  for (int32_t k = rows.first; k < rows.last; k++, pixels += stride) {
    RowMix mix = row_mix(&rows.taps->mixes, k);
    /* The row after the last one has the weight 0. Any row of the ring can replace it. */
    int32_t texel = rows.taps->texel[k], far = texel < r->last ? texel + 1 : texel;
    const RowPixels *near_row = texel_row(r, texel) + group, *far_row = texel_row(r, far) + group;
    /* In a loop that is not unrolled, the compiler would widen the weights early, and products of wide lanes are slow.
       */
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) {
      Eight source = mixed_rows(near_row[i], far_row[i], &mix);
      store_eight(pixels + 8 * i, blended(source, load_eight(pixels + 8 * i), is_additive));
    }
  }
}

INLINE void draw_found_rows(Pixel *pixels, ptrdiff_t stride, Resampler *r, FoundRows rows, int32_t texels,
                            Reach reach, int is_additive) {
  int32_t a = rows.taps->texel[rows.first], b = rows.taps->texel[rows.last - 1], farthest = (a < b ? b : a) + 1;
  resample_rows(r, a < b ? a : b, farthest < texels ? farthest : texels - 1, reach);
  ptrdiff_t group = 0;
  for (; group + 4 <= r->groups; group += 4) blend_groups(pixels, stride, r, rows, group, 4, is_additive);
  switch (r->groups - group) {
    case 1: return blend_groups(pixels, stride, r, rows, group, 1, is_additive);
    case 2: return blend_groups(pixels, stride, r, rows, group, 2, is_additive);
    case 3: return blend_groups(pixels, stride, r, rows, group, 3, is_additive);
  }
}

INLINE void draw_rows(Pixel *pixels, ptrdiff_t stride, Resampler *r, const PixelUprightAxis *rows, TintColor tint,
                      Reach reach, int is_additive) {
  int32_t step = rows->step < 0 ? -rows->step : rows->step;
  /* The texel rows of eight pixel rows fit into the ring, unless they are far apart. */
  int32_t together = step <= 0x1C000 ? 8 : 1;
  for (int32_t y = rows->first; y < rows->last; y += 8, pixels += 8 * stride) {
    RowTaps found;
    find_row_taps(&found, rows, y, tint);
    int32_t count = rows->last - y < 8 ? rows->last - y : 8;
    for (int32_t k = 0; k < count; k += together) {
      FoundRows some = {&found, k, k + together < count ? k + together : count};
      draw_found_rows(pixels, stride, r, some, rows->texels, reach, is_additive);
    }
  }
}

INLINE void draw_upright(Pixel *pixels, ptrdiff_t stride, const uint32_t *texels, const PixelUprightAxis *columns,
                         const PixelUprightAxis *rows, TintColor tint, void *scratch, int is_additive) {
  ptrdiff_t count = columns->last - columns->first, groups = (count + 7) / 8;
  /* Vectors are aligned to their size. */
  RowPixels *lines = (RowPixels *)(((uintptr_t)scratch + 127) & ~(uintptr_t)127);
  ColumnTaps *taps_of_columns = (ColumnTaps *)(lines + PIXEL_RING_ROWS * groups);
  Resampler r = {texels, columns->texels, groups, taps_of_columns, lines, INT32_MAX, INT32_MAX};
  int32_t step = columns->step < 0 ? -columns->step : columns->step;
  if (step <= 0x10000) {
    fill_columns(taps_of_columns, columns, count, NARROW);
    draw_rows(pixels, stride, &r, rows, tint, NARROW, is_additive);
  } else if (step <= 0x20000) {
    fill_columns(taps_of_columns, columns, count, WIDE);
    draw_rows(pixels, stride, &r, rows, tint, WIDE, is_additive);
  } else {
    fill_columns(taps_of_columns, columns, count, STEEP);
    draw_rows(pixels, stride, &r, rows, tint, STEEP, is_additive);
  }
}
