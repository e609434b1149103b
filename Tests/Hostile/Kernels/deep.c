/* `kernels.c` for kernels of floats. */

#include <math.h>

#define DEEP
#include "kernels.c"

/* Both ends of a frame of floats. */
static void words_of_deep(int call) {
  static uint32_t words[WIDTH + SLACK];
  float thresholds[8];
  for (int i = 0; i < 8; i++) thresholds[i] = (float)real(0, 1);
  memset(words, 0, sizeof words);
  start(), pixel_words_of_deep(words, pixels, thresholds, call), note(words, sizeof words);
}

static void deep_planes(int call) {
  static uint16_t luma[WIDTH + SLACK], differences[2][WIDTH + SLACK];
  const PixelDeepComponent weights[3] = {{63, 626, 186, 64.5f}, {112, -86, -25, 512.5f}, {-10, -101, 112, 512.5f}};
  memset(luma, 0, sizeof luma), memset(differences, 0, sizeof differences);
  start();
  pixel_deep_luma(luma, pixels, weights, call);
  pixel_deep_chroma(differences[0], differences[1], pixels, painted, weights + 1, call);
  note(luma, sizeof luma), note(differences, sizeof differences);
}

/* By tables of any values, with and without a factor of luminance. */
static void hdr_row(int call) {
  static float curve[PIXEL_CURVE_COUNT];
  static PixelDeep told[WIDTH + SLACK];
  for (int i = 0; i < PIXEL_CURVE_COUNT; i++) curve[i] = (float)i / PIXEL_CURVE_COUNT;
  PixelHDR hdr = {curve, next() & 1 ? curve : 0, 0.02f, (float)range(10, 60) / 10, 12992};
  PixelLevels levels = {0, 0};
  memset(told, 0, sizeof told);
  start(), pixel_hdr_row(told, pixels, &hdr, &levels, call);
  note(told, sizeof told), note(&levels.sum, sizeof levels.sum), note(&levels.most, sizeof levels.most);
}

static void sited_chroma(int call) {
  static uint16_t differences[2][WIDTH + SLACK];
  const PixelDeepComponent weights[2] = {{7, -5.4f, -1.6f, 512.5f}, {-0.6f, -6.3f, 7, 512.5f}};
  memset(differences, 0, sizeof differences);
  start(), pixel_sited_chroma(differences[0], differences[1], pixels + 1, painted + 1, pixels + 1, weights, call);
  note(differences, sizeof differences);
}

/* With and without a glow, with what is bright held back or not, as floats and as words. */
static void finish_light(int call) {
  static uint32_t words[WIDTH + SLACK];
  static const float thresholds[8] = {0.1f, 0.9f, 0.5f, 0.3f, 0.7f, 0, 0.99f, 0.5f};
  float intensity = (float)range(0, 160) / 10, cover = intensity < 1 ? intensity : 1;
  const void *glow = next() & 1 ? painted : 0;
  PixelLight light = {next() & 1 ? 0.7f : INFINITY, 0.448f,      intensity * 0.4f, intensity * 0.6f,
                      cover * 0.4f,                  cover * 0.6f, glow,             glow,
                      0};
  start(), pixel_finish_light(pixels, pixels, &light, call), finish();
  light.thresholds = thresholds;
  memset(words, 0, sizeof words);
  pixel_finish_light(words, pixels, &light, call), note(words, sizeof words);
}

/* 1D and 3D, with domains that end within the colours. */
static void apply_lut(int call) {
  float values[4 * 5 * 5 * 5];
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) values[i] = (float)real(-1, 2);
  float low = (float)real(-1, 0.5);
  PixelLUT lut = {values, range(2, 5), next() & 1, {low, 0, low}, {3, (float)real(0.1, 40), 5}};
  start(), pixel_apply_lut(pixels, pixels, &lut, call), finish();
}

static void whole_columns(int call) {
  static uint32_t values[WIDTH * 80];
  const void *rows[16];
  int32_t count = range(1, 16);
  for (int row = 0; row < 16; row++) rows[row] = painted + row * 310;
  memset(values, 0, sizeof values);
  start(), pixel_whole_columns(values, range(4 * count, 80), rows, count, call), note(values, sizeof values);
  pixel_deep_of_wholes(pixels, values, call), finish();
}

void check_deep_kernels(void) {
  check_form();
  check("pixel_whole_columns", WIDTH, whole_columns), check("pixel_deep_of_wholes", WIDTH, whole_columns);
  check("pixel_finish_light", WIDTH, finish_light), check("pixel_apply_lut", WIDTH, apply_lut);
  check("pixel_words_of_deep", WIDTH, words_of_deep);
  check("pixel_deep_luma", WIDTH, deep_planes), check("pixel_deep_chroma", WIDTH, deep_planes);
  check("pixel_hdr_row", WIDTH, hdr_row), check("pixel_sited_chroma", WIDTH / 4, sited_chroma);
}
