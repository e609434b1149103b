/* Composites groups with the backdrop by operators other than "over". */

#ifdef DEEP
#include "mixes_deep.h"
#else
#include "mixes8.h"
#endif

#include "form.h"

/* Pixels times a fraction of the other pixels' alpha, unchanged if the fraction is 1. */
INLINE Eight shared(Eight pixels, Eight others, uint32_t mask, uint32_t inverse) {
  return !mask && inverse ? pixels : scaled(pixels, alpha_shares(others, mask, inverse));
}

INLINE void combine_span(Pixel *pixels, const Pixel *source, PixelFactors f, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight above = load_eight(source + i), below = load_eight(pixels + i);
    Eight one = shared(above, below, f.source_mask, f.source_inverse);
    Eight other = shared(below, above, f.backdrop_mask, f.backdrop_inverse);
    store_eight(pixels + i, first_of(sums(one, other), below, count - i));
  }
}

CLONES void FORM(combine_span)(void *pixels, const void *source, const PixelFactors *factors, ptrdiff_t count) {
  combine_span(pixels, source, *factors, count);
}

INLINE Eight mixed(Eight above, Eight below, int32_t mix) {
  switch (mix) {
  case PixelMixScreen: return screened(above, below);
  case PixelMixMaximum: return higher_ones(above, below);
  case PixelMixMinimum: return lower_ones(above, below);
  case PixelMixMultiply:
    return sums(sums(scaled(above, backdrop_factor(below)), scaled(below, backdrop_factor(above))),
                products(above, below));
  case PixelMixPlusDarker: return plus_darker(above, below);
  default: return dodged(above, below);
  }
}

INLINE void mix_span(Pixel *pixels, const Pixel *source, int32_t mix, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += 8) {
    Eight below = load_eight(pixels + i), result = mixed(load_eight(source + i), below, mix);
    store_eight(pixels + i, first_of(result, below, count - i));
  }
}

CLONES void FORM(mix_span)(void *pixels, const void *source, int32_t mix, ptrdiff_t count) {
  switch (mix) {
  case PixelMixScreen: return mix_span(pixels, source, PixelMixScreen, count);
  case PixelMixMaximum: return mix_span(pixels, source, PixelMixMaximum, count);
  case PixelMixMinimum: return mix_span(pixels, source, PixelMixMinimum, count);
  case PixelMixMultiply: return mix_span(pixels, source, PixelMixMultiply, count);
  case PixelMixPlusDarker: return mix_span(pixels, source, PixelMixPlusDarker, count);
  default: return mix_span(pixels, source, PixelMixDodge, count);
  }
}
