/* Coverage of the rows of rounded rectangles at their corners: the exact area of each pixel inside quarter ellipses. In
   units of the radii, measured from its centre, a quarter circle has the width sqrt(1 - u^2) at height u, and the area
   S(u) from 0 to u. Its area between two heights and beyond a distance v from the centre is S(m) - S(low) - v (m -
   low), where m is the upper height, or the height at which the circle's width is v. The coverage of a pixel is the
   difference of two of these areas. */

#include "PixelKernels.h"

#include <math.h>

#include "clones.h"

enum { MOST = PIXEL_MOST_ROUND + 8 };

INLINE double limited(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

/* For 0...1; a minimax polynomial with an error of at most 4.7e-10. */
INLINE double arc_cosine(double x) {
  double sum = x * -0.000413350777762278 + 0.0025594790896817654;
  sum = sum * x + -0.007522254533165636;
  sum = sum * x + 0.014653388388449862;
  sum = sum * x + -0.02289023237451467;
  sum = sum * x + 0.0333307233137099;
  sum = sum * x + -0.0507438760404069;
  sum = sum * x + 0.08904509566813727;
  sum = sum * x + -0.21460173715592745;
  sum = sum * x + 1.5707963263309819;
  return sqrt(1 - x) * sum;
}

/* Values computed once for the borders between columns, starting at `first`: the distance outward from the centre, the
   height at which the circle has this width, and the area up to that height. */
typedef struct {
  double distance[MOST], height[MOST], area[MOST];
  int32_t first;
} Columns;

/* The same for the borders between rows, from `first` on: heights, widths of the circle, and areas up to there. */
typedef struct {
  double height[MOST], width[MOST], area[MOST];
  int32_t first;
} Rows;

INLINE void find_columns(Columns *out, double centre, double scale, int32_t first, int32_t last) {
  out->first = first;
  for (int32_t i = 0; first + i <= last; i++) {
    double distance = ((double)(first + i) - centre) * scale, v = limited(distance), height = sqrt((1 - v) * (1 + v));
    out->distance[i] = distance, out->height[i] = height;
    out->area[i] = (height * v + arc_cosine(v)) * 0.5;
  }
}

INLINE void find_rows(Rows *out, double centre, double scale, int32_t first, int32_t last) {
  out->first = first;
  for (int32_t i = 0; first + i <= last; i++) {
    double u = limited(((double)(first + i) - centre) * scale), width = sqrt((1 - u) * (1 + u));
    out->height[i] = u, out->width[i] = width;
    out->area[i] = (u * width + (M_PI_2 - arc_cosine(u))) * 0.5;
  }
}

/* The heights of one quarter within a row. */
typedef struct {
  double low, high, low_area, high_area, low_width, high_width;
} Part;

/* A row: its parts in the upper and the lower quarters, and between them. */
typedef struct {
  Part upper, lower;
  double straight, height;
} Row;

INLINE Part part(const Rows *rows, int32_t low_row, int32_t high_row) {
  int32_t low = low_row - rows->first, high = high_row - rows->first;
  return (Part){rows->height[low], rows->height[high], rows->area[low],
                rows->area[high],  rows->width[low],   rows->width[high]};
}

INLINE double part_area(const Columns *columns, int32_t i, const Part *part) {
  double top = columns->height[i], area = columns->area[i];
  if (top <= part->low) {
    top = part->low, area = part->low_area;
  } else if (top >= part->high) {
    top = part->high, area = part->high_area;
  }
  return area - part->low_area - columns->distance[i] * (top - part->low);
}

/* The area beyond the left border of a column, in pixels. */
INLINE double area_beyond(const Columns *columns, int32_t column, const Row *row, const PixelRound *shape) {
  int32_t i = column - columns->first;
  double round = 0, inwards = 1 - columns->distance[i];
  if (row->upper.low < row->upper.high) round += part_area(columns, i, &row->upper);
  if (row->lower.low < row->lower.high) round += part_area(columns, i, &row->lower);
  double area = round * (shape->radius_x * shape->radius_y);
  return row->straight > 0 ? area + (inwards > 0 ? inwards : 0) * (row->straight * shape->radius_x) : area;
}

/* The coverage of a pixel in the left or right half of a row. The areas beyond borders increase from left to right in
   the left half and decrease in the right half. */
INLINE double covered(const Columns *columns, int32_t column, const Row *row, const PixelRound *shape, int is_right) {
  double one = area_beyond(columns, column, row, shape), next = area_beyond(columns, column + 1, row, shape);
  return is_right ? one - next : next - one;
}

/* 0...1 as a byte. */
INLINE uint8_t byte_of(double area) { return (uint8_t)(limited(area) * 255 + 0.5); }

INLINE void store_half(uint8_t *out, const Columns *columns, int32_t first, int32_t last, const Row *row,
                       const PixelRound *shape, int is_right) {
  for (int32_t x = first; x < last; x++) *out++ = byte_of(covered(columns, x, row, shape, is_right));
}

INLINE int32_t floor_of(double x) { return (int32_t)floor(x); }
INLINE int32_t ceil_of(double x) { return (int32_t)ceil(x); }
INLINE double least(double a, double b) { return a < b ? a : b; }
INLINE double most(double a, double b) { return a > b ? a : b; }

/* The values from which a shape's rows are computed; sides at the centres of the corner ellipses. */
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

/* The largest and the smallest width of the row's parts, in units of the radii. */
INLINE void find_widths(const Row *row, double *widest, double *narrowest) {
  *widest = row->straight > 0, *narrowest = 1;
  if (row->upper.low < row->upper.high)
    *widest = most(*widest, row->upper.low_width), *narrowest = least(*narrowest, row->upper.high_width);
  if (row->lower.low < row->lower.high)
    *widest = most(*widest, row->lower.low_width), *narrowest = least(*narrowest, row->lower.high_width);
}

/* If both halves share a pixel, the parts outside of each half are subtracted. */
INLINE void store_narrow(uint8_t *out, const Tables *tables, const PixelRow *found, const Row *row,
                         const PixelRound *shape) {
  for (int32_t x = found->first; x < found->last; x++) {
    double left = row->height, right = row->height;
    if (x < found->solid_first) left = covered(&tables->left, x, row, shape, 0);
    if (x >= found->solid_last) right = covered(&tables->right, x, row, shape, 1);
    *out++ = byte_of(left + right - row->height);
  }
}

/* Writes the bytes of a row and returns their description. */
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
  for (ptrdiff_t i = 0; i < gap && !is_solid; i++) *bytes++ = byte_of(row->height);
  store_half(bytes, &tables->right, found.solid_last, found.last, row, shape, 1);
  return is_solid ? found : partial;
}

CLONES ptrdiff_t pixel_round_rows(PixelRow *rows, uint8_t *bytes, const PixelRound *shape, int32_t above, int32_t below,
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
