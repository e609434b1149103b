/* Filling. */

#include "form.h"

/* More pixels without a gap than a tile has: they do not stay in the second cache, and the loop of an x86 processor
   fetches nothing first. */
enum { LONG_RUN = 1 << 16 };

INLINE void fill(Pixel *pixels, ptrdiff_t stride, uint32_t color, ptrdiff_t count, ptrdiff_t rows) {
#if defined(__x86_64__) && !defined(DEEP)
  ptrdiff_t run = count * rows;
  if ((stride == count || rows == 1) && run > LONG_RUN) {
    __asm__ volatile("rep stosl" : "+D"(pixels), "+c"(run) : "a"(color) : "memory");
    return;
  }
#endif
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
