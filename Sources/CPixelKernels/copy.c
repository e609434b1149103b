/* Copying. */

#include "PixelKernels.h"

#include "wide_rows.h"

/* Bypasses the caches, one cache line at a time: a frame is larger than the caches and is not read soon. */
CLONES void pixel_copy_rows(void *target, ptrdiff_t stride, const void *first, ptrdiff_t source_stride, ptrdiff_t count,
                            ptrdiff_t rows) {
  uint32_t *pixels = target;
  const uint32_t *source = first;
  for (; rows > 0; rows--, pixels += stride, source += source_stride) {
    ptrdiff_t i = 0;
    while (i < count && ((uintptr_t)(pixels + i) & 63) != 0) pixels[i] = source[i], i++;
#pragma clang loop unroll_count(4)
    for (; i + 16 <= count; i += 16) {
      u32x16 line;
      memcpy(&line, source + i, sizeof line);
      __builtin_nontemporal_store(line, (u32x16 *)(pixels + i));
    }
    for (; i < count; i++) pixels[i] = source[i];
  }
#if defined(__x86_64__)
  /* Non-temporal stores are not ordered. The fence makes them visible before the tile is reported complete. */
  __builtin_ia32_sfence();
#endif
}
