/* Filling and copying. */

#include "PixelKernels.h"

#include "wide_rows.h"

/* More pixels without a gap than a tile has: they do not stay in the second cache, and the loop of an x86 processor
   fetches nothing first. */
enum { LONG_RUN = 1 << 16 };

CLONES void pixel_fill(uint32_t *pixels, ptrdiff_t stride, uint32_t color, ptrdiff_t count, ptrdiff_t rows) {
#if defined(__x86_64__)
  ptrdiff_t run = count * rows;
  if ((stride == count || rows == 1) && run > LONG_RUN) {
    __asm__ volatile("rep stosl" : "+D"(pixels), "+c"(run) : "a"(color) : "memory");
    return;
  }
#endif
  u32x16 sixteen = (u32x16){} + color;
  for (; rows > 0; rows--, pixels += stride) {
    ptrdiff_t i = 0;
    for (; i + 16 <= count; i += 16) memcpy(pixels + i, &sixteen, sizeof sixteen);
    for (; i < count; i++) pixels[i] = color;
  }
}

/* Past the caches: a frame is larger than they are, and it is not read soon. A line of them at a time. */
CLONES void pixel_copy_rows(uint32_t *pixels, ptrdiff_t stride, const uint32_t *source, ptrdiff_t source_stride,
                            ptrdiff_t count, ptrdiff_t rows) {
  for (; rows > 0; rows--, pixels += stride, source += source_stride) {
    ptrdiff_t i = 0;
    while (i < count && ((uintptr_t)(pixels + i) & 63) != 0) pixels[i] = source[i], i++;
    for (; i + 16 <= count; i += 16) {
      u32x16 line;
      memcpy(&line, source + i, sizeof line);
      __builtin_nontemporal_store(line, (u32x16 *)(pixels + i));
    }
    for (; i < count; i++) pixels[i] = source[i];
  }
#if defined(__x86_64__)
  /* Such stores are not ordered by themselves: the thread that learns that the tile is drawn must find it. */
  __builtin_ia32_sfence();
#endif
}
