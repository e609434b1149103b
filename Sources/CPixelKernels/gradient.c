/* Colours along gradients, four components of a pixel at a time. */

#include "PixelKernels.h"

#include <math.h>
#include <stdbool.h>

#include "clones.h"

typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));

/* Straight red, green, blue, alpha in 0...1 as a premultiplied pixel. */
INLINE uint32_t packed(f32x4 color) {
  float alpha = color[3] * 255;
  f32x4 bytes = color * (f32x4){alpha, alpha, alpha, 255} + 0.5f;
  bytes = __builtin_elementwise_max(__builtin_elementwise_min(bytes, (f32x4){255, 255, 255, 255}), (f32x4){0});
  i32x4 whole = __builtin_convertvector(bytes, i32x4);
  return (uint32_t)whole[3] << 24 | (uint32_t)whole[0] << 16 | (uint32_t)whole[1] << 8 | (uint32_t)whole[2];
}

INLINE f32x4 color_of(const PixelStop *stop) { return (f32x4){stop->red, stop->green, stop->blue, stop->alpha}; }

CLONES void pixel_ramp(uint32_t *out, const double *parameters, const PixelStop *stops, ptrdiff_t stop_count,
                       ptrdiff_t count) {
  /* The stretch between two stops that the last pixel was in: neighbours mostly share it. */
  double low = 1, high = 0;
  f32x4 color = {0}, change = {0};
  bool is_plain = true;
  uint32_t plain = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    double parameter = parameters[i];
    if (!(parameter >= low && parameter < high)) {
      if (isnan(parameter)) {
        out[i] = 0;
        continue;
      }
      ptrdiff_t upper = 0;
      while (upper < stop_count && stops[upper].location <= parameter) upper++;
      is_plain = upper == 0 || upper == stop_count;
      low = upper > 0 ? stops[upper - 1].location : -INFINITY;
      high = upper < stop_count ? stops[upper].location : INFINITY;
      color = color_of(stops + (upper > 0 ? upper - 1 : 0));
      if (!is_plain) change = color_of(stops + upper) - color;
      plain = packed(color);
    }
    out[i] = is_plain ? plain : packed(color + change * (float)((parameter - low) / (high - low)));
  }
}
