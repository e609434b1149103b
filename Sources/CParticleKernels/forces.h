/* Forces on particles by their positions and the time. The reference is ReferenceForces. A new behaviour that moves
   particles needs a function here and a line in `forces` (steps.h). */

/* Converts the phase of a wave in turns to its height, -1...1: a triangle wave rounded by a parabola or a cubic. */
INLINE floats wave_height(doubles turns, int is_cubic) {
  floats share = __builtin_convertvector(turns - __builtin_elementwise_floor(turns), floats);
  floats q = choose(share > 0.5f, share - 1, share), size = magnitude(q);
  if (!is_cubic) return q * (8 - size * 16);
  floats triangle = choose(size > 0.25f, 2 - size * 4, size * 4);
  floats height = triangle * (1.5f - triangle * triangle * 0.5f);
  return choose(q < 0, 0 - height, height);
}

INLINE Vectors wave(const ParticleWave *w, doubles time, doubles age) {
  floats height = wave_height((w->follows_age ? age : time) * w->frequency, w->is_cubic);
  return scaled(vectors(w->force), height);
}

/* Groups of lanes that are processed together, one operation at a time. While an operation of one group waits for its
   operand, those of the others are computed. */
#define GROUPS 4
#define EACH_GROUP _Pragma("clang loop unroll(full)") for (int g = 0; g < count; g++)

/* The vector to the target of a spring: a point, an axis or a plane. */
INLINE Vectors way_to(const ParticlePull *p, Vectors place) {
  Vectors way = difference(vectors(p->center), place);
  if (p->type == ParticlePullRadial) return way;
  Vectors axis = vectors(p->axis), along = scaled(axis, dot(way, axis));
  return p->type == ParticlePullPlanar ? along : difference(way, along);
}

/* Adds a spring that acts outside of its radius, or inside of it. */
INLINE void add_pull(Vectors *sums, int count, const ParticlePull *p, const Vectors *places) {
  Vectors ways[GROUPS];
  floats depths[GROUPS], inverses[GROUPS], weights[GROUPS];
  EACH_GROUP ways[g] = way_to(p, places[g]);
  if (p->is_linear) {
    EACH_GROUP sums[g] = sum(sums[g], scaled(ways[g], splat(p->strength)));
    return;
  }
  EACH_GROUP {
    floats square = larger(dot(ways[g], ways[g]), splat(1e-12f));
    inverses[g] = inverse_square_root(square);
    depths[g] = square * inverses[g] - p->radius;
    depths[g] = larger(p->is_inside ? 0 - depths[g] : depths[g], splat(0));
    weights[g] = splat(p->strength);
  }
  if (p->per_falloff > 0) EACH_GROUP weights[g] *= smaller(depths[g] * p->per_falloff, splat(1));
  if (p->per_distance > 0) EACH_GROUP {
    floats share = depths[g] * p->per_distance;
    weights[g] /= share * share + 1;
  }
  if (!p->is_inside) EACH_GROUP weights[g] = weights[g] * depths[g] * inverses[g];
  EACH_GROUP sums[g] = sum(sums[g], scaled(ways[g], weights[g]));
}

/* The rotation that carries particles around an axis. Its drag is added to the other drag. */
INLINE Vectors swirl(const ParticleSwirl *s, Vectors place) {
  Vectors r = difference(place, vectors(s->center)), w = vectors(s->turn);
  return (Vectors){w.y * r.z - w.z * r.y, w.z * r.x - w.x * r.z, w.x * r.y - w.y * r.x};
}

INLINE void add_turbulence(Vectors *sums, int count, const ParticleTurbulence *t, const Vectors *places,
                           const doubles *times) {
  floats seconds[GROUPS], x[GROUPS], y[GROUPS];
  EACH_GROUP {
    /* Frequencies are whole numbers of turns in this number of seconds. */
    doubles cycle = times[g] * (1.0 / 4096);
    seconds[g] = __builtin_convertvector((cycle - __builtin_elementwise_floor(cycle)) * 4096, floats);
    x[g] = y[g] = splat(0);
  }
  for (const ParticleEddy *e = t->eddies; e < t->eddies + PARTICLE_EDDIES; e++) EACH_GROUP {
    Vectors place = places[g];
    floats turns =
        place.x * e->wave.x + place.y * e->wave.y + place.z * e->wave.z + seconds[g] * e->frequency + e->phase;
    floats q = turns - ((turns + 12582912) - 12582912), height = q * (8 - magnitude(q) * 16);
    x[g] += height * e->force_x;
    y[g] += height * e->force_y;
  }
  EACH_GROUP sums[g] = sum(sums[g], (Vectors){x[g], y[g], splat(0)});
}

/* Acceleration away from a point and around it; zero at the point. */
INLINE Vectors polar(const ParticlePolar *p, Vectors place) {
  Vectors r = difference(place, vectors(p->center));
  floats inverse = inverse_square_root(larger(r.x * r.x + r.y * r.y, splat(1e-4f)));
  floats x = r.x * p->radial - r.y * p->tangential, y = r.y * p->radial + r.x * p->tangential;
  return (Vectors){x * inverse, y * inverse, splat(0)};
}

/* Collisions: particles are moved out of the surface and lose speed. */
INLINE void bounce(const ParticleSurface *s, masks is_here, Vectors *place, Vectors *velocity) {
  Vectors normal = vectors(s->normal);
  floats depth = dot(normal, *place) - s->offset;
  masks is_hit = is_here & (depth < 0);
  floats speed = dot(normal, *velocity);
  masks rests = speed > -s->rest_speed;
  floats back = choose(rests, splat(0), splat(s->restitution));
  floats kept = 1 - choose(rests, splat(s->rest_friction), splat(s->friction));
  Vectors along = scaled(difference(*velocity, scaled(normal, speed)), kept);
  floats away = choose(speed < 0, 0 - speed * back, speed);
  Vectors outside = difference(*place, scaled(normal, depth * (1 + back)));
  *place = choose_vectors(is_hit, outside, *place);
  *velocity = choose_vectors(is_hit, sum(along, scaled(normal, away)), *velocity);
}
