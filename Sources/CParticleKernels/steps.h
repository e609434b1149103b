/* Motion in steps, on a grid of ages for each particle. The reference is ReferenceIntegration. */

/* The forces that act on each lane. */
typedef struct {
  masks index;
  doubles end;
  /* Whether they are equal for all lanes, and the forces in this case. */
  int is_one;
  const ParticleForces *first;
} Stretches;

INLINE int32_t stretch_at(const ParticleIntegration *n, double time) {
  int32_t low = 0, high = n->stretch_count - 1;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (n->stretches[middle].end > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

INLINE void find_first(const ParticleIntegration *n, Stretches *at) {
  at->is_one = lane_bits(at->index != (masks){} + at->index[0]) == 0;
  at->first = n->stretches + at->index[0];
}

INLINE Stretches stretches_at(const ParticleIntegration *n, doubles time, int has_one) {
  Stretches at = {(masks){}, (doubles){}, 1, n->stretches};
  if (has_one) return at;
  for (int lane = 0; lane < LANES; lane++) {
    at.index[lane] = stretch_at(n, time[lane]);
    at.end[lane] = n->stretches[at.index[lane]].end;
  }
  find_first(n, &at);
  return at;
}

/* Advances to the stretches of a later time. Returns whether any lane changed. */
INLINE int advance_stretches(const ParticleIntegration *n, Stretches *at, doubles time) {
  uint32_t bits = lane_bits(__builtin_convertvector(time >= at->end, masks));
  if (!bits) return 0;
  for (; bits; bits &= bits - 1) {
    int lane = __builtin_ctz(bits);
    int32_t index = at->index[lane];
    while (index < n->stretch_count - 1 && time[lane] >= n->stretches[index].end) index++;
    at->index[lane] = index;
    at->end[lane] = n->stretches[index].end;
  }
  find_first(n, at);
  return 1;
}

/* Particles that are being moved. */
typedef struct {
  States state;
  /* The acceleration by the forces, and the change of speed in half a step. */
  Vectors acceleration, push;
  Stretches at;
  doubles birth, age;
  floats mass, inverse_mass, lifetime, decay;
} Traveller;

/* All forces of a stretch on groups of lanes, for mass 1. */
INLINE void forces(Vectors *results, const Traveller *groups, int count, const ParticleIntegration *n,
                   const ParticleForces *f) {
  Vectors places[GROUPS];
  EACH_GROUP places[g] = groups[g].state.position;
  EACH_GROUP results[g] = vectors((ParticleVector){0, 0, 0});
  for (int32_t i = 0; i < f->pulls.count; i++) add_pull(results, count, n->pulls + f->pulls.first + i, places);
#define ADD(kind, force)                                                                                              \
  for (int32_t i = f->kind##s.first; i < f->kind##s.first + f->kind##s.count; i++)                                    \
    EACH_GROUP results[g] = sum(results[g], force)
  ADD(wave, wave(n->waves + i, groups[g].birth + groups[g].age, groups[g].age));
  ADD(swirl, swirl(n->swirls + i, places[g]));
  for (int32_t i = 0; i < f->turbulences.count; i++) {
    doubles times[GROUPS];
    EACH_GROUP times[g] = groups[g].birth + groups[g].age;
    add_turbulence(results, count, n->turbulences + f->turbulences.first + i, places, times);
  }
  ADD(polar, polar(n->polars + i, places[g]));
#undef ADD
}

/* The forces of one stretch, for half a step. `is_light`: all masses are 1. */
INLINE void push_by(const ParticleForces *f, Traveller *groups, int count, const ParticleIntegration *n, floats half,
                    int is_light) {
  Vectors results[GROUPS];
  forces(results, groups, count, n, f);
  if (!is_light) EACH_GROUP results[g] = scaled(results[g], groups[g].inverse_mass);
  EACH_GROUP groups[g].acceleration = sum(vectors(f->acceleration), results[g]);
  EACH_GROUP groups[g].push = scaled(groups[g].acceleration, half);
}

INLINE void push(Traveller *p, const ParticleIntegration *n, floats half) {
  if (p->at.is_one) return push_by(p->at.first, p, 1, n, half, 0);
  Traveller here = *p;
  for (uint32_t left = (1u << LANES) - 1; left;) {
    int32_t index = p->at.index[__builtin_ctz(left)];
    push_by(n->stretches + index, &here, 1, n, half, 0);
    masks is_here = p->at.index == index;
    p->acceleration = choose_vectors(is_here, here.acceleration, p->acceleration);
    left &= ~lane_bits(is_here);
  }
  p->push = scaled(p->acceleration, half);
}

INLINE void bounce_all(Traveller *p, const ParticleIntegration *n) {
  for (uint32_t left = (1u << LANES) - 1; left;) {
    int32_t index = p->at.is_one ? 0 : p->at.index[__builtin_ctz(left)];
    const ParticleForces *f = p->at.is_one ? p->at.first : n->stretches + index;
    masks is_here = p->at.is_one ? ~(masks){} : p->at.index == index;
    for (int32_t i = 0; i < f->surfaces.count; i++)
      bounce(n->surfaces + f->surfaces.first + i, is_here, &p->state.position, &p->state.velocity);
    left &= ~lane_bits(is_here);
  }
}

/* The fraction of the speed that remains after the drag of half a step. */
INLINE void slow_down(Traveller *p, const ParticleIntegration *n, floats length) {
  floats drag = splat(p->at.first->drag);
  if (!p->at.is_one)
    for (int lane = 0; lane < LANES; lane++) drag[lane] = n->stretches[p->at.index[lane]].drag;
  p->decay = exponential(drag * p->inverse_mass * length * -0.5f);
}

INLINE void weigh(Traveller *p, const ParticleIntegration *n, const ParticleLooks *looks) {
  const ParticleCurve *curve = n->mass_curve;
  floats mass = p->mass;
  if (curve) {
    floats share = __builtin_convertvector(p->age, floats) / p->lifetime;
    mass = curved(mass, curve, curve_value(looks, curve, share));
  }
  p->inverse_mass = n->divides_by_mass ? 1 / larger(mass, splat(0.01f)) : splat(1);
}

/* Prepares steps of this length. `is_simple`: one stretch for all times, and constant masses. */
INLINE void set_out(Traveller *p, const ParticleIntegration *n, const ParticleLooks *looks, floats length,
                    int is_simple) {
  p->at = stretches_at(n, p->birth + p->age, is_simple || n->stretch_count == 1);
  weigh(p, n, looks);
  slow_down(p, n, length);
  push(p, n, length * 0.5f);
}

/* The first half of a step: moves to the position at its end. `is_free`: no drag. */
INLINE void drift(Traveller *p, floats length, int is_free) {
  States *s = &p->state;
  s->velocity = sum(is_free ? s->velocity : scaled(s->velocity, p->decay), p->push);
  s->position = sum(s->position, scaled(s->velocity, length));
}

/* The second half: applies the forces at the end, which are kept for the next step. */
INLINE void kick(Traveller *p, int is_free) {
  Vectors velocity = sum(p->state.velocity, p->push);
  p->state.velocity = is_free ? velocity : scaled(velocity, p->decay);
}

/* Kick, drift, kick, with half of the drag before and half after. */
INLINE void step(Traveller *p, const ParticleIntegration *n, const ParticleLooks *looks, floats length, doubles age,
                 int is_simple) {
  drift(p, length, 0);
  p->age = age;
  if (!is_simple) {
    int is_new = n->stretch_count > 1 ? advance_stretches(n, &p->at, p->birth + age) : 0;
    if (n->mass_curve) weigh(p, n, looks);
    if (n->mass_curve || is_new) slow_down(p, n, length);
  }
  bounce_all(p, n);
  push(p, n, length * 0.5f);
  kick(p, 0);
}

/* The same for groups with one stretch for all times, in steps that all of them take. `is_plain`: without drag and with
   mass 1, so that these factors are omitted. */
INLINE void step_together(Traveller *groups, int count, const masks *steps, const ParticleIntegration *n,
                          floats length, int is_plain) {
  const ParticleForces *f = n->stretches;
  EACH_GROUP drift(groups + g, length, is_plain);
  if (n->depends_on_time) EACH_GROUP groups[g].age = __builtin_convertvector(steps[g], doubles) * n->step;
  for (int32_t i = 0; i < f->surfaces.count; i++)
    EACH_GROUP bounce(n->surfaces + f->surfaces.first + i, ~(masks){}, &groups[g].state.position,
                      &groups[g].state.velocity);
  push_by(f, groups, count, n, length * 0.5f, is_plain);
  EACH_GROUP kick(groups + g, is_plain);
}
