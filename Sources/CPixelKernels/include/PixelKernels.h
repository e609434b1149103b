#ifndef CPIXELKERNELS_H
#define CPIXELKERNELS_H

/*
 * Pixel loops that need wider vectors than Swift generates. Every function has a scalar reference, named after it in
 * Tests/Reference/Pixels, that defines its result. Both give the same bytes (tested).
 *
 * The loops process whole vectors: up to 7 pixels after a row are read and written back unchanged, so a surface needs
 * spare pixels after its last row and belongs to one thread.
 *
 * Pixels are premultiplied 0xAARRGGBB, or deep: `PixelDeep`. A "wide row" holds one pixel per 64 bits: four unsigned
 * 16-bit lanes (B, G, R, A from the low end), each an 8-bit value times 256.
 */

#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden) /* See ParticleKernels.h. */
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
  /* By area, if above 0: `area_count` texels of `texel_size` pixels (16.16) from `area_first`, `step` of them per pixel
     (16.16); mirrored ones from the far end. */
  int32_t area_count, area_first, texel_size, is_mirrored;
} PixelUprightAxis;

/* Bounds of the texels of a level above a limit. Same layout as `VisibleTexels` in Graphics. */
typedef struct {
  uint32_t limit;
  int32_t min_x, min_y, max_x, max_y;
  float center_x, center_y, radius;
} PixelVisible;

/* A sprite's extent on one axis of a level. Positions are in texels with the first texel's centre at 0
   (bilinear) or its near side at 0 (nearest). */
typedef struct {
  /* Position of the sprite's centre, and its size in texels. */
  double center, span;
  /* Positions are limited to this range, 16.16: neighbours on a sprite sheet do not bleed in. */
  int32_t minimum, maximum;
  /* And-mask for 16.16 positions: nearest sampling drops the fraction. */
  int32_t mask;
  /* Texels of the level, of the sprite's part of it, and the first of these. */
  int32_t texels, count, first;
  /* 1 / count. */
  double share;
  /* Fraction of the sprite's length per 1/65536 texel. */
  double pixel_share;
  /* A sprite of this length on whole pixels shows a texel in each; not a number if the part cuts texels. */
  float whole_length;
} PixelTexels;

/* One mip level of a part of an image. */
typedef struct {
  const uint32_t *_Nonnull texels;
  int32_t width, height;
  PixelTexels horizontal, vertical;
  /* Visible texels for each limit; null if unknown. */
  const PixelVisible *_Nullable visible;
  /* Where all components of each texel are equal, in the texel's place a component of it, of the one below, the one to
     the right and the one below that, from the low byte up; the last column and row are their own neighbours. Else
     null. Such levels are up to 256 texels wide and high. */
  const uint32_t *_Nullable quads;
} PixelLevel;

/* A part of an image with all its levels. */
typedef struct {
  const PixelLevel *_Nonnull levels;
  ptrdiff_t count;
  /* Two to the power of the bias that is added to the level of detail, which multiplies densities; and what tints are
     multiplied by in floats, for blue, green, red and alpha: 1 but for colours beyond those of bytes. */
  float bias_factor, gain[4];
} PixelSource;

/* One particle as tiles read it, packed. */
typedef struct {
  /* Centre, device pixels. */
  float x, y;
  /* Device vectors along the whole width and height. */
  float width_x, width_y, height_x, height_y;
  /* Premultiplied 0xAARRGGBB. */
  uint32_t tint;
  uint16_t source, unused;
} PixelSprite;

/* Premultiplied components in the order of a 32-bit pixel's bytes; 1 where a byte is 255. Colours may exceed 1, up to
   `PIXEL_DEEP_LIMIT`; alpha may not. */
typedef struct {
  float blue, green, red, alpha;
} PixelDeep;

/* Limit of sums: 37,000 times white in linear light, and within the range of half floats. */
#define PIXEL_DEEP_LIMIT 16384.0f

/* The slope of sRGB's curve at 1. Above 1, the tangent is used, because the curve itself would turn sums of
   sprites into millions of times white. */
#define PIXEL_LIGHT_SLOPE 2.275f

/* Pixels from `min` to `max`, half open, of a surface. `pixels` is its pixel at the origin. */
typedef struct {
  void *_Nonnull pixels;
  ptrdiff_t stride;
  int32_t origin_x, origin_y, min_x, min_y, max_x, max_y;
  /* For the largest component of a tint, the index in a level's `visible`. */
  const uint8_t *_Nonnull visible_ranks;
} PixelTarget;

/* Particles as columns; `sources` is the number of parts of images that `source` counts. */
typedef struct {
  const float *_Nonnull x, *_Nonnull y, *_Nonnull width_x, *_Nonnull width_y, *_Nonnull height_x, *_Nonnull height_y;
  const uint32_t *_Nonnull tint;
  const uint16_t *_Nonnull source;
  uint32_t sources;
} PixelParticles;

/* Columns and rows of tiles, both ends included; empty if the first is after the last. */
typedef struct {
  uint16_t min_x, min_y, max_x, max_y;
} PixelTileRange;

/* Tiles that particles are sorted into. */
typedef struct {
  /* Pixels that particles are drawn in, half open, and where the first tile of the frame begins. */
  int32_t min_x, min_y, max_x, max_y, origin_x, origin_y;
  /* One by the pixels along a side of a tile. */
  float share;
  /* Counts and places are kept of these tiles: the first one, and how many there are from one row to the next. */
  ptrdiff_t first_column, first_row, columns;
} PixelTiles;

/* Sprites beyond this distance from the origin, or larger than this, are left out. */
#define PIXEL_LIMIT 1048576.0f
/* Sprites at most this long on both axes are drawn upright: rotation cannot be seen, and exact overlaps keep their
   light steady while they move (pixel sampling along rotated axes loses 2.4 % at 2 px and 33 % at 0.5 px). */
#define PIXEL_UPRIGHT_LENGTH 2.0f
/* How far a sprite reaches beyond its corners: turned ones half a pixel along their own axes. */
#define PIXEL_UPRIGHT_MARGIN 0.01f
#define PIXEL_TURNED_MARGIN 0.75f
/* Turned sprites that are wider or higher, pixels, are left out: 16.16 distances hold no more. */
#define PIXEL_LONGEST_TURNED 16000.0
/* Thinner sprites cover nothing. */
#define PIXEL_THINNEST 0.00390625f
/* Up to this long, the level is one whose texels are at least a pixel; longer ones take the nearest level. */
#define PIXEL_TINY_LENGTH 6.0f
/* Upright sprites up to this long weigh texels by exact area where a texel is at least a pixel: bilinear samples of so
   few texels change a moving sprite's light (3 % at 9 px, 6 % at 5 px, 17 % at 3 px). */
#define PIXEL_SMALL_LENGTH 12.0f
/* The exponent of a density times these is its logarithm, rounded or rounded up. The largest float below two keeps
   exact powers where they are. */
#define PIXEL_NEAREST_FACTOR 1.4142136f
#define PIXEL_COARSER_FACTOR 1.9999999f

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

/* How a shape covers a row: columns `first` to `solid_first` and `solid_last` to `last` by bytes, between them fully.
   The bytes lie one after the other from `bytes` on. */
typedef struct {
  int32_t first, solid_first, solid_last, last, bytes;
} PixelRow;

/* An upright rounded rectangle: its sides in pixels from a whole one on, and the radii of all its corners, half its
   sides at most. */
typedef struct {
  double left, top, right, bottom, radius_x, radius_y;
} PixelRound;

/* Radii of `pixel_round_rows` at most, pixels. */
#define PIXEL_MOST_ROUND 512

/* Rows of texels that are kept while an upright sprite is drawn. */
#define PIXEL_RING_ROWS 16

/* 64-bit words of scratch for an upright sprite: for eight columns rows, of floats at most, and how they are found. */
static inline ptrdiff_t pixel_upright_scratch(ptrdiff_t columns) {
  return (16 * PIXEL_RING_ROWS + 20) * ((columns + 7) / 8) + 16;
}

/* Counts the particles `first` to `end` in each tile that they touch, and says which these are; returns the sum of
   their areas in square pixels. The twins of both are in Tests/Reference/Pixels/ReferenceSorting.swift. */
float pixel_count_particles(ptrdiff_t *_Nonnull counts, PixelTileRange *_Nonnull ranges,
                            const PixelParticles *_Nonnull particles, const PixelTiles *_Nonnull tiles, ptrdiff_t first,
                            ptrdiff_t end);

/* Packs them, each into the next place of every tile that it touches. */
void pixel_place_particles(PixelSprite *_Nonnull records, ptrdiff_t *_Nonnull next,
                           const PixelTileRange *_Nonnull ranges, const PixelParticles *_Nonnull particles,
                           const PixelTiles *_Nonnull tiles, ptrdiff_t first, ptrdiff_t end);

/* Writes up to a multiple of eight. */
void pixel_affine_positions(int32_t *_Nonnull u, int32_t *_Nonnull v, uint16_t *_Nonnull coverage,
                            const PixelAxis *_Nonnull horizontal, const PixelAxis *_Nonnull vertical, ptrdiff_t count);

/* From device pixels to places on a sprite: each of u, v and w is a sum of x, y and 1 times these; places are u and v
   over w. */
typedef struct {
  double u[3], v[3], w[3];
} PixelPerspective;

/* Texel positions of the pixels from (x, y) on. Writes up to a multiple of eight. Serves turned pictures, such as the
   sides of the preset cube. */
void pixel_perspective_positions(int32_t *_Nonnull u, int32_t *_Nonnull v, const PixelPerspective *_Nonnull map,
                                 const PixelTexels *_Nonnull horizontal, const PixelTexels *_Nonnull vertical,
                                 int32_t x, int32_t y, ptrdiff_t count);

/* Reads and writes up to a multiple of eight; what it reads there are positions inside the image too. */
void pixel_sample_bilinear(uint64_t *_Nonnull out, const uint32_t *_Nonnull texels, int32_t width, int32_t height,
                           const int32_t *_Nonnull u, const int32_t *_Nonnull v, const uint16_t *_Nonnull coverage,
                           ptrdiff_t count);

/* Rows of a shape from its first to `above` and from `below` to `last`, which follow each other; all of them have a
   part of it. Returns how many bytes they have; up to seven behind them are written. */
ptrdiff_t pixel_round_rows(PixelRow *_Nonnull rows, uint8_t *_Nonnull bytes, const PixelRound *_Nonnull shape,
                           int32_t above, int32_t below, int32_t last);

/* Neighbouring pixels that a shape covers. */
typedef struct {
  /* Of the first pixel. */
  ptrdiff_t place;
  ptrdiff_t count;
  /* Of the first pixel's byte of coverage; negative where all pixels are covered fully. */
  ptrdiff_t bytes;
} PixelSpan;

/* A directed side of a polygon in 1/256 device pixel, within +-2^29. */
typedef struct {
  int32_t x0, y0, x1, y1;
} PixelEdge;

/* Columns that one bit of `PixelCells.crossed` stands for. */
#define PIXEL_CELL_GROUP 16

/* What edges cover within a clip, row by row; all is zero before edges are added and after rows were read. */
typedef struct {
  /* For each group the heights that edges pass in its pixels, then those times the sums of the two x fractions. */
  int32_t *_Nonnull cells;
  /* A bit for each group of columns that edges crossed. */
  uint64_t *_Nonnull crossed;
  /* Heights of the edges left of the clip, for each row. */
  int32_t *_Nonnull beside;
  /* Whole groups. */
  ptrdiff_t cells_per_row;
  ptrdiff_t words_per_row;
  /* The clip in pixels. */
  int32_t min_x, min_y, width, height;
} PixelCells;

/* Adds edges, none of them level, to rows between two heights of the clip, 0 to 256 times its own. The twins of all
   four are in Tests/Reference/Pixels/ReferenceCoverage.swift. */
void pixel_add_edges(const PixelCells *_Nonnull cells, const PixelEdge *_Nonnull edges, ptrdiff_t count, int32_t top,
                     int32_t bottom);

/* The covered part of one row, which it clears, in columns of the clip; its bytes lie at the columns. Up to 15 bytes
   behind the row's end are written. */
void pixel_cover_row(const PixelCells *_Nonnull cells, ptrdiff_t row, uint8_t *_Nonnull bytes,
                     PixelRow *_Nonnull parts);

/* What each side of a composition is multiplied by: the other side's alpha, and-masked, then exclusive-ored; all of
   them 0 or 255. */
typedef struct {
  uint8_t source_mask, source_inverse, backdrop_mask, backdrop_inverse;
} PixelFactors;

enum { PixelMixScreen, PixelMixMaximum, PixelMixMultiply, PixelMixDodge, PixelMixMinimum, PixelMixPlusDarker };

enum {
  PixelBlendMultiply,
  PixelBlendScreen,
  PixelBlendOverlay,
  PixelBlendDarken,
  PixelBlendLighten,
  PixelBlendColorDodge,
  PixelBlendColorBurn,
  PixelBlendSoftLight,
  PixelBlendHardLight,
  PixelBlendDifference,
  PixelBlendExclusion,
  PixelBlendLinearBurn,
  PixelBlendSubtract,
  PixelBlendDivide,
  PixelBlendHue,
  PixelBlendSaturation,
  PixelBlendColor,
  PixelBlendLuminosity
};

/* A box pass over `count` lines of `length` values, across the lines; see `referenceBoxLines`. Output and values do not
   overlap. */
void pixel_box_lines(uint32_t *_Nonnull out, ptrdiff_t out_stride, const uint32_t *_Nonnull values, ptrdiff_t stride,
                     ptrdiff_t radius, uint32_t inside, uint32_t ends, ptrdiff_t count, ptrdiff_t length);

/* Moves each value, below 2^30, toward that of the line before by a share in 1/65536; before the first line
   all values are 0. See `referenceShiftLines`. */
void pixel_shift_lines(uint32_t *_Nonnull values, ptrdiff_t stride, uint32_t share, ptrdiff_t count, ptrdiff_t length);

/* Components of rows of floats as whole numbers for box passes, column by column: a column's values lie pixel by pixel,
   `stride` from one column to the next. See `referenceWholeColumns`. */
void pixel_whole_columns(uint32_t *_Nonnull out, ptrdiff_t stride, const void *_Nonnull const *_Nonnull rows,
                         ptrdiff_t row_count, ptrdiff_t count);

/* Floats of such values, pixel by pixel. */
void pixel_deep_of_wholes(void *_Nonnull pixels, const uint32_t *_Nonnull values, ptrdiff_t count);

/* How a row of pixels lies between two rows of blocks. */
typedef struct {
  /* Binary logarithms of a block's sides in pixels, 0 to 3. */
  int32_t across, down;
  /* What the far row counts for, of `2 << down`. */
  int32_t weight;
  /* Where the middle of the first pixel lies, in halves of pixels from the middle of the first block. */
  int32_t first;
  ptrdiff_t blocks;
} PixelEnlargement;

#define PIXEL_LIGHT_STEPS 4096 /* Steps of the tables that light is changed by. */

/* How the light of a row of floats is finished. */
typedef struct {
  /* Where light begins to fade out toward white, and the linear light there; infinity: bright light stays as it is. */
  float knee, linear_knee;
  /* A glow is the sum of two rows of floats, each times its share, or its cover for alpha; null: there is none. */
  float near_share, far_share, near_cover, far_cover;
  const void *_Nullable near_glow, *_Nullable far_glow;
  /* What stands for the half that rounds each of eight pixels, for output of words; null: of floats. */
  const float *_Nullable thresholds;
} PixelLight;

/* Floats with a glow added, and then with what is bright held back. Reads and writes up to a multiple of eight; output
   of floats and pixels may be the same. See `referenceFinishLight`. */
void pixel_finish_light(void *_Nonnull out, const void *_Nonnull pixels, const PixelLight *_Nonnull light,
                        ptrdiff_t count);

/* A table of colours. */
typedef struct {
  /* `is_cube`: blue, green, red and 0 of each entry, red changing fastest; otherwise a curve of each of red, green and
     blue. */
  const float *_Nonnull values;
  /* Entries along each side, from 2 on. */
  int32_t size, is_cube;
  /* Red, green and blue of the first entry, and entries for one unit of each. */
  float low[3], scale[3];
} PixelLUT;

/* Floats with their straight colours looked up in a table; alpha stays. Reads and writes up to a multiple of eight;
   output and pixels may be the same. See `referenceApplyLUT`. */
void pixel_apply_lut(void *_Nonnull out, const void *_Nonnull pixels, const PixelLUT *_Nonnull lut, ptrdiff_t count);

/* 32-bit words of scratch for a number of blocks. */
static inline ptrdiff_t pixel_enlarge_scratch(ptrdiff_t blocks) { return 2 * (blocks + 16) + 1; }

/* Places along a gradient are limited to these. */
#define PIXEL_FARTHEST 1e30f

/* The colours of a gradient from `start` up to `end`, where the next segment starts: straight components at the place
   `origin` and their change for one unit, red, green and blue in 0...255, alpha in 0...1. In an opaque gradient red,
   green and blue are half a step more, so that they round when they are cut off. The first segment starts at minus
   infinity, the last one ends at infinity; none is empty. */
typedef struct {
  float start, end, origin;
  float red, green, blue, alpha;
  float red_step, green_step, blue_step, alpha_step;
} PixelSegment;

/* A linear function over device pixels: its value at the centre of the origin's pixel, and its changes. */
typedef struct {
  double base, along_x, along_y;
} PixelLinear;

/* A family of circles, as `Gradient.Circles` has them; the end is counted from the start. */
typedef struct {
  double radius, growth, end_x, end_y;
  int32_t goes_before, goes_after;
} PixelCircles;

enum { PixelGradientAxial, PixelGradientRadial, PixelGradientConic, PixelGradientCircles };

/* A gradient over device pixels: the place of a pixel is u for an axial one, the length of (u, v) for a radial one, the
   turn of (u, v) for a conic one, and the circle through (u, v), all of them over w if it is not flat. */
typedef struct {
  const PixelSegment *_Nullable segments;
  ptrdiff_t segment_count;
  /* `is_wide`: colours may lie beyond 0 and 255, only in floats, and not in an opaque one. */
  int32_t kind, is_opaque, is_flat, is_wide;
  /* Device pixel that the functions start at. */
  int32_t origin_x, origin_y;
  PixelLinear u, v, w;
  PixelCircles circles;
} PixelGradient;

#define PIXEL_KERNEL(name) pixel_##name
#include "form_kernels.h"
#undef PIXEL_KERNEL

#define PIXEL_KERNEL(name) deep_##name
#include "form_kernels.h"
#undef PIXEL_KERNEL

/* Copies `rows` rows of `count` words past the caches; strides are in words too. */
void pixel_copy_rows(void *_Nonnull pixels, ptrdiff_t stride, const void *_Nonnull source,
                     ptrdiff_t source_stride, ptrdiff_t count, ptrdiff_t rows);

#include "format_kernels.h"
#pragma GCC visibility pop
#endif
