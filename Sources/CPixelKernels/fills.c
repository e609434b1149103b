/* Fills and groups. */

#include "PixelKernels.h"

#include "cells.h"

/* Index of each of eight pixels. */
INLINE u32x8 indices(uint32_t first) { return (u32x8){0, 1, 2, 3, 4, 5, 6, 7} + first; }

/* The first `count` of eight or sixteen pixels, the rest transparent. */
INLINE_EACH u32x8 first_pixels(u32x8 pixels, ptrdiff_t count) { return pixels & (u32x8)(indices(0) < (uint32_t)count); }
INLINE_EACH u32x16 first_pixels(u32x16 pixels, ptrdiff_t count) {
  const u32x16 all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return pixels & (u32x16)(all < (uint32_t)count);
}

/* `count` bytes, zeros behind them up to eight. */
INLINE u32x8 load_coverage(const uint8_t *p, ptrdiff_t count) {
  u8x8 bytes;
  memcpy(&bytes, p, sizeof bytes);
  return first_pixels(__builtin_convertvector(bytes, u32x8), count);
}

INLINE_EACH void blend(uint32_t *pixels, u32x8 source) {
  store_eight(pixels, laid_over(source, backdrop_factor(source), load_eight(pixels)));
}
INLINE_EACH void blend(uint32_t *pixels, u32x16 source) {
  store_sixteen(pixels, laid_over(source, backdrop_factor(source), load_sixteen(pixels)));
}

/* A transparent source changes nothing, so the last vector of a row blends nothing behind the row's end. */

/* Whole vectors of a row; how many pixels that are. */
INLINE ptrdiff_t fill_vectors(uint32_t *pixels, u32x8 source, u16x16 factor, ptrdiff_t count) {
  u32x16 sources = twice(source);
  u16x32 factors = twice(factor);
  ptrdiff_t i = 0;
  for (; i + 16 <= count; i += 16) store_sixteen(pixels + i, laid_over(sources, factors, load_sixteen(pixels + i)));
  for (; i + 8 <= count; i += 8) store_eight(pixels + i, laid_over(source, factor, load_eight(pixels + i)));
  return i;
}

INLINE ptrdiff_t store_vectors(uint32_t *pixels, u32x8 source, ptrdiff_t count) {
  ptrdiff_t i = 0;
  for (; i + 16 <= count; i += 16) store_sixteen(pixels + i, twice(source));
  for (; i + 8 <= count; i += 8) store_eight(pixels + i, source);
  return i;
}

INLINE void fill_row(uint32_t *pixels, u32x8 source, u16x16 factor, ptrdiff_t count) {
  ptrdiff_t i = fill_vectors(pixels, source, factor, count);
  if (i < count) blend(pixels + i, first_pixels(source, count - i));
}

INLINE void fill_covered(uint32_t *pixels, const uint8_t *coverage, u32x8 source, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8)
    blend(pixels + i, scaled(source, both_lanes(load_coverage(coverage + i, count - i))));
}

INLINE void fill_span(uint32_t *pixels, const uint8_t *coverage, uint32_t color, ptrdiff_t count) {
  u32x8 source = (u32x8){} + color;
  if (coverage) {
    fill_covered(pixels, coverage, source, count);
  } else {
    fill_row(pixels, source, backdrop_factor(source), count);
  }
}

CLONES void pixel_fill_span(uint32_t *pixels, const uint8_t *coverage, uint32_t color, ptrdiff_t count) {
  fill_span(pixels, coverage, color, count);
}

INLINE int32_t clamp(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }

/* A row's columns within a clip, and where column 0 would have its byte: left and right of the solid ones. */
typedef struct {
  int32_t first, solid_first, solid_last, last;
  const uint8_t *left, *right;
} Columns;

INLINE uint64_t load_bytes(const uint8_t *p) {
  uint64_t bytes;
  memcpy(&bytes, p, sizeof bytes);
  return bytes;
}

/* The first bytes of eight. */
INLINE uint64_t first_bytes(int32_t count) {
  return count >= 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * (count > 0 ? count : 0)) - 1;
}

/* Coverage of eight pixels from a column on. With it a row is one run of vectors: one that is read where the one before
   it was written in part would wait for that. */
INLINE u16x16 covered_columns(const Columns *columns, int32_t x) {
  uint64_t before = first_bytes(columns->solid_first - x), until = first_bytes(columns->solid_last - x);
  uint64_t covered = until & ~before;
  if (x < columns->solid_first) covered |= load_bytes(columns->left + x) & before;
  if (x + 8 > columns->solid_last && columns->solid_last < columns->last) {
    int32_t from = x < columns->solid_last ? columns->solid_last : x;
    covered |= load_bytes(columns->right + from) << 8 * (from - x) & ~until & first_bytes(columns->last - x);
  }
  u8x8 bytes;
  memcpy(&bytes, &covered, sizeof bytes);
  return both_lanes(__builtin_convertvector(bytes, u32x8));
}

INLINE void fill_rows(uint32_t *pixels, ptrdiff_t stride, const PixelRow *rows, const uint8_t *coverage, int32_t first,
                      int32_t last, uint32_t color, ptrdiff_t count) {
  u32x8 source = (u32x8){} + color;
  u16x16 factor = backdrop_factor(source);
  for (ptrdiff_t y = 0; y < count; y++, pixels += stride) {
    PixelRow row = rows[y];
    Columns columns = {clamp(row.first, first, last), clamp(row.solid_first, first, last),
                       clamp(row.solid_last, first, last), clamp(row.last, first, last),
                       coverage + row.bytes - row.first,
                       coverage + row.bytes + (row.solid_first - row.first) - row.solid_last};
    int32_t x = columns.first;
    for (; x < columns.solid_first; x += 8) blend(pixels + (x - first), scaled(source, covered_columns(&columns, x)));
    if (x < columns.solid_last) x += fill_vectors(pixels + (x - first), source, factor, columns.solid_last - x);
    for (; x < columns.last; x += 8) blend(pixels + (x - first), scaled(source, covered_columns(&columns, x)));
  }
}

CLONES void pixel_fill_rows(uint32_t *pixels, ptrdiff_t stride, const PixelRow *rows, const uint8_t *coverage,
                            int32_t clip_first, int32_t clip_last, uint32_t color, ptrdiff_t count) {
  fill_rows(pixels, stride, rows, coverage, clip_first, clip_last, color, count);
}

INLINE void store_row(uint32_t *pixels, u32x8 source, ptrdiff_t count) {
  ptrdiff_t i = store_vectors(pixels, source, count);
  if (i < count) blend(pixels + i, first_pixels(source, count - i));
}

INLINE void fill_solid(uint32_t *pixels, u32x8 source, u16x16 factor, int is_opaque, ptrdiff_t count) {
  if (is_opaque) {
    store_row(pixels, source, count);
  } else {
    fill_row(pixels, source, factor, count);
  }
}

INLINE void composite_span(uint32_t *pixels, const uint32_t *source, const uint8_t *coverage, uint32_t alpha,
                           ptrdiff_t count) {
  u16x16 factor = (u16x16){} + (uint16_t)alpha;
  ptrdiff_t i = 0;
  if (coverage) {
    for (; i < count; i += 8) {
      u16x16 left = divide255(factor * both_lanes(load_coverage(coverage + i, count - i)));
      blend(pixels + i, scaled(load_eight(source + i), left));
    }
  } else if (alpha == 255) {
    for (; i + 16 <= count; i += 16)
      blend(pixels + i, load_sixteen(source + i));
    for (; i < count; i += 8) blend(pixels + i, first_pixels(load_eight(source + i), count - i));
  } else {
    for (; i + 16 <= count; i += 16) blend(pixels + i, scaled(load_sixteen(source + i), twice(factor)));
    for (; i + 8 <= count; i += 8) blend(pixels + i, scaled(load_eight(source + i), factor));
    if (i < count) blend(pixels + i, first_pixels(scaled(load_eight(source + i), factor), count - i));
  }
}

CLONES void pixel_composite_span(uint32_t *pixels, const uint32_t *source, const uint8_t *coverage, uint32_t alpha,
                                 ptrdiff_t count) {
  composite_span(pixels, source, coverage, alpha, count);
}

/* One colour. */
typedef struct {
  u32x8 source;
  u16x16 factor;
  int is_opaque;
} Ink;

INLINE Ink ink(uint32_t color) {
  u32x8 source = (u32x8){} + color;
  return (Ink){source, backdrop_factor(source), color >> 24 == 255};
}

/* Columns between groups, which all have one coverage: of one colour, or of pixels where there are any. */
INLINE void fill_gap(uint32_t *pixels, const Ink *ink, const uint32_t *painted, int32_t cover, ptrdiff_t count) {
  uint32_t covered = coverage_byte(cover);
  if (covered == 0) return;
  if (painted) {
    composite_span(pixels, painted, 0, covered, count);
  } else if (covered == 255) {
    fill_solid(pixels, ink->source, ink->factor, ink->is_opaque, count);
  } else {
    u32x8 source = scaled(ink->source, both_lanes((u32x8){} + covered));
    fill_row(pixels, source, backdrop_factor(source), count);
  }
}

INLINE void fill_cell_row(uint32_t *pixels, PixelCells c, ptrdiff_t row, const Ink *ink, const uint32_t *painted) {
  int32_t *cells = c.cells + 2 * row * c.cells_per_row, cover = c.beside[row];
  uint64_t *crossed = c.crossed + row * c.words_per_row;
  ptrdiff_t next = 0;
  c.beside[row] = 0;
  for (ptrdiff_t i = 0; i < c.words_per_row; i++) {
    uint64_t word = crossed[i];
    for (crossed[i] = 0; word; word &= word - 1) {
      ptrdiff_t first = i * WORD + __builtin_ctzll(word) * GROUP;
      if (next < first) fill_gap(pixels + next, ink, painted ? painted + next : 0, cover, first - next);
      u32x16 covered = __builtin_convertvector(read_group(cells + 2 * first, &cover), u32x16);
      if (first + GROUP > c.width) covered = first_pixels(covered, c.width - first);
      u32x16 source = painted ? load_sixteen(painted + first) : twice(ink->source);
      blend(pixels + first, scaled(source, both_lanes(covered)));
      next = first + GROUP;
    }
  }
  if (next < c.width) fill_gap(pixels + next, ink, painted ? painted + next : 0, cover, c.width - next);
}

INLINE void fill_cells(uint32_t *pixels, ptrdiff_t stride, PixelCells c, uint32_t color) {
  Ink one = ink(color);
  for (ptrdiff_t row = 0; row < c.height; row++) fill_cell_row(pixels + row * stride, c, row, &one, 0);
}

CLONES void pixel_fill_cells(uint32_t *pixels, ptrdiff_t stride, const PixelCells *cells, uint32_t color) {
  fill_cells(pixels, stride, *cells, color);
}

INLINE void paint_cells(uint32_t *pixels, ptrdiff_t stride, PixelCells c, const uint32_t *painted,
                        ptrdiff_t painted_stride, ptrdiff_t first, ptrdiff_t last) {
  for (ptrdiff_t row = first; row < last; row++, pixels += stride, painted += painted_stride)
    fill_cell_row(pixels, c, row, 0, painted);
}

CLONES void pixel_paint_cells(uint32_t *pixels, ptrdiff_t stride, const PixelCells *cells, const uint32_t *painted,
                              ptrdiff_t painted_stride, ptrdiff_t first, ptrdiff_t last) {
  paint_cells(pixels, stride, *cells, painted, painted_stride, first, last);
}

INLINE void fill_spans(uint32_t *pixels, const PixelSpan *spans, ptrdiff_t span_count, const uint8_t *coverage,
                       uint32_t color) {
  u32x8 source = (u32x8){} + color;
  u16x16 factor = backdrop_factor(source);
  for (ptrdiff_t i = 0; i < span_count; i++) {
    PixelSpan span = spans[i];
    if (span.bytes >= 0) {
      fill_covered(pixels + span.place, coverage + span.bytes, source, span.count);
    } else {
      fill_solid(pixels + span.place, source, factor, color >> 24 == 255, span.count);
    }
  }
}

CLONES void pixel_fill_spans(uint32_t *pixels, const PixelSpan *spans, ptrdiff_t span_count, const uint8_t *coverage,
                             uint32_t color) {
  fill_spans(pixels, spans, span_count, coverage, color);
}

/* Eight pixels of a box's row from `first` on. */
INLINE u32x8 box_pixels(uint32_t left, uint32_t middle, uint32_t right, uint32_t first, uint32_t count) {
  u32x8 index = indices(first), is_first = (u32x8)(index == 0), is_last = (u32x8)(index == count - 1) & ~is_first;
  u32x8 color = (left & is_first) | (right & is_last) | (middle & ~is_first & ~is_last);
  return color & (u32x8)(index < count);
}

INLINE void fill_box(uint32_t *pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t left, uint32_t middle, uint32_t right,
                     ptrdiff_t count) {
  ptrdiff_t last = (count - 1) & ~(ptrdiff_t)7;
  u32x8 first_source = box_pixels(left, middle, right, 0, (uint32_t)count);
  u32x8 last_source = box_pixels(left, middle, right, (uint32_t)last, (uint32_t)count);
  u32x8 source = (u32x8){} + middle;
  u16x16 factor = backdrop_factor(source);
  for (; rows > 0; rows--, pixels += stride) {
    blend(pixels, first_source);
    if (middle >> 24 == 255) {
      store_vectors(pixels + 8, source, last - 8);
    } else {
      fill_vectors(pixels + 8, source, factor, last - 8);
    }
    if (last > 0) blend(pixels + last, last_source);
  }
}

CLONES void pixel_fill_box(uint32_t *pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t left, uint32_t middle,
                           uint32_t right, ptrdiff_t count) {
  fill_box(pixels, stride, rows, left, middle, right, count);
}

/* Each alpha as a factor: as it is, inverted, or one of the constants 0 and 255. */
INLINE u16x16 alpha_factor(u32x8 pixels, uint32_t mask, uint32_t inverse) {
  return both_lanes((pixels >> 24 & mask) ^ inverse);
}

INLINE void combine_span(uint32_t *pixels, const uint32_t *source, const PixelFactors *f, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    u32x8 above = load_eight(source + i), below = load_eight(pixels + i);
    u32x8 one = scaled(above, alpha_factor(below, f->source_mask, f->source_inverse));
    u32x8 other = scaled(below, alpha_factor(above, f->backdrop_mask, f->backdrop_inverse));
    u32x8 sum = (u32x8)__builtin_elementwise_add_sat((u8x32)one, (u8x32)other);
    u32x8 is_inside = (u32x8)(indices(0) < (uint32_t)(count - i));
    store_eight(pixels + i, (sum & is_inside) | (below & ~is_inside));
  }
}

CLONES void pixel_combine_span(uint32_t *pixels, const uint32_t *source, const PixelFactors *factors, ptrdiff_t count) {
  combine_span(pixels, source, factors, count);
}

/* Every component times the same one of the other pixel, over 255. */
INLINE u32x8 products(u32x8 a, u32x8 b) {
  EightPixels p = split(a), q = split(b);
  return (u32x8)(divide255(p.even * q.even) | divide255(p.odd * q.odd) << 8);
}

INLINE u32x8 sums(u32x8 a, u32x8 b) { return (u32x8)__builtin_elementwise_add_sat((u8x32)a, (u8x32)b); }
INLINE u32x8 screened(u32x8 above, u32x8 below) { return sums(above, products(below, ~above)); }

/* Light divides what lies below by what it leaves dark; no component is above alpha. */
INLINE u32x8 dodged(u32x8 above, u32x8 below) {
  typedef float f32x8 __attribute__((vector_size(32)));
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

INLINE u32x8 mixed(u32x8 above, u32x8 below, int32_t mix) {
  switch (mix) {
  case PixelMixScreen: return screened(above, below);
  case PixelMixMaximum: return (u32x8)__builtin_elementwise_max((u8x32)above, (u8x32)below);
  case PixelMixMinimum: return (u32x8)__builtin_elementwise_min((u8x32)above, (u8x32)below);
  case PixelMixMultiply:
    return sums(sums(scaled(above, backdrop_factor(below)), scaled(below, backdrop_factor(above))),
                products(above, below));
  case PixelMixPlusDarker: return plus_darker(above, below);
  default: return dodged(above, below);
  }
}

INLINE void mix_span(uint32_t *pixels, const uint32_t *source, int32_t mix, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    u32x8 below = load_eight(pixels + i), is_inside = (u32x8)(indices(0) < (uint32_t)(count - i));
    u32x8 result = mixed(load_eight(source + i), below, mix);
    store_eight(pixels + i, (result & is_inside) | (below & ~is_inside));
  }
}

CLONES void pixel_mix_span(uint32_t *pixels, const uint32_t *source, int32_t mix, ptrdiff_t count) {
  switch (mix) {
  case PixelMixScreen: return mix_span(pixels, source, PixelMixScreen, count);
  case PixelMixMaximum: return mix_span(pixels, source, PixelMixMaximum, count);
  case PixelMixMinimum: return mix_span(pixels, source, PixelMixMinimum, count);
  case PixelMixMultiply: return mix_span(pixels, source, PixelMixMultiply, count);
  case PixelMixPlusDarker: return mix_span(pixels, source, PixelMixPlusDarker, count);
  default: return mix_span(pixels, source, PixelMixDodge, count);
  }
}
