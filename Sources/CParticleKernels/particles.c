#include "ParticleKernels.h"

#include "clones.h"
#include "lanes.h"
#include "shapes.h"

/* Which births live. */

INLINE void fill_parents(ParticleList *list, ptrdiff_t start, const ParticleParent *parent) {
  const float *values = (const float *)parent;
  for (int column = 0; column < PARTICLE_PARENT_COLUMNS; column++) {
    float *out = list->parents + column * list->stride;
    for (ptrdiff_t i = start; i < list->count; i += LANES) store(out + i, splat(values[column]));
  }
}

/* Writes the lanes whose bits are set behind the list's last. */
INLINE void append(ParticleList *list, uint32_t bits, words identities, floats ages, floats elapsed, doubles times) {
  ptrdiff_t end = list->count;
  if (is_run(bits)) {
    store_words(list->identities + end, identities);
    store(list->ages + end, ages);
    if (list->elapsed) store(list->elapsed + end, elapsed);
    if (list->times) memcpy(list->times + end, &times, sizeof times);
    list->count = end + __builtin_popcount(bits);
    return;
  }
  for (; bits; bits &= bits - 1, end++) {
    int lane = __builtin_ctz(bits);
    list->identities[end] = identities[lane];
    list->ages[end] = ages[lane];
    if (list->elapsed) list->elapsed[end] = elapsed[lane];
    if (list->times) list->times[end] = times[lane];
  }
  list->count = end;
}

INLINE ptrdiff_t select(ParticleList *result, const ParticleRun *run, const ParticleSpread *lifetime,
                        const ParticleParent *parent, int32_t keeps_dead) {
  ParticleList list = *result;
  ptrdiff_t alive_count = 0, start = list.count;
  for (int64_t i = 0; i < run->count; i += LANES) {
    doubles births = (doubles)LANE_NUMBERS + ((double)(run->first + i) - run->count_at_start);
    doubles times = births * run->period + run->start;
    floats age = __builtin_convertvector(run->now - times, floats);
    /* Who is born is decided by counting; an age below 0 is a rounding error. */
    age = choose(age > 0, age, splat(0));
    words numbers = (words)LANE_NUMBERS + (uint32_t)(run->first + i);
    words identities = mixed_lanes(numbers * 0x9E3779B9 ^ run->key);
    floats life = spread(*lifetime, identities, LIFETIME);
    masks is_born = first_lanes(run->count - i), is_alive = is_born & (age < life);
    uint32_t alive = lane_bits(is_alive), kept = keeps_dead ? lane_bits(is_born & (life > 0)) : alive;
    alive_count += __builtin_popcount(alive);
    if (!kept) continue;
    floats elapsed = __builtin_convertvector((times - run->clock_start) * run->per_second, floats);
    append(&list, kept, identities, age, elapsed, times);
  }
  if (parent && list.parents) fill_parents(&list, start, parent);
  result->count = list.count;
  return alive_count;
}

CLONES ptrdiff_t particle_select(ParticleList *list, const ParticleRun *run, const ParticleSpread *lifetime,
                                 const ParticleParent *parent, int32_t keeps_dead) {
  return select(list, run, lifetime, parent, keeps_dead);
}

/* What particles are given at birth. */

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
                              const ParticleShape *shape, int is_uniform, Frames uniform_frame) {
  words ids = load_words(list->identities + i);
  Places place = places(shape, ids, list->elapsed + i);
  Frames frame = is_uniform ? uniform_frame : turned_frames(place.direction, cell->longitude, cell->latitude);
  floats one = splat(1);
  return born(cell, ids, (Origins){place.position, one, {one, one, one, one}}, frame);
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
  Vectors place = {elapsed * vx + (half_square * speed.position.x + x), elapsed * vy + (half_square * speed.position.y + y),
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

INLINE void store_births(float *out, ptrdiff_t stride, Births birth, floats lifetime) {
  floats columns[PARTICLE_BIRTH_COLUMNS] = {
      birth.position.x, birth.position.y, birth.position.z, birth.velocity.x, birth.velocity.y,
      birth.velocity.z, birth.direction.x, birth.direction.y, birth.direction.z, birth.scale,
      birth.color.red, birth.color.green, birth.color.blue, birth.color.alpha, lifetime};
  for (int column = 0; column < PARTICLE_BIRTH_COLUMNS; column++) store(out + column * stride, columns[column]);
}

INLINE void births_from_shape(float *out, ptrdiff_t stride, const ParticleList *list, const ParticleCell *cell,
                              const ParticleShape *shape) {
  int is_uniform = has_uniform_direction(shape);
  Frames frame = uniform_frames(cell, shape);
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    floats life = spread(cell->lifetime, load_words(list->identities + i), LIFETIME);
    store_births(out + i, stride, born_from_shape(list, i, cell, shape, is_uniform, frame), life);
  }
}

CLONES void particle_births_from_shape(float *out, ptrdiff_t stride, const ParticleList *list, const ParticleCell *cell,
                                       const ParticleShape *shape) {
  births_from_shape(out, stride, list, cell, shape);
}

INLINE void births_from_parents(float *out, ptrdiff_t stride, const ParticleList *list, const ParticleCell *cell,
                                const ParticleCell *parent_cell) {
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    floats life = spread(cell->lifetime, load_words(list->identities + i), LIFETIME);
    store_births(out + i, stride, born_from_parents(list, i, cell, parent_cell), life);
  }
}

CLONES void particle_births_from_parents(float *out, ptrdiff_t stride, const ParticleList *list,
                                         const ParticleCell *cell, const ParticleCell *parent_cell) {
  births_from_parents(out, stride, list, cell, parent_cell);
}

/* How particles look now. */

/* Device sprites: centre and edge vectors, pixels. */
typedef struct {
  floats x, y, width_x, width_y, height_x, height_y;
} Sprites;

/* Place in the layer's space, the sprite's own x and y axes, size factor. */
typedef struct {
  Vectors position, right, down;
  floats scale;
} Appearance;

/* Unit vectors x and y turned about each particle's own axis (Rodrigues' rotation formula). */
INLINE void turn_plane(Appearance *seen, const ParticleCell *cell, words ids, SineCosine turn) {
  Frames frame = frames_around(vectors(cell->axis));
  floats along = 1 - uniform(ids, AXIS_ANGLE) * (1 - cell->axis_cosine);
  Vectors axis = direction(frame, along, sine_cosine(uniform(ids, AXIS_TURN)));
  floats rest = 1 - turn.cosine;
  seen->right = (Vectors){turn.cosine + axis.x * axis.x * rest, axis.z * turn.sine + axis.x * axis.y * rest,
                          axis.x * axis.z * rest - axis.y * turn.sine};
  seen->down = (Vectors){axis.x * axis.y * rest - axis.z * turn.sine, turn.cosine + axis.y * axis.y * rest,
                         axis.x * turn.sine + axis.y * axis.z * rest};
}

INLINE void turn(Appearance *seen, const ParticleCell *cell, words ids, floats age) {
  floats zero = splat(0), one = splat(1);
  seen->right = (Vectors){one, zero, zero};
  seen->down = (Vectors){zero, one, zero};
  if (!cell->turns) return;
  floats angle = (spread(cell->rotation, ids, ROTATION) + spread(cell->spin, ids, SPIN) * age) * (1 / (2 * PI));
  SineCosine turned = sine_cosine(angle);
  if (cell->is_plane) {
    turn_plane(seen, cell, ids, turned);
  } else {
    seen->right = (Vectors){turned.cosine, turned.sine, zero};
    seen->down = (Vectors){0 - turned.sine, turned.cosine, zero};
  }
}

/* Closed forms of the age. */
INLINE Appearance appearance(const ParticleCell *cell, const Births *birth, words ids, floats age) {
  const ParticleVector *acceleration = &cell->speed.position, *offset = &cell->offset.position;
  floats half_square = age * age * 0.5f;
  Appearance seen;
  seen.position.x = birth->position.x + birth->velocity.x * age + (half_square * acceleration->x + offset->x);
  seen.position.y = birth->position.y + birth->velocity.y * age + (half_square * acceleration->y + offset->y);
  seen.position.z = birth->position.z + birth->velocity.z * age + (half_square * acceleration->z + offset->z);
  turn(&seen, cell, ids, age);
  seen.scale = birth->scale + age * cell->speed.scale + cell->offset.scale;
  return seen;
}

/* Divides by W; a sprite's edges follow the map's derivative at its centre. Points behind the eye are not visible. */
INLINE masks foreshorten(Sprites *s, const ParticleView *view, const Appearance *seen, floats width, floats height) {
  Vectors p = seen->position, r = seen->right, d = seen->down;
  floats w = p.x * view->wx + p.y * view->wy + (p.z * view->wz + view->w0), inverse = splat(1) / w;
  floats width_w = (r.x * view->wx + r.y * view->wy + r.z * view->wz) * width;
  floats height_w = (d.x * view->wx + d.y * view->wy + d.z * view->wz) * height;
  s->x = s->x * inverse;
  s->y = s->y * inverse;
  s->width_x = (s->width_x - s->x * width_w) * inverse;
  s->width_y = (s->width_y - s->y * width_w) * inverse;
  s->height_x = (s->height_x - s->x * height_w) * inverse;
  s->height_y = (s->height_y - s->y * height_w) * inverse;
  return w > 1e-4f;
}

/* Device sprites, and the lanes of them that can be seen. */
INLINE masks project(Sprites *s, const ParticleView *view, const Appearance *seen) {
  Vectors p = seen->position, r = seen->right, d = seen->down;
  floats width = seen->scale * view->width, height = seen->scale * view->height;
  s->x = p.x * view->xx + p.y * view->xy + (p.z * view->xz + view->x0);
  s->y = p.x * view->yx + p.y * view->yy + (p.z * view->yz + view->y0);
  s->width_x = (r.x * view->xx + r.y * view->xy + r.z * view->xz) * width;
  s->width_y = (r.x * view->yx + r.y * view->yy + r.z * view->yz) * width;
  s->height_x = (d.x * view->xx + d.y * view->xy + d.z * view->xz) * height;
  s->height_y = (d.x * view->yx + d.y * view->yy + d.z * view->yz) * height;
  masks visible = seen->scale > 0;
  return view->is_perspective ? visible & foreshorten(s, view, seen, width, height) : visible;
}

/* Premultiplied 0xAARRGGBB, components clamped to 0...1. */
INLINE words packed(Colors color) {
  floats alpha = clamped_to_unit(color.alpha) * 255;
  words red = rounded(clamped_to_unit(color.red) * alpha), green = rounded(clamped_to_unit(color.green) * alpha);
  words blue = rounded(clamped_to_unit(color.blue) * alpha);
  return rounded(alpha) << 24 | red << 16 | green << 8 | blue;
}

/* The flipbook frame of one particle. */
INLINE uint16_t frame_sprite(const ParticleView *view, float age, uint32_t identity) {
  /* Far beyond any life, and within what integers hold. */
  float played = age * view->frames_per_second;
  int64_t step = (int64_t)(played < 1e15f ? played : 1e15f), count = view->frame_count, frame;
  switch (view->frame_mode) {
  case ParticleFramesRandom: frame = (int64_t)(uniform((words){} + identity, FRAME)[0] * (float)count); break;
  case ParticleFramesOnce: frame = step < count ? step : count - 1; break;
  default: frame = step % count;
  }
  return (uint16_t)(view->sprite + (frame < count ? frame : count - 1));
}

INLINE void choose_frames(uint16_t *out, const ParticleView *view, floats ages, words ids) {
  for (int lane = 0; lane < LANES; lane++) out[lane] = frame_sprite(view, ages[lane], ids[lane]);
}

/* Moves the lanes whose bits are set to the front of those behind the columns' last. */
INLINE ptrdiff_t compact(const ParticleColumns *out, uint32_t bits) {
  ptrdiff_t kept = out->count;
  for (; bits; bits &= bits - 1, kept++) {
    ptrdiff_t lane = out->count + __builtin_ctz(bits);
    out->x[kept] = out->x[lane];
    out->y[kept] = out->y[lane];
    out->width_x[kept] = out->width_x[lane];
    out->width_y[kept] = out->width_y[lane];
    out->height_x[kept] = out->height_x[lane];
    out->height_y[kept] = out->height_y[lane];
    out->keys[kept] = out->keys[lane];
    out->tints[kept] = out->tints[lane];
    out->sprites[kept] = out->sprites[lane];
  }
  return kept;
}

/* The rectangle around sprites, as far as each lane has seen. */
typedef struct {
  floats low_x, low_y, high_x, high_y;
} Extent;

typedef struct {
  ParticleColumns columns;
  Extent extent;
} Output;

INLINE Output begin(const ParticleColumns *columns) {
  return (Output){*columns, {splat(columns->low_x), splat(columns->low_y), splat(columns->high_x), splat(columns->high_y)}};
}

INLINE void finish(ParticleColumns *columns, const Output *output) {
  const Extent *extent = &output->extent;
  *columns = output->columns;
  for (int lane = 0; lane < LANES; lane++) {
    if (extent->low_x[lane] < columns->low_x) columns->low_x = extent->low_x[lane];
    if (extent->low_y[lane] < columns->low_y) columns->low_y = extent->low_y[lane];
    if (extent->high_x[lane] > columns->high_x) columns->high_x = extent->high_x[lane];
    if (extent->high_y[lane] > columns->high_y) columns->high_y = extent->high_y[lane];
  }
}

INLINE void put(Output *output, const Sprites *s, words tints, floats keys, floats ages, words ids,
                const ParticleView *view, uint32_t bits) {
  ParticleColumns *out = &output->columns;
  ptrdiff_t end = out->count;
  store(out->x + end, s->x);
  store(out->y + end, s->y);
  store(out->width_x + end, s->width_x);
  store(out->width_y + end, s->width_y);
  store(out->height_x + end, s->height_x);
  store(out->height_y + end, s->height_y);
  if (view->order != ParticleOrderNone) store(out->keys + end, keys);
  store_words(out->tints + end, tints);
  if (view->frame_count > 1) {
    choose_frames(out->sprites + end, view, ages, ids);
  } else {
    for (int lane = 0; lane < LANES; lane++) out->sprites[end + lane] = (uint16_t)view->sprite;
  }
  out->count = is_run(bits) ? end + __builtin_popcount(bits) : compact(out, bits);
}

/* Projects, culls, packs and appends a vector of particles. */
INLINE void draw(Output *output, const ParticleList *list, ptrdiff_t i, const ParticleCell *cell, const Births *birth,
                 const ParticleView *view) {
  words ids = load_words(list->identities + i);
  floats age = load(list->ages + i);
  Appearance seen = appearance(cell, birth, ids, age);
  const ParticleColor *speed = &cell->speed.color, *offset = &cell->offset.color;
  Colors color = {birth->color.red + (age * speed->red + offset->red),
                  birth->color.green + (age * speed->green + offset->green),
                  birth->color.blue + (age * speed->blue + offset->blue),
                  birth->color.alpha + (age * speed->alpha + offset->alpha)};
  Sprites s;
  masks visible = first_lanes(list->count - i) & project(&s, view, &seen);
  floats extent_x = (magnitude(s.width_x) + magnitude(s.height_x)) * 0.5f;
  floats extent_y = (magnitude(s.width_y) + magnitude(s.height_y)) * 0.5f;
  floats low_x = s.x - extent_x, high_x = s.x + extent_x, low_y = s.y - extent_y, high_y = s.y + extent_y;
  visible &= (high_x > view->min_x) & (low_x < view->max_x) & (high_y > view->min_y) & (low_y < view->max_y);
  visible &= (extent_x < view->largest_extent) & (extent_y < view->largest_extent);
  /* Below half a step of 8 bits an alpha rounds to nothing. */
  visible &= color.alpha >= 0.5f / 255;
  uint32_t bits = lane_bits(visible);
  if (!bits) return;
  Extent *extent = &output->extent;
  extent->low_x = choose(visible & (low_x < extent->low_x), low_x, extent->low_x);
  extent->low_y = choose(visible & (low_y < extent->low_y), low_y, extent->low_y);
  extent->high_x = choose(visible & (high_x > extent->high_x), high_x, extent->high_x);
  extent->high_y = choose(visible & (high_y > extent->high_y), high_y, extent->high_y);
  floats keys = view->order == ParticleOrderAge ? 0 - age * view->layer_seconds : seen.position.z;
  put(output, &s, packed(color), keys, age, ids, view, bits);
}

INLINE void draw_from_shape(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                            const ParticleShape *shape, const ParticleView *view) {
  Output output = begin(out);
  int is_uniform = has_uniform_direction(shape);
  Frames frame = uniform_frames(cell, shape);
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    Births birth = born_from_shape(list, i, cell, shape, is_uniform, frame);
    draw(&output, list, i, cell, &birth, view);
  }
  finish(out, &output);
}

CLONES void particle_draw_from_shape(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                                     const ParticleShape *shape, const ParticleView *view) {
  draw_from_shape(out, list, cell, shape, view);
}

INLINE void draw_from_parents(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                              const ParticleCell *parent_cell, const ParticleView *view) {
  Output output = begin(out);
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    Births birth = born_from_parents(list, i, cell, parent_cell);
    draw(&output, list, i, cell, &birth, view);
  }
  finish(out, &output);
}

CLONES void particle_draw_from_parents(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                                       const ParticleCell *parent_cell, const ParticleView *view) {
  draw_from_parents(out, list, cell, parent_cell, view);
}
