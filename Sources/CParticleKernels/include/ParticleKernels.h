#ifndef CPARTICLEKERNELS_H
#define CPARTICLEKERNELS_H

/*
 * Particles from numbers alone: which of a run of births live, what each was given at birth, and how it looks now.
 * Every function has a plain twin in Sources/Scene/Particles/ReferenceParticles.swift that says what it computes; both
 * give the same bits, because each lane goes through the same IEEE operations in the same order.
 *
 * The loops go in whole vectors: every column has room for PARTICLE_SLACK elements behind its last.
 */

#include <stddef.h>
#include <stdint.h>

#define PARTICLE_SLACK 16

typedef struct {
  float x, y, z;
} ParticleVector;

/* Straight, not premultiplied. */
typedef struct {
  float red, green, blue, alpha;
} ParticleColor;

typedef struct {
  ParticleVector position;
  float scale;
  ParticleColor color;
} ParticleChange;

/* Evenly spread over mean - range / 2 ... mean + range / 2. */
typedef struct {
  float mean, range;
} ParticleSpread;

typedef struct {
  float sine, cosine;
} ParticleAngle;

/* The constants of one cell while its values stay. Lengths in points, times in seconds of the cell's clock, angles in
   radians. */
typedef struct {
  ParticleSpread lifetime, velocity, scale, rotation, spin;
  ParticleColor color, color_range;
  ParticleAngle longitude, latitude;
  /* Half the cone's apex angle; 0 is a ray. */
  float cone_half_angle, cone_cosine;
  /* The axis that planes turn about, and the cosine of half the apex angle of the cone that it is spread over. */
  ParticleVector axis;
  float axis_cosine;
  int32_t cone_is_solid, is_plane, turns, hands_on_scale;
  /* Acceleration, and scale and colour per second. */
  ParticleChange speed;
  /* What later changes of the speeds add to the closed forms. */
  ParticleChange offset;
} ParticleCell;

/* In the order of EmitterShape and EmitterMode. */
enum { ParticleShapePoint, ParticleShapeLine, ParticleShapeRectangle, ParticleShapeCuboid, ParticleShapeCircle,
       ParticleShapeSphere };
enum { ParticleModePoints, ParticleModeOutline, ParticleModeSurface, ParticleModeVolume };

/* Where an emitter's particles are born. */
typedef struct {
  int32_t shape, mode, is_drifting;
  /* Half the extents; for circle and sphere x is the radius. */
  ParticleVector center, half;
  /* The centre's movement per second. */
  ParticleVector drift;
} ParticleShape;

/* A particle that emits, at the moment that its list's elapsed seconds count from. */
typedef struct {
  ParticleVector position, velocity, direction;
  float scale;
  ParticleColor color;
} ParticleParent;

#define PARTICLE_PARENT_COLUMNS 14

/* Births in a row: number n (from 1) at (n - count_at_start) * period + start. */
typedef struct {
  int64_t first, count;
  double count_at_start, period, start, now;
  /* Elapsed seconds are (time of birth - clock_start) * per_second. */
  double clock_start, per_second;
  uint32_t key;
} ParticleRun;

/* Chosen births, in columns. `elapsed`, `times` and `parents` (one column per number of ParticleParent, `stride`
   apart) are filled where they are not null. */
typedef struct {
  uint32_t *_Nonnull identities;
  float *_Nonnull ages;
  float *_Nullable elapsed;
  double *_Nullable times;
  float *_Nullable parents;
  ptrdiff_t stride, count;
} ParticleList;

/* What particles are given at birth: ParticleParent's numbers, then the lifetime, a column each. */
#define PARTICLE_BIRTH_COLUMNS 15

/* From the layer's space to device pixels, and what is noted of a particle that is seen there. */
typedef struct {
  /* Rows of the homogeneous map: X = xx x + xy y + xz z + x0, and so on; x' = X / W. */
  float xx, xy, xz, x0, yx, yy, yz, y0, wx, wy, wz, w0;
  int32_t is_perspective;
  /* Device pixels that are kept, and the largest half extent of a sprite. */
  float min_x, min_y, max_x, max_y, largest_extent;
  /* Points at scale 1. */
  float width, height;
  /* The first of the cell's sprites; flipbook frames if there are several. */
  int32_t sprite, frame_count, frame_mode;
  float frames_per_second;
  /* Which key is written, and layer seconds per second of the cell's clock. */
  int32_t order;
  float layer_seconds;
} ParticleView;

enum { ParticleFramesLoop, ParticleFramesRandom, ParticleFramesOnce };
enum { ParticleOrderNone, ParticleOrderAge, ParticleOrderDepth };

/* Sprites that are seen, in columns; `keys` if there is an order. The bounds reach around all of them. */
typedef struct {
  float *_Nonnull x, *_Nonnull y, *_Nonnull width_x, *_Nonnull width_y, *_Nonnull height_x, *_Nonnull height_y;
  float *_Nonnull keys;
  uint32_t *_Nonnull tints;
  uint16_t *_Nonnull sprites;
  ptrdiff_t count;
  float low_x, low_y, high_x, high_y;
} ParticleColumns;

/* Appends the run's living births to the list, or, with `keeps_dead`, all that have a life at all; their parent beside
   each. Returns how many live. */
ptrdiff_t particle_select(ParticleList *_Nonnull list, const ParticleRun *_Nonnull run,
                          const ParticleSpread *_Nonnull lifetime, const ParticleParent *_Nullable parent,
                          int32_t keeps_dead);

/* Columns of PARTICLE_BIRTH_COLUMNS numbers, `stride` apart, for the list's births. */
void particle_births_from_shape(float *_Nonnull out, ptrdiff_t stride, const ParticleList *_Nonnull list,
                                const ParticleCell *_Nonnull cell, const ParticleShape *_Nonnull shape);
void particle_births_from_parents(float *_Nonnull out, ptrdiff_t stride, const ParticleList *_Nonnull list,
                                  const ParticleCell *_Nonnull cell, const ParticleCell *_Nonnull parent_cell);

/* Appends what is seen of the list's particles. */
void particle_draw_from_shape(ParticleColumns *_Nonnull out, const ParticleList *_Nonnull list,
                              const ParticleCell *_Nonnull cell, const ParticleShape *_Nonnull shape,
                              const ParticleView *_Nonnull view);
void particle_draw_from_parents(ParticleColumns *_Nonnull out, const ParticleList *_Nonnull list,
                                const ParticleCell *_Nonnull cell, const ParticleCell *_Nonnull parent_cell,
                                const ParticleView *_Nonnull view);

#endif
