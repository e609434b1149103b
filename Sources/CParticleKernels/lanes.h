/* Elementary functions on lanes: IEEE additions, multiplications and divisions in a fixed order. The references are
   LaneMath, RandomStream, VectorLanes and FrameLanes. */

#include <stdint.h>
#include <string.h>

/* Twice as many lanes as registers hold on most processors: one half is computed while the other waits. */
#define LANES PARTICLE_LANES

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef uint32_t words __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));
typedef double doubles __attribute__((vector_size(8 * LANES)));

#define LANE_NUMBERS {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

INLINE floats load(const float *p) {
  floats v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE words load_words(const uint32_t *p) {
  words v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE void store(float *p, floats v) { memcpy(p, &v, sizeof v); }
INLINE void store_words(uint32_t *p, words v) { memcpy(p, &v, sizeof v); }

/* Subtracting zero changes no number, not even negative zero. */
INLINE floats splat(float x) { return x - (floats){}; }

INLINE floats choose(masks mask, floats a, floats b) { return (floats)((mask & (masks)a) | (~mask & (masks)b)); }

/* Bit k is lane k. */
INLINE uint32_t lane_bits(masks mask) {
  typedef _Bool bits __attribute__((ext_vector_type(LANES)));
  bits b = __builtin_convertvector(mask, bits);
  uint16_t result;
  memcpy(&result, &b, sizeof result);
  return result;
}

/* Whether the set bits are those of the first lanes. */
INLINE int is_run(uint32_t bits) { return (bits & (bits + 1)) == 0; }

/* The lanes below a number. */
INLINE masks first_lanes(ptrdiff_t count) { return (masks)LANE_NUMBERS < (int32_t)(count < LANES ? count : LANES); }

/* Rounds toward zero, like Swift. */
#define PI 0x1.921fb4p1f

typedef struct {
  floats sine, cosine;
} SineCosine;

INLINE floats polynomial(floats x, float a, float b, float c, float d, float e) {
  floats sum = x * e;
  sum += d;
  sum *= x;
  sum += c;
  sum *= x;
  sum += b;
  sum *= x;
  return sum + a;
}

INLINE SineCosine sine_cosine(floats turns) {
  float magic = 12582912;
  floats shifted = turns * 4 + magic;
  words quarter = (words)shifted & 3;
  floats angle = (turns * 4 - (shifted - magic)) * (PI / 2);
  floats square = angle * angle;
  words sine = (words)(angle * polynomial(square, 1, -1.0f / 6, 1.0f / 120, -1.0f / 5040, 1.0f / 362880));
  words cosine = (words)polynomial(square, 1, -1.0f / 2, 1.0f / 24, -1.0f / 720, 1.0f / 40320);
  words swapped = (sine ^ cosine) & (0 - (quarter & 1));
  return (SineCosine){(floats)(sine ^ swapped ^ (quarter & 2) << 30),
                      (floats)(cosine ^ swapped ^ ((quarter + 1) & 2) << 30)};
}

INLINE floats inverse_square_root(floats x) {
  floats y = (floats)(0x5F3759DF - ((words)x >> 1));
  floats half = x * 0.5f;
  y = y * (1.5f - half * y * y);
  y = y * (1.5f - half * y * y);
  y = y * (1.5f - half * y * y);
  return y;
}

INLINE floats square_root(floats x) {
  floats positive = choose(x < 0, splat(0), x);
  return positive * inverse_square_root(positive);
}

/* Exact to the last bit. */
INLINE floats exact_square_root(floats x) { return __builtin_elementwise_sqrt(x); }

/* e^x for x up to 0, 0 below -87. Relative error below 2e-7: x = n log 2 + rest, the rest by its Taylor polynomial. */
INLINE floats exponential(floats x) {
  floats limited = choose(x < -87, splat(-87), x), shifted = limited * 1.44269504f + 12582912;
  floats whole = shifted - 12582912, rest = limited - whole * 0.693359375f - whole * -2.12194440e-4f;
  floats sum = rest * (1.0f / 720) + 1.0f / 120;
  sum = sum * rest + 1.0f / 24;
  sum = sum * rest + 1.0f / 6;
  sum = sum * rest + 0.5f;
  sum = sum * rest + 1;
  sum = sum * rest + 1;
  return choose(x < -87, splat(0), (floats)((words)sum + ((words)shifted << 23)));
}

INLINE floats larger(floats a, floats b) { return choose(a < b, b, a); }
INLINE floats smaller(floats a, floats b) { return choose(a > b, b, a); }
INLINE masks lesser(masks a, int32_t limit) {
  masks is_less = a < limit;
  return (a & is_less) | (((masks){} + limit) & ~is_less);
}
INLINE floats magnitude(floats x) { return (floats)((words)x & 0x7FFFFFFF); }

INLINE floats clamped_to_unit(floats x) {
  floats positive = choose(x > 0, x, splat(0));
  return choose(positive > 1, splat(1), positive);
}

INLINE words rounded(floats x) { return (words)(x + 8388608) & 0x007FFFFF; }

/* Random numbers. */

enum Quantity {
  SHAPE_A = 1, SHAPE_B, SHAPE_C, SHAPE_D, SHAPE_PART, CONE_ANGLE, CONE_TURN, LIFETIME, VELOCITY, SCALE, SPIN,
  RED, GREEN, BLUE, ALPHA, ROTATION, AXIS_ANGLE, AXIS_TURN, FRAME, MASS, THINNING
};

INLINE uint32_t mixed(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7FEB352D;
  x ^= x >> 15;
  x *= 0x846CA68B;
  return x ^ x >> 16;
}

INLINE words mixed_lanes(words x) {
  x ^= x >> 16;
  x *= 0x7FEB352D;
  x ^= x >> 15;
  x *= 0x846CA68B;
  return x ^ x >> 16;
}

INLINE floats uniform(words identities, enum Quantity quantity) {
  words bits = identities * (mixed((uint32_t)quantity * 0x9E3779B9) | 1);
  return (floats)(bits >> 9 | 0x3F800000) - 1;
}

INLINE floats spread(ParticleSpread spread, words identities, enum Quantity quantity) {
  return spread.range == 0 ? splat(spread.mean) : spread.mean + (uniform(identities, quantity) - 0.5f) * spread.range;
}

/* Vectors and colours. */

typedef struct {
  floats x, y, z;
} Vectors;

typedef struct {
  floats red, green, blue, alpha;
} Colors;

INLINE Vectors vectors(ParticleVector v) { return (Vectors){splat(v.x), splat(v.y), splat(v.z)}; }
INLINE Vectors scaled(Vectors v, floats factor) { return (Vectors){v.x * factor, v.y * factor, v.z * factor}; }
INLINE Vectors sum(Vectors a, Vectors b) { return (Vectors){a.x + b.x, a.y + b.y, a.z + b.z}; }
INLINE Vectors difference(Vectors a, Vectors b) { return (Vectors){a.x - b.x, a.y - b.y, a.z - b.z}; }
INLINE floats dot(Vectors a, Vectors b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

INLINE Vectors choose_vectors(masks mask, Vectors a, Vectors b) {
  return (Vectors){choose(mask, a.x, b.x), choose(mask, a.y, b.y), choose(mask, a.z, b.z)};
}

/* Right-handed frames: `forward` is the direction of emission. */
typedef struct {
  Vectors forward, sideways, upward;
} Frames;

INLINE Frames frames_around(Vectors d) {
  floats flat = d.x * d.x + d.y * d.y, scale = inverse_square_root(flat);
  masks is_upright = flat < 1e-12f;
  floats sx = choose(is_upright, splat(0), 0 - d.y * scale), sy = choose(is_upright, splat(1), d.x * scale);
  return (Frames){d, {sx, sy, splat(0)}, {0 - d.z * sy, d.z * sx, d.x * sy - d.y * sx}};
}

INLINE Frames turned_frames(Vectors base, ParticleAngle longitude, ParticleAngle latitude) {
  Vectors turned = {base.x * longitude.cosine - base.y * longitude.sine,
                    base.x * longitude.sine + base.y * longitude.cosine, base.z};
  Frames level = frames_around(turned);
  if (latitude.cosine == 1) return level;
  return frames_around(sum(scaled(level.forward, splat(latitude.cosine)), scaled(level.upward, splat(latitude.sine))));
}

/* A direction from its component along the frame's axis and its angle around it. */
INLINE Vectors direction(Frames frame, floats along, SineCosine turn) {
  floats across = square_root(1 - along * along);
  return sum(sum(scaled(frame.forward, along), scaled(frame.sideways, across * turn.cosine)),
             scaled(frame.upward, across * turn.sine));
}
