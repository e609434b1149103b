#include "ParticleKernels.h"

#include "clones.h"
#include "lanes.h"
#include "shapes.h"
#include "births.h"
#include "drawing.h"
#include "looks.h"
#include "motion.h"

INLINE States moved(const ParticleMotion *motion, const ParticleCell *cell, const Births *birth, ptrdiff_t stride,
                    ptrdiff_t i, floats age, masks is_used) {
  switch (motion->kind) {
  case ParticleMotionScaled: return motion_by_rows(motion, PARTICLE_SCALED_FUNCTIONS, birth, age, is_used);
  case ParticleMotionMapped: return motion_by_rows(motion, PARTICLE_MAPPED_FUNCTIONS, birth, age, is_used);
  case ParticleMotionGiven: return load_states(motion->states + i, stride);
  default: return polynomial_motion(motion, cell, birth, age);
  }
}

/* The image's axes, with y along the velocity, or along the direction at birth for particles without movement.
   `height`: of the image at scale 1. */
INLINE void align(Appearance *seen, const ParticleLooks *looks, Vectors velocity, Vectors direction, float height) {
  Vectors way = velocity;
  if (!looks->aligns_in_space) way.z = direction.z = splat(0);
  masks is_still = dot(way, way) < 1e-6f;
  way = choose_vectors(is_still, direction, way);
  floats flat = way.x * way.x + way.y * way.y;
  masks is_upright = flat < 1e-12f;
  floats scale = inverse_square_root(flat);
  Vectors right = {choose(is_upright, splat(1), way.y * scale), choose(is_upright, splat(0), 0 - way.x * scale),
                   splat(0)};
  Vectors down = scaled(way, inverse_square_root(dot(way, way)));
  if (!looks->aligns_in_space)
    down = (Vectors){choose(is_upright, splat(0), down.x), choose(is_upright, splat(1), down.y), splat(0)};
  if (looks->stretch > 0) {
    /* The front edge keeps its position. */
    floats speed = exact_square_root(dot(way, way)), length = choose(is_still, splat(0), speed * looks->stretch);
    floats own = larger(seen->scale * height, splat(1e-3f));
    seen->position = difference(seen->position, scaled(down, length * 0.5f));
    down = scaled(down, 1 + length / own);
  }
  floats cosine = splat(looks->alignment.cosine), sine = splat(looks->alignment.sine);
  seen->right = sum(scaled(right, cosine), scaled(down, sine));
  seen->down = difference(scaled(down, cosine), scaled(right, sine));
}

INLINE void turn_by(Appearance *seen, const ParticleCell *cell, words ids, floats angle) {
  SineCosine turned = sine_cosine(angle * (1 / (2 * PI)));
  if (cell->is_plane) {
    turn_plane(seen, cell, ids, turned);
  } else {
    seen->right = (Vectors){turned.cosine, turned.sine, splat(0)};
    seen->down = (Vectors){0 - turned.sine, turned.cosine, splat(0)};
  }
}

INLINE Seen seen_by_age(const ParticleCell *cell, const Births *birth, const States *state, floats angle, floats age) {
  const ParticleColor *speed = &cell->speed.color, *offset = &cell->offset.color;
  return (Seen){state->position,
                state->velocity,
                birth->scale + age * cell->speed.scale + cell->offset.scale,
                angle,
                {birth->color.red + (age * speed->red + offset->red),
                 birth->color.green + (age * speed->green + offset->green),
                 birth->color.blue + (age * speed->blue + offset->blue),
                 birth->color.alpha + (age * speed->alpha + offset->alpha)}};
}

INLINE void draw_births(ParticleColumns *out, const ParticleList *list, const float *births, const ParticleCell *cell,
                        const ParticleMotion *motion, const ParticleLooks *looks, const ParticleView *view) {
  Output output = begin(out);
  ptrdiff_t stride = list->stride;
  for (ptrdiff_t i = 0; i < list->count; i += LANES) {
    words ids = load_words(list->identities + i);
    floats age = load(list->ages + i), lifetime = load_lifetimes(births + i, stride);
    Births birth = load_births(births + i, stride);
    States state = moved(motion, cell, &birth, stride, i, age, first_lanes(list->count - i));
    floats angle = spread(cell->rotation, ids, ROTATION);
    Beginnings begin = {birth.position, birth.scale, angle};
    Seen s = seen_by_age(cell, &birth, &state, angle + spread(cell->spin, ids, SPIN) * age, age);
    follow_curves(&s, looks, &begin, age, lifetime);
    if (looks->light_count) light_up(&s, looks);
    Appearance seen;
    seen.position = s.position;
    seen.scale = s.scale;
    if (looks->aligns) {
      align(&seen, looks, s.velocity, birth.direction, view->height < 0 ? -view->height : view->height);
    } else {
      turn_by(&seen, cell, ids, s.angle);
    }
    show(&output, list, i, &seen, s.color, age, ids, view);
  }
  finish(out, &output);
}

CLONES void particle_draw_births(ParticleColumns *out, const ParticleList *list, const float *births,
                                 const ParticleCell *cell, const ParticleMotion *motion, const ParticleLooks *looks,
                                 const ParticleView *view) {
  draw_births(out, list, births, cell, motion, looks, view);
}
