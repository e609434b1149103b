/* Random calls of the kernels for behaviours; see kernels.c. */

#include "particles.h"

void check_behavior_kernels(void);

enum { MOST = 4, STEPS = 512 };

static ParticleCurve curves[MOST];
static ParticleCurvePiece pieces[3 * MOST];
static ParticleLight lights[MOST];
static ParticleWave waves[MOST];
static ParticlePull pulls[MOST];
static ParticleSwirl swirls[MOST];
static ParticleTurbulence turbulences[MOST];
static ParticlePolar polars[MOST];
static ParticleSurface surfaces[MOST];
static ParticleForces stretches[MOST];
static float states[PARTICLE_STATE_COLUMNS * ROOM], kept[PARTICLE_STATE_COLUMNS * ROOM];
static float rows[8 * 2 * PARTICLE_MAPPED_FUNCTIONS * 4], path[STEPS * PARTICLE_STATE_COLUMNS * PARTICLE_LANES];
static int32_t steps[ROOM];

static void fill_floats(float *out, ptrdiff_t count, double low, double high) {
  for (ptrdiff_t i = 0; i < count; i++) out[i] = (float)real(low, high);
}

/* Along an axis, so that its length is exactly 1. */
static ParticleVector unit(void) {
  static const ParticleVector axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6f, 0.8f, 0}, {0, -0.6f, 0.8f}};
  return axes[range(0, 4)];
}

static ParticleLooks looks(void) {
  ParticleLooks result = {curves, pieces, lights, range(0, MOST), range(0, MOST), range(0, 1), range(0, 1), angle(),
                          sometimes(0, 0.1)};
  for (int i = 0; i < MOST; i++) {
    int target = range(ParticleTargetPositionX, ParticleTargetAlpha);
    int is_speed = (target >= ParticleTargetVelocityX && target <= ParticleTargetVelocityZ) ||
                   target == ParticleTargetSpin || target == ParticleTargetScaleSpeed;
    curves[i] = (ParticleCurve){target, range(0, 2), is_speed, 3 * i, range(0, 3), sometimes(-2, 2)};
    lights[i] = (ParticleLight){color(0, 2), vector(300), unit(), sometimes(0, 0.001), range(0, 1), range(0, 1),
                                (float)real(0, 0.9), (float)real(1, 20)};
  }
  for (int i = 0; i < 3 * MOST; i++) {
    float width = sometimes(0.1, 0.5);
    pieces[i] = (ParticleCurvePiece){(float)real(0, 1), width, width > 0 ? 1 / width : 1e30f, sometimes(-2, 2)};
  }
  return result;
}

static ParticleRange some(void) {
  int first = range(0, MOST - 1);
  ParticleRange result = {first, range(0, MOST - first)};
  return result;
}

static void fill_forces(void) {
  for (int i = 0; i < MOST; i++) {
    waves[i] = (ParticleWave){vector(100), range(0, 1), range(0, 1), real(0.1, 5)};
    pulls[i] = (ParticlePull){vector(200), unit(), range(0, 2), range(0, 1), range(0, 1), sometimes(-20, 20),
                              (float)real(0, 100), (float)real(0.01, 1), (float)real(0.001, 0.1)};
    swirls[i] = (ParticleSwirl){vector(200), vector(3)};
    for (int j = 0; j < PARTICLE_EDDIES; j++)
      turbulences[i].eddies[j] = (ParticleEddy){vector(0.05), sometimes(0, 2), (float)real(0, 1), sometimes(-30, 30),
                                                sometimes(-30, 30)};
    polars[i] = (ParticlePolar){vector(200), sometimes(-100, 100), sometimes(-100, 100)};
    surfaces[i] = (ParticleSurface){unit(), (float)real(-300, 0), (float)real(0, 1), (float)real(0, 1), 4, 0.1f};
    stretches[i] = (ParticleForces){i == MOST - 1 ? __builtin_inf() : 2.0 * (i + 1), vector(90), sometimes(0, 2),
                                    some(), some(), some(), some(), some(), some()};
  }
}

static ParticleIntegration integration(void) {
  fill_forces();
  int is_simple = range(0, 3) == 0, count = is_simple ? 1 : range(1, MOST);
  if (is_simple) stretches[MOST - 1].waves.count = stretches[MOST - 1].turbulences.count = 0;
  ParticleIntegration result = {stretches + MOST - count, waves, pulls, swirls, turbulences, polars, surfaces, count,
                                !is_simple, range(0, 1), NULL, 1.0 / 64, 1.0f / 64, 64};
  return result;
}

/* Births in columns, and the list of them. */
static ParticleList born(const ParticleCell *one) {
  ParticleShape place = shape();
  ParticleList list = births_of(&one->lifetime, NULL, 0, 0);
  memset(births, 0, sizeof births);
  particle_births_from_shape(births, ROOM, &list, one, &place);
  return list;
}

static void draw_births(int call) {
  ParticleCell one = cell();
  ParticleLooks seen = looks();
  ParticleView eye = view();
  ParticleList list = born(&one);
  ParticleColumns out = empty_columns();
  ParticleMotion motion = {call % 4, range(0, 1), vector(20), rows, 8, (float)real(0, 8), (float)real(0.5, 4), states};
  fill_floats(rows, sizeof rows / sizeof *rows, -1, 1), fill_floats(states, sizeof states / sizeof *states, -200, 200);
  particle_draw_births(&out, &list, births, &one, &motion, &seen, &eye);
  note_drawn(&out, eye.order);
}

static void integrate(int call) {
  ParticleCell one = cell();
  ParticleLooks seen = looks();
  ParticleIntegration forces = integration();
  ParticleList list = born(&one);
  ParticleStates empty = {0}, known = {steps, kept, NULL};
  memset(states, 0, sizeof states), memset(steps, 0, sizeof steps), memset(kept, 0, sizeof kept);
  particle_integrate(states, &list, births, &one, &forces, &seen, call & 1 ? &known : &empty);
  note_columns(states, PARTICLE_STATE_COLUMNS, list.count);
  /* Once more from the states that were kept. */
  if (call & 1) particle_integrate(states, &list, births, &one, &forces, &seen, &known);
  note_columns(states, PARTICLE_STATE_COLUMNS, list.count), note(steps, (size_t)list.count * sizeof *steps);
}

static void follow(int call) {
  ParticleCell one = cell();
  ParticleLooks seen = looks();
  ParticleIntegration forces = integration();
  ParticleParent from = parent();
  ParticleList list = births_of(&one.lifetime, &from, 0, 0);
  ParticleTrack track = {call & 1 ? path : NULL, range(0, PARTICLE_LANES - 1), STEPS - 1, (float)real(0, 2),
                         (float)real(1, 5), (uint32_t)next(), (float)real(0.2, 2), vector(300), real(0, 3)};
  fill_floats(path, sizeof path / sizeof *path, -200, 200);
  particle_follow(&list, range(0, 8), &track, &one, &forces, &seen);
  note_list(&list), note_columns(parents, PARTICLE_PARENT_COLUMNS, list.count);
}

void check_behavior_kernels(void) {
  check("particle_draw_births", 300, draw_births);
  check("particle_integrate", 60, integrate);
  check("particle_follow", 300, follow);
}
