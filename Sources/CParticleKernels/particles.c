#include "ParticleKernels.h"

#include "clones.h"
#include "lanes.h"
#include "shapes.h"
#include "births.h"
#include "drawing.h"

/* Finds the living births. */

/* The parent of the births from `start` on. */
INLINE void fill_parents(ParticleList *list, ptrdiff_t start, const ParticleParent *parent) {
  const float *values = (const float *)parent;
  for (ptrdiff_t first = start & -LANES; first < list->count; first += LANES) {
    int is_shared = list->shared && first >= start && first + LANES <= list->count;
    int one = first - LANES >= start ? ParticleSharingGoesOn : ParticleSharingOne;
    if (list->sharing) list->sharing[first / LANES] = (uint8_t)(is_shared ? one : ParticleSharingNone);
    if (is_shared) {
      list->shared[first / LANES] = *parent;
    } else {
      float *out = list->parents + (first < start ? start : first);
      for (int column = 0; column < PARTICLE_PARENT_COLUMNS; column++)
        store(out + column * list->stride, splat(values[column]));
    }
  }
}

/* Appends the lanes whose bits are set to the list. */
INLINE void append(ParticleList *list, uint32_t bits, words identities, words numbers, floats ages, floats elapsed,
                   doubles times, int is_plain) {
  ptrdiff_t end = list->count;
  if (is_plain) list->numbers = NULL, list->elapsed = NULL, list->times = NULL;
  if (is_run(bits)) {
    store_words(list->identities + end, identities);
    if (list->numbers) store_words(list->numbers + end, numbers);
    store(list->ages + end, ages);
    if (list->elapsed) store(list->elapsed + end, elapsed);
    if (list->times) memcpy(list->times + end, &times, sizeof times);
    list->count = end + __builtin_popcount(bits);
    return;
  }
  for (; bits; bits &= bits - 1, end++) {
    int lane = __builtin_ctz(bits);
    list->identities[end] = identities[lane];
    if (list->numbers) list->numbers[end] = numbers[lane];
    list->ages[end] = ages[lane];
    if (list->elapsed) list->elapsed[end] = elapsed[lane];
    if (list->times) list->times[end] = times[lane];
  }
  list->count = end;
}

/* Selects the candidates of a run with a multiplier that are born, with their identities. A candidate of the original
   rate has the same identity at every multiplier. A candidate that a doubling of the rate adds has the same identity at
   every higher multiplier. So particles do not jump or change when the multiplier changes. */
INLINE masks thin(const ParticleRun *run, words numbers, words *identities) {
  uint32_t level = 0;
  while (level < 16 && (float)(1u << level) < run->multiplier) level++;
  float below = level > 0 ? (float)(1u << (level - 1)) : 0, whole = level > 0 ? below : 1;
  /* The doubling that adds a candidate, and the candidate's number in it. */
  words doubling = (words){} + level;
  for (uint32_t i = level; i > 0; i--) {
    words is_older = (words)((numbers & 1) == 0) & (words)(doubling == i);
    numbers = (numbers >> 1 & is_older) | (numbers & ~is_older);
    doubling += is_older;
  }
  words ids = mixed_lanes(numbers * 0x9E3779B9 ^ run->key), added = mixed_lanes(ids + doubling * 0x85EBCA6B);
  words is_added = (words)(doubling > 0);
  *identities = (added & is_added) | (ids & ~is_added);
  return (masks)(doubling < level) | (uniform(*identities, THINNING) < (run->multiplier - below) / whole);
}

/* `is_plain`: only identities and ages are needed; a constant where this is inlined. */
INLINE ptrdiff_t select(ParticleList *result, const ParticleRun *run, const ParticleSpread *lifetime,
                        const ParticleParent *parent, int32_t keeps_dead, int is_plain) {
  ParticleList list = *result;
  ptrdiff_t alive_count = 0, start = list.count;
  for (int64_t i = 0; i < run->count; i += LANES) {
    doubles births = (doubles)LANE_NUMBERS + ((double)(run->first + i) - run->count_at_start);
    doubles times = births * run->period + run->start;
    floats age = __builtin_convertvector(run->now - times, floats);
    /* Counting decides which births exist; an age below 0 is a rounding error. */
    age = choose(age > 0, age, splat(0));
    words numbers = (words)LANE_NUMBERS + (uint32_t)(run->first + i);
    words identities = mixed_lanes(numbers * 0x9E3779B9 ^ run->key);
    masks is_born = first_lanes(run->count - i);
    if (run->multiplier != 1) is_born &= thin(run, numbers, &identities);
    floats life = spread(*lifetime, identities, LIFETIME);
    masks is_alive = is_born & (age < life);
    uint32_t alive = lane_bits(is_alive), kept = keeps_dead ? lane_bits(is_born & (life > 0)) : alive;
    alive_count += __builtin_popcount(alive);
    if (!kept) continue;
    floats elapsed = __builtin_convertvector((times - run->clock_start) * run->per_second, floats);
    append(&list, kept, identities, numbers, age, elapsed, times, is_plain);
  }
  if (parent && list.parents) fill_parents(&list, start, parent);
  result->count = list.count;
  return alive_count;
}

CLONES ptrdiff_t particle_select(ParticleList *list, const ParticleRun *run, const ParticleSpread *lifetime,
                                 const ParticleParent *parent, int32_t keeps_dead) {
  if (!list->numbers && !list->elapsed && !list->times) return select(list, run, lifetime, parent, keeps_dead, 1);
  return select(list, run, lifetime, parent, keeps_dead, 0);
}

/* Computes values at birth. */

INLINE void births_from_shape(float *out, ptrdiff_t stride, const ParticleList *list, const ParticleCell *cell,
                              const ParticleShape *shape, int has_pieces) {
  Frames frame = uniform_frames(cell, shape);
  const Frames *uniform = has_uniform_direction(shape) ? &frame : NULL;
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    store_births(out + i, stride, born_from_shape(list, i, cell, shape, has_pieces, uniform));
    store_lifetimes(out + i, stride, cell, load_words(list->identities + i));
  }
}

CLONES void particle_births_from_shape(float *out, ptrdiff_t stride, const ParticleList *list, const ParticleCell *cell,
                                       const ParticleShape *shape) {
  if (shape->shape == ParticleShapePieces) births_from_shape(out, stride, list, cell, shape, 1);
  else births_from_shape(out, stride, list, cell, shape, 0);
}

INLINE void births_from_parents(float *out, ptrdiff_t stride, const ParticleList *list, const ParticleCell *cell,
                                const ParticleCell *parent_cell) {
  Heritage heritage;
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    store_births(out + i, stride, born_from_parents(list, i, cell, parent_cell, &heritage));
    store_lifetimes(out + i, stride, cell, load_words(list->identities + i));
  }
}

CLONES void particle_births_from_parents(float *out, ptrdiff_t stride, const ParticleList *list,
                                         const ParticleCell *cell, const ParticleCell *parent_cell) {
  births_from_parents(out, stride, list, cell, parent_cell);
}

/* Computes the present appearance. */

/* Draws a vector of particles by the closed forms of their ages. */
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
  show(output, list, i, &seen, color, age, ids, view);
}

INLINE void draw_from_shape(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                            const ParticleShape *shape, const ParticleView *view, int has_pieces) {
  Output output = begin(out);
  Frames frame = uniform_frames(cell, shape);
  const Frames *uniform = has_uniform_direction(shape) ? &frame : NULL;
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    Births birth = born_from_shape(list, i, cell, shape, has_pieces, uniform);
    draw(&output, list, i, cell, &birth, view);
  }
  finish(out, &output);
}

CLONES void particle_draw_from_shape(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                                     const ParticleShape *shape, const ParticleView *view) {
  if (shape->shape == ParticleShapePieces) draw_from_shape(out, list, cell, shape, view, 1);
  else draw_from_shape(out, list, cell, shape, view, 0);
}

INLINE void draw_from_parents(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                              const ParticleCell *parent_cell, const ParticleView *view) {
  Output output = begin(out);
  Heritage heritage;
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    Births birth = born_from_parents(list, i, cell, parent_cell, &heritage);
    draw(&output, list, i, cell, &birth, view);
  }
  finish(out, &output);
}

CLONES void particle_draw_from_parents(ParticleColumns *out, const ParticleList *list, const ParticleCell *cell,
                                       const ParticleCell *parent_cell, const ParticleView *view) {
  draw_from_parents(out, list, cell, parent_cell, view);
}
