/* Random cells, shapes and lists of births for the particle kernels. */

#pragma once

#include "ParticleKernels.h"

#include "random.h"

enum { COUNT = 200, ROOM = COUNT + PARTICLE_SLACK };

static uint32_t identities[ROOM], numbers[ROOM], tints[ROOM];
static float ages[ROOM], elapsed[ROOM], parents[PARTICLE_PARENT_COLUMNS * ROOM], births[PARTICLE_BIRTH_COLUMNS * ROOM];
static float columns[PARTICLE_COLUMNS * ROOM], keys[ROOM];
static double times[ROOM];
static ParticleParent shared[ROOM / PARTICLE_LANES + 1];
static uint8_t sharing[ROOM / PARTICLE_LANES + 1];
static uint16_t shown[ROOM];

static ParticleSpread spread(double low, double high, double most) {
  ParticleSpread result = {sometimes(low, high), sometimes(0, most)};
  return result;
}

static ParticleVector vector(double most) {
  ParticleVector result = {sometimes(-most, most), sometimes(-most, most), sometimes(-most, most)};
  return result;
}

static ParticleColor color(double low, double high) {
  ParticleColor result = {sometimes(low, high), sometimes(low, high), sometimes(low, high), sometimes(low, high)};
  return result;
}

/* Sine and cosine of an angle by rational numbers, the same everywhere. */
static ParticleAngle angle(void) {
  double t = real(-1, 1);
  ParticleAngle result = {(float)(2 * t / (1 + t * t)), (float)((1 - t * t) / (1 + t * t))};
  return result;
}

static ParticleChange change(double most) {
  ParticleChange result = {vector(most), sometimes(-1, 1), color(-1, 1)};
  return result;
}

static ParticleCell cell(void) {
  ParticleCell result = {0};
  result.lifetime = (ParticleSpread){(float)real(0.2, 2), sometimes(0, 3)};
  result.velocity = spread(-200, 200, 100), result.scale = (ParticleSpread){(float)real(0.2, 3), sometimes(0, 2)};
  result.rotation = spread(-9, 9, 9), result.spin = spread(-9, 9, 9);
  result.color = (ParticleColor){0.9f, 0.7f, 1, 0.9f}, result.color_range = color(0, 2);
  result.longitude = angle(), result.latitude = angle();
  result.cone_half_angle = sometimes(0, 3), result.cone_cosine = angle().cosine, result.cone_is_solid = range(0, 1);
  result.axis = (ParticleVector){0, 0, 1}, result.axis_cosine = angle().cosine;
  result.is_plane = range(0, 1), result.turns = range(0, 1), result.hands_on_scale = range(0, 1);
  result.speed = change(90), result.offset = change(9);
  result.mass = (ParticleSpread){(float)real(0.5, 2), sometimes(0, 0.5)};
  return result;
}

static ParticleShape shape(void) {
  static ParticlePiece pieces[7];
  for (int i = 0; i < 7; i++)
    pieces[i] = (ParticlePiece){(float)i, 3, sometimes(-9, 9), 1, 2, sometimes(-9, 9), 0.6f, 0.8f, (float)real(0, 1),
                                range(0, 6), (float)(i + 1) / 7, color(0, 1)};
  ParticleShape result = {range(0, 6), range(0, 3), range(0, 1), 7, range(0, 1), range(0, 1), range(0, 1) * 11, pieces,
                          vector(300), vector(150), vector(20)};
  return result;
}

static ParticleParent parent(void) {
  ParticleParent result = {vector(300), vector(100), {0.6f, 0.8f, 0}, (float)real(0.2, 2), color(0, 1)};
  return result;
}

static ParticleView view(void) {
  ParticleView result = {0};
  result.xx = (float)real(0.5, 2), result.xy = sometimes(-1, 1), result.xz = sometimes(-1, 1), result.x0 = 300;
  result.yx = sometimes(-1, 1), result.yy = (float)real(0.5, 2), result.yz = sometimes(-1, 1), result.y0 = 200;
  result.wx = sometimes(-0.001, 0.001), result.wz = sometimes(-0.002, 0.002), result.w0 = 1;
  result.is_perspective = result.wx != 0 || result.wz != 0;
  result.max_x = 600, result.max_y = 400, result.largest_extent = 1048576;
  result.width = (float)real(1, 20), result.height = (float)real(1, 20);
  result.frame_count = range(1, 7), result.frame_mode = range(0, 3), result.frames_per_second = 12;
  result.lifetime = (ParticleSpread){(float)real(0.2, 2), sometimes(0, 3)};
  result.order = range(0, 2), result.layer_seconds = 1, result.shine = sometimes(0, 1);
  return result;
}

/* Births of the last seconds that a cell with this lifetime still shows; plain ones are identities and ages alone,
   those that share have their parent once for a vector. */
static ParticleList births_of(const ParticleSpread *lifetime, const ParticleParent *from, int is_plain, int shares) {
  ParticleList list = {identities, numbers, ages, elapsed, times, from ? parents : NULL, NULL, NULL, ROOM, 0};
  if (is_plain) list.numbers = NULL, list.elapsed = NULL, list.times = NULL;
  if (shares) list.shared = shared, list.sharing = sharing;
  memset(shared, 0, sizeof shared), memset(sharing, 0, sizeof sharing);
  double period = real(0.01, 0.05), now = real(2, 5);
  ParticleRun run = {range(1, 50), COUNT, 0, period, 0, now, 0, real(0.5, 2), (uint32_t)next(),
                     range(0, 1) ? 1 : real(0, 5)};
  memset(identities, 0, sizeof identities), memset(numbers, 0, sizeof numbers);
  memset(ages, 0, sizeof ages), memset(elapsed, 0, sizeof elapsed);
  memset(times, 0, sizeof times), memset(parents, 0, sizeof parents);
  particle_select(&list, &run, lifetime, from, range(0, 1));
  return list;
}

/* Up to the list's end: what lies in the slack behind it means nothing. */
static void note_list(const ParticleList *list) {
  size_t count = (size_t)list->count;
  note(&list->count, sizeof list->count), note(identities, count * sizeof *identities);
  note(ages, count * sizeof *ages), note(elapsed, count * sizeof *elapsed), note(times, count * sizeof *times);
}

static void note_columns(const float *values, int columns_count, ptrdiff_t count) {
  for (int column = 0; column < columns_count; column++) note(values + column * ROOM, (size_t)count * sizeof *values);
}

static ParticleColumns empty_columns(void) {
  ParticleColumns out = {columns, ROOM, keys, tints, shown, 0, 1e30f, 1e30f, -1e30f, -1e30f};
  return out;
}

static void note_drawn(const ParticleColumns *out, int order) {
  size_t count = (size_t)out->count;
  note(&out->count, sizeof out->count), note_columns(columns, PARTICLE_COLUMNS, out->count);
  if (order != ParticleOrderNone) note(keys, count * sizeof *keys);
  note(tints, count * sizeof *tints), note(shown, count * sizeof *shown);
  note(&out->low_x, 4 * sizeof out->low_x);
}
