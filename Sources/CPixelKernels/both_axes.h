/* Shared by upright and rotated sprites: values for both axes at once, mipmap levels, and positions in the target. */

#pragma once

#include <string.h>

#include "form.h"

typedef float f32x2 __attribute__((vector_size(8)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef int32_t i32x2 __attribute__((vector_size(8)));
typedef int64_t i64x2 __attribute__((vector_size(16)));

/* Members of a level for both axes: x, then y. */
#define BOTH_AXES(level, member) {(level)->horizontal.member, (level)->vertical.member}

INLINE f64x2 splat_both(double x) { return (f64x2){x, x}; }
INLINE i32x2 least(i32x2 a, i32x2 b) { return __builtin_elementwise_min(a, b); }
INLINE i32x2 greatest(i32x2 a, i32x2 b) { return __builtin_elementwise_max(a, b); }
INLINE i32x2 narrow(i64x2 x) { return __builtin_convertvector(x, i32x2); }
INLINE f64x2 wide(f32x2 x) { return __builtin_convertvector(x, f64x2); }
INLINE f64x2 wide_both(i32x2 x) { return __builtin_convertvector(x, f64x2); }
INLINE f64x2 either(i64x2 mask, f64x2 a, f64x2 b) { return (f64x2)((mask & (i64x2)a) | (~mask & (i64x2)b)); }

/* Like `pixel_floor`. */
INLINE i32x2 floor_both(f64x2 x) { return narrow(__builtin_convertvector(x + 0x1p31, i64x2) - 0x80000000ll); }

INLINE f64x2 limited(f64x2 x, double low, double high) {
  return __builtin_elementwise_max(splat_both(low), __builtin_elementwise_min(splat_both(high), x));
}

/* 16.16, limited to +-2^14. */
INLINE i32x2 fixed_both(f64x2 x) { return floor_both(limited(x * 65536, -0x1p30, 0x1p30) + 0.5); }

INLINE Pixel *pixel_at(const PixelTarget *target, ptrdiff_t x, ptrdiff_t y) {
  return (Pixel *)target->pixels + (y - target->origin_y) * target->stride + x - target->origin_x;
}

/* The level whose number is the exponent of `density`. */
INLINE const PixelLevel *level_at(const PixelSource *source, float density) {
  uint32_t bits;
  memcpy(&bits, &density, sizeof bits);
  ptrdiff_t exponent = (ptrdiff_t)(bits >> 23) - 127, last = source->count - 1;
  exponent = exponent < last ? exponent : last;
  return source->levels + (exponent > 0 ? exponent : 0);
}

INLINE float larger(float a, float b) { return a > b ? a : b; }

INLINE const PixelVisible *visible_texels(const PixelLevel *level, uint32_t tint, const uint8_t *ranks) {
  uint32_t even = (tint & 255) > (tint >> 16 & 255) ? tint & 255 : tint >> 16 & 255;
  uint32_t odd = (tint >> 8 & 255) > tint >> 24 ? tint >> 8 & 255 : tint >> 24;
  return level->visible + ranks[even > odd ? even : odd];
}
