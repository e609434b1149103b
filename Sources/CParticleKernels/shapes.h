/* Points of birth and base directions. The reference is EmitterGeometry. */

typedef struct {
  Vectors position, direction;
  Colors color;
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

/* Cumulative fractions of three weights, equal if all are 0. */
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

/* The piece at a fraction of all pieces. */
INLINE const ParticlePiece *piece_at(const ParticleShape *shape, float share) {
  int32_t low = 0, high = shape->piece_count - 1;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (shape->pieces[middle].share_end > share) high = middle;
    else low = middle + 1;
  }
  return shape->pieces + low;
}

/* The next piece in order, and the position along it. */
INLINE const ParticlePiece *walked_piece(const ParticleShape *shape, uint32_t number, float *along) {
  float share = (float)((number - 1) % (uint32_t)shape->lap) / (float)shape->lap;
  const ParticlePiece *piece = piece_at(shape, share);
  float start = piece > shape->pieces ? (piece - 1)->share_end : 0, length = piece->share_end - start;
  float way = length > 0 ? (share - start) / length : 0;
  *along = way < 0 ? 0 : way;
  return piece;
}

/* A random piece, by the alias method. */
INLINE const ParticlePiece *drawn_piece(const ParticleShape *shape, uint32_t bits, float chance) {
  const ParticlePiece *piece = shape->pieces + ((uint64_t)bits * (uint64_t)shape->piece_count >> 32);
  return chance < piece->threshold ? piece : shape->pieces + piece->other;
}

INLINE Places pieces(const ParticleShape *shape, words ids, const ParticleList *list, ptrdiff_t i) {
  words picks = ids * (mixed((uint32_t)SHAPE_A * 0x9E3779B9) | 1);
  floats chance = uniform(ids, SHAPE_PART), u = uniform(ids, SHAPE_B), v = uniform(ids, SHAPE_C);
  floats x, y, ax, ay, bx, by, zero = splat(0);
  Places result;
  result.direction = vectors(along_x);
  for (int lane = 0; lane < LANES; lane++) {
    float along = u[lane];
    const ParticlePiece *piece = shape->lap ? walked_piece(shape, list->numbers[i + lane], &along)
                                            : drawn_piece(shape, picks[lane], chance[lane]);
    x[lane] = piece->x, y[lane] = piece->y, ax[lane] = piece->ax, ay[lane] = piece->ay;
    bx[lane] = piece->bx, by[lane] = piece->by, u[lane] = along;
    if (shape->faces_outward) result.direction.x[lane] = piece->normal_x, result.direction.y[lane] = piece->normal_y;
    result.color.red[lane] = piece->color.red, result.color.green[lane] = piece->color.green;
    result.color.blue[lane] = piece->color.blue, result.color.alpha[lane] = piece->color.alpha;
  }
  if (shape->faces_outward) result.direction.z = zero;
  result.position = (Vectors){x + ax * u + bx * v, y + ay * u + by * v, zero};
  return result;
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

/* `has_pieces` is a constant where this is inlined: otherwise the tables of pieces make other shapes 2 % slower. */
INLINE Places places(const ParticleShape *shape, words ids, const ParticleList *list, ptrdiff_t i, int has_pieces) {
  Places local = has_pieces ? pieces(shape, ids, list, i) : local_places(shape, ids);
  Vectors p = local.position;
  Vectors position = {p.x * shape->half.x + shape->center.x, p.y * shape->half.y + shape->center.y,
                      p.z * shape->half.z + shape->center.z};
  if (shape->is_drifting) position = sum(position, scaled(vectors(shape->drift), load(list->elapsed + i)));
  return (Places){position, local.direction, local.color};
}

/* Whether all particles start in the same base direction. */
INLINE int has_uniform_direction(const ParticleShape *shape) {
  int is_outline = shape->mode == ParticleModeOutline;
  switch (shape->shape) {
  case ParticleShapeRectangle:
  case ParticleShapeCuboid:
  case ParticleShapeCircle: return !is_outline;
  case ParticleShapeSphere: return !is_outline && shape->mode != ParticleModeSurface;
  case ParticleShapePieces: return !shape->faces_outward;
  default: return 1;
  }
}
