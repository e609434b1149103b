/* Random calls of the particle kernels; see kernels.c. */

#include "particles.h"

void check_particle_kernels(void);

static void select_births(int call) {
  ParticleSpread lifetime = {(float)real(0.2, 2), sometimes(0, 3)};
  ParticleParent from = parent();
  ParticleList list = births_of(&lifetime, call & 1 ? &from : NULL, call & 2, call & 4);
  note_list(&list);
  if (call & 1) note_columns(parents, PARTICLE_PARENT_COLUMNS, list.count);
  note(shared, sizeof shared), note(sharing, sizeof sharing);
}

/* A place that asks for no more than plain births have. */
static ParticleShape simple_shape(void) {
  ParticleShape result = shape();
  result.is_drifting = 0, result.lap = 0;
  return result;
}

static void births_from_shape(int call) {
  ParticleCell one = cell();
  int is_plain = call & 1;
  ParticleShape place = is_plain ? simple_shape() : shape();
  ParticleList list = births_of(&one.lifetime, NULL, is_plain, 0);
  memset(births, 0, sizeof births);
  particle_births_from_shape(births, ROOM, &list, &one, &place);
  note_columns(births, PARTICLE_BIRTH_COLUMNS, list.count);
}

static void births_from_parents(int call) {
  ParticleCell one = cell(), outer = cell();
  ParticleParent from = parent();
  ParticleList list = births_of(&one.lifetime, &from, 0, call & 1);
  memset(births, 0, sizeof births);
  particle_births_from_parents(births, ROOM, &list, &one, &outer);
  note_columns(births, PARTICLE_BIRTH_COLUMNS, list.count);
}

static void draw_from_shape(int call) {
  ParticleCell one = cell();
  int is_plain = call & 1;
  ParticleShape place = is_plain ? simple_shape() : shape();
  ParticleView eye = view();
  ParticleList list = births_of(&one.lifetime, NULL, is_plain, 0);
  ParticleColumns out = empty_columns();
  particle_draw_from_shape(&out, &list, &one, &place, &eye);
  note_drawn(&out, eye.order);
}

static void draw_from_parents(int call) {
  ParticleCell one = cell(), outer = cell();
  ParticleParent from = parent();
  ParticleView eye = view();
  ParticleList list = births_of(&one.lifetime, &from, 0, call & 1);
  ParticleColumns out = empty_columns();
  particle_draw_from_parents(&out, &list, &one, &outer, &eye);
  note_drawn(&out, eye.order);
}

void check_particle_kernels(void) {
  check("particle_select", 300, select_births);
  check("particle_births_from_shape", 300, births_from_shape);
  check("particle_births_from_parents", 300, births_from_parents);
  check("particle_draw_from_shape", 300, draw_from_shape);
  check("particle_draw_from_parents", 300, draw_from_parents);
}
