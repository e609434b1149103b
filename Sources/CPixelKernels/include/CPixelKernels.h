#ifndef CPIXELKERNELS_H
#define CPIXELKERNELS_H

/*
 * The pixel loops that gain from wider vectors than Swift reaches. Every function has a plain twin in
 * Sources/Raster/Blend/ReferenceKernels.swift that says what it computes; both give the same bytes.
 *
 * The loops go in whole vectors: up to 7 pixels behind a row's end are read and written back unchanged, so a surface has
 * room for them behind its last row and belongs to one thread.
 *
 * Pixels are premultiplied 0xAARRGGBB. A "wide row" holds one pixel per 64 bits: four unsigned 16-bit lanes
 * (B, G, R, A from the low end), each an 8-bit value times 256.
 */

#include <stddef.h>
#include <stdint.h>

/* Rounds down; within 2^30. In Swift a conversion also tests for other numbers, which shows where a sprite is small. */
static inline ptrdiff_t pixel_floor(double value) { return (ptrdiff_t)(int64_t)(value + 0x1p31) - 0x80000000ll; }

/* One axis of an upright sprite: which pixels it covers and which two neighbouring texels each of them shows. */
typedef struct {
  /* Pixels to draw, half open; the sprite's sides in 1/256 pixel. */
  int32_t first, last, low, high;
  /* Bilinear: texel position at the centre of pixel `origin`, its step per pixel (16.16), the range it is clamped to,
     and an and-mask that drops the fraction for nearest sampling. */
  int32_t origin, position, step, minimum, maximum, mask;
  /* Texels along this axis of the level. */
  int32_t texels;
  /* By area, if above 0: that many texels of `texel_size` pixels (16.16) from `area_first` lie side by side, `step` of
     them per pixel (16.16); mirrored ones from the far end. */
  int32_t area_count, area_first, texel_size, is_mirrored;
} PixelUprightAxis;

/* A plane position that moves in equal steps, one step per pixel; all 16.16 fixed point. */
typedef struct {
  /* Texel position at the first pixel, its step, and the range that it is clamped to. */
  int32_t position, step, minimum, maximum;
  /* Distance from the sprite's edge in pixels, its step, and the sprite's length in pixels. */
  int32_t distance, distance_step, length;
  /* And-mask for positions: all ones, or 0xFFFF0000 for nearest sampling. */
  int32_t mask;
} PixelAxis;

/* One coordinate of an affinely mapped sprite over the pixels around its origin pixel; all 16.16 fixed point. */
typedef struct {
  /* Texel position at the origin, its steps per pixel and row, and the range that it is clamped to. */
  int32_t position, step_x, step_y, minimum, maximum;
  /* Distance from the near side in pixels at the origin, its steps, and the distance between the sides. */
  int32_t distance, distance_x, distance_y, length;
  /* Beyond these distances no pixel changes: half a pixel outside of the sides or less. */
  int32_t near, far;
  /* And-mask for positions, as of `PixelAxis`. */
  int32_t mask;
  /* Where the middle of the disc is, a position. */
  int32_t disc_center;
} PixelPlane;

/* A sprite under an affine map, and the pixels to draw, counted from its origin. */
typedef struct {
  PixelPlane across, down;
  int32_t first_x, first_y, last_x, last_y;
  /* Positions beyond a disc change no pixel; 16.16, or 0, which says nothing. */
  int32_t disc_radius;
} PixelRotation;

/* How a shape covers a row: columns `first` to `solid_first` and `solid_last` to `last` by bytes, between them fully. The
   bytes lie one after the other from `bytes` on. */
typedef struct {
  int32_t first, solid_first, solid_last, last, bytes;
} PixelRow;

/* Rows of texels that are kept while an upright sprite is drawn. */
#define PIXEL_RING_ROWS 16

/* 64-bit words of scratch for an upright sprite of so many columns: for eight of them the rows and how they are found. */
static inline ptrdiff_t pixel_upright_scratch(ptrdiff_t columns) {
  return (8 * PIXEL_RING_ROWS + 20) * ((columns + 7) / 8) + 8;
}

/* `pixels` is the pixel at (columns->first, rows->first). Eight texels are read from the start of every row, also of a
   level that has fewer. */
void pixel_draw_upright_over(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull texels,
                             const PixelUprightAxis *_Nonnull columns, const PixelUprightAxis *_Nonnull rows,
                             uint32_t tint, uint64_t *_Nonnull scratch);

void pixel_draw_upright_add(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull texels,
                            const PixelUprightAxis *_Nonnull columns, const PixelUprightAxis *_Nonnull rows,
                            uint32_t tint, uint64_t *_Nonnull scratch);

/* A sprite that shows one texel in each pixel: `columns` by `rows` of them, `width` from one row of texels to the next. */
void pixel_draw_whole_over(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull texels, ptrdiff_t width,
                           ptrdiff_t columns, ptrdiff_t rows, uint32_t tint);

void pixel_draw_whole_add(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull texels, ptrdiff_t width,
                          ptrdiff_t columns, ptrdiff_t rows, uint32_t tint);

/* `pixels` is the pixel at (rotation->first_x, rotation->first_y). */
void pixel_draw_rotated_over(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull texels, int32_t width,
                             int32_t height, const PixelRotation *_Nonnull rotation, uint32_t tint);

void pixel_draw_rotated_add(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull texels, int32_t width,
                            int32_t height, const PixelRotation *_Nonnull rotation, uint32_t tint);

/* Writes up to a multiple of eight. */
void pixel_affine_positions(int32_t *_Nonnull u, int32_t *_Nonnull v, uint16_t *_Nonnull coverage,
                            const PixelAxis *_Nonnull horizontal, const PixelAxis *_Nonnull vertical, ptrdiff_t count);

/* Reads and writes up to a multiple of eight; what it reads there are positions inside the image too. */
void pixel_sample_bilinear(uint64_t *_Nonnull out, const uint32_t *_Nonnull texels, int32_t width, int32_t height,
                           const int32_t *_Nonnull u, const int32_t *_Nonnull v, const uint16_t *_Nonnull coverage,
                           ptrdiff_t count);

void pixel_blend_over(uint32_t *_Nonnull pixels, const uint64_t *_Nonnull near_row, const uint64_t *_Nonnull far_row,
                      uint32_t near_weight, uint32_t far_weight, uint32_t tint, ptrdiff_t count);

void pixel_blend_add(uint32_t *_Nonnull pixels, const uint64_t *_Nonnull near_row, const uint64_t *_Nonnull far_row,
                     uint32_t near_weight, uint32_t far_weight, uint32_t tint, ptrdiff_t count);

void pixel_fill_span(uint32_t *_Nonnull pixels, const uint8_t *_Nullable coverage, uint32_t color, ptrdiff_t count);

/* `count` rows of one colour through coverage. `pixels` is the first row's column `clip_first`; only columns from there to
   `clip_last` are drawn. */
void pixel_fill_rows(uint32_t *_Nonnull pixels, ptrdiff_t stride, const PixelRow *_Nonnull rows,
                     const uint8_t *_Nonnull coverage, int32_t clip_first, int32_t clip_last, uint32_t color,
                     ptrdiff_t count);

/* `rows` rows of `count` pixels, at least one: the first pixel of each row by `left`, the last by `right`, those between
   by `middle`, each colour over the pixels; a single pixel by `left`. */
void pixel_fill_box(uint32_t *_Nonnull pixels, ptrdiff_t stride, ptrdiff_t rows, uint32_t left, uint32_t middle,
                    uint32_t right, ptrdiff_t count);

/* Spans read up to 7 bytes of coverage and 7 source pixels behind a row's end, and use none of them. */
void pixel_composite_span(uint32_t *_Nonnull pixels, const uint32_t *_Nonnull source, const uint8_t *_Nullable coverage,
                          uint32_t alpha, ptrdiff_t count);

/* One line of a box blur across lines; see `referenceBoxLine`. `out` and `sums` overlap none of the others. */
void pixel_box_line(uint32_t *_Nonnull out, uint32_t *_Nonnull sums, const uint32_t *_Nonnull enter,
                    const uint32_t *_Nonnull leave, const uint32_t *_Nonnull before, const uint32_t *_Nonnull after,
                    uint32_t inside, uint32_t ends, ptrdiff_t count);

/* A colour on a gradient: straight components, 0...1. Laid out as the stops of `Gradient` are. */
typedef struct {
  double location, unused;
  float red, green, blue, alpha;
} PixelStop;

/* Premultiplied pixels at places along a gradient of at least one stop, locations ascending; see `referenceRamp`. */
void pixel_ramp(uint32_t *_Nonnull out, const double *_Nonnull parameters, const PixelStop *_Nonnull stops,
                ptrdiff_t stop_count, ptrdiff_t count);

/* Copies `rows` rows of `count` pixels past the caches. */
void pixel_copy_rows(uint32_t *_Nonnull pixels, ptrdiff_t stride, const uint32_t *_Nonnull source,
                     ptrdiff_t source_stride, ptrdiff_t count, ptrdiff_t rows);

/* One component of YUV: a sum of weighted components of a pixel, in 1/32768 of 16 bits, and what is added before it is
   rounded down. */
typedef struct {
  int32_t red, green, blue, offset;
} PixelComponent;

/* The differences are of the sums of four pixels, their offsets so in 1/131072. */
typedef struct {
  PixelComponent luma, blue_difference, red_difference;
} PixelMatrix;

/* Two rows of pixels, alpha left out, as YUV 4:2:0; chroma is that of the mean colour of four pixels. Reads and writes up
   to a multiple of sixteen pixels. The twin is Sources/Media/Video/ReferenceConversion.swift. */
void pixel_yuv420_rows(uint8_t *_Nonnull luma, ptrdiff_t luma_stride, uint8_t *_Nonnull u, uint8_t *_Nonnull v,
                       ptrdiff_t chroma_stride, const uint32_t *_Nonnull pixels, ptrdiff_t stride,
                       const PixelMatrix *_Nonnull matrix, ptrdiff_t count);

#endif
