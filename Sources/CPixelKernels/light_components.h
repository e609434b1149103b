/* Eight float pixels at a time, component by component. */

#pragma once

#define DEEP
#include "form.h"

/* A component of each of eight pixels. */
typedef f32x8 Component;
typedef struct {
  Component red, green, blue;
} Colors;

INLINE Component chosen(i32x8 mask, Component a, Component b) {
  return (Component)((mask & (i32x8)a) | (~mask & (i32x8)b));
}
INLINE Component all_of(float value) { return value - (Component){}; }
/* If one operand is NaN, the result is the other one. */
INLINE Component lesser(Component a, Component b) { return chosen(a < b, a, b); }
INLINE Component greater(Component a, Component b) { return chosen(a > b, a, b); }

INLINE Component largest(Colors c) { return greater(greater(c.blue, c.green), c.red); }

typedef float f32x2 __attribute__((vector_size(8)));
typedef float f32x4 __attribute__((vector_size(16)));

/* Interpolates linearly between a table entry and the next. Both are one load. Positions are 0 or above. */
INLINE Component between_values(const float *table, i32x8 places, Component shares) {
  Places held;
  held.all = places;
  f32x2 pairs[8];
  for (int k = 0; k < 8; k++) memcpy(pairs + k, table + held.each[k], sizeof *pairs);
#define FOUR(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3)
  f32x4 low = FOUR(pairs[0], pairs[1]), high = FOUR(pairs[2], pairs[3]);
  f32x4 more = FOUR(pairs[4], pairs[5]), most = FOUR(pairs[6], pairs[7]);
#undef FOUR
  f32x8 left = __builtin_shufflevector(low, more, 0, 1, 2, 3, 4, 5, 6, 7);
  f32x8 right = __builtin_shufflevector(high, most, 0, 1, 2, 3, 4, 5, 6, 7);
  Component first = __builtin_shufflevector(left, right, 0, 2, 8, 10, 4, 6, 12, 14);
  Component next = __builtin_shufflevector(left, right, 1, 3, 9, 11, 5, 7, 13, 15);
  return first + shares * (next - first);
}

#define EACH_FOURTH(v, k) __builtin_shufflevector(v, v, k, k + 4, k + 8, k + 12, k + 16, k + 20, k + 24, k + 28)

INLINE Colors colors_of(Eight p) { return (Colors){EACH_FOURTH(p, 2), EACH_FOURTH(p, 1), EACH_FOURTH(p, 0)}; }

/* Combines the colours of some pixels with the alpha of others. */
INLINE Eight with_alpha_of(Colors c, Eight pixels) {
  Component alpha = EACH_FOURTH(pixels, 3);
  f32x16 low = __builtin_shufflevector(c.blue, c.green, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  f32x16 high = __builtin_shufflevector(c.red, alpha, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(low, high, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27, 4, 12, 20, 28, 5,
                                 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31);
}

INLINE int are_same(Eight a, Eight b) {
  i32x32 other = (i32x32)a ^ (i32x32)b;
  i32x16 half = __builtin_shufflevector(other, other, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) |
                __builtin_shufflevector(other, other, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  return !is_any(__builtin_shufflevector(half, half, 0, 1, 2, 3, 4, 5, 6, 7) |
                 __builtin_shufflevector(half, half, 8, 9, 10, 11, 12, 13, 14, 15));
}
