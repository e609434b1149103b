#ifndef CPARTICLEKERNELS_H
#define CPARTICLEKERNELS_H

/*
 * Computes particles in closed form: which births of a run are alive, their values at birth, and their appearance now.
 * Every function has a scalar reference in Tests/Reference/Particles that defines its result. Both
 * give the same bits, because each lane performs the same IEEE operations in the same order.
 *
 * The loops process whole vectors: every column needs PARTICLE_SLACK spare elements at its end.
 */

#include <stddef.h>
#include <stdint.h>

/* Hidden, so that a dynamic library calls its own kernels directly. Exported functions go through the loader, which
   would choose a clone before the addresses of the clones are relocated. */
#pragma GCC visibility push(hidden)

#define PARTICLE_SLACK 16
/* Number of particles that kernels process at a time. */
#define PARTICLE_LANES 16

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

/* Uniformly distributed over mean - range / 2 ... mean + range / 2. */
typedef struct {
  float mean, range;
} ParticleSpread;

typedef struct {
  float sine, cosine;
} ParticleAngle;

/* The constants of one cell as long as its values do not change. Lengths in points, times in seconds of the cell's
   clock, angles in radians. */
typedef struct {
  ParticleSpread lifetime, velocity, scale, rotation, spin;
  ParticleColor color, color_range;
  ParticleAngle longitude, latitude;
  /* Half the cone's apex angle; 0 is a single direction. */
  float cone_half_angle, cone_cosine;
  /* The rotation axis of planes, and the cosine of half the apex angle of the cone over which it is distributed. */
  ParticleVector axis;
  float axis_cosine;
  int32_t cone_is_solid, is_plane, turns, hands_on_scale;
  /* Acceleration, and scale and colour per second. */
  ParticleChange speed;
  /* Changes of the speeds that are added to the closed forms. */
  ParticleChange offset;
  /* Divides forces. */
  ParticleSpread mass;
} ParticleCell;

/* In the order of EmitterShape and EmitterMode. */
enum { ParticleShapePoint, ParticleShapeLine, ParticleShapeRectangle, ParticleShapeCuboid, ParticleShapeCircle,
       ParticleShapeSphere, ParticleShapePieces };
enum { ParticleModePoints, ParticleModeOutline, ParticleModeSurface, ParticleModeVolume };

/* A part of a path, of rectangles or of an image: points `origin + u a + v b` for u and v in 0..<1. */
typedef struct {
  float x, y, ax, ay, bx, by;
  /* Direction outward, a unit vector. */
  float normal_x, normal_y;
  /* Probability that a draw of this piece keeps it; otherwise `other` is used (alias method). */
  float threshold;
  int32_t other;
  /* End of this piece as a fraction of all pieces. */
  float share_end;
  ParticleColor color;
} ParticlePiece;

/* Where an emitter's particles are born. */
typedef struct {
  int32_t shape, mode, is_drifting;
  /* The number of pieces; whether particles start outward; whether they take the pieces' colours; the number of births
     in one pass through all pieces, 0 for random pieces. */
  int32_t piece_count, faces_outward, has_colors, lap;
  const ParticlePiece *_Nullable pieces;
  /* Half the extents; for circle and sphere x is the radius. */
  ParticleVector center, half;
  /* Movement of the centre per second. */
  ParticleVector drift;
} ParticleShape;

/* A particle that emits, at the time from which its list's elapsed seconds are counted. */
typedef struct {
  ParticleVector position, velocity, direction;
  float scale;
  ParticleColor color;
} ParticleParent;

#define PARTICLE_PARENT_COLUMNS 14
_Static_assert(sizeof(ParticleParent) == PARTICLE_PARENT_COLUMNS * sizeof(float), "a column per number");

/* Periodic births: number n (from 1) is at (n - count_at_start) * period + start. */
typedef struct {
  int64_t first, count;
  double count_at_start, period, start, now;
  /* Elapsed seconds are (time of birth - clock_start) * per_second. */
  double clock_start, per_second;
  uint32_t key;
  /* Factor of the number of births, 0 to 65536. Above 1, `period` is divided by the smallest power of two that is at
     least this factor. */
  float multiplier;
} ParticleRun;

/* Parents of PARTICLE_LANES consecutive births: columns, one parent, or the same parent as before. */
enum { ParticleSharingNone, ParticleSharingOne, ParticleSharingGoesOn };

/* Selected births, in columns. `numbers` (of the births), `elapsed`, `times` and `parents` (one column per number of
   ParticleParent, `stride` apart) are filled if they are not null. If `shared` is not null, PARTICLE_LANES births with
   the same parent need no columns: `shared` contains the parent, and `sharing` the fact. */
typedef struct {
  uint32_t *_Nonnull identities;
  uint32_t *_Nullable numbers;
  float *_Nonnull ages;
  float *_Nullable elapsed;
  double *_Nullable times;
  float *_Nullable parents;
  ParticleParent *_Nullable shared;
  uint8_t *_Nullable sharing;
  ptrdiff_t stride, count;
} ParticleList;

/* Values at birth: the numbers of ParticleParent, then the lifetime, one column each. */
#define PARTICLE_BIRTH_COLUMNS 15

/* The map from the layer's space to device pixels, and the output for visible particles. */
typedef struct {
  /* Rows of the homogeneous map: X = xx x + xy y + xz z + x0, and so on; x' = X / W. */
  float xx, xy, xz, x0, yx, yy, yz, y0, wx, wy, wz, w0;
  int32_t is_perspective;
  /* Clip in device pixels, and the largest half extent of a sprite. */
  float min_x, min_y, max_x, max_y, largest_extent;
  /* Points at scale 1. */
  float width, height;
  /* Strength of the lighting by a plane's rotation, 0...1. */
  float shine;
  /* Factors of colours that exceed the range of bytes. */
  float dim_red, dim_green, dim_blue;
  int32_t is_dimmed;
  /* The first of the cell's sprites; flipbook frames if there are several. */
  int32_t sprite, frame_count, frame_mode;
  float frames_per_second;
  /* For frames over the lifetime: the number of the cell's frames. */
  ParticleSpread lifetime;
  /* Which sort key is written, and the layer's seconds per second of the cell's clock. */
  int32_t order;
  float layer_seconds;
} ParticleView;

enum { ParticleFramesLoop, ParticleFramesRandom, ParticleFramesOnce, ParticleFramesOverLife };
enum { ParticleOrderNone, ParticleOrderAge, ParticleOrderDepth };

/* Columns of numbers, in the order of ParticleBatch.numbers: centre, vectors along the width and along the height. */
enum { ParticleColumnX, ParticleColumnY, ParticleColumnWidthX, ParticleColumnWidthY, ParticleColumnHeightX,
       ParticleColumnHeightY };
#define PARTICLE_COLUMNS 6

/* Visible sprites in columns, those of numbers `stride` apart; `keys` if sorted. The bounds contain all sprites. */
typedef struct {
  float *_Nonnull numbers;
  ptrdiff_t stride;
  float *_Nonnull keys;
  uint32_t *_Nonnull tints;
  uint16_t *_Nonnull sprites;
  ptrdiff_t count;
  float low_x, low_y, high_x, high_y;
} ParticleColumns;

/* Behaviours: motion and appearance beyond the cell's own speeds. */

/* A piece of a value over the lifetime: adds `change` while the elapsed fraction of the lifetime goes from `start`
   through `width`. A width of 0 is a jump. */
typedef struct {
  float start, width, per_width, change;
} ParticleCurvePiece;

enum { ParticleTargetPositionX, ParticleTargetPositionY, ParticleTargetPositionZ, ParticleTargetVelocityX,
       ParticleTargetVelocityY, ParticleTargetVelocityZ, ParticleTargetRotation, ParticleTargetSpin,
       ParticleTargetScale, ParticleTargetScaleSpeed, ParticleTargetRed, ParticleTargetGreen, ParticleTargetBlue,
       ParticleTargetAlpha, ParticleTargetMass };
enum { ParticleCurveReplaces, ParticleCurveAdds, ParticleCurveMultiplies };

/* A value over the lifetime: `base` at birth, plus the pieces. A curve of a speed changes the value by its integral. */
typedef struct {
  int32_t target, operation, is_speed, first, count;
  float base;
} ParticleCurve;

typedef struct {
  ParticleColor color;
  ParticleVector position;
  /* For a spot light: the direction of its light, a unit vector. */
  ParticleVector direction;
  /* Falloff per squared point. */
  float falloff;
  int32_t is_spot, applies_alpha;
  /* Cosine of half the cone's angle, and 1 divided by the difference of the cosines at both sides of its soft edge. */
  float cone_cosine, per_edge;
} ParticleLight;

/* Appearance of a cell's particles beyond the closed forms of their ages. */
typedef struct {
  const ParticleCurve *_Nullable curves;
  const ParticleCurvePiece *_Nullable pieces;
  const ParticleLight *_Nullable lights;
  int32_t curve_count, light_count;
  /* Whether the image's y axis is along the velocity, rotated by an angle; in 3D for planes. */
  int32_t aligns, aligns_in_space;
  ParticleAngle alignment;
  /* Seconds of movement that are added to the length of the image's y axis. */
  float stretch;
} ParticleLooks;

/* Positions of particles: polynomials of their ages, tables of affine maps, or given columns. */
enum { ParticleMotionPolynomial, ParticleMotionScaled, ParticleMotionMapped, ParticleMotionGiven };

/* Functions in a row of a table: cubic polynomials of four numbers each. Scaled: S and G, then D and H; mapped: the
   matrices A and B and the vector G, then C, D and H (emitters.md 10.2). */
#define PARTICLE_SCALED_FUNCTIONS 4
#define PARTICLE_MAPPED_FUNCTIONS 21

typedef struct {
  int32_t kind, needs_velocity;
  /* For polynomials: later changes of the acceleration, added to the velocity. */
  ParticleVector velocity_offset;
  /* Rows by the time of birth; `row_now` is the row of the current time. */
  const float *_Nullable rows;
  int32_t row_count;
  float row_now, rows_per_second;
  /* For given positions: columns of position and velocity, with the same stride as births. */
  const float *_Nullable states;
} ParticleMotion;

#define PARTICLE_STATE_COLUMNS 6

/* Forces by position and time: one struct for each kind. */

typedef struct {
  /* The force at the wave's peak. */
  ParticleVector force;
  /* Whether the curve is the cubic one, and whether it depends on the particles' ages. */
  int32_t is_cubic, follows_age;
  double frequency;
} ParticleWave;

enum { ParticlePullRadial, ParticlePullAxial, ParticlePullPlanar };

/* A spring to a point, an axis or a plane. */
typedef struct {
  ParticleVector center, axis;
  int32_t type;
  /* Whether the force is proportional to the distance, without radius and falloff; whether it acts inside. */
  int32_t is_linear, is_inside;
  float strength, radius, per_falloff, per_distance;
} ParticlePull;

/* A rotation that carries particles along. */
typedef struct {
  ParticleVector center;
  /* Radians per second about each axis, times the strength. */
  ParticleVector turn;
} ParticleSwirl;

/* A sine wave across its own direction, which has no divergence: turbulence is a sum of them. */
typedef struct {
  /* Turns per point and per second. */
  ParticleVector wave;
  float frequency, phase;
  /* Acceleration at its peak, points/s^2. */
  float force_x, force_y;
} ParticleEddy;

#define PARTICLE_EDDIES 8

typedef struct {
  ParticleEddy eddies[PARTICLE_EDDIES];
} ParticleTurbulence;

/* An acceleration of constant size away from a point in the plane, and one around it from x toward y, points/s^2. */
typedef struct {
  ParticleVector center;
  float radial, tangential;
} ParticlePolar;

/* A surface off which particles bounce: they stay where dot(normal, position) >= offset. */
typedef struct {
  ParticleVector normal;
  float offset, restitution, friction;
  /* Slower hits do not bounce. Fraction of the speed along the surface that each step of these hits removes. */
  float rest_speed, rest_friction;
} ParticleSurface;

/* Some elements of an array. */
typedef struct {
  int32_t first, count;
} ParticleRange;

/* Forces that are constant until `end`, on the cell's clock. */
typedef struct {
  double end;
  ParticleVector acceleration;
  /* Drag per second, for mass 1. */
  float drag;
  ParticleRange waves, pulls, swirls, turbulences, polars, surfaces;
} ParticleForces;

/* Motion in steps, on a grid of ages for each particle. */
typedef struct {
  const ParticleForces *_Nonnull stretches;
  const ParticleWave *_Nullable waves;
  const ParticlePull *_Nullable pulls;
  const ParticleSwirl *_Nullable swirls;
  const ParticleTurbulence *_Nullable turbulences;
  const ParticlePolar *_Nullable polars;
  const ParticleSurface *_Nullable surfaces;
  int32_t stretch_count;
  /* Whether any force depends on the time or the age. */
  int32_t depends_on_time;
  /* Whether mass divides forces; the curve of mass over the lifetime, if any. */
  int32_t divides_by_mass;
  const ParticleCurve *_Nullable mass_curve;
  /* Length of a step in seconds, and steps per second. */
  double step;
  float step_length, steps_per_second;
} ParticleIntegration;

/* Known states on the grid, one per element of a list, which are replaced by the latest states. For a list of up to
   PARTICLE_LANES elements, all states are also written: PARTICLE_LANES in a row, PARTICLE_STATE_COLUMNS rows per step.
   */
typedef struct {
  int32_t *_Nullable steps;
  float *_Nullable states;
  float *_Nullable path;
} ParticleStates;

/* A particle that emits and moves by behaviours. */
typedef struct {
  /* States at the steps of its age; null if the polynomials apply. */
  const float *_Nullable path;
  int32_t lane, last_step;
  /* Age in seconds at the time from which its list's elapsed seconds are counted. */
  float age, lifetime;
  uint32_t identity;
  /* Values at birth. */
  float scale;
  ParticleVector origin;
  double birth;
} ParticleTrack;

/* Appends the run's living births to the list with their parents. With `keeps_dead`, appends all births that have a
   lifetime. Returns the number of living ones. */
ptrdiff_t particle_select(ParticleList *_Nonnull list, const ParticleRun *_Nonnull run,
                          const ParticleSpread *_Nonnull lifetime, const ParticleParent *_Nullable parent,
                          int32_t keeps_dead);

/* Writes columns of PARTICLE_BIRTH_COLUMNS numbers, `stride` apart, for the list's births. */
void particle_births_from_shape(float *_Nonnull out, ptrdiff_t stride, const ParticleList *_Nonnull list,
                                const ParticleCell *_Nonnull cell, const ParticleShape *_Nonnull shape);
void particle_births_from_parents(float *_Nonnull out, ptrdiff_t stride, const ParticleList *_Nonnull list,
                                  const ParticleCell *_Nonnull cell, const ParticleCell *_Nonnull parent_cell);

/* Appends the visible particles of the list. */
void particle_draw_from_shape(ParticleColumns *_Nonnull out, const ParticleList *_Nonnull list,
                              const ParticleCell *_Nonnull cell, const ParticleShape *_Nonnull shape,
                              const ParticleView *_Nonnull view);
void particle_draw_from_parents(ParticleColumns *_Nonnull out, const ParticleList *_Nonnull list,
                                const ParticleCell *_Nonnull cell, const ParticleCell *_Nonnull parent_cell,
                                const ParticleView *_Nonnull view);

/* The same with behaviours, for births in columns. */
void particle_draw_births(ParticleColumns *_Nonnull out, const ParticleList *_Nonnull list,
                          const float *_Nonnull births, const ParticleCell *_Nonnull cell,
                          const ParticleMotion *_Nonnull motion, const ParticleLooks *_Nonnull looks,
                          const ParticleView *_Nonnull view);

/* Moves the list's births to their ages, and writes columns of PARTICLE_STATE_COLUMNS numbers. `states` may be empty.
   The list has times. */
void particle_integrate(float *_Nonnull out, const ParticleList *_Nonnull list, const float *_Nonnull births,
                        const ParticleCell *_Nonnull cell, const ParticleIntegration *_Nonnull integration,
                        const ParticleLooks *_Nonnull looks, const ParticleStates *_Nonnull states);

/* Replaces the columns of the parent, for births from `start` on, by its state at each birth. */
void particle_follow(ParticleList *_Nonnull list, ptrdiff_t start, const ParticleTrack *_Nonnull parent,
                     const ParticleCell *_Nonnull parent_cell, const ParticleIntegration *_Nonnull integration,
                     const ParticleLooks *_Nonnull looks);

#pragma GCC visibility pop

#endif
