/* Coverage of polygons. Edges add to each cell that they cross the height that they pass there and that times the sum
   of its two x fractions; rows of cells, summed from the left, become bytes. All places count from the clip's first
   pixel, in 1/256 pixel. */

#include "PixelKernels.h"

#include <string.h>

#include "clones.h"

typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint8_t u8x4 __attribute__((vector_size(4)));

enum { GROUP = PIXEL_CELL_GROUP, WORD = 64 * GROUP };

INLINE int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

/* Rounded down. A quotient of doubles is off by less than its distance from the next whole number while the dividend
   has 52 bits: it is cut to the same one. */
INLINE int64_t quotient(int64_t dividend, int64_t divisor) {
  int64_t cut = (uint64_t)(dividend + (1ll << 51)) < 1ull << 52 ? (int64_t)((double)dividend / (double)divisor)
                                                               : dividend / divisor;
  return cut - (cut * divisor > dividend);
}

/* A whole edge, downwards, the rows that it is drawn in, and the way it was given. */
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

/* `is_inside`: no part of the edge lies beside the clip. */
INLINE void add_cell(Row r, int32_t column, int32_t fractions, int32_t height, int is_inside) {
  if (height == 0 || (!is_inside && column >= r.width)) return;
  if (!is_inside && column < 0) {
    *r.beside += height;
    return;
  }
  uint32_t place = (uint32_t)column;
  int32_t *cell = r.cells + 2 * (size_t)place;
  cell[0] += height;
  cell[1] += fractions * height;
  r.crossed[place / WORD] |= 1ull << (place / GROUP & 63);
}

INLINE void add_column(Row r, int32_t x, int32_t next, int32_t height, int is_inside) {
  add_cell(r, x >> 8, (x & 255) + (next - (x & ~255)), height, is_inside);
}

/* One row's part of an edge, which passes `total` of the row's height from `low` to `high`, column by column. */
INLINE void add_columns(Row r, int32_t low, int32_t high, int32_t total, int32_t sign,
                        int is_inside) {
  int32_t x = low, passed = 0, end = is_inside ? high : least(high, r.width * 256);
  if (!is_inside && x < 0) {
    x = least(0, high);
    passed = x == high ? total : (int32_t)quotient((int64_t)(x - low) * total, high - low);
    *r.beside += sign * passed;
  }
  int32_t column_end = (x & ~255) + 256;
  if (column_end < high && high - column_end <= 256 && x < end) {
    /* Inside, a dividend below 2^24, so that a quotient of floats is cut to the same number, too. */
    int32_t middle = is_inside ? (int32_t)((float)((column_end - low) * total) / (float)(high - low))
                               : (int32_t)quotient((int64_t)(column_end - low) * total, high - low);
    add_column(r, x, column_end, sign * (middle - passed), is_inside);
    x = column_end, passed = middle;
  } else if (column_end < high && x < end) {
    int64_t run = high - low, product = (int64_t)(column_end - low) * total, rise = 256 * (int64_t)total;
    int64_t place = quotient(product, run), rest = product - place * run;
    int64_t step = quotient(rise, run), step_rest = rise - step * run;
    add_column(r, x, column_end, sign * ((int32_t)place - passed), is_inside);
    x = column_end, passed = (int32_t)place;
    while (x + 256 < high && x < end) {
      place += step, rest += step_rest;
      if (rest >= run) place++, rest -= run;
      add_column(r, x, x + 256, sign * ((int32_t)place - passed), is_inside);
      x += 256, passed = (int32_t)place;
    }
  }
  if (x < high && x < end) add_column(r, x, high, sign * (total - passed), is_inside);
}

INLINE void add_row(Row r, int32_t y, int32_t x, int32_t next_y, int32_t next_x, int32_t sign, int is_inside) {
  if (x >> 8 == next_x >> 8) {
    add_cell(r, x >> 8, (x & 255) + (next_x & 255), sign * (next_y - y), is_inside);
  } else {
    add_columns(r, least(x, next_x), most(x, next_x), next_y - y, sign, is_inside);
  }
}

/* An edge row by row. From one whole row to the next it goes in equal steps with a remainder. */
INLINE void add_line(PixelCells c, Line e, int is_inside) {
  int64_t rise = (int64_t)e.x1 - e.x0, run = (int64_t)e.y1 - e.y0;
  int32_t y = most(e.y0, e.top), end = least(e.y1, e.bottom), row_end = (y & ~255) + 256;
  int32_t x = y == e.y0 ? e.x0 : e.x0 + (int32_t)quotient((y - e.y0) * rise, run);
  int32_t last = end == e.y1 ? e.x1 : e.x0 + (int32_t)quotient((end - e.y0) * rise, run);
  Row r = row_of(c, y >> 8);
  if (row_end < end) {
    int64_t product = (row_end - e.y0) * rise, place = quotient(product, run);
    int32_t next = e.x0 + (int32_t)place;
    add_row(r, y, x, row_end, next, e.sign, is_inside);
    y = row_end, x = next, r = row_below(c, r);
    if (y + 256 < end) {
      int64_t rest = product - place * run, step = quotient(256 * rise, run), step_rest = 256 * rise - step * run;
      do {
        rest += step_rest;
        int64_t carry = rest >= run;
        rest -= run & -carry;
        next = x + (int32_t)(step + carry);
        add_row(r, y, x, y + 256, next, e.sign, is_inside);
        y += 256, x = next, r = row_below(c, r);
      } while (y + 256 < end);
    }
  }
  add_row(r, y, x, end, last, e.sign, is_inside);
}

/* Edges left of the clip that follow one another: what they pass is covered from the clip's first column on, as if they
   were one. */
INLINE void add_beside(PixelCells c, int32_t from, int32_t to, int32_t top, int32_t bottom) {
  int32_t sign = from < to ? 1 : -1, start = most(least(from, to), top), end = least(most(from, to), bottom);
  if (start >= end) return;
  int32_t first = start >> 8, last = end >> 8;
  c.beside[first] -= sign * (start & 255);
  for (int32_t row = first; row < last; row++) c.beside[row] += sign * 256;
  if (end & 255) c.beside[last] += sign * (end & 255);
}

INLINE void add_edges(PixelCells c, const PixelEdge *edges, ptrdiff_t count, int32_t top, int32_t bottom) {
  int32_t left = c.min_x * 256, above = c.min_y * 256, width = c.width * 256, from = 0, to = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    PixelEdge given = edges[i];
    int32_t x0 = given.x0 - left, y0 = given.y0 - above, x1 = given.x1 - left, y1 = given.y1 - above;
    int32_t first = least(x0, x1), last = most(x0, x1);
    int is_missed = most(least(y0, y1), top) >= least(most(y0, y1), bottom), is_right = first >= width;
    /* What lies right of the clip covers nothing in it. */
    if (is_missed | is_right) continue;
    if (last <= 0) {
      if (y0 != to) {
        add_beside(c, from, to, top, bottom);
        from = y0;
      }
      to = y1;
      continue;
    }
    Line line = y0 < y1 ? (Line){x0, y0, x1, y1, top, bottom, 1} : (Line){x1, y1, x0, y0, top, bottom, -1};
    if (first < 0 || last >= width) {
      add_line(c, line, 0);
    } else {
      add_line(c, line, 1);
    }
  }
  add_beside(c, from, to, top, bottom);
}

CLONES void pixel_add_edges(const PixelCells *cells, const PixelEdge *edges, ptrdiff_t count, int32_t top,
                            int32_t bottom) {
  add_edges(*cells, edges, count, top, bottom);
}

/* Rows */

INLINE uint8_t coverage_byte(int32_t cover) {
  int32_t size = least(cover < 0 ? -cover : cover, 256);
  return (uint8_t)((size * 512 * 255 + 65536) >> 17);
}

/* A group's bytes; clears its cells. */
INLINE void read_group(int32_t *cells, int32_t *cover, uint8_t *bytes) {
  i32x4 low, high, none = {};
  memcpy(&low, cells, sizeof low);
  memcpy(&high, cells + 4, sizeof high);
  memset(cells, 0, 8 * sizeof *cells);
  i32x4 sums = __builtin_shufflevector(low, high, 0, 2, 4, 6), areas = __builtin_shufflevector(low, high, 1, 3, 5, 7);
  sums += __builtin_shufflevector(sums, none, 4, 0, 1, 2);
  sums += __builtin_shufflevector(sums, none, 4, 4, 0, 1);
  i32x4 size = __builtin_elementwise_abs((sums + *cover) * 512 - areas);
  size = __builtin_elementwise_min(size, none + 131072);
  u8x4 covered = __builtin_convertvector(((size << 8) - size + 65536) >> 17, u8x4);
  memcpy(bytes, &covered, sizeof covered);
  *cover += sums[3];
}

INLINE void set_bytes(uint8_t *bytes, uint8_t value, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += GROUP) memset(bytes + i, value, GROUP);
}

/* Spans of one row as they are found: the one that is open, and those that are done. */
typedef struct {
  PixelSpan *spans;
  ptrdiff_t count, place, bytes, start, end;
} Spans;

INLINE void finish_span(Spans *s) {
  if (s->start < s->end)
    s->spans[s->count++] = (PixelSpan){s->place + s->start, s->end - s->start, s->bytes + s->start};
}

/* Columns between groups, which all have one coverage. */
INLINE void add_gap(Spans *s, uint8_t *bytes, ptrdiff_t first, ptrdiff_t last, uint8_t value, ptrdiff_t width) {
  if (value == 0 && (s->start == s->end || last == width)) return;
  if (last - first < PIXEL_LEAST_GAP || (value != 0 && value != 255)) {
    if (s->start == s->end) s->start = first;
    set_bytes(bytes + first, value, last - first);
    s->end = last;
    return;
  }
  finish_span(s);
  if (value == 255) s->spans[s->count++] = (PixelSpan){s->place + first, last - first, -1};
  s->start = s->end = last;
}

INLINE void row_spans(PixelCells c, ptrdiff_t row, Spans *s, uint8_t *bytes) {
  int32_t *cells = c.cells + 2 * row * c.cells_per_row, cover = c.beside[row];
  uint64_t *crossed = c.crossed + row * c.words_per_row;
  ptrdiff_t next = 0, width = c.width;
  c.beside[row] = 0;
  s->start = s->end = 0;
  for (ptrdiff_t i = 0; i < c.words_per_row; i++) {
    uint64_t word = crossed[i];
    for (crossed[i] = 0; word; word &= word - 1) {
      ptrdiff_t first = i * WORD + __builtin_ctzll(word) * GROUP;
      if (next < first) add_gap(s, bytes, next, first, coverage_byte(cover), width);
      read_group(cells + 2 * first, &cover, bytes + first);
      if (s->start == s->end) s->start = first;
      next = first + GROUP;
      s->end = next < width ? next : width;
    }
  }
  if (next < width && (cover != 0 || next > 0)) add_gap(s, bytes, next, width, coverage_byte(cover), width);
  finish_span(s);
}

CLONES ptrdiff_t pixel_cover_spans(const PixelCells *cells, PixelSpan *spans, uint8_t *bytes, ptrdiff_t bytes_stride,
                                   ptrdiff_t stride) {
  Spans s = {.spans = spans};
  for (ptrdiff_t row = 0; row < cells->height; row++) {
    row_spans(*cells, row, &s, bytes + row * bytes_stride);
    s.place += stride, s.bytes += bytes_stride;
  }
  return s.count;
}

/* Parts of one row as they are found: its ends, and the longest gap that is covered fully. */
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
      /* There is nothing before the first edge. */
      if (next < first && (value | p.end)) add_part(&p, bytes, next, first, value);
      read_group(cells + 2 * first, &cover, bytes + first);
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
