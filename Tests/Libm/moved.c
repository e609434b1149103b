/* A C library whose mathematics is a little off: preloaded, it moves every result of these functions by one unit in the
   last place, up or down by the bits of the result. What a frame looks like must not depend on it. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static double moved(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return nextafter(x, (bits * 0x9e3779b97f4a7c15u) >> 63 ? INFINITY : -INFINITY);
}

static float moved_float(float x) { return nextafterf(x, (int)(x * 1e7f) & 1 ? INFINITY : -INFINITY); }

#define ONE(name)                                                                                                      \
  double name(double x) {                                                                                              \
    static double (*real)(double);                                                                                     \
    if (!real) real = (double (*)(double))dlsym(RTLD_NEXT, #name);                                                     \
    return moved(real(x));                                                                                             \
  }                                                                                                                    \
  float name##f(float x) {                                                                                             \
    static float (*real)(float);                                                                                       \
    if (!real) real = (float (*)(float))dlsym(RTLD_NEXT, #name "f");                                                   \
    return moved_float(real(x));                                                                                       \
  }

#define TWO(name)                                                                                                      \
  double name(double x, double y) {                                                                                    \
    static double (*real)(double, double);                                                                             \
    if (!real) real = (double (*)(double, double))dlsym(RTLD_NEXT, #name);                                             \
    return moved(real(x, y));                                                                                          \
  }                                                                                                                    \
  float name##f(float x, float y) {                                                                                    \
    static float (*real)(float, float);                                                                                \
    if (!real) real = (float (*)(float, float))dlsym(RTLD_NEXT, #name "f");                                            \
    return moved_float(real(x, y));                                                                                    \
  }

ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(exp)
ONE(exp2)
ONE(log)
ONE(log2)
ONE(log10)
ONE(cbrt)
ONE(sinh)
ONE(cosh)
ONE(tanh)
TWO(atan2)
TWO(pow)
TWO(hypot)

void sincos(double x, double *s, double *c) { *s = sin(x), *c = cos(x); }
