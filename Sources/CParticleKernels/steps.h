/* Motion step by step, on each particle's own grid of ages. The twin of ReferenceIntegration. */

/* Which forces act on each lane. */
typedef struct {
  masks index;
  doubles end;
  /* Whether they are the same for all, and which those are. */
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

/* Goes on to the stretches of a later time; whether any lane did. */
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

/* Particles on their way. */
typedef struct {
  States state;
  Vectors acceleration;
  Stretches at;
  doubles birth, age;
  floats mass, inverse_mass, lifetime, decay;
} Traveller;

INLINE void accelerate(Traveller *p, const ParticleIntegration *n) {
  doubles time = p->birth + p->age;
  if (p->at.is_one) {
    Vectors result = forces(n, p->at.first, p->state.position, time, p->age);
    p->acceleration = sum(vectors(p->at.first->acceleration), scaled(result, p->inverse_mass));
    return;
  }
  for (uint32_t left = (1u << LANES) - 1; left;) {
    int32_t index = p->at.index[__builtin_ctz(left)];
    const ParticleForces *f = n->stretches + index;
    Vectors result = forces(n, f, p->state.position, time, p->age);
    masks is_here = p->at.index == index;
    Vectors here = sum(vectors(f->acceleration), scaled(result, p->inverse_mass));
    p->acceleration = choose_vectors(is_here, here, p->acceleration);
    left &= ~lane_bits(is_here);
  }
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

/* Share of the speed that the drag of half a step leaves. */
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

/* Ready for a step of this length. `is_simple`: one stretch for all times, and nothing that depends on the time. */
INLINE void set_out(Traveller *p, const ParticleIntegration *n, const ParticleLooks *looks, floats length,
                    int is_simple) {
  p->at = stretches_at(n, p->birth + p->age, is_simple || n->stretch_count == 1);
  weigh(p, n, looks);
  slow_down(p, n, length);
  accelerate(p, n);
}

/* Kick, drift, kick, with half of the drag before and behind; the forces of the end are kept for the next step. */
INLINE void step(Traveller *p, const ParticleIntegration *n, const ParticleLooks *looks, floats length, doubles age,
                 int is_simple) {
  floats half = length * 0.5f;
  States *s = &p->state;
  s->velocity = sum(scaled(s->velocity, p->decay), scaled(p->acceleration, half));
  s->position = sum(s->position, scaled(s->velocity, length));
  if (!is_simple) {
    p->age = age;
    int is_new = n->stretch_count > 1 ? advance_stretches(n, &p->at, p->birth + age) : 0;
    if (n->mass_curve) weigh(p, n, looks);
    if (n->mass_curve || is_new) slow_down(p, n, length);
  }
  bounce_all(p, n);
  accelerate(p, n);
  s->velocity = scaled(sum(s->velocity, scaled(p->acceleration, half)), p->decay);
}
