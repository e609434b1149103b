/* Points of birth and base directions: the twin of EmitterGeometry. */

typedef struct {
  Vectors position, direction;
} Places;

static const ParticleVector along_x = {1, 0, 0};

INLINE floats signed_uniform(words identities, enum Quantity quantity) { return uniform(identities, quantity) * 2 - 1; }
INLINE floats sign(floats x) { return choose(x < 0, splat(-1), splat(1)); }

INLINE Places rectangle(const ParticleShape *shape, words ids) {
  floats x = signed_uniform(ids, SHAPE_A), y = signed_uniform(ids, SHAPE_B), zero = splat(0);
  if (shape->mode == ParticleModePoints) return (Places){{sign(x), sign(y), zero}, vectors(along_x)};
  if (shape->mode != ParticleModeOutline) return (Places){{x, y, zero}, vectors(along_x)};
  float length = shape->half.x + shape->half.y, share = length > 0 ? shape->half.x / length : 0.5f;
  masks is_horizontal = uniform(ids, SHAPE_PART) < share;
  floats sx = sign(x), sy = sign(y);
  return (Places){{choose(is_horizontal, x, sx), choose(is_horizontal, sy, y), zero},
                  {choose(is_horizontal, zero, sx), choose(is_horizontal, sy, zero), zero}};
}

/* Cumulative shares of three weights, evenly split when all are 0. */
typedef struct {
  float first, second;
} Shares;

INLINE Shares shares(float a, float b, float c) {
  float total = a + b + c;
  return total > 0 ? (Shares){a / total, (a + b) / total} : (Shares){1.0f / 3, 2.0f / 3};
}

INLINE Places cuboid(const ParticleShape *shape, words ids) {
  Vectors offset = {signed_uniform(ids, SHAPE_A), signed_uniform(ids, SHAPE_B), signed_uniform(ids, SHAPE_C)};
  if (shape->mode == ParticleModeVolume) return (Places){offset, vectors(along_x)};
  Vectors side = {sign(offset.x), sign(offset.y), sign(offset.z)};
  if (shape->mode == ParticleModePoints) return (Places){side, vectors(along_x)};
  ParticleVector half = shape->half;
  int is_surface = shape->mode == ParticleModeSurface;
  Shares limits =
      is_surface ? shares(half.y * half.z, half.x * half.z, half.x * half.y) : shares(half.x, half.y, half.z);
  floats pick = uniform(ids, SHAPE_PART), zero = splat(0);
  masks is_x = pick < limits.first, is_z = pick >= limits.second, is_y = ~is_x & ~is_z;
  if (is_surface)
    return (Places){{choose(is_x, side.x, offset.x), choose(is_y, side.y, offset.y), choose(is_z, side.z, offset.z)},
                    vectors(along_x)};
  Vectors outward = scaled(side, splat(0x1.6a09e6p-1f));
  return (Places){{choose(is_x, offset.x, side.x), choose(is_y, offset.y, side.y), choose(is_z, offset.z, side.z)},
                  {choose(is_x, zero, outward.x), choose(is_y, zero, outward.y), choose(is_z, zero, outward.z)}};
}

INLINE Places circle(const ParticleShape *shape, words ids) {
  floats zero = splat(0);
  if (shape->mode == ParticleModePoints) return (Places){{zero, zero, zero}, vectors(along_x)};
  SineCosine turn = sine_cosine(uniform(ids, SHAPE_A));
  Vectors rim = {turn.cosine, turn.sine, zero};
  if (shape->mode == ParticleModeOutline) return (Places){rim, rim};
  return (Places){scaled(rim, larger(uniform(ids, SHAPE_B), uniform(ids, SHAPE_C))), vectors(along_x)};
}

INLINE Places sphere(const ParticleShape *shape, words ids) {
  floats zero = splat(0);
  if (shape->mode == ParticleModePoints) return (Places){{zero, zero, zero}, vectors(along_x)};
  SineCosine turn = sine_cosine(uniform(ids, SHAPE_A));
  floats z = signed_uniform(ids, SHAPE_B), ring = square_root(1 - z * z);
  Vectors rim = {turn.cosine * ring, turn.sine * ring, z};
  if (shape->mode != ParticleModeVolume) return (Places){rim, rim};
  floats rest = larger(uniform(ids, SHAPE_D), uniform(ids, SHAPE_PART));
  return (Places){scaled(rim, larger(uniform(ids, SHAPE_C), rest)), vectors(along_x)};
}

/* Offsets in units of the half extents. */
INLINE Places local_places(const ParticleShape *shape, words ids) {
  floats zero = splat(0);
  switch (shape->shape) {
  case ParticleShapeRectangle: return rectangle(shape, ids);
  case ParticleShapeCuboid: return cuboid(shape, ids);
  case ParticleShapeCircle: return circle(shape, ids);
  case ParticleShapeSphere: return sphere(shape, ids);
  case ParticleShapeLine: {
    floats x = signed_uniform(ids, SHAPE_A);
    return (Places){{shape->mode == ParticleModePoints ? sign(x) : x, zero, zero}, vectors((ParticleVector){0, -1, 0})};
  }
  default: return (Places){{zero, zero, zero}, vectors(along_x)};
  }
}

INLINE Places places(const ParticleShape *shape, words ids, const float *elapsed) {
  Places local = local_places(shape, ids);
  Vectors p = local.position;
  Vectors position = {p.x * shape->half.x + shape->center.x, p.y * shape->half.y + shape->center.y,
                      p.z * shape->half.z + shape->center.z};
  if (shape->is_drifting) position = sum(position, scaled(vectors(shape->drift), load(elapsed)));
  return (Places){position, local.direction};
}

/* Whether all particles start in the same base direction. */
INLINE int has_uniform_direction(const ParticleShape *shape) {
  int is_outline = shape->mode == ParticleModeOutline;
  switch (shape->shape) {
  case ParticleShapeRectangle:
  case ParticleShapeCuboid:
  case ParticleShapeCircle: return !is_outline;
  case ParticleShapeSphere: return !is_outline && shape->mode != ParticleModeSurface;
  default: return 1;
  }
}
