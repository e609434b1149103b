/* What particles are given at birth: the twin of ReferenceCell and ReferenceParticles. */

/* What a particle takes from where it is born: the emitter's shape, or its parent. */
typedef struct {
  Vectors position;
  floats scale;
  Colors color;
} Origins;

typedef struct {
  Vectors position, direction, velocity;
  floats scale;
  Colors color;
} Births;

/* Directions evenly spread over the cone around the frame's forward direction. */
INLINE Vectors cone_direction(const ParticleCell *cell, words ids, Frames frame) {
  floats u = uniform(ids, CONE_ANGLE);
  if (cell->cone_is_solid)
    return direction(frame, 1 - u * (1 - cell->cone_cosine), sine_cosine(uniform(ids, CONE_TURN)));
  SineCosine turn = sine_cosine((u * 2 - 1) * (cell->cone_half_angle / (2 * PI)));
  return sum(scaled(frame.forward, turn.cosine), scaled(frame.sideways, turn.sine));
}

INLINE floats birth_color(floats base, float value, float range, words ids, enum Quantity quantity) {
  return base * value + spread((ParticleSpread){0, range}, ids, quantity);
}

INLINE Births born(const ParticleCell *cell, words ids, Origins origin, Frames frame) {
  Births birth;
  birth.position = origin.position;
  birth.direction = cell->cone_half_angle > 0 ? cone_direction(cell, ids, frame) : frame.forward;
  birth.velocity = scaled(birth.direction, spread(cell->velocity, ids, VELOCITY));
  birth.scale = spread(cell->scale, ids, SCALE) * origin.scale;
  birth.color.red = birth_color(origin.color.red, cell->color.red, cell->color_range.red, ids, RED);
  birth.color.green = birth_color(origin.color.green, cell->color.green, cell->color_range.green, ids, GREEN);
  birth.color.blue = birth_color(origin.color.blue, cell->color.blue, cell->color_range.blue, ids, BLUE);
  birth.color.alpha = birth_color(origin.color.alpha, cell->color.alpha, cell->color_range.alpha, ids, ALPHA);
  return birth;
}

INLINE Births born_from_shape(const ParticleList *list, ptrdiff_t i, const ParticleCell *cell,
                              const ParticleShape *shape, int has_pieces, const Frames *uniform_frame) {
  words ids = load_words(list->identities + i);
  Places place = places(shape, ids, list, i, has_pieces);
  Frames frame = uniform_frame ? *uniform_frame : turned_frames(place.direction, cell->longitude, cell->latitude);
  floats one = splat(1);
  Colors white = {one, one, one, one};
  return born(cell, ids, (Origins){place.position, one, has_pieces && shape->has_colors ? place.color : white}, frame);
}

/* A colour that a particle hands on: at the time of the birth, none of it below 0. */
INLINE floats handed_on(floats elapsed, float speed, floats value) {
  floats now = elapsed * speed + value;
  return choose(now < 0, splat(0), now);
}

/* Where parents are, how they look and which way they move at a child's birth. */
INLINE Births born_from_parents(const ParticleList *list, ptrdiff_t i, const ParticleCell *cell,
                                const ParticleCell *parent_cell) {
  const ParticleChange speed = parent_cell->speed;
  const float *column = list->parents + i;
#define NEXT(name) floats name = load(column); column += list->stride
  NEXT(x); NEXT(y); NEXT(z); NEXT(vx); NEXT(vy); NEXT(vz); NEXT(dx); NEXT(dy); NEXT(dz); NEXT(scale);
  NEXT(red); NEXT(green); NEXT(blue); NEXT(alpha);
#undef NEXT
  floats elapsed = load(list->elapsed + i), half_square = elapsed * elapsed * 0.5f;
  Vectors place = {elapsed * vx + (half_square * speed.position.x + x),
                   elapsed * vy + (half_square * speed.position.y + y),
                   elapsed * vz + (half_square * speed.position.z + z)};
  Vectors motion = {elapsed * speed.position.x + vx, elapsed * speed.position.y + vy, elapsed * speed.position.z + vz};
  floats square = motion.x * motion.x + motion.y * motion.y + motion.z * motion.z;
  masks is_still = square < 1e-6f;
  Vectors unit = scaled(motion, inverse_square_root(square));
  Vectors forward = {choose(is_still, dx, unit.x), choose(is_still, dy, unit.y), choose(is_still, dz, unit.z)};
  floats handed = parent_cell->hands_on_scale ? elapsed * speed.scale + scale : splat(1);
  Colors color = {handed_on(elapsed, speed.color.red, red), handed_on(elapsed, speed.color.green, green),
                  handed_on(elapsed, speed.color.blue, blue), handed_on(elapsed, speed.color.alpha, alpha)};
  Origins origin = {place, choose(handed < 0, splat(0), handed), color};
  Frames frame = turned_frames(forward, cell->longitude, cell->latitude);
  return born(cell, load_words(list->identities + i), origin, frame);
}

/* One frame for all particles of a shape that faces one way. */
INLINE Frames uniform_frames(const ParticleCell *cell, const ParticleShape *shape) {
  ParticleVector line = {0, -1, 0};
  return turned_frames(vectors(shape->shape == ParticleShapeLine ? line : along_x), cell->longitude, cell->latitude);
}

INLINE void store_births(float *out, ptrdiff_t stride, Births birth) {
  floats columns[PARTICLE_PARENT_COLUMNS] = {
      birth.position.x,  birth.position.y,  birth.position.z,  birth.velocity.x, birth.velocity.y,
      birth.velocity.z,  birth.direction.x, birth.direction.y, birth.direction.z, birth.scale,
      birth.color.red,   birth.color.green, birth.color.blue,  birth.color.alpha};
  for (int column = 0; column < PARTICLE_PARENT_COLUMNS; column++) store(out + column * stride, columns[column]);
}

INLINE void store_lifetimes(float *out, ptrdiff_t stride, const ParticleCell *cell, words identities) {
  store(out + PARTICLE_PARENT_COLUMNS * stride, spread(cell->lifetime, identities, LIFETIME));
}

/* What births in columns hold, and the lifetime behind it. */
INLINE Births load_births(const float *column, ptrdiff_t stride) {
  floats n[PARTICLE_PARENT_COLUMNS];
  for (int i = 0; i < PARTICLE_PARENT_COLUMNS; i++) n[i] = load(column + i * stride);
  return (Births){{n[0], n[1], n[2]}, {n[6], n[7], n[8]}, {n[3], n[4], n[5]}, n[9], {n[10], n[11], n[12], n[13]}};
}

INLINE floats load_lifetimes(const float *column, ptrdiff_t stride) {
  return load(column + PARTICLE_PARENT_COLUMNS * stride);
}

/* Where particles are and which way they move, in columns. */
typedef struct {
  Vectors position, velocity;
} States;

INLINE States load_states(const float *column, ptrdiff_t stride) {
  floats n[PARTICLE_STATE_COLUMNS];
  for (int i = 0; i < PARTICLE_STATE_COLUMNS; i++) n[i] = load(column + i * stride);
  return (States){{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
}

INLINE void store_states(float *column, ptrdiff_t stride, const States *s) {
  floats n[PARTICLE_STATE_COLUMNS] = {s->position.x, s->position.y, s->position.z,
                                      s->velocity.x, s->velocity.y, s->velocity.z};
  for (int i = 0; i < PARTICLE_STATE_COLUMNS; i++) store(column + i * stride, n[i]);
}
