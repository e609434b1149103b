/* The pixel format for which a source is compiled. Each source is compiled for 8-bit pixels and, included by its
   `deep_` source, for float pixels. Both formats define the same type and function names. */

#pragma once

#ifdef DEEP
#define FORM(name) deep_##name
#include "form_deep.h"
#else
#define FORM(name) pixel_##name
#include "form8.h"
#endif

/* Draws a rotated sprite, from a level's quads if it has them. `pixels` is at the map's `first_x` and `first_y`. */
void FORM(draw_rotated)(void *pixels, ptrdiff_t stride, const PixelLevel *level, const PixelRotation *rotation,
                        uint32_t tint, const float *gain, int is_additive);
