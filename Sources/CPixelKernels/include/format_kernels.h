/* Kernels for the pixels of files and hosts; `PixelKernels.h` includes this. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

/* Pixel formats of files and hosts, as a sum of these flags. 0: premultiplied BGRA, as drawn. `PixelOverBlack`: opaque.
   `PixelRaised`: alpha is at least the brightest component. `PixelStraight`: components are divided by alpha, rounded,
   at most 255. `PixelRGBA`: red comes first. */
enum { PixelOverBlack = 1, PixelRaised = 2, PixelStraight = 4, PixelRGBA = 8 };

/* Writes `count` pixels in a format; `out` may be `row`. Returns the bits that all pixels of the row have in common.
   The references of both functions are in Tests/Reference/Video/ReferenceFormats.swift. */
uint32_t pixel_format_row(void *_Nonnull out, const uint32_t *_Nonnull row, int32_t format, ptrdiff_t count);

/* Draws a row over pixels of a format, except `PixelOverBlack` and `PixelRaised`; `out` may be `in`. Pixels are
   unchanged where the row is 0. */
void pixel_format_row_over(void *_Nonnull out, const void *_Nonnull in, const uint32_t *_Nonnull row, int32_t format,
                           ptrdiff_t count);

/* Converts float pixels to an 8-bit format, without reordering components. Reads and writes up to a multiple of eight.
   Returns whether all resulting pixels are opaque. The references of this and the next four functions are in
   Tests/Reference/Video/ReferenceAlpha.swift. */
int32_t pixel_deep_format_row(void *_Nonnull out, const void *_Nonnull pixels, int32_t format, ptrdiff_t count);

/* Converts the alpha of float pixels to 0...`most`, rounded. Reads and writes up to a multiple of sixteen. */
void pixel_deep_alpha(uint16_t *_Nonnull out, const void *_Nonnull pixels, float most, ptrdiff_t count);

/* Replaces the samples whose alpha is 0. Used for ProRes 4444. */
void pixel_fill_clear(uint16_t *_Nonnull samples, const uint16_t *_Nonnull filled, const uint16_t *_Nonnull alphas,
                      ptrdiff_t count);

/* The highest alpha of a pixel whose colour `pixel_faint_row` changes. */
#define PIXEL_FAINTEST 64

/* Adds a row of straight pixels to cells of four columns: blue, green and red times alpha, and alpha. Used, like the
   next function, for VP9 with alpha. */
void pixel_faint_sums(float *_Nonnull cells, const uint32_t *_Nonnull row, ptrdiff_t count);

/* Moves the colours of nearly transparent pixels toward the colour between two rows of cells. A component changes only
   so far that the component times alpha changes by less than 1 of 255. `part`: the weight of the lower cells;
   `columns`: cells per row. */
void pixel_faint_row(uint32_t *_Nonnull row, const float *_Nonnull upper, const float *_Nonnull lower, float part,
                     ptrdiff_t columns, ptrdiff_t count);

/* One component of YUV: the weights of a pixel's components, in 1/32768 of 16 bits, and an offset that is added before
   rounding down. */
typedef struct {
  int32_t red, green, blue, offset;
} PixelComponent;

/* The colour differences use sums of four pixels, so their offsets are in 1/131072. */
typedef struct {
  PixelComponent luma, blue_difference, red_difference;
} PixelMatrix;

/* Converts two rows of pixels to YUV 4:2:0, ignoring alpha. Chroma is that of the mean colour of four pixels. Reads and
   writes up to a multiple of sixteen pixels. The reference is `referenceYUV420Rows`. */
void pixel_yuv420_rows(uint8_t *_Nonnull luma, ptrdiff_t luma_stride, uint8_t *_Nonnull u, uint8_t *_Nonnull v,
                       ptrdiff_t chroma_stride, const uint32_t *_Nonnull pixels, ptrdiff_t stride,
                       const PixelMatrix *_Nonnull matrix, ptrdiff_t count);

/* One component of YUV of any depth: the sum of weighted components and the offset, shifted right, limited to `most`.
   Samples above 255 use 16 bits, others 8. */
typedef struct {
  PixelComponent weights;
  int32_t shift, most;
} PixelSampling;

/* Converts one component of a row of pixels, ignoring alpha. Reads and writes up to a multiple of sixteen. The
   references of both functions are in Tests/Reference/Video/ReferenceYUV.swift. */
void pixel_sample_row(void *_Nonnull out, const uint32_t *_Nonnull pixels, const PixelSampling *_Nonnull sampling,
                      ptrdiff_t count);

/* Converts both colour differences, the blue one first, from sums of four pixels in two rows; `count` of each. To
   average only along a row, pass the same row twice. Reads and writes up to a multiple of eight, from twice as many
   pixels. */
void pixel_share_samples(void *_Nonnull u, void *_Nonnull v, const uint32_t *_Nonnull upper,
                         const uint32_t *_Nonnull lower, const PixelSampling *_Nonnull samplings, ptrdiff_t count);

/* Quantizes float pixels to 8 bits: `count` pixels times 255 plus a threshold from 0 to 1, truncated. The thresholds
   are those of eight columns, starting at the first pixel; 0.5 for all rounds to nearest. Reads and writes up to a
   multiple of eight. */
void pixel_words_of_deep(uint32_t *_Nonnull words, const void *_Nonnull pixels, const float *_Nonnull thresholds,
                         ptrdiff_t count);

/* One component of YUV of more than 8 bits: the weights of components up to 1, and an offset that is added before
   truncation. */
typedef struct {
  float blue, green, red, offset;
} PixelDeepComponent;

/* Converts the luma of a row of float pixels, ignoring alpha. Reads and writes up to a multiple of sixteen. */
void pixel_deep_luma(uint16_t *_Nonnull out, const void *_Nonnull pixels, const PixelDeepComponent *_Nonnull weights,
                     ptrdiff_t count);

/* Converts both colour differences, the blue one first, from sums of four pixels in two rows; `count` of each. To
   average only along a row, pass the same row twice. Reads and writes up to a multiple of eight, from twice as many
   pixels. */
void pixel_deep_chroma(uint16_t *_Nonnull u, uint16_t *_Nonnull v, const void *_Nonnull upper,
                       const void *_Nonnull lower, const PixelDeepComponent *_Nonnull weights, ptrdiff_t count);

/* Tables over linear light from 2^-32 to 1, indexed by the upper bits of a float: equal steps within each octave, with
   linear interpolation. */
#define PIXEL_CURVE_OCTAVES 32
#define PIXEL_CURVE_STEPS 128
#define PIXEL_CURVE_COUNT (PIXEL_CURVE_OCTAVES * PIXEL_CURVE_STEPS + 2)

/* How float pixels are encoded for an HDR display. */
typedef struct {
  /* The table of the transfer function for light from 0 to 1, and the factor of each component by luminance, applied
     before it. Null: a factor of 1. */
  const float *_Nonnull curve;
  const float *_Nullable gain;
  /* White as the input of the transfer function, and the peak as a multiple of white, at least 1. */
  float white, peak;
  /* White in the unit of light levels. */
  float level;
} PixelHDR;

/* Light level of a frame, from the largest component of each pixel: the sum and the maximum. */
typedef struct {
  uint64_t sum;
  uint32_t most;
} PixelLevels;

/* Converts float sRGB pixels of any brightness to BT.2020 with the transfer function of a file, 0 to 1. Light up to the
   peak is unchanged. Alpha is unchanged and does not count for the light levels, to which this function adds. Reads and
   writes up to a multiple of eight. The reference is `referenceHDRRow`. */
void pixel_hdr_row(void *_Nonnull out, const void *_Nonnull pixels, const PixelHDR *_Nonnull hdr,
                   PixelLevels *_Nonnull levels, ptrdiff_t count);

/* Converts both colour differences for chroma samples at the left pixel of each pair in `row`: a mean of the pixel and
   its neighbours with the weights 1, 2, 1 on both axes; `count` of each. Reads and writes up to a multiple of eight,
   from twice as many pixels and the one before them. */
void pixel_sited_chroma(uint16_t *_Nonnull u, uint16_t *_Nonnull v, const void *_Nonnull above,
                        const void *_Nonnull row, const void *_Nonnull below,
                        const PixelDeepComponent *_Nonnull weights, ptrdiff_t count);

#pragma GCC visibility pop
