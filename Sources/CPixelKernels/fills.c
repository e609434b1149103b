/* Fills with one colour, and groups. */

#include "form.h"

#include "cells.h"

/* Loads `count` bytes and fills the rest of the eight with zeros. */
INLINE u32x8 load_coverage(const uint8_t *p, ptrdiff_t count) {
  u8x8 bytes;
  memcpy(&bytes, p, sizeof bytes);
  return first_pixels(__builtin_convertvector(bytes, u32x8), count);
}

INLINE_EACH void blend(Pixel *pixels, Eight source) {
  store_eight(pixels, laid_over(source, backdrop_factor(source), load_eight(pixels)));
}
INLINE_EACH void blend(Pixel *pixels, Sixteen source) {
  store_sixteen(pixels, laid_over(source, backdrop_factor(source), load_sixteen(pixels)));
}

/* Transparent source pixels have no effect, so the last vector of a row changes nothing after the row's end. Pixels
   there are cleared first: a coverage of 0 does not remove floats that are not numbers. */

/* Blends whole vectors of a row. Returns the number of pixels. */
INLINE ptrdiff_t fill_vectors(Pixel *pixels, Eight source, Shares factor, ptrdiff_t count) {
  Sixteen sources = twice(source);
  LongShares factors = twice(factor);
  ptrdiff_t i = 0;
  for (; i + 16 <= count; i += 16) store_sixteen(pixels + i, laid_over(sources, factors, load_sixteen(pixels + i)));
  for (; i + 8 <= count; i += 8) store_eight(pixels + i, laid_over(source, factor, load_eight(pixels + i)));
  return i;
}

INLINE ptrdiff_t store_vectors(Pixel *pixels, Eight source, ptrdiff_t count) {
  ptrdiff_t i = 0;
  for (; i + 16 <= count; i += 16) store_sixteen(pixels + i, twice(source));
  for (; i + 8 <= count; i += 8) store_eight(pixels + i, source);
  return i;
}

INLINE void fill_row(Pixel *pixels, Eight source, Shares factor, ptrdiff_t count) {
  ptrdiff_t i = fill_vectors(pixels, source, factor, count);
  if (i < count) blend(pixels + i, first_pixels(source, count - i));
}

INLINE void fill_covered(Pixel *pixels, const uint8_t *coverage, Eight source, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8)
    blend(pixels + i, scaled(source, shares(load_coverage(coverage + i, count - i))));
}

INLINE void fill_span(Pixel *pixels, const uint8_t *coverage, uint32_t color, ptrdiff_t count) {
  Eight source = all_pixels(color);
  if (coverage) {
    fill_covered(pixels, coverage, source, count);
  } else {
    fill_row(pixels, source, backdrop_factor(source), count);
  }
}

CLONES void FORM(fill_span)(void *pixels, const uint8_t *coverage, uint32_t color, ptrdiff_t count) {
  fill_span(pixels, coverage, color, count);
}

INLINE int32_t clamp(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }

/* The columns of a row within a clip, and the address of column 0's coverage byte on both sides of the solid ones. */
typedef struct {
  int32_t first, solid_first, solid_last, last;
  const uint8_t *left, *right;
} Columns;

INLINE uint64_t load_bytes(const uint8_t *p) {
  uint64_t bytes;
  memcpy(&bytes, p, sizeof bytes);
  return bytes;
}

/* Keeps the first bytes of eight. */
INLINE uint64_t first_bytes(int32_t count) {
  return count >= 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * (count > 0 ? count : 0)) - 1;
}

/* Coverage of eight pixels from a column on. A row is processed as one run of vectors: reading a vector after a partial
   write to it would stall. */
INLINE Shares covered_columns(const Columns *columns, int32_t x) {
  uint64_t before = first_bytes(columns->solid_first - x), until = first_bytes(columns->solid_last - x);
  uint64_t covered = until & ~before;
  if (x < columns->solid_first) covered |= load_bytes(columns->left + x) & before;
  if (x + 8 > columns->solid_last && columns->solid_last < columns->last) {
    int32_t from = x < columns->solid_last ? columns->solid_last : x;
    covered |= load_bytes(columns->right + from) << 8 * (from - x) & ~until & first_bytes(columns->last - x);
  }
  u8x8 bytes;
  memcpy(&bytes, &covered, sizeof bytes);
  return shares(__builtin_convertvector(bytes, u32x8));
}

INLINE void fill_rows(Pixel *pixels, ptrdiff_t stride, const PixelRow *rows, const uint8_t *coverage, int32_t first,
                      int32_t last, uint32_t color, ptrdiff_t count) {
  Eight source = all_pixels(color);
  Shares factor = backdrop_factor(source);
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

CLONES void FORM(fill_rows)(void *pixels, ptrdiff_t stride, const PixelRow *rows, const uint8_t *coverage,
                            int32_t clip_first, int32_t clip_last, uint32_t color, ptrdiff_t count) {
  fill_rows(pixels, stride, rows, coverage, clip_first, clip_last, color, count);
}

INLINE void store_row(Pixel *pixels, Eight source, ptrdiff_t count) {
  ptrdiff_t i = store_vectors(pixels, source, count);
  if (i < count) blend(pixels + i, first_pixels(source, count - i));
}

INLINE void fill_solid(Pixel *pixels, Eight source, Shares factor, int is_opaque, ptrdiff_t count) {
  if (is_opaque) {
    store_row(pixels, source, count);
  } else {
    fill_row(pixels, source, factor, count);
  }
}

INLINE void composite_span(Pixel *pixels, const Pixel *source, const uint8_t *coverage, uint32_t alpha,
                           ptrdiff_t count) {
  Shares factor = even_shares(alpha);
  ptrdiff_t i = 0;
  if (coverage) {
    for (; i < count; i += 8) {
      Shares left = product_of_shares(factor, shares(load_coverage(coverage + i, count - i)));
      blend(pixels + i, scaled(first_pixels(load_eight(source + i), count - i), left));
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

CLONES void FORM(composite_span)(void *pixels, const void *source, const uint8_t *coverage, uint32_t alpha,
                                 ptrdiff_t count) {
  composite_span(pixels, source, coverage, alpha, count);
}

/* One colour. */
typedef struct {
  Eight source;
  Shares factor;
  int is_opaque;
} Ink;

INLINE Ink ink(uint32_t color) {
  Eight source = all_pixels(color);
  return (Ink){source, backdrop_factor(source), is_opaque(color)};
}

/* Columns between groups. They have a single coverage, and are filled with a colour or with the pixels, if given. */
INLINE void fill_gap(Pixel *pixels, const Ink *ink, const Pixel *painted, int32_t cover, ptrdiff_t count) {
  uint32_t covered = coverage_byte(cover);
  if (covered == 0) return;
  if (painted) {
    composite_span(pixels, painted, 0, covered, count);
  } else if (covered == 255) {
    fill_solid(pixels, ink->source, ink->factor, ink->is_opaque, count);
  } else {
    Eight source = scaled(ink->source, even_shares(covered));
    fill_row(pixels, source, backdrop_factor(source), count);
  }
}

INLINE void fill_cell_row(Pixel *pixels, PixelCells c, ptrdiff_t row, const Ink *ink, const Pixel *painted) {
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
      Sixteen source = painted ? load_sixteen(painted + first) : twice(ink->source);
      if (first + GROUP > c.width) source = first_pixels(source, c.width - first);
      blend(pixels + first, scaled(source, shares(covered)));
      next = first + GROUP;
    }
  }
  if (next < c.width) fill_gap(pixels + next, ink, painted ? painted + next : 0, cover, c.width - next);
}

INLINE void fill_cells(Pixel *pixels, ptrdiff_t stride, PixelCells c, uint32_t color) {
  Ink one = ink(color);
  for (ptrdiff_t row = 0; row < c.height; row++) fill_cell_row(pixels + row * stride, c, row, &one, 0);
}

CLONES void FORM(fill_cells)(void *pixels, ptrdiff_t stride, const PixelCells *cells, uint32_t color) {
  fill_cells(pixels, stride, *cells, color);
}

INLINE void paint_cells(Pixel *pixels, ptrdiff_t stride, PixelCells c, const Pixel *painted,
                        ptrdiff_t painted_stride, ptrdiff_t first, ptrdiff_t last) {
  for (ptrdiff_t row = first; row < last; row++, pixels += stride, painted += painted_stride)
    fill_cell_row(pixels, c, row, 0, painted);
}

CLONES void FORM(paint_cells)(void *pixels, ptrdiff_t stride, const PixelCells *cells, const void *painted,
                             ptrdiff_t painted_stride, ptrdiff_t first, ptrdiff_t last) {
  paint_cells(pixels, stride, *cells, painted, painted_stride, first, last);
}

INLINE void fill_spans(Pixel *pixels, const PixelSpan *spans, ptrdiff_t span_count, const uint8_t *coverage,
                       uint32_t color) {
  Eight source = all_pixels(color);
  Shares factor = backdrop_factor(source);
  for (ptrdiff_t i = 0; i < span_count; i++) {
    PixelSpan span = spans[i];
    if (span.bytes >= 0) {
      fill_covered(pixels + span.place, coverage + span.bytes, source, span.count);
    } else {
      fill_solid(pixels + span.place, source, factor, is_opaque(color), span.count);
    }
  }
}

CLONES void FORM(fill_spans)(void *pixels, const PixelSpan *spans, ptrdiff_t span_count, const uint8_t *coverage,
                             uint32_t color) {
  fill_spans(pixels, spans, span_count, coverage, color);
}

/* Eight pixels of a box's row, starting at `first`. */
INLINE Eight box_pixels(uint32_t color, uint32_t left, uint32_t middle, uint32_t right, uint32_t first,
                        uint32_t count) {
  u32x8 index = indices(first), is_first = (u32x8)(index == 0), is_last = (u32x8)(index == count - 1) & ~is_first;
  u32x8 is_between = ~is_first & ~is_last & (u32x8)(index < count);
  return box_of(color, is_first, left, is_last, right, is_between, middle);
}

INLINE void fill_box(Pixel *pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t color, uint32_t left, uint32_t middle,
                     uint32_t right, ptrdiff_t count) {
  ptrdiff_t last = (count - 1) & ~(ptrdiff_t)7;
  Eight first_source = box_pixels(color, left, middle, right, 0, (uint32_t)count);
  Eight last_source = box_pixels(color, left, middle, right, (uint32_t)last, (uint32_t)count);
  Eight source = faded_pixels(color, middle);
  Shares factor = backdrop_factor(source);
  int is_solid = middle == 255 && is_opaque(color);
  for (; rows > 0; rows--, pixels += stride) {
    blend(pixels, first_source);
    if (is_solid) {
      store_vectors(pixels + 8, source, last - 8);
    } else {
      fill_vectors(pixels + 8, source, factor, last - 8);
    }
    if (last > 0) blend(pixels + last, last_source);
  }
}

CLONES void FORM(fill_box)(void *pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t color, uint32_t left,
                           uint32_t middle, uint32_t right, ptrdiff_t count) {
  fill_box(pixels, stride, rows, color, left, middle, right, count);
}
