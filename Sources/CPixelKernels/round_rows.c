/* Rows of rounded rectangles at their corners: how much of each pixel lies inside of quarter ellipses, by integration.

   In radii from its centre on, a quarter circle is sqrt(1 - u^2) wide at height u, and has the area S(u) from 0 to u.
   Between two heights and beyond a distance v from the centre it has the area S(m) - S(low) - v (m - low), where m is
   the upper height, or that where the circle is v wide. A pixel is the difference of two such areas. */

#include "PixelKernels.h"

#include <math.h>
#include <string.h>

#include "clones.h"

enum { LANES = 8, MOST = PIXEL_MOST_ROUND + 3 * LANES };

typedef double f64x8 __attribute__((vector_size(64)));
typedef int64_t i64x8 __attribute__((vector_size(64)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));

static const f64x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};

INLINE f64x8 load(const double *p) {
  f64x8 v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE void store(double *p, f64x8 v) { memcpy(p, &v, sizeof v); }

INLINE f64x8 chosen(i64x8 mask, f64x8 a, f64x8 b) { return (f64x8)((mask & (i64x8)a) | (~mask & (i64x8)b)); }

/* 0...1. */
INLINE f64x8 limited(f64x8 x) {
  x = chosen(x > 0, x, (f64x8){});
  return chosen(x < 1, x, (f64x8){} + 1);
}

/* Of 0...1; a minimax polynomial, off by 4.7e-10 at most. */
INLINE f64x8 arc_cosine(f64x8 x) {
  f64x8 sum = x * -0.000413350777762278 + 0.0025594790896817654;
  sum = sum * x + -0.007522254533165636;
  sum = sum * x + 0.014653388388449862;
  sum = sum * x + -0.02289023237451467;
  sum = sum * x + 0.0333307233137099;
  sum = sum * x + -0.0507438760404069;
  sum = sum * x + 0.08904509566813727;
  sum = sum * x + -0.21460173715592745;
  sum = sum * x + 1.5707963263309819;
  return __builtin_elementwise_sqrt(1 - x) * sum;
}

/* What is found once for borders between columns, counted from `first` on: the distance from the centre inwards out,
   the height where the circle is as wide, and the area up to there. */
typedef struct {
  double distance[MOST], height[MOST], area[MOST];
  int32_t first;
} Columns;

/* The same for borders between rows, counted from `first` on: their heights, how wide the circle is there, and the area
   up to there. */
typedef struct {
  double height[MOST], width[MOST], area[MOST];
  int32_t first;
} Rows;

INLINE void find_columns(Columns *out, double centre, double scale, int32_t first, int32_t last) {
  out->first = first;
  for (int32_t i = 0; first + i <= last; i += LANES) {
    f64x8 distance = (lanes + (double)(first + i) - centre) * scale, v = limited(distance);
    f64x8 height = __builtin_elementwise_sqrt((1 - v) * (1 + v));
    store(out->distance + i, distance), store(out->height + i, height);
    store(out->area + i, (height * v + arc_cosine(v)) * 0.5);
  }
}

INLINE void find_rows(Rows *out, double centre, double scale, int32_t first, int32_t last) {
  out->first = first;
  for (int32_t i = 0; first + i <= last; i += LANES) {
    f64x8 u = limited((lanes + (double)(first + i) - centre) * scale);
    f64x8 width = __builtin_elementwise_sqrt((1 - u) * (1 + u));
    store(out->height + i, u), store(out->width + i, width);
    store(out->area + i, (u * width + (M_PI_2 - arc_cosine(u))) * 0.5);
  }
}

/* Heights of one quarter that a row spans. */
typedef struct {
  double low, high, low_area, high_area, low_width, high_width;
} Part;

/* One row: its parts of the upper and the lower quarters, and between them. */
typedef struct {
  Part upper, lower;
  double straight, height;
} Row;

INLINE Part part(const Rows *rows, int32_t low_row, int32_t high_row) {
  int32_t low = low_row - rows->first, high = high_row - rows->first;
  return (Part){rows->height[low], rows->height[high], rows->area[low],
                rows->area[high],  rows->width[low],   rows->width[high]};
}

INLINE f64x8 part_area(const Columns *columns, ptrdiff_t i, const Part *part) {
  f64x8 top = load(columns->height + i), area = load(columns->area + i);
  i64x8 is_below = top <= part->low, is_above = top >= part->high;
  top = chosen(is_below, (f64x8){} + part->low, chosen(is_above, (f64x8){} + part->high, top));
  area = chosen(is_below, (f64x8){} + part->low_area, chosen(is_above, (f64x8){} + part->high_area, area));
  return area - part->low_area - load(columns->distance + i) * (top - part->low);
}

/* Areas beyond eight borders, in pixels. */
INLINE f64x8 areas_beyond(const Columns *columns, ptrdiff_t i, const Row *row, const PixelRound *shape) {
  f64x8 round = {};
  if (row->upper.low < row->upper.high) round += part_area(columns, i, &row->upper);
  if (row->lower.low < row->lower.high) round += part_area(columns, i, &row->lower);
  f64x8 inwards = 1 - load(columns->distance + i), depth = chosen(inwards > 0, inwards, (f64x8){});
  f64x8 area = round * (shape->radius_x * shape->radius_y);
  return row->straight > 0 ? area + depth * (row->straight * shape->radius_x) : area;
}

/* How much of eight pixels lies in a row's left or right half, by the areas beyond their left and right borders. They
   grow from left to right in the left half, and fall in the right one. */
INLINE f64x8 between(f64x8 one, f64x8 next, int is_right) { return is_right ? one - next : next - one; }

/* The same from a column on. */
INLINE f64x8 covered(const Columns *columns, int32_t column, const Row *row, const PixelRound *shape, int is_right) {
  ptrdiff_t i = column - columns->first;
  return between(areas_beyond(columns, i, row, shape), areas_beyond(columns, i + 1, row, shape), is_right);
}

/* 0...1 as bytes. */
INLINE void store_bytes(uint8_t *out, f64x8 areas) {
  u8x8 bytes = __builtin_convertvector(__builtin_convertvector(limited(areas) * 255 + 0.5, i32x8), u8x8);
  memcpy(out, &bytes, sizeof bytes);
}

INLINE void store_half(uint8_t *out, const Columns *columns, int32_t first, int32_t last, const Row *row,
                       const PixelRound *shape, int is_right) {
  if (first >= last) return;
  f64x8 one = areas_beyond(columns, first - columns->first, row, shape);
  for (int32_t x = first; x < last; x += LANES) {
    /* Up to seven pixels have no other borders than these eight. */
    f64x8 after = one;
    if (last - x >= LANES) after = areas_beyond(columns, x + LANES - columns->first, row, shape);
    f64x8 next = __builtin_shufflevector(one, after, 1, 2, 3, 4, 5, 6, 7, 8);
    store_bytes(out + (x - first), between(one, next, is_right));
    one = after;
  }
}

INLINE int32_t floor_of(double x) { return (int32_t)__builtin_floor(x); }
INLINE int32_t ceil_of(double x) { return (int32_t)__builtin_ceil(x); }
INLINE double least(double a, double b) { return a < b ? a : b; }
INLINE double most(double a, double b) { return a > b ? a : b; }

/* What a shape's rows are found by; sides at the centres of the corners' ellipses. */
typedef struct {
  Columns left, right;
  Rows upper, lower;
  double left_centre, right_centre, upper_centre, lower_centre;
} Tables;

INLINE void find_row(Row *row, const PixelRound *shape, const Tables *tables, int32_t y) {
  row->upper = y < tables->upper_centre ? part(&tables->upper, y + 1, y) : (Part){};
  row->lower = y + 1 > tables->lower_centre ? part(&tables->lower, y, y + 1) : (Part){};
  row->straight = most(0, least(y + 1, tables->lower_centre) - most(y, tables->upper_centre));
  row->height = least(y + 1, shape->bottom) - most(y, shape->top);
}

/* How wide the row's parts are, in radii: at their widest and at their narrowest. */
INLINE void find_widths(const Row *row, double *widest, double *narrowest) {
  *widest = row->straight > 0, *narrowest = 1;
  if (row->upper.low < row->upper.high)
    *widest = most(*widest, row->upper.low_width), *narrowest = least(*narrowest, row->upper.high_width);
  if (row->lower.low < row->lower.high)
    *widest = most(*widest, row->lower.low_width), *narrowest = least(*narrowest, row->lower.high_width);
}

/* Where both halves share pixels: what either leaves out is missing. */
static void store_narrow(uint8_t *out, const Tables *tables, const PixelRow *found, const Row *row,
                         const PixelRound *shape) {
  for (int32_t x = found->first; x < found->last; x++) {
    f64x8 height = (f64x8){} + row->height, left = height, right = height;
    if (x < found->solid_first) left = covered(&tables->left, x, row, shape, 0);
    if (x >= found->solid_last) right = covered(&tables->right, x, row, shape, 1);
    store_bytes(out + (x - found->first), left + right - height);
  }
}

/* Writes one row's bytes and answers where they are. */
INLINE PixelRow round_row(uint8_t *bytes, const PixelRound *shape, const Tables *tables, const Row *row) {
  double widest, narrowest, radius = shape->radius_x;
  find_widths(row, &widest, &narrowest);
  PixelRow found = {
      floor_of(tables->left_centre - radius * widest), ceil_of(tables->left_centre - radius * narrowest),
      floor_of(tables->right_centre + radius * narrowest), ceil_of(tables->right_centre + radius * widest), 0};
  PixelRow partial = {found.first, found.last, found.last, found.last, 0};
  if (found.solid_first > found.solid_last) return store_narrow(bytes, tables, &found, row, shape), partial;
  ptrdiff_t gap = found.solid_last - found.solid_first;
  int is_solid = row->height == 1 && gap > 0;
  store_half(bytes, &tables->left, found.first, found.solid_first, row, shape, 0);
  bytes += found.solid_first - found.first;
  for (ptrdiff_t i = 0; i < gap && !is_solid; i += LANES) store_bytes(bytes + i, (f64x8){} + row->height);
  store_half(bytes + (is_solid ? 0 : gap), &tables->right, found.solid_last, found.last, row, shape, 1);
  return is_solid ? found : partial;
}

INLINE ptrdiff_t round_rows(PixelRow *rows, uint8_t *bytes, const PixelRound *shape, int32_t above, int32_t below,
                            int32_t last) {
  Tables tables;
  double rx = shape->radius_x, ry = shape->radius_y;
  tables.left_centre = shape->left + rx, tables.right_centre = shape->right - rx;
  tables.upper_centre = shape->top + ry, tables.lower_centre = shape->bottom - ry;
  find_columns(&tables.left, tables.left_centre, -1 / rx, 0, ceil_of(tables.left_centre) + 1);
  find_columns(&tables.right, tables.right_centre, 1 / rx, floor_of(tables.right_centre) - 1, ceil_of(shape->right));
  find_rows(&tables.upper, tables.upper_centre, -1 / ry, 0, ceil_of(tables.upper_centre));
  find_rows(&tables.lower, tables.lower_centre, 1 / ry, floor_of(tables.lower_centre), last);
  ptrdiff_t count = 0;
  for (int32_t y = above > 0 ? 0 : below; y < last; y = y + 1 == above ? below : y + 1) {
    Row row;
    find_row(&row, shape, &tables, y);
    PixelRow found = round_row(bytes + count, shape, &tables, &row);
    found.bytes = (int32_t)count;
    count += found.solid_first - found.first + found.last - found.solid_last;
    *rows++ = found;
  }
  return count;
}

CLONES ptrdiff_t pixel_round_rows(PixelRow *rows, uint8_t *bytes, const PixelRound *shape, int32_t above, int32_t below,
                                  int32_t last) {
  return round_rows(rows, bytes, shape, above, below, last);
}
