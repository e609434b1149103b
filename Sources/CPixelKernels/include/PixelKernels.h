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
/* Rounds down, within 2^30. Swift's conversion also tests for other values, which slows down small sprites. */
static inline ptrdiff_t pixel_floor(double value) { return (ptrdiff_t)(int64_t)(value + 0x1p31) - 0x80000000ll; }

/* One axis of an upright sprite: the pixels that it covers, and the two adjacent texels that each of them shows. */
typedef struct {
  /* The pixels to draw, as a half-open range, and the sprite's sides in 1/256 pixel. */
  int32_t first, last, low, high;
  /* Bilinear: texel position at the centre of pixel `origin`, its step per pixel (16.16), the range it is clamped to,
     and an and-mask that drops the fraction for nearest sampling. */
  int32_t origin, position, step, minimum, maximum, mask;
  /* Texels along this axis of the level. */
  int32_t texels;
  /* Area sampling, if `area_count` is above 0: `area_count` texels of `texel_size` pixels (16.16) from `area_first`,
     `step` of them per pixel (16.16). Mirrored sprites start at the far end. */
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
  /* Limits of positions, 16.16, so that adjacent images of a sprite sheet are not sampled. */
  int32_t minimum, maximum;
  /* And-mask for 16.16 positions: nearest sampling drops the fraction. */
  int32_t mask;
  /* Number of texels of the level and of the sprite's part of it, and the first texel of the part. */
  int32_t texels, count, first;
  /* 1 / count. */
  double share;
  /* Fraction of the sprite's length per 1/65536 texel. */
  double pixel_share;
  /* A sprite of this length on whole pixels shows one texel per pixel. NaN if the part cuts texels. */
  float whole_length;
} PixelTexels;

/* One mip level of a part of an image. */
typedef struct {
  const uint32_t *_Nonnull texels;
  int32_t width, height;
  PixelTexels horizontal, vertical;
  /* Visible texels for each limit; null if unknown. */
  const PixelVisible *_Nullable visible;
  /* For levels in which all components of each texel are equal, otherwise null. Each element contains, from the low
     byte up, a component of the texel, of the texel below, of the texel to the right, and of the texel below that one.
     The last column and row are repeated. These levels are at most 256 texels wide and high. */
  const uint32_t *_Nullable quads;
} PixelLevel;

/* A part of an image with all its levels. */
typedef struct {
  const PixelLevel *_Nonnull levels;
  ptrdiff_t count;
  /* The bias of the level of detail as a power of two, which multiplies densities. The gain multiplies tints of float
     pixels, for blue, green, red and alpha: 1 except for colours outside the 8-bit range. */
  float bias_factor, gain[4];
} PixelSource;

/* A particle in the packed form that tiles read. */
typedef struct {
  /* Centre, device pixels. */
  float x, y;
  /* Device vectors of the full width and height. */
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

/* The pixels from `min` to `max` (exclusive) of a surface. `pixels` is the pixel at the origin. */
typedef struct {
  void *_Nonnull pixels;
  ptrdiff_t stride;
  int32_t origin_x, origin_y, min_x, min_y, max_x, max_y;
  /* The index in a level's `visible` for each value of the largest component of a tint. */
  const uint8_t *_Nonnull visible_ranks;
} PixelTarget;

/* Particles as columns. `sources` is the number of image parts to which `source` refers. */
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
  /* The pixels in which particles are drawn, as a half-open range, and the position of the frame's first tile. */
  int32_t min_x, min_y, max_x, max_y, origin_x, origin_y;
  /* 1 divided by the side of a tile in pixels. */
  float share;
  /* The first tile for which counts and positions are stored, and the number of tiles from one row to the next. */
  ptrdiff_t first_column, first_row, columns;
} PixelTiles;

/* Sprites beyond this distance from the origin, or larger than this, are left out. */
#define PIXEL_LIMIT 1048576.0f
/* Sprites at most this long on both axes are drawn upright: rotation cannot be seen, and exact overlaps keep their
   light steady while they move (pixel sampling along rotated axes loses 2.4 % at 2 px and 33 % at 0.5 px). */
#define PIXEL_UPRIGHT_LENGTH 2.0f
/* Pixels by which a sprite extends beyond its corners; rotated sprites half a pixel along each of their axes. */
#define PIXEL_UPRIGHT_MARGIN 0.01f
#define PIXEL_TURNED_MARGIN 0.75f
/* Rotated sprites that are wider or higher, in pixels, are left out: their distances do not fit in 16.16. */
#define PIXEL_LONGEST_TURNED 16000.0
/* Thinner sprites cover nothing. */
#define PIXEL_THINNEST 0.00390625f
/* Sprites up to this length use a level whose texels are at least one pixel; longer ones use the nearest level. */
#define PIXEL_TINY_LENGTH 6.0f
/* Upright sprites up to this length weight texels by exact area if a texel is at least a pixel. With so few texels,
   bilinear sampling changes the brightness of moving sprites (3 % at 9 px, 6 % at 5 px, 17 % at 3 px). */
#define PIXEL_SMALL_LENGTH 12.0f
/* The exponent of a density times one of these factors is its binary logarithm, rounded to nearest or up. The largest
   float below two leaves exact powers unchanged. */
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
  /* Beyond these distances no pixel changes: at most half a pixel outside the sides. */
  int32_t near, far;
  /* And-mask for positions, as in `PixelAxis`. */
  int32_t mask;
  /* Position of the disc's centre. */
  int32_t disc_center;
} PixelPlane;

/* A sprite under an affine map, and the pixels to draw, counted from its origin. */
typedef struct {
  PixelPlane across, down;
  int32_t first_x, first_y, last_x, last_y;
  /* Radius of a disc of positions outside of which no pixel changes; 16.16. 0: unknown. */
  int32_t disc_radius;
} PixelRotation;

/* Coverage of a row: bytes for the columns `first` to `solid_first` and `solid_last` to `last`, and full coverage
   between them. The bytes are stored consecutively from `bytes` on. */
typedef struct {
  int32_t first, solid_first, solid_last, last, bytes;
} PixelRow;

/* An axis-aligned rounded rectangle: its sides in pixels, relative to a whole pixel, and the radii of all corners, at
   most half its sides. */
typedef struct {
  double left, top, right, bottom, radius_x, radius_y;
} PixelRound;

/* Maximum radius for `pixel_round_rows`, in pixels. */
#define PIXEL_MOST_ROUND 512

/* Number of texel rows that are cached while an upright sprite is drawn. */
#define PIXEL_RING_ROWS 16

/* Number of 64-bit words of scratch memory for an upright sprite: rows for each eight columns, which need most for
   floats, and the positions of the rows. */
static inline ptrdiff_t pixel_upright_scratch(ptrdiff_t columns) {
  return (16 * PIXEL_RING_ROWS + 20) * ((columns + 7) / 8) + 16;
}

/* Counts the particles `first` to `end` in each tile that they touch, and writes the range of tiles of each particle.
   Returns the sum of their areas in square pixels. The references of both functions are in
   Tests/Reference/Pixels/ReferenceSorting.swift. */
float pixel_count_particles(ptrdiff_t *_Nonnull counts, PixelTileRange *_Nonnull ranges,
                            const PixelParticles *_Nonnull particles, const PixelTiles *_Nonnull tiles, ptrdiff_t first,
                            ptrdiff_t end);

/* Packs the particles, each into the next free position of every tile that it touches. */
void pixel_place_particles(PixelSprite *_Nonnull records, ptrdiff_t *_Nonnull next,
                           const PixelTileRange *_Nonnull ranges, const PixelParticles *_Nonnull particles,
                           const PixelTiles *_Nonnull tiles, ptrdiff_t first, ptrdiff_t end);

/* Writes up to a multiple of eight. */
void pixel_affine_positions(int32_t *_Nonnull u, int32_t *_Nonnull v, uint16_t *_Nonnull coverage,
                            const PixelAxis *_Nonnull horizontal, const PixelAxis *_Nonnull vertical, ptrdiff_t count);

/* A projective map from device pixels to positions on a sprite. u, v and w are each a linear function of x and y; the
   position is u and v divided by w. */
typedef struct {
  double u[3], v[3], w[3];
} PixelPerspective;

/* Texel positions of the pixels from (x, y) on. Writes up to a multiple of eight. Used for images rotated in 3D, such
   as the sides of the preset cube. */
void pixel_perspective_positions(int32_t *_Nonnull u, int32_t *_Nonnull v, const PixelPerspective *_Nonnull map,
                                 const PixelTexels *_Nonnull horizontal, const PixelTexels *_Nonnull vertical,
                                 int32_t x, int32_t y, ptrdiff_t count);

/* Reads and writes up to a multiple of eight. The additional positions must also be inside the image. */
void pixel_sample_bilinear(uint64_t *_Nonnull out, const uint32_t *_Nonnull texels, int32_t width, int32_t height,
                           const int32_t *_Nonnull u, const int32_t *_Nonnull v, const uint16_t *_Nonnull coverage,
                           ptrdiff_t count);

/* Rows of a shape, from its first to `above` and from `below` to `last`, which are consecutive. The shape covers part
   of each. Returns the number of bytes; up to seven more are written. */
ptrdiff_t pixel_round_rows(PixelRow *_Nonnull rows, uint8_t *_Nonnull bytes, const PixelRound *_Nonnull shape,
                           int32_t above, int32_t below, int32_t last);

/* Adjacent pixels that a shape covers. */
typedef struct {
  /* Position of the first pixel. */
  ptrdiff_t place;
  ptrdiff_t count;
  /* Index of the coverage byte of the first pixel; negative if all pixels are fully covered. */
  ptrdiff_t bytes;
} PixelSpan;

/* A directed side of a polygon in 1/256 device pixel, within +-2^29. */
typedef struct {
  int32_t x0, y0, x1, y1;
} PixelEdge;

/* Number of columns per bit of `PixelCells.crossed`. */
#define PIXEL_CELL_GROUP 16

/* Accumulated coverage of edges within a clip, row by row. All values are zero before edges are added and after the
   rows are read. */
typedef struct {
  /* For each group, the heights of the crossings in its pixels, then these times the sums of the two x fractions. */
  int32_t *_Nonnull cells;
  /* One bit for each group of columns that an edge crosses. */
  uint64_t *_Nonnull crossed;
  /* For each row, the heights of the edges left of the clip. */
  int32_t *_Nonnull beside;
  /* Whole groups. */
  ptrdiff_t cells_per_row;
  ptrdiff_t words_per_row;
  /* The clip in pixels. */
  int32_t min_x, min_y, width, height;
} PixelCells;

/* Adds edges, none of them horizontal, to the rows between two heights of the clip, in 1/256 pixel. The references of
   all four functions are in Tests/Reference/Pixels/ReferenceCoverage.swift. */
void pixel_add_edges(const PixelCells *_Nonnull cells, const PixelEdge *_Nonnull edges, ptrdiff_t count, int32_t top,
                     int32_t bottom);

/* Reads and clears the coverage of a row, in columns of the clip. Each byte is stored at its column. Up to 15 bytes
   after the row's end are written. */
void pixel_cover_row(const PixelCells *_Nonnull cells, ptrdiff_t row, uint8_t *_Nonnull bytes,
                     PixelRow *_Nonnull parts);

/* The factor of each side of a composition: the other side's alpha, and-masked, then exclusive-ored with 0 or 255. */
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

/* Moves each value, below 2^30, toward the value in the previous line by a fraction in 1/65536. The values before the
   first line are 0. See `referenceShiftLines`. */
void pixel_shift_lines(uint32_t *_Nonnull values, ptrdiff_t stride, uint32_t share, ptrdiff_t count, ptrdiff_t length);

/* Converts the components of float rows to integers for box passes, column by column. The values of a column are stored
   pixel by pixel, with `stride` between columns. See `referenceWholeColumns`. */
void pixel_whole_columns(uint32_t *_Nonnull out, ptrdiff_t stride, const void *_Nonnull const *_Nonnull rows,
                         ptrdiff_t row_count, ptrdiff_t count);

/* Converts these integers back to float pixels. */
void pixel_deep_of_wholes(void *_Nonnull pixels, const uint32_t *_Nonnull values, ptrdiff_t count);

/* The position of a row of pixels between two rows of blocks. */
typedef struct {
  /* Binary logarithms of a block's sides in pixels, 0 to 3. */
  int32_t across, down;
  /* The weight of the far row, out of `2 << down`. */
  int32_t weight;
  /* The centre of the first pixel, in half pixels from the centre of the first block. */
  int32_t first;
  ptrdiff_t blocks;
} PixelEnlargement;

#define PIXEL_LIGHT_STEPS 4096 /* Number of steps of the tables for transfer functions. */

/* How a row of float pixels is completed: glow, tone mapping and quantization. */
typedef struct {
  /* The value at which tone mapping starts, and the linear light there. Infinity: no tone mapping. */
  float knee, linear_knee;
  /* The glow is the sum of two rows of floats, each with its factor, and with `cover` for alpha. Null: no glow. */
  float near_share, far_share, near_cover, far_cover;
  const void *_Nullable near_glow, *_Nullable far_glow;
  /* The rounding offsets of eight pixels for 8-bit output; null for float output. */
  const float *_Nullable thresholds;
} PixelLight;

/* Adds the glow to float pixels, then applies tone mapping. Reads and writes up to a multiple of eight. For float
   output, `out` may be `pixels`. See `referenceFinishLight`. */
void pixel_finish_light(void *_Nonnull out, const void *_Nonnull pixels, const PixelLight *_Nonnull light,
                        ptrdiff_t count);

/* A colour lookup table. */
typedef struct {
  /* `is_cube`: blue, green, red and 0 of each entry, red changing fastest; otherwise a curve per component. */
  const float *_Nonnull values;
  /* Entries along each side, at least 2. */
  int32_t size, is_cube;
  /* Red, green and blue of the first entry, and the number of entries per unit of each. */
  float low[3], scale[3];
} PixelLUT;

/* Looks up the straight colours of float pixels in a table; alpha is unchanged. Reads and writes up to a multiple of
   eight; `out` may be `pixels`. See `referenceApplyLUT`. */
void pixel_apply_lut(void *_Nonnull out, const void *_Nonnull pixels, const PixelLUT *_Nonnull lut, ptrdiff_t count);

/* 32-bit words of scratch memory for a number of blocks. */
static inline ptrdiff_t pixel_enlarge_scratch(ptrdiff_t blocks) { return 2 * (blocks + 16) + 1; }

/* Limits of positions along a gradient. */
#define PIXEL_FARTHEST 1e30f

/* The colours of a gradient from `start` up to `end`, where the next segment starts: straight components at the
   position `origin` and their change per unit; red, green and blue in 0...255, alpha in 0...1. In an opaque gradient,
   red, green and blue contain half a step more, so that truncation rounds them. The first segment starts at minus
   infinity, the last one ends at infinity, and none is empty. */
typedef struct {
  float start, end, origin;
  float red, green, blue, alpha;
  float red_step, green_step, blue_step, alpha_step;
} PixelSegment;

/* A linear function over device pixels: its value at the centre of the origin's pixel, and its changes. */
typedef struct {
  double base, along_x, along_y;
} PixelLinear;

/* A family of circles as in `Gradient.Circles`; the end is relative to the start. */
typedef struct {
  double radius, growth, end_x, end_y;
  int32_t goes_before, goes_after;
} PixelCircles;

enum { PixelGradientAxial, PixelGradientRadial, PixelGradientConic, PixelGradientCircles };

/* A gradient over device pixels. The position of a pixel is u in an axial gradient, the length of (u, v) in a radial
   one, the angle of (u, v) in a conic one, and the circle through (u, v) in a family of circles. u and v are divided by
   w if the gradient is not flat. */
typedef struct {
  const PixelSegment *_Nullable segments;
  ptrdiff_t segment_count;
  /* `is_wide`: colours may be outside 0...255. Only for float pixels, and not in an opaque gradient. */
  int32_t kind, is_opaque, is_flat, is_wide;
  /* The device pixel at which the functions start. */
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

/* Copies `rows` rows of `count` 32-bit words without using the caches. Strides are in words. */
void pixel_copy_rows(void *_Nonnull pixels, ptrdiff_t stride, const void *_Nonnull source,
                     ptrdiff_t source_stride, ptrdiff_t count, ptrdiff_t rows);

#include "format_kernels.h"
#pragma GCC visibility pop
#endif
