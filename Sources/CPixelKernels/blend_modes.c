/* Blend modes of layers. */

#ifdef DEEP
#include "blends_deep.h"
#else
#include "blends8.h"
#endif

CLONES void FORM(blend_span)(void *pixels, const void *source, int32_t mode, ptrdiff_t count) {
#define CASE(mode) \
  case mode: return blend_span(pixels, source, mode, count)
  switch (mode) {
    CASE(PixelBlendMultiply);
    CASE(PixelBlendScreen);
    CASE(PixelBlendOverlay);
    CASE(PixelBlendDarken);
    CASE(PixelBlendLighten);
    CASE(PixelBlendColorDodge);
    CASE(PixelBlendColorBurn);
    CASE(PixelBlendSoftLight);
    CASE(PixelBlendHardLight);
    CASE(PixelBlendDifference);
    CASE(PixelBlendExclusion);
    CASE(PixelBlendLinearBurn);
    CASE(PixelBlendSubtract);
    CASE(PixelBlendDivide);
    CASE(PixelBlendHue);
    CASE(PixelBlendSaturation);
    CASE(PixelBlendColor);
  default: return blend_span(pixels, source, PixelBlendLuminosity, count);
  }
#undef CASE
}
