/* Copies rows past the caches: a frame is larger than they are, and nobody reads it soon. */

#include "CPixelKernels.h"

#include "wide.h"

CLONES void pixel_copy_rows(uint32_t *pixels, ptrdiff_t stride, const uint32_t *source, ptrdiff_t source_stride,
                            ptrdiff_t count, ptrdiff_t rows) {
  for (; rows > 0; rows--, pixels += stride, source += source_stride) {
    ptrdiff_t i = 0;
    while (i < count && ((uintptr_t)(pixels + i) & 31) != 0) pixels[i] = source[i], i++;
    for (; i + 8 <= count; i += 8) {
      u32x8 eight;
      memcpy(&eight, source + i, sizeof eight);
      __builtin_nontemporal_store(eight, (u32x8 *)(pixels + i));
    }
    for (; i < count; i++) pixels[i] = source[i];
  }
#if defined(__x86_64__)
  /* Such stores are not ordered by themselves: whoever is told that the tile is drawn must find it. */
  __builtin_ia32_sfence();
#endif
}
