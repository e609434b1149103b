/* Coverage of polygons. In each cell that an edge crosses, it adds the height of the crossing, and this height times
   the sum of the two x fractions. Prefix sums over a row of cells, from the left, give the coverage bytes. Coordinates
   are relative to the clip's first pixel, in 1/256 pixel. */

#include "PixelKernels.h"

#include "cells.h"

typedef float f32x8 __attribute__((vector_size(32)));

/* REACH: distance from the clip's first pixel within which `x_at` is exact. Edges are added to half a group at a time.
   */
enum { HALF = GROUP / 2, HALF_BITS = 11, HALF_WIDTH = 1 << HALF_BITS, REACH = 1 << 21 };
_Static_assert(HALF_WIDTH == 256 * HALF, "half a group's width in 1/256 pixel");

/* Rounded down. */
INLINE int32_t quotient(int64_t dividend, int64_t divisor) {
  int64_t cut = dividend / divisor;
  return (int32_t)(cut - (cut * divisor > dividend));
}

/* An edge directed downwards, the rows in which it is drawn, and its original direction. */
typedef struct {
  int32_t x0, y0, x1, y1, top, bottom, sign;
} Line;

/* Memory of one row of the clip. */
typedef struct {
  int32_t *cells;
  uint64_t *crossed;
  int32_t *beside;
  int32_t width;
} Row;

INLINE Row row_of(PixelCells c, ptrdiff_t y) {
  return (Row){c.cells + 2 * y * c.cells_per_row, c.crossed + y * c.words_per_row, c.beside + y, c.width};
}

INLINE Row row_below(PixelCells c, Row r) {
  return (Row){r.cells + 2 * c.cells_per_row, r.crossed + c.words_per_row, r.beside + 1, r.width};
}

INLINE void mark(Row r, uint32_t group) { r.crossed[group >> 6] |= 1ull << (group & 63); }

/* The height at a fraction `part` of a run. It is below 2^24, so that the truncated float quotient equals the integer
   quotient. */
INLINE i32x8 heights_after(i32x8 part, f32x8 rise, f32x8 run) {
  return __builtin_convertvector(__builtin_convertvector(part, f32x8) * rise / run, i32x8);
}

/* Adds the part of an edge within a row, from column `low` to `high` with the width `run`, to half a group of columns.
   Returns the height at the end of each column. */
INLINE i32x8 add_half(Row r, uint32_t half, i32x8 low, i32x8 high, i32x8 run, f32x8 rise, i32x8 passed) {
  const i32x8 starts = {0, 256, 512, 768, 1024, 1280, 1536, 1792}, ends = starts + 256, none = {};
  i32x8 first = none + (int32_t)(half * HALF_WIDTH);
  low -= first, high -= first;
  i32x8 part = __builtin_elementwise_min(__builtin_elementwise_max(ends - low, none), run);
  i32x8 heights = heights_after(part, rise, __builtin_convertvector(run, f32x8));
  i32x8 added = heights - __builtin_shufflevector(passed, heights, 7, 8, 9, 10, 11, 12, 13, 14);
  i32x8 fractions = __builtin_elementwise_max(low, starts) + __builtin_elementwise_min(high, ends) - starts * 2;
  int32_t *cells = r.cells + 2 * GROUP * (size_t)(half / 2) + HALF * (half % 2);
  store_cells(cells, load_cells(cells) + added);
  store_cells(cells + GROUP, load_cells(cells + GROUP) + added * fractions);
  mark(r, half / 2);
  return heights;
}

/* Adds the part of an edge within a row, from `x` to `next` with the height `rise`. Most parts are within half a group.
   `is_inside`: the whole part is inside the clip. */
INLINE void add_row(Row r, int32_t x, int32_t next, f32x8 rise, int is_inside) {
  i32x8 none = {}, from = none + x, to = none + next, passed = none;
  i32x8 low = __builtin_elementwise_min(from, to), high = __builtin_elementwise_max(from, to);
  i32x8 run = __builtin_elementwise_max(high - low, none + 1);
  int32_t start = least(x, next), end = most(start, most(x, next) - 1);
  if (!is_inside) {
    end = least(end, r.width * 256 - 1);
    if (start < 0) {
      i32x8 outside = __builtin_elementwise_min(none - low, run);
      passed = heights_after(outside, rise, __builtin_convertvector(run, f32x8));
      *r.beside += passed[0];
      start = 0;
    }
    if (start > end) return;
  }
  uint32_t half = (uint32_t)start >> HALF_BITS, last = (uint32_t)end >> HALF_BITS;
  passed = add_half(r, half, low, high, run, rise, passed);
  while (__builtin_expect(half < last, 0)) passed = add_half(r, ++half, low, high, run, rise, passed);
}

/* The x coordinate of an edge at `rows` (in 1/256) below its start, rounded down. Different fractions are at least
   2^-22 apart, so rounding errors of doubles never change the integer. REACH is added so that the number is positive
   when it is truncated. */
INLINE double place_at(Line e, double slope, int32_t rows) { return e.x0 + (REACH + 0x1p-23) + slope * rows; }
INLINE int32_t x_at(Line e, double slope, int32_t rows) { return (int32_t)place_at(e, slope, rows) - REACH; }

INLINE f32x8 rise_of(Line e, int32_t height) { return (f32x8){} + (float)(e.sign * height); }

/* Adds an edge row by row. In a long edge, the next position is computed by addition, so that the processor knows the
   address early. */
INLINE void add_line(PixelCells c, Line e, int is_inside) {
  int32_t y = most(e.y0, e.top), end = least(e.y1, e.bottom), row_end = (y & ~255) + 256, next;
  double slope = (double)(e.x1 - e.x0) / (double)(e.y1 - e.y0);
  int32_t x = y == e.y0 ? e.x0 : x_at(e, slope, y - e.y0);
  int32_t last = end == e.y1 ? e.x1 : x_at(e, slope, end - e.y0);
  f32x8 whole = rise_of(e, 256);
  Row r = row_of(c, y >> 8);
  if (row_end < end) {
    next = x_at(e, slope, row_end - e.y0);
    add_row(r, x, next, rise_of(e, row_end - y), is_inside);
    x = next, y = row_end, row_end += 256, r = row_below(c, r);
    if (end - y > 3 * 256) {
      int64_t place = (int64_t)(place_at(e, slope, y - e.y0) * 0x1p40), step = (int64_t)(slope * 0x1p48);
      for (; row_end < end; x = next, y = row_end, row_end += 256, r = row_below(c, r)) {
        place += step, next = (int32_t)(place >> 40) - REACH;
        add_row(r, x, next, whole, is_inside);
      }
    }
    for (; row_end < end; x = next, y = row_end, row_end += 256, r = row_below(c, r)) {
      next = x_at(e, slope, row_end - e.y0);
      add_row(r, x, next, whole, is_inside);
    }
  }
  add_row(r, x, last, rise_of(e, end - y), is_inside);
}

/* The same for edges that are far away or almost horizontal: in integers, column by column. */
INLINE void add_far_row(Row r, int32_t x, int32_t next, int32_t rise, int32_t sign) {
  int32_t low = least(x, next), high = most(x, next), passed = 0;
  int32_t last = least(most(low, high - 1), r.width * 256 - 1) >> 8;
  if (low < 0) {
    passed = high <= 0 ? rise : quotient(-(int64_t)low * rise, (int64_t)high - low);
    *r.beside += sign * passed;
  }
  for (int32_t column = most(low, 0) >> 8; column <= last; column++) {
    int32_t first = column * 256, left = most(low, first), right = least(high, first + 256);
    int32_t end = right == high ? rise : quotient(((int64_t)right - low) * rise, (int64_t)high - low);
    int32_t height = sign * (end - passed), *cell = r.cells + 2 * (column & -GROUP) + column % GROUP;
    cell[0] += height;
    cell[GROUP] += height * (left + right - 2 * first);
    mark(r, (uint32_t)column / GROUP);
    passed = end;
  }
}

static void add_far_line(PixelCells c, Line e) {
  int64_t rise = (int64_t)e.x1 - e.x0, run = (int64_t)e.y1 - e.y0;
  int32_t y = most(e.y0, e.top), end = least(e.y1, e.bottom);
  int32_t x = y == e.y0 ? e.x0 : e.x0 + quotient((y - (int64_t)e.y0) * rise, run);
  for (Row r = row_of(c, y >> 8); y < end; r = row_below(c, r)) {
    int32_t row_end = least((y & ~255) + 256, end);
    int32_t next = row_end == e.y1 ? e.x1 : e.x0 + quotient((row_end - (int64_t)e.y0) * rise, run);
    add_far_row(r, x, next, row_end - y, e.sign);
    x = next, y = row_end;
  }
}

/* Consecutive edges left of the clip. They cover all columns of the clip, so they are added as a single edge. */
INLINE void add_beside(PixelCells c, int32_t from, int32_t to, int32_t top, int32_t bottom) {
  int32_t sign = from < to ? 1 : -1, start = most(least(from, to), top), end = least(most(from, to), bottom);
  if (start >= end) return;
  int32_t first = start >> 8, last = end >> 8;
  c.beside[first] -= sign * (start & 255);
  for (int32_t row = first; row < last; row++) c.beside[row] += sign * 256;
  if (end & 255) c.beside[last] += sign * (end & 255);
}

/* Whether floats are exact within each row of an edge, and doubles from row to row. */
INLINE int is_near(Line e) {
  uint32_t reach = (uint32_t)((e.x0 + REACH) | (e.x1 + REACH) | (e.y0 + REACH) | (e.y1 + REACH));
  int64_t rise = e.x1 > e.x0 ? (int64_t)e.x1 - e.x0 : (int64_t)e.x0 - e.x1;
  return (reach < 2 * REACH) & ((rise <= 65536) | (rise <= 255 * ((int64_t)e.y1 - e.y0)));
}

/* Maximum length of an edge on both axes that is certainly near enough, because it extends into the clip. */
INLINE uint32_t near_length(PixelCells c) { return c.width < 7168 && c.height < 7168 ? 1 << 17 : 0; }

INLINE void add_edge(PixelCells c, PixelEdge e, uint32_t length, int32_t top, int32_t bottom) {
  int is_up = e.y0 > e.y1;
  Line line = {is_up ? e.x1 : e.x0, is_up ? e.y1 : e.y0, is_up ? e.x0 : e.x1, is_up ? e.y0 : e.y1, top, bottom,
               is_up ? -1 : 1};
  uint32_t extent = (uint32_t)(line.x1 - line.x0 + 65536) | (uint32_t)(line.y1 - line.y0);
  if (extent >= length && !is_near(line)) {
    add_far_line(c, line);
  } else if (least(e.x0, e.x1) < 0 || most(e.x0, e.x1) >= c.width * 256) {
    add_line(c, line, 0);
  } else {
    add_line(c, line, 1);
  }
}

INLINE void add_edges(PixelCells c, const PixelEdge *edges, ptrdiff_t count, int32_t top, int32_t bottom) {
  int32_t left = c.min_x * 256, above = c.min_y * 256, from = 0, to = 0;
  uint32_t length = near_length(c);
  for (ptrdiff_t i = 0; i < count; i++) {
    PixelEdge e = {edges[i].x0 - left, edges[i].y0 - above, edges[i].x1 - left, edges[i].y1 - above};
    int is_missed = most(least(e.y0, e.y1), top) >= least(most(e.y0, e.y1), bottom);
    /* Edges right of the clip do not affect it. */
    int is_right = least(e.x0, e.x1) >= c.width * 256;
    if (is_missed | is_right) continue;
    if (most(e.x0, e.x1) > 0) {
      add_edge(c, e, length, top, bottom);
    } else if (e.y0 == to) {
      to = e.y1;
    } else {
      add_beside(c, from, to, top, bottom);
      from = e.y0, to = e.y1;
    }
  }
  add_beside(c, from, to, top, bottom);
}

CLONES void pixel_add_edges(const PixelCells *cells, const PixelEdge *edges, ptrdiff_t count, int32_t top,
                            int32_t bottom) {
  add_edges(*cells, edges, count, top, bottom);
}

/* Rows */

INLINE void set_bytes(uint8_t *bytes, uint8_t value, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += GROUP) memset(bytes + i, value, GROUP);
}

/* Parts of a row as they are found: its ends, and the longest fully covered gap. */
typedef struct {
  int32_t start, end, solid, solid_end;
} Parts;

INLINE void add_part(Parts *p, uint8_t *bytes, int32_t first, int32_t last, uint8_t value) {
  set_bytes(bytes + first, value, last - first);
  if (value == 0) return;
  p->start = least(p->start, first), p->end = last;
  if (value == 255 && last - first > p->solid_end - p->solid) p->solid = first, p->solid_end = last;
}

INLINE PixelRow row_parts(PixelCells c, ptrdiff_t row, uint8_t *bytes) {
  int32_t *cells = c.cells + 2 * row * c.cells_per_row, cover = c.beside[row], next = 0;
  uint64_t *crossed = c.crossed + row * c.words_per_row;
  Parts p = {c.width, 0, 0, 0};
  c.beside[row] = 0;
  for (ptrdiff_t i = 0; i < c.words_per_row; i++) {
    uint64_t word = crossed[i];
    for (crossed[i] = 0; word; word &= word - 1) {
      int32_t first = (int32_t)i * WORD + __builtin_ctzll(word) * GROUP;
      uint8_t value = coverage_byte(cover);
      /* There is no point before the first edge. */
      if (next < first && (value | p.end)) add_part(&p, bytes, next, first, value);
      u8x16 covered = read_group(cells + 2 * first, &cover);
      memcpy(bytes + first, &covered, sizeof covered);
      next = first + GROUP;
      p.start = least(p.start, first), p.end = least(next, c.width);
    }
  }
  if (next < c.width && coverage_byte(cover)) add_part(&p, bytes, next, c.width, coverage_byte(cover));
  if (p.start >= p.end) return (PixelRow){};
  if (p.solid == p.solid_end) p.solid = p.solid_end = p.end;
  return (PixelRow){p.start, p.solid, p.solid_end, p.end, 0};
}

CLONES void pixel_cover_row(const PixelCells *cells, ptrdiff_t row, uint8_t *bytes, PixelRow *parts) {
  *parts = row_parts(*cells, row, bytes);
}
