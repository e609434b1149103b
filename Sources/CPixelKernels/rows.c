/* Rows of images that are resampled on each axis separately. */

#include "form.h"

CLONES void FORM(blend_over)(void *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                             uint32_t far_weight, uint32_t tint, const float *gain, ptrdiff_t count) {
  blend_row(pixels, near_row, far_row, near_weight, far_weight, tint_color(tint, gain), count, 0);
}

CLONES void FORM(blend_add)(void *pixels, const uint64_t *near_row, const uint64_t *far_row, uint32_t near_weight,
                            uint32_t far_weight, uint32_t tint, const float *gain, ptrdiff_t count) {
  blend_row(pixels, near_row, far_row, near_weight, far_weight, tint_color(tint, gain), count, 1);
}

