/* Random calls of every kernel, and a checksum of what each wrote: two builds that print the same lines compute the
   same bytes. The inputs are those of KernelTests and of ParticleKernelTests. */

#include "PixelKernels.h"

#include "random.h"

void check_coverage_kernels(void);
void check_particle_kernels(void);
void check_behavior_kernels(void);
void check_deep_kernels(void);

enum { WIDTH = 300, SLACK = 16, SURFACE = 80 * 64 };

/* `deep.c` includes this for kernels of floats. */
#ifdef DEEP
typedef PixelDeep Pixel;
#define KERNEL(name) deep_##name
#define CHECK(name) check("deep_" #name, WIDTH, name)

/* Every fourth one is brighter than white. */
static void fill_form(PixelDeep *out, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    uint32_t word = pixel();
    float light = next() & 3 ? 1 : 7;
    out[i] = (PixelDeep){(float)(word & 255) / 255 * light, (float)(word >> 8 & 255) / 255,
                         (float)(word >> 16 & 255) / 255 * light, (float)(word >> 24) / 255};
  }
}
#else
typedef uint32_t Pixel;
#define KERNEL(name) pixel_##name
#define CHECK(name) check("pixel_" #name, WIDTH, name)

static void fill_form(uint32_t *out, ptrdiff_t count) { fill_pixels(out, count); }
#endif

static Pixel pixels[SURFACE + SLACK], painted[SURFACE + SLACK];
static uint32_t texels[SURFACE + SLACK];
static uint64_t near_row[1024], far_row[1024], scratch[4096];
static uint8_t coverage[SURFACE + SLACK];
#ifndef DEEP
static int32_t u[1024], v[1024];
static uint16_t shares[1024];
#endif

static void start(void) {
  fill_form(pixels, SURFACE + SLACK);
  fill_form(painted, SURFACE + SLACK);
  fill_pixels(texels, SURFACE + SLACK);
  fill_bytes(coverage, SURFACE + SLACK);
}

static void finish(void) { note(pixels, sizeof pixels); }

/* What a tint is multiplied by: often one, else up to four times the light. */
static const float *gain(void) {
  static float gains[4];
  int is_wide = next() & 1;
  for (int i = 0; i < 4; i++) gains[i] = is_wide && i < 3 ? (float)real(-0.2, 4) : 1;
  return gains;
}

/* MARK: Rows */

static void blend(int call, void (*kernel)(void *, const uint64_t *, const uint64_t *, uint32_t, uint32_t, uint32_t,
                                           const float *, ptrdiff_t)) {
  ptrdiff_t count = call;
  start(), fill_wide(near_row, count), fill_wide(far_row, count);
  uint32_t total = (uint32_t)range(0, 65535), weight = (uint32_t)range(0, total);
  kernel(pixels, near_row, far_row, weight, total - weight, pixel(), gain(), count);
  kernel(pixels, near_row, near_row, 65535, 0, 0xFFFFFFFF, gain(), count);
  finish();
}
static void blend_over(int call) { blend(call, KERNEL(blend_over)); }
static void blend_add(int call) { blend(call, KERNEL(blend_add)); }

static void fill_span(int call) {
  start();
  KERNEL(fill_span)(pixels, coverage, pixel(), call);
  KERNEL(fill_span)(pixels + 400, NULL, pixel(), call);
  finish();
}

static void fill(int call) {
  start(), KERNEL(fill)(pixels, call + 4, pixel(), call, range(0, 5)), finish();
}

static void fill_box(int call) {
  start();
  KERNEL(fill_box)(pixels, call + 4, range(0, 5), pixel(), next() & 255, next() & 255, next() & 255, call + 1);
  finish();
}

static int ascending(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

static void fill_rows(int call) {
  PixelRow rows[6];
  int32_t width = call + 1, height = range(0, 6);
  for (int row = 0; row < height; row++) {
    int32_t ends[4];
    for (int i = 0; i < 4; i++) ends[i] = range(0, width);
    qsort(ends, 4, sizeof *ends, ascending);
    rows[row] = (PixelRow){ends[0], ends[1], ends[2], ends[3], range(0, 60)};
  }
  int32_t first = range(0, width), last = range(first, width);
  start();
  KERNEL(fill_rows)(pixels, width, rows, coverage, 0, width, pixel(), height);
  KERNEL(fill_rows)(pixels + first, width, rows, coverage, first, last, pixel(), height);
  finish();
}

#ifndef DEEP
static void round_rows(int call) {
  static PixelRow rows[WIDTH];
  double width = range(1, (call + 1) * 256) / 256.0, height = range(1, 60 * 256) / 256.0, share = range(1, 100) / 100.0;
  double left = range(0, 255) / 256.0, top = range(0, 255) / 256.0;
  PixelRound round = {left, top, left + width, top + height, share * width / 2, share * height / 2};
  int32_t count = (int32_t)(round.bottom + 0.999), above = range(0, count);
  ptrdiff_t used = pixel_round_rows(rows, (uint8_t *)pixels, &round, above, range(above, count), count);
  note(rows, (size_t)count * sizeof *rows), note(pixels, (size_t)used);
}
#endif

static void fill_spans(int call) {
  PixelSpan spans[12];
  int width = call + 1, count = 0;
  for (int x = 0; x < width && count < 12; count++) {
    int length = range(0, width - x);
    spans[count] = (PixelSpan){x, length, next() & 1 ? range(0, 60) : -1};
    x += length + range(1, 20);
  }
  uint32_t color = pixel();
  start();
  KERNEL(fill_spans)(pixels, spans, count, coverage, color);
  KERNEL(fill_spans)(pixels, spans, count, coverage, color | 0xFF000000u);
  finish();
}

static void composite_span(int call) {
  start();
  KERNEL(composite_span)(pixels, painted, coverage, (uint32_t)range(0, 255), call);
  KERNEL(composite_span)(pixels, painted + 400, NULL, (uint32_t)range(0, 255), call);
  KERNEL(composite_span)(pixels + 400, painted, NULL, 255, call);
  finish();
}

static void combine_span(int call) {
  uint8_t bits[4];
  for (int i = 0; i < 4; i++) bits[i] = next() & 1 ? 255 : 0;
  PixelFactors factors = {bits[0], bits[1], bits[2], bits[3]};
  start(), KERNEL(combine_span)(pixels, painted, &factors, call), finish();
}

static void mix_span(int call) { start(), KERNEL(mix_span)(pixels, painted, range(0, 5), call), finish(); }
static void blend_span(int call) { start(), KERNEL(blend_span)(pixels, painted, range(0, 17), call), finish(); }

static void mean_blocks(int call) {
  int32_t across = range(0, 3), down = range(0, 3);
  const void *rows[8];
  for (int row = 0; row < 8; row++) rows[row] = range(0, 9) ? painted + row * 600 : NULL;
  start(), KERNEL(mean_blocks)(pixels, rows, across, down, call % 70 + 1), finish();
}

static void enlarge_row(int call) {
  static uint32_t words[1024];
  PixelEnlargement place = {range(0, 3), range(0, 3), 0, 0, call % 70 + 1};
  int32_t columns = (int32_t)place.blocks << place.across, first = range(0, columns - 1);
  place.weight = range(0, (2 << place.down) - 1), place.first = 2 * first + 1 - (1 << place.across);
  start(), KERNEL(enlarge_row)(pixels, painted, painted + 400, words, &place, range(1, columns - first)), finish();
}

#ifndef DEEP
static void box_lines(int call) {
  enum { LINES = 24 };
  static uint32_t values[LINES * (WIDTH + SLACK)], out[LINES * (WIDTH + SLACK)];
  for (int i = 0; i < LINES * (WIDTH + SLACK); i++) values[i] = (uint32_t)range(0, 65535), out[i] = 7;
  int32_t count = range(1, LINES), radius = range(0, LINES + 3);
  uint32_t inside = (uint32_t)range(0, (1u << 31) / (uint32_t)(2 * radius + 2)), ends = (uint32_t)range(0, inside);
  pixel_box_lines(out, WIDTH + SLACK, values, call + 1, radius, inside, ends, count, call);
  note(out, sizeof out);
}

static void shift_lines(int call) {
  enum { LINES = 24 };
  static uint32_t values[LINES * (WIDTH + SLACK)];
  for (int i = 0; i < LINES * (WIDTH + SLACK); i++) values[i] = (uint32_t)range(0, (1 << 30) - 1);
  pixel_shift_lines(values, WIDTH + SLACK, (uint32_t)range(0, 65536), range(1, LINES), call);
  note(values, sizeof values);
}
#endif

static PixelLinear linear(void) {
  double size = range(0, 1) ? 4 : 300;
  return (PixelLinear){real(-size, size), next() & 1 ? real(-size / 60, size / 60) : 0,
                       next() & 1 ? real(-size / 60, size / 60) : 0};
}

/* The first segment and the last are of one colour. */
static void fill_segments(PixelSegment *segments, int count, float half) {
  float start = -__builtin_inff();
  for (int i = 0; i < count; i++) {
    float end = i == 0 ? (float)real(-0.5, 0.3) : start + (float)real(0.001, 0.4), ends[8], steps[4] = {0};
    if (i == count - 1) end = __builtin_inff();
    for (int k = 0; k < 8; k++) ends[k] = (float)real(0, 1);
    int has_ends = i > 0 && i < count - 1;
    for (int k = 0; has_ends && k < 4; k++) steps[k] = (ends[k + 4] - ends[k]) * (k < 3 ? 255 : 1) / (end - start);
    segments[i] = (PixelSegment){start, end, i > 0 ? start : 0, ends[0] * 255 + half, ends[1] * 255 + half,
                                 ends[2] * 255 + half, ends[3], steps[0], steps[1], steps[2], steps[3]};
    start = end;
  }
}

static void gradient_rows(int call) {
  static PixelSegment segments[200];
  int kind = call % 4, is_opaque = kind != PixelGradientCircles && next() & 1;
  int count = call % 10 ? range(1, 9) : 200;
  fill_segments(segments, count, is_opaque ? 0.5f : 0);
  PixelCircles circles = {real(0, 2), sometimes(-2, 2), sometimes(-2, 2), 0, range(0, 1), range(0, 1)};
  int is_wide = !is_opaque && next() & 1;
  PixelGradient gradient = {segments, count, kind, is_opaque, range(0, 1), is_wide, range(-9, 9), range(-9, 9),
                            linear(), linear(), linear(), circles};
  int columns = range(1, 90);
  start(), KERNEL(gradient_rows)(pixels, columns + 3, &gradient, range(-9, 500), range(-9, 500), columns, range(1, 4));
  finish();
}

#ifndef DEEP
static void copy_rows(int call) {
  start(), pixel_copy_rows(pixels + range(0, 20), 80, texels, 70, call % 70, range(0, 60)), finish();
}

static void yuv(int call) {
  /* BT.709 in limited range; exact numbers do not matter here. */
  const PixelMatrix matrix = {
      {5983, 20127, 2032, 4 << 20}, {-3298, -11094, 14392, 1 << 26}, {14392, -13073, -1320, 1 << 26}};
  static uint8_t luma[2 * 160], planes[2][160];
  memset(luma, 0, sizeof luma), memset(planes, 0, sizeof planes);
  start();
  pixel_yuv420_rows(luma, 160, planes[0], planes[1], 160, texels, 160, &matrix, 2 * (call % 64 + 1));
  note(luma, sizeof luma), note(planes, sizeof planes);
}

/* Samples of 8 to 12 bits of single pixels and of four. */
static void samples(int call) {
  static uint16_t out[3][WIDTH + SLACK];
  int depth = 8 + call % 5;
  PixelSampling samplings[2];
  for (int i = 0; i < 2; i++) {
    samplings[i] = (PixelSampling){{range(-14000, 14000), range(-14000, 14000), range(-14000, 14000), 1 << 26},
                                   17 - (depth - 8), (1 << depth) - 1};
  }
  memset(out, 0, sizeof out);
  start();
  pixel_sample_row(out[0], texels + range(0, 9), samplings, call);
  pixel_share_samples(out[1], out[2], texels + range(0, 9), texels + range(0, 900), samplings, call);
  note(out, sizeof out);
}
#endif

/* MARK: Sampling */

#ifndef DEEP
static PixelAxis plane_axis(void) {
  int32_t length = range(1, 3000000);
  return (PixelAxis){range(-200000, 2000000), range(-100000, 100000), 1000, 1900000, range(-40000, length),
                     range(-65536, 65536), length, next() & 1 ? -1 : ~0xFFFF};
}

static void affine_positions(int call) {
  PixelAxis horizontal = plane_axis(), vertical = plane_axis();
  memset(u, 0, sizeof u), memset(v, 0, sizeof v), memset(shares, 0, sizeof shares);
  pixel_affine_positions(u, v, shares, &horizontal, &vertical, call);
  note(u, sizeof u), note(v, sizeof v), note(shares, sizeof shares);
}

static void perspective_positions(int call) {
  PixelPerspective map;
  for (int i = 0; i < 3; i++) map.u[i] = real(-1, 1), map.v[i] = real(-1, 1), map.w[i] = real(-0.01, 0.01);
  map.w[2] += 1;
  PixelTexels texels = {.center = 99.5, .span = 200, .maximum = 199 << 16, .mask = next() & 1 ? -1 : ~0xFFFF};
  memset(u, 0, sizeof u), memset(v, 0, sizeof v);
  pixel_perspective_positions(u, v, &map, &texels, &texels, range(-99, 99), range(-99, 99), call);
  note(u, sizeof u), note(v, sizeof v);
}

static void sample_bilinear(int call) {
  int32_t width = range(1, 40), height = range(1, 40);
  start(), memset(near_row, 0, sizeof near_row);
  for (int i = 0; i < call + 8; i++) {
    u[i] = range(0, (width - 1) << 16), v[i] = range(0, (height - 1) << 16), shares[i] = (uint16_t)range(0, 256);
  }
  pixel_sample_bilinear(near_row, texels, width, height, u, v, shares, call);
  note(near_row, sizeof near_row);
}
#endif

/* MARK: Sprites */

static PixelUprightAxis upright_axis(int32_t count) {
  PixelUprightAxis axis = {0};
  int32_t length = range(1, 9000);
  axis.low = range(-700, 2000), axis.high = axis.low + length, axis.texels = count;
  axis.first = axis.low >> 8 > 0 ? axis.low >> 8 : 0;
  axis.last = (axis.high + 255) >> 8 < 40 ? (axis.high + 255) >> 8 : 40;
  if (axis.last <= axis.first) axis.last = axis.first + 1;
  if (length < 1600 && next() & 1) {
    int32_t most = length >> 8 > 1 ? length >> 8 : 1;
    axis.area_count = range(1, count < most ? count : most), axis.area_first = range(0, count - axis.area_count);
    axis.step = (axis.area_count << 24) / length, axis.texel_size = (length << 8) / axis.area_count;
    axis.is_mirrored = range(0, 1);
  } else {
    static const int32_t steepest[] = {65536, 131072, 200000};
    int32_t step = steepest[range(0, 2)];
    axis.origin = range(0, 50), axis.position = range(-200000, 2000000), axis.step = range(-step, step);
    axis.maximum = range(0, (count - 1) << 16), axis.minimum = range(0, axis.maximum);
    axis.mask = next() & 1 ? -1 : ~0xFFFF;
  }
  return axis;
}

typedef void Upright(void *, ptrdiff_t, const uint32_t *, const PixelUprightAxis *, const PixelUprightAxis *,
                     uint32_t, const float *, uint64_t *);

static void upright(Upright *kernel) {
  PixelUprightAxis columns = upright_axis(range(1, 40)), rows = upright_axis(range(1, 40));
  start(), memset(scratch, 0, sizeof scratch);
  kernel(pixels, 80, texels, &columns, &rows, pixel(), gain(), scratch);
  finish();
}
static void draw_upright_over(int call) { (void)call, upright(KERNEL(draw_upright_over)); }
static void draw_upright_add(int call) { (void)call, upright(KERNEL(draw_upright_add)); }

static void draw_whole_over(int call) {
  start(), KERNEL(draw_whole_over)(pixels, 80, texels, 70, call % 60 + 1, range(1, 40), pixel(), gain()), finish();
}
static void draw_whole_add(int call) {
  start(), KERNEL(draw_whole_add)(pixels, 80, texels, 70, call % 60 + 1, range(1, 40), pixel(), gain()), finish();
}

static int32_t scaled(int32_t value, double density) {
  double product = value * density;
  return (int32_t)(product < -2e9 ? -2e9 : product > 2e9 ? 2e9 : product);
}

static PixelPlane plane(int32_t count) {
  int32_t length = range(1000, 2500000), x = range(-65536, 65536), y = range(-65536, 65536);
  double density = count / (length / 65536.0);
  return (PixelPlane){
      scaled(length / 2, density) - 0x8000, scaled(x, density), scaled(y, density), 0, (count - 1) << 16,
      length / 2 + range(-30000, 30000), range(0, 8) == 0 ? 0 : x, y, length, -0x8000, length + 0x8000,
      range(0, 3) > 0 ? -1 : ~0xFFFF, 0};
}

typedef void Rotated(void *, ptrdiff_t, const uint32_t *, int32_t, int32_t, const PixelRotation *, uint32_t,
                     const float *);

static void rotated(Rotated *kernel) {
  int32_t width = range(1, 40), height = range(1, 40);
  PixelRotation map = {plane(width), plane(height), range(-40, 0), range(-20, 0), range(0, 40), range(0, 20), 0};
  start(), kernel(pixels, 80, texels, width, height, &map, next() & 1 ? pixel() : 0xFFFFFFFF, gain()), finish();
}
static void draw_rotated_over(int call) { (void)call, rotated(KERNEL(draw_rotated_over)); }
static void draw_rotated_add(int call) { (void)call, rotated(KERNEL(draw_rotated_add)); }
static void draw_rotated_quads_over(int call) { (void)call, rotated(KERNEL(draw_rotated_quads_over)); }
static void draw_rotated_quads_add(int call) { (void)call, rotated(KERNEL(draw_rotated_quads_add)); }

/* A whole level of `count` texels along an axis. */
static PixelTexels whole_level(int32_t count) {
  return (PixelTexels){(count - 1) / 2.0, count, 0, (count - 1) << 16, -1, count, count, 0, 1.0 / count,
                       1 / (count * 65536.0), (float)count};
}

typedef void Sprites(const PixelTarget *, const PixelSprite *, ptrdiff_t, const PixelSource *, uint64_t *);

static void sprites(Sprites *kernel) {
  static const uint8_t ranks[256];
  PixelLevel levels[3];
  PixelSprite list[12];
  for (int i = 0; i < 3; i++) {
    int32_t width = 32 >> i, height = 24 >> i;
    levels[i] = (PixelLevel){texels + 1000 * i, width, height, whole_level(width), whole_level(height), NULL,
                             next() & 1 ? texels + 1000 * i : NULL};
  }
  PixelSource source = {levels, 3, 1};
  memcpy(source.gain, gain(), sizeof source.gain);
  PixelTarget target = {pixels, 80, 0, 0, 0, 0, 80, 60, ranks};
  for (int i = 0; i < 12; i++) {
    int is_whole = range(0, 3) == 0, is_turned = range(0, 2) == 0;
    float x = (float)real(-5, 85), y = (float)real(-5, 65);
    double most = next() & 1 ? 60 : 4;
    float width = (float)real(-most, most), height = (float)real(-most, most);
    if (is_whole) x = (float)range(0, 70), y = (float)range(0, 50), width = 32, height = 24;
    float across = is_turned ? (float)real(-30, 30) : 0, down = is_turned ? (float)real(-30, 30) : 0;
    list[i] = (PixelSprite){x, y, width, across, down, height, pixel(), 0, 0};
  }
  start(), memset(scratch, 0, sizeof scratch);
  kernel(&target, list, 12, &source, scratch);
  finish();
}
static void draw_sprites_over(int call) { (void)call, sprites(KERNEL(draw_sprites_over)); }
static void draw_sprites_add(int call) { (void)call, sprites(KERNEL(draw_sprites_add)); }

/* MARK: Sorting */

#ifndef DEEP
static void sorting(int call) {
  enum { COUNT = 100 };
  static float columns[6][COUNT + SLACK];
  static uint32_t tints[COUNT + SLACK];
  static uint16_t sources[COUNT + SLACK];
  static PixelTileRange ranges[COUNT + SLACK];
  static PixelSprite records[COUNT * 16];
  for (int i = 0; i < COUNT + SLACK; i++) {
    for (int column = 0; column < 2; column++) columns[column][i] = (float)real(-20, 276);
    for (int column = 2; column < 6; column++) columns[column][i] = sometimes(-30, 30);
    tints[i] = pixel(), sources[i] = (uint16_t)range(0, 3);
  }
  PixelParticles particles = {
      columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], tints, sources, 3};
  PixelTiles tiles = {0, 0, 256, 256, 0, 0, 1.0f / 64, 0, 0, 4};
  ptrdiff_t counts[16] = {0}, places[16], first = call % 8, sum = 0;
  memset(ranges, 0, sizeof ranges), memset(records, 0, sizeof records);
  float area = pixel_count_particles(counts, ranges, &particles, &tiles, first, COUNT);
  for (int tile = 0; tile < 16; sum += counts[tile++]) places[tile] = sum;
  pixel_place_particles(records, places, ranges, &particles, &tiles, first, COUNT);
  note(&area, sizeof area), note(counts, sizeof counts), note(records, sizeof records), note(places, sizeof places);
}
#endif

/* Kernels of one form of pixels. */
static void check_form(void) {
  CHECK(blend_over), CHECK(blend_add), CHECK(fill), CHECK(fill_span), CHECK(fill_box), CHECK(fill_rows);
  CHECK(fill_spans), CHECK(composite_span), CHECK(combine_span), CHECK(mix_span), CHECK(blend_span);
  CHECK(gradient_rows), CHECK(mean_blocks), CHECK(enlarge_row);
  CHECK(draw_upright_over), CHECK(draw_upright_add), CHECK(draw_whole_over), CHECK(draw_whole_add);
  CHECK(draw_rotated_over), CHECK(draw_rotated_add), CHECK(draw_rotated_quads_over);
  CHECK(draw_rotated_quads_add), CHECK(draw_sprites_over), CHECK(draw_sprites_add);
}

#ifndef DEEP
int main(void) {
  check_form();
  check("pixel_round_rows", WIDTH, round_rows);
  check("pixel_box_lines", WIDTH, box_lines), check("pixel_shift_lines", WIDTH, shift_lines);
  check("pixel_perspective_positions", WIDTH, perspective_positions);
  check("pixel_copy_rows", WIDTH, copy_rows), check("pixel_yuv420_rows", WIDTH, yuv);
  check("pixel_sample_row", WIDTH, samples), check("pixel_share_samples", WIDTH, samples);
  check("pixel_affine_positions", WIDTH, affine_positions), check("pixel_sample_bilinear", WIDTH, sample_bilinear);
  check("pixel_count_particles", WIDTH, sorting), check("pixel_place_particles", WIDTH, sorting);
  check_coverage_kernels();
  check_particle_kernels();
  check_behavior_kernels();
  check_deep_kernels();
}
#endif
