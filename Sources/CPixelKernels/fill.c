/* Filling. */

#include "form.h"

INLINE void fill(Pixel *pixels, ptrdiff_t stride, uint32_t color, ptrdiff_t count, ptrdiff_t rows) {
  Eight eight = all_pixels(color);
  Sixteen sixteen = twice(eight);
  for (; rows > 0; rows--, pixels += stride) {
    ptrdiff_t i = 0;
    for (; i + 16 <= count; i += 16) store_sixteen(pixels + i, sixteen);
    for (; i < count; i++) memcpy(pixels + i, &eight, sizeof *pixels);
  }
}

CLONES void FORM(fill)(void *pixels, ptrdiff_t stride, uint32_t color, ptrdiff_t count, ptrdiff_t rows) {
  fill(pixels, stride, color, count, rows);
}
