#ifndef CPIXELKERNELS_H
#define CPIXELKERNELS_H

/*
 * The pixel loops that gain from wider vectors than Swift reaches. Every function has a plain twin in
 * Sources/Raster/Blend/ReferenceKernels.swift that says what it computes; both give the same bytes.
 *
 * Pixels are premultiplied 0xAARRGGBB. A "wide row" holds one pixel per 64 bits: four unsigned 16-bit lanes
 * (B, G, R, A from the low end), each an 8-bit value times 256.
 */

#include <stddef.h>
#include <stdint.h>

/* Where one destination pixel lies between two neighbouring texels; the weights sum to its coverage, 0...256. */
typedef struct {
  uint32_t texel;
  uint16_t near_weight;
  uint16_t far_weight;
} PixelTap;

/* A plane position that moves in equal steps, one step per pixel; all 16.16 fixed point. */
typedef struct {
  /* Texel position at the first pixel, its step, and the range that it is clamped to. */
  int32_t position, step, minimum, maximum;
  /* Distance from the sprite's edge in pixels, its step, and the sprite's length in pixels. */
  int32_t distance, distance_step, length;
  /* And-mask for positions: all ones, or 0xFFFF0000 for nearest sampling. */
  int32_t mask;
} PixelAxis;

void pixel_resample_row(uint64_t *_Nonnull out, uint64_t *_Nonnull expanded, const uint32_t *_Nonnull texels,
                        ptrdiff_t texel_count, const PixelTap *_Nonnull taps, ptrdiff_t count);

void pixel_affine_positions(int32_t *_Nonnull u, int32_t *_Nonnull v, uint16_t *_Nonnull coverage,
                            const PixelAxis *_Nonnull horizontal, const PixelAxis *_Nonnull vertical, ptrdiff_t count);

void pixel_sample_bilinear(uint64_t *_Nonnull out, const uint32_t *_Nonnull texels, int32_t width, int32_t height,
                           const int32_t *_Nonnull u, const int32_t *_Nonnull v, const uint16_t *_Nonnull coverage,
                           ptrdiff_t count);

void pixel_blend_over(uint32_t *_Nonnull pixels, const uint64_t *_Nonnull near_row, const uint64_t *_Nonnull far_row,
                      uint32_t near_weight, uint32_t far_weight, uint32_t tint, ptrdiff_t count);

void pixel_blend_add(uint32_t *_Nonnull pixels, const uint64_t *_Nonnull near_row, const uint64_t *_Nonnull far_row,
                     uint32_t near_weight, uint32_t far_weight, uint32_t tint, ptrdiff_t count);

void pixel_fill_span(uint32_t *_Nonnull pixels, const uint8_t *_Nullable coverage, uint32_t color, ptrdiff_t count);

void pixel_composite_span(uint32_t *_Nonnull pixels, const uint32_t *_Nonnull source, const uint8_t *_Nullable coverage,
                          uint32_t alpha, ptrdiff_t count);

#endif
