/* The form of pixels that a source is compiled for: it is compiled once for words and, included by its `deep_` source,
   once for floats. Both forms have the same names for types and functions. */

#pragma once

#ifdef DEEP
#define FORM(name) deep_##name
#include "form_deep.h"
#else
#define FORM(name) pixel_##name
#include "form8.h"
#endif

/* Draws a turned sprite from a level's quads where it has them; `pixels` is the pixel at the map's `first_x` and
   `first_y`. */
void FORM(draw_rotated)(void *pixels, ptrdiff_t stride, const PixelLevel *level, const PixelRotation *rotation,
                        uint32_t tint, const float *gain, int is_additive);
