/* Values of particles at birth. The references are ReferenceCell and ReferenceParticles. */

/* Values from the place of birth: the emitter's shape, or the parent. */
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

/* The colour that a particle passes to its children: at the time of the birth, clamped to 0 or more. */
INLINE floats handed_on(floats elapsed, float speed, floats value) {
  floats now = elapsed * speed + value;
  return choose(now < 0, splat(0), now);
}

/* The columns of births, followed by the lifetime. */
INLINE Births load_births(const float *column, ptrdiff_t stride) {
  floats n[PARTICLE_PARENT_COLUMNS];
  for (int i = 0; i < PARTICLE_PARENT_COLUMNS; i++) n[i] = load(column + i * stride);
  return (Births){{n[0], n[1], n[2]}, {n[6], n[7], n[8]}, {n[3], n[4], n[5]}, n[9], {n[10], n[11], n[12], n[13]}};
}

/* Whether all births of a vector have the same parent, and whether it is that of the previous vector. */
INLINE int sharing(const ParticleList *list, ptrdiff_t i) { return list->sharing ? list->sharing[i / LANES] : 0; }

/* The parents of a vector of births, with their values at birth. */
INLINE Births load_parents(const ParticleList *list, ptrdiff_t i) {
  if (sharing(list, i) == ParticleSharingNone) return load_births(list->parents + i, list->stride);
  const ParticleParent *p = list->shared + i / LANES;
  return (Births){vectors(p->position), vectors(p->direction), vectors(p->velocity), splat(p->scale),
                  {splat(p->color.red), splat(p->color.green), splat(p->color.blue), splat(p->color.alpha)}};
}

/* Inherited values except the position. */
typedef struct {
  Frames frame;
  floats scale;
  Colors color;
} Heritage;

INLINE Frames frames_of_parents(const Births *parent, floats elapsed, ParticleVector acceleration,
                                const ParticleCell *cell) {
  Vectors v = parent->velocity;
  Vectors motion = {elapsed * acceleration.x + v.x, elapsed * acceleration.y + v.y, elapsed * acceleration.z + v.z};
  floats square = motion.x * motion.x + motion.y * motion.y + motion.z * motion.z;
  Vectors unit = scaled(motion, inverse_square_root(square));
  Vectors forward = choose_vectors(square < 1e-6f, parent->direction, unit);
  return turned_frames(forward, cell->longitude, cell->latitude);
}

INLINE void hand_on_looks(Heritage *heritage, const Births *parent, floats elapsed, const ParticleCell *parent_cell) {
  const ParticleColor *speed = &parent_cell->speed.color;
  floats scale = parent_cell->hands_on_scale ? elapsed * parent_cell->speed.scale + parent->scale : splat(1);
  heritage->scale = choose(scale < 0, splat(0), scale);
  heritage->color = (Colors){
      handed_on(elapsed, speed->red, parent->color.red), handed_on(elapsed, speed->green, parent->color.green),
      handed_on(elapsed, speed->blue, parent->color.blue), handed_on(elapsed, speed->alpha, parent->color.alpha)};
}

INLINE int is_straight(const ParticleCell *cell) {
  ParticleVector speed = cell->speed.position;
  return speed.x == 0 && speed.y == 0 && speed.z == 0;
}

INLINE int keeps_looks(const ParticleCell *cell) {
  ParticleColor speed = cell->speed.color;
  return cell->speed.scale == 0 && speed.red == 0 && speed.green == 0 && speed.blue == 0 && speed.alpha == 0;
}

/* Positions, appearance and directions of parents at the birth of a child. `heritage` is that of the previous vector:
   values that a parent does not change are bit-identical for all of its children. */
INLINE Births born_from_parents(const ParticleList *list, ptrdiff_t i, const ParticleCell *cell,
                                const ParticleCell *parent_cell, Heritage *heritage) {
  const ParticleVector acceleration = parent_cell->speed.position;
  int goes_on = sharing(list, i) == ParticleSharingGoesOn;
  Births parent = load_parents(list, i);
  Vectors start = parent.position, v = parent.velocity;
  floats elapsed = load(list->elapsed + i), half_square = elapsed * elapsed * 0.5f;
  Vectors place = {elapsed * v.x + (half_square * acceleration.x + start.x),
                   elapsed * v.y + (half_square * acceleration.y + start.y),
                   elapsed * v.z + (half_square * acceleration.z + start.z)};
  if (!goes_on || !is_straight(parent_cell))
    heritage->frame = frames_of_parents(&parent, elapsed, acceleration, cell);
  if (!goes_on || !keeps_looks(parent_cell)) hand_on_looks(heritage, &parent, elapsed, parent_cell);
  Origins origin = {place, heritage->scale, heritage->color};
  return born(cell, load_words(list->identities + i), origin, heritage->frame);
}

/* A single frame for all particles of a shape with one direction. */
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

INLINE floats load_lifetimes(const float *column, ptrdiff_t stride) {
  return load(column + PARTICLE_PARENT_COLUMNS * stride);
}

/* Positions and directions of particles, in columns. */
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
