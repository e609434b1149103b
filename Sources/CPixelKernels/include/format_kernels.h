/* Kernels for the pixels of files and hosts; `PixelKernels.h` includes this. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

/* How words are stored in files and in hosts' memory, a sum of these; 0: premultiplied BGRA, as they are drawn.
   `PixelOverBlack`: opaque. `PixelRaised`: alpha is at least the brightest component. `PixelStraight`: components are
   divided by alpha, rounded, at most 255. `PixelRGBA`: red comes first. */
enum { PixelOverBlack = 1, PixelRaised = 2, PixelStraight = 4, PixelRGBA = 8 };

/* Writes `count` pixels in a format; `out` may be `row`. Returns the bits that all pixels of the row have in common.
   The twins of both are in Tests/Reference/Video/ReferenceFormats.swift. */
uint32_t pixel_format_row(void *_Nonnull out, const uint32_t *_Nonnull row, int32_t format, ptrdiff_t count);

/* Draws a row over pixels of a format, which have the format's meaning but for `PixelOverBlack` and `PixelRaised`;
   `out` may be `in`. Pixels under words of 0 stay as they are. */
void pixel_format_row_over(void *_Nonnull out, const void *_Nonnull in, const uint32_t *_Nonnull row, int32_t format,
                           ptrdiff_t count);

/* Floats in a format of words, without an order of components. Reads and writes up to a multiple of eight; returns
   whether all pixels have become opaque. The twins of this and the next four are in
   Tests/Reference/Video/ReferenceAlpha.swift. */
int32_t pixel_deep_format_row(void *_Nonnull out, const void *_Nonnull pixels, int32_t format, ptrdiff_t count);

/* Alpha of a row of floats, 0 to 1 times `most`, rounded. Reads and writes up to a multiple of sixteen. */
void pixel_deep_alpha(uint16_t *_Nonnull out, const void *_Nonnull pixels, float most, ptrdiff_t count);

/* Replaces the samples whose alpha is 0. Serves ProRes 4444. */
void pixel_fill_clear(uint16_t *_Nonnull samples, const uint16_t *_Nonnull filled, const uint16_t *_Nonnull alphas,
                      ptrdiff_t count);

/* The most alpha of a pixel whose colour `pixel_faint_row` changes. */
#define PIXEL_FAINTEST 64

/* Adds a row of straight words to cells of four columns: blue, green and red times alpha, and alpha. Serves VP9 with
   alpha, as does the next. */
void pixel_faint_sums(float *_Nonnull cells, const uint32_t *_Nonnull row, ptrdiff_t count);

/* Gives faint words of a row the colour between two rows of cells, as near as it may be: times alpha, a component
   changes by less than 1 of 255. `part`: how near the row is to the lower cells; `columns`: cells of a row. */
void pixel_faint_row(uint32_t *_Nonnull row, const float *_Nonnull upper, const float *_Nonnull lower, float part,
                     ptrdiff_t columns, ptrdiff_t count);

/* One component of YUV: a sum of weighted components of a pixel, in 1/32768 of 16 bits, and what is added before it is
   rounded down. */
typedef struct {
  int32_t red, green, blue, offset;
} PixelComponent;

/* The differences are of the sums of four pixels, their offsets so in 1/131072. */
typedef struct {
  PixelComponent luma, blue_difference, red_difference;
} PixelMatrix;

/* Two rows of pixels, alpha left out, as YUV 4:2:0; chroma is that of the mean colour of four pixels. Reads and writes
   up to a multiple of sixteen pixels. The twin is `referenceYUV420Rows`. */
void pixel_yuv420_rows(uint8_t *_Nonnull luma, ptrdiff_t luma_stride, uint8_t *_Nonnull u, uint8_t *_Nonnull v,
                       ptrdiff_t chroma_stride, const uint32_t *_Nonnull pixels, ptrdiff_t stride,
                       const PixelMatrix *_Nonnull matrix, ptrdiff_t count);

/* One component of YUV of any depth: sums of weighted components and the offset, shifted down, up to `most`. Samples
   above 255 take 16 bits each, others 8. */
typedef struct {
  PixelComponent weights;
  int32_t shift, most;
} PixelSampling;

/* A component of a row of pixels, alpha left out. Reads and writes up to a multiple of sixteen. The twins of both are
   in Tests/Reference/Video/ReferenceYUV.swift. */
void pixel_sample_row(void *_Nonnull out, const uint32_t *_Nonnull pixels, const PixelSampling *_Nonnull sampling,
                      ptrdiff_t count);

/* Both differences, first the blue one, of sums of four pixels in two rows; `count` of each. For pixels that share a
   row only, it is both. Reads and writes up to a multiple of eight, from twice as many pixels. */
void pixel_share_samples(void *_Nonnull u, void *_Nonnull v, const uint32_t *_Nonnull upper,
                         const uint32_t *_Nonnull lower, const PixelSampling *_Nonnull samplings, ptrdiff_t count);

/* Floats as words: `count` pixels times 255 and a threshold from 0 to 1, cut off; thresholds are those of eight columns
   from the first pixel's on, all 0.5 to round. Reads and writes up to a multiple of eight. */
void pixel_words_of_deep(uint32_t *_Nonnull words, const void *_Nonnull pixels, const float *_Nonnull thresholds,
                         ptrdiff_t count);

/* One component of YUV of more than 8 bits: weights of components up to 1, and what is added before it is cut off. */
typedef struct {
  float blue, green, red, offset;
} PixelDeepComponent;

/* Luma of a row of floats, alpha left out. Reads and writes up to a multiple of sixteen. */
void pixel_deep_luma(uint16_t *_Nonnull out, const void *_Nonnull pixels, const PixelDeepComponent *_Nonnull weights,
                     ptrdiff_t count);

/* Both differences, first the blue one, of sums of four pixels in two rows; `count` of each. For pixels that share a
   row only, it is both. Reads and writes up to a multiple of eight, from twice as many pixels. */
void pixel_deep_chroma(uint16_t *_Nonnull u, uint16_t *_Nonnull v, const void *_Nonnull upper,
                       const void *_Nonnull lower, const PixelDeepComponent *_Nonnull weights, ptrdiff_t count);

/* Tables over light from 2^-32 to 1 that are indexed by a float's upper bits: steps of an octave, lines between. */
#define PIXEL_CURVE_OCTAVES 32
#define PIXEL_CURVE_STEPS 128
#define PIXEL_CURVE_COUNT (PIXEL_CURVE_OCTAVES * PIXEL_CURVE_STEPS + 2)

/* How float pixels are encoded for a display of high dynamic range. */
typedef struct {
  /* What a file says for light of 0 to 1, and what each component is multiplied by before, by luminance; null: 1. */
  const float *_Nonnull curve;
  const float *_Nullable gain;
  /* White for the curve; the most light, in times of white, 1 or more. */
  float white, peak;
  /* White in the steps that levels count. */
  float level;
} PixelHDR;

/* Light of a frame, its largest component for each pixel: the sum and the largest. */
typedef struct {
  uint64_t sum;
  uint32_t most;
} PixelLevels;

/* Floats of sRGB, without a limit, in BT.2020 by the curve of a file, 0 to 1: light up to the peak stays as it is.
   Alpha is left as it is, and out of the levels, which are added to. Reads and writes up to a multiple of
   eight. The twin is `referenceHDRRow`. */
void pixel_hdr_row(void *_Nonnull out, const void *_Nonnull pixels, const PixelHDR *_Nonnull hdr,
                   PixelLevels *_Nonnull levels, ptrdiff_t count);

/* Both differences of samples that lie on the left pixel of two in `row`: of sixteenths of it and its neighbours, with
   weights 1, 2, 1 both ways; `count` of each. Reads and writes up to a multiple of eight, from twice as many pixels
   and the one before them. */
void pixel_sited_chroma(uint16_t *_Nonnull u, uint16_t *_Nonnull v, const void *_Nonnull above,
                        const void *_Nonnull row, const void *_Nonnull below,
                        const PixelDeepComponent *_Nonnull weights, ptrdiff_t count);

#pragma GCC visibility pop
