#include "ParticleKernels.h"

#include "clones.h"
#include "lanes.h"
#include "shapes.h"
#include "births.h"
#include "looks.h"
#include "forces.h"
#include "motion.h"
#include "steps.h"

/* Lanes of a list that are being moved, with their present states. */
INLINE Traveller traveller(const ParticleList *list, ptrdiff_t i, const float *births, const ParticleCell *cell,
                           const ParticleStates *states, masks last, masks *steps) {
  Births birth = load_births(births + i, list->stride);
  Traveller p;
  p.state = (States){birth.position, birth.velocity};
  memcpy(&p.birth, list->times + i, sizeof p.birth);
  p.mass = spread(cell->mass, load_words(list->identities + i), MASS);
  p.lifetime = load_lifetimes(births + i, list->stride);
  *steps = (masks){};
  if (!states->steps) return p;
  masks known;
  memcpy(&known, states->steps + i, sizeof known);
  masks is_known = (known > 0) & (known <= last);
  States kept = load_states(states->states + i, list->stride);
  p.state.position = choose_vectors(is_known, kept.position, p.state.position);
  p.state.velocity = choose_vectors(is_known, kept.velocity, p.state.velocity);
  *steps = is_known & known;
  return p;
}

/* One step of the unfinished lanes. */
INLINE void step_some(Traveller *p, masks is_moving, const ParticleIntegration *n, const ParticleLooks *looks,
                      floats length, doubles age, int is_simple) {
  Traveller next = *p;
  step(&next, n, looks, length, age, is_simple);
  next.state.position = choose_vectors(is_moving, next.state.position, p->state.position);
  next.state.velocity = choose_vectors(is_moving, next.state.velocity, p->state.velocity);
  next.acceleration = choose_vectors(is_moving, next.acceleration, p->acceleration);
  next.push = choose_vectors(is_moving, next.push, p->push);
  *p = next;
}

/* The number of steps for every lane. */
INLINE int32_t common_steps(masks steps) {
  int32_t least = steps[0];
  for (int lane = 1; lane < LANES; lane++) least = steps[lane] < least ? steps[lane] : least;
  return least;
}

/* The steps of all groups of lanes, as many as each needs. */
INLINE void travel_together(Traveller *groups, masks *steps, const masks *last, const ParticleIntegration *n) {
  enum { count = GROUPS };
  floats length = splat(n->step_length);
  Traveller own[GROUPS];
  masks is_plain = ~(masks){};
  int32_t common = INT32_MAX;
  EACH_GROUP {
    own[g] = groups[g];
    is_plain &= (own[g].decay == 1) & (own[g].inverse_mass == 1);
    int32_t rest = common_steps(last[g] - steps[g]);
    common = rest < common ? rest : common;
  }
  int is_one_plain = lane_bits(~is_plain) == 0;
  for (; common > 0; common--) {
    EACH_GROUP steps[g] += 1;
    if (is_one_plain) step_together(own, count, steps, n, length, 1);
    else step_together(own, count, steps, n, length, 0);
  }
  EACH_GROUP {
    groups[g].state = own[g].state;
    groups[g].acceleration = own[g].acceleration;
    groups[g].push = own[g].push;
  }
}

/* All steps on the grid. */
INLINE void travel(Traveller *p, masks steps, masks last, const ParticleIntegration *n, const ParticleLooks *looks,
                   float *path, int is_simple) {
  floats length = splat(n->step_length);
  for (int32_t common = is_simple ? common_steps(last - steps) : 0; lane_bits(steps < last); common--) {
    masks is_moving = steps < last;
    steps -= is_moving;
    doubles age = {};
    if (!is_simple || n->depends_on_time) age = __builtin_convertvector(steps, doubles) * n->step;
    if (common > 0) step(p, n, looks, length, age, is_simple);
    else step_some(p, is_moving, n, looks, length, age, is_simple);
    if (path) store_states(path += PARTICLE_STATE_COLUMNS * LANES, LANES, &p->state);
  }
}

/* The part of an age after the last step of the grid. */
INLINE floats rest_behind(masks last, floats age, const ParticleIntegration *n) {
  return larger(age - __builtin_convertvector(last, floats) * n->step_length, splat(0));
}

/* Moves from the last step of the grid to the present, with the forces at that step. */
INLINE void arrive(Traveller *p, masks last, floats now, const ParticleIntegration *n, const ParticleLooks *looks,
                   int is_simple) {
  floats rest = rest_behind(last, now, n);
  doubles age = __builtin_convertvector(last, doubles) * n->step + __builtin_convertvector(rest, doubles);
  slow_down(p, n, rest);
  p->push = scaled(p->acceleration, rest * 0.5f);
  step(p, n, looks, rest, age, is_simple);
}

/* Moves up to GROUPS groups of lanes, starting at `start`. */
INLINE void integrate_groups(float *out, int count, const ParticleList *list, ptrdiff_t start, const float *births,
                             const ParticleCell *cell, const ParticleIntegration *n, const ParticleLooks *looks,
                             const ParticleStates *states, int is_simple) {
  Traveller groups[GROUPS];
  masks steps[GROUPS], last[GROUPS];
#pragma clang loop unroll(disable)
  for (int g = 0; g < count; g++) {
    ptrdiff_t i = start + g * LANES;
    masks is_used = first_lanes(list->count - i);
    last[g] = __builtin_convertvector(load(list->ages + i) * n->steps_per_second, masks);
    /* Lanes after the list's end repeat the first lane. */
    last[g] = (is_used & last[g]) | (~is_used & ((masks){} + last[g][0]));
    groups[g] = traveller(list, i, births, cell, states, last[g], steps + g);
    if (states->path) store_states(states->path, LANES, &groups[g].state);
    groups[g].age = __builtin_convertvector(steps[g], doubles) * n->step;
    set_out(groups + g, n, looks, splat(n->step_length), is_simple);
  }
  if (is_simple && count == GROUPS) travel_together(groups, steps, last, n);
#pragma clang loop unroll(disable)
  for (int g = 0; g < count; g++) {
    ptrdiff_t i = start + g * LANES;
    travel(groups + g, steps[g], last[g], n, looks, states->path, is_simple);
    if (states->steps) {
      memcpy(states->steps + i, last + g, sizeof last[g]);
      store_states(states->states + i, list->stride, &groups[g].state);
    }
    arrive(groups + g, last[g], load(list->ages + i), n, looks, is_simple);
    store_states(out + i, list->stride, &groups[g].state);
  }
}

INLINE void integrate(float *out, const ParticleList *list, const float *births, const ParticleCell *cell,
                      const ParticleIntegration *n, const ParticleLooks *looks, const ParticleStates *states,
                      int is_simple) {
  int most = is_simple && !states->path ? GROUPS : 1;
  for (ptrdiff_t i = 0; i < list->count;) {
    int is_full = i + (most - 1) * LANES < list->count, count = is_full ? most : 1;
    integrate_groups(out, count, list, i, births, cell, n, looks, states, is_simple);
    i += count * LANES;
  }
}

CLONES void particle_integrate(float *out, const ParticleList *list, const float *births, const ParticleCell *cell,
                               const ParticleIntegration *integration, const ParticleLooks *looks,
                               const ParticleStates *states) {
  if (integration->stretch_count > 1 || integration->mass_curve)
    integrate(out, list, births, cell, integration, looks, states, 0);
  else
    integrate(out, list, births, cell, integration, looks, states, 1);
}

/* States of parents at the births of their children. */

/* States of a parent at given ages, each computed from the step before the age. */
INLINE States state_on_path(const ParticleTrack *parent, const ParticleCell *cell, const ParticleIntegration *n,
                            const ParticleLooks *looks, floats age) {
  masks steps = lesser(__builtin_convertvector(age * n->steps_per_second, masks), parent->last_step);
  /* Lanes after the list's end have undefined ages, and also read a state. */
  steps &= ~(steps >> 31);
  Traveller p;
  floats numbers[PARTICLE_STATE_COLUMNS];
  for (int lane = 0; lane < LANES; lane++) {
    const float *state = parent->path + (ptrdiff_t)steps[lane] * PARTICLE_STATE_COLUMNS * LANES + parent->lane;
    for (int i = 0; i < PARTICLE_STATE_COLUMNS; i++) numbers[i][lane] = state[i * LANES];
  }
  p.state = (States){{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
  p.birth = (doubles){} + parent->birth;
  p.mass = spread(cell->mass, (words){} + parent->identity, MASS);
  p.lifetime = splat(parent->lifetime);
  p.age = __builtin_convertvector(steps, doubles) * n->step;
  floats rest = rest_behind(steps, age, n);
  set_out(&p, n, looks, rest, 0);
  step(&p, n, looks, rest, p.age + __builtin_convertvector(rest, doubles), 0);
  return p.state;
}

INLINE void follow(ParticleList *list, ptrdiff_t start, const ParticleTrack *parent, const ParticleCell *cell,
                   const ParticleIntegration *n, const ParticleLooks *looks) {
  const ParticleChange *speed = &cell->speed;
  for (ptrdiff_t i = start; i < list->count; i += LANES) {
    float *columns = list->parents + i;
    Births state = load_births(columns, list->stride);
    floats elapsed = load(list->elapsed + i), age = elapsed + parent->age, half_square = elapsed * elapsed * 0.5f;
    States now;
    if (parent->path) {
      now = state_on_path(parent, cell, n, looks, age);
    } else {
      Vectors fallen = scaled(vectors(speed->position), half_square);
      now.position = sum(sum(fallen, state.position), scaled(state.velocity, elapsed));
      now.velocity = sum(scaled(vectors(speed->position), elapsed), state.velocity);
    }
    Seen s = {now.position, now.velocity, elapsed * speed->scale + state.scale, splat(0),
              {elapsed * speed->color.red + state.color.red, elapsed * speed->color.green + state.color.green,
               elapsed * speed->color.blue + state.color.blue, elapsed * speed->color.alpha + state.color.alpha}};
    /* Curves of the scale's speed replace the speed from birth on. */
    Beginnings begin = {vectors(parent->origin), splat(parent->scale), splat(0)};
    follow_curves(&s, looks, &begin, age, splat(parent->lifetime));
    state.position = s.position;
    state.velocity = s.velocity;
    state.scale = s.scale;
    state.color = s.color;
    store_births(columns, list->stride, state);
    store(list->elapsed + i, splat(0));
  }
}

CLONES void particle_follow(ParticleList *list, ptrdiff_t start, const ParticleTrack *parent,
                            const ParticleCell *parent_cell, const ParticleIntegration *integration,
                            const ParticleLooks *looks) {
  follow(list, start, parent, parent_cell, integration, looks);
}
