/* Random polygons through the kernels that turn edges into coverage. */

#include "PixelKernels.h"

#include "random.h"

void check_coverage_kernels(void);

enum { COLUMNS = 304, ROWS = 40, WORDS = 2, STRIDE = COLUMNS + 8 };

static int32_t __attribute__((aligned(64))) cells[2 * COLUMNS * ROWS];
static int32_t beside[ROWS];
static uint64_t crossed[WORDS * ROWS];
static uint8_t bytes[STRIDE];
static uint32_t pixels[STRIDE * ROWS], painted[STRIDE * ROWS];

/* Adds the edges of a polygon, of which every third corner is a whole pixel. */
static PixelCells polygon(int call) {
  PixelCells clip = {cells, crossed, beside, COLUMNS, WORDS, 0, 0, call % 300 + 1, range(1, ROWS)};
  clip.min_x = range(-9, 9), clip.min_y = range(-9, 9);
  PixelEdge edges[12];
  int32_t corners = range(3, 12), reach = 600 << range(0, 19), x[12], y[12];
  ptrdiff_t count = 0;
  for (int i = 0; i < corners; i++) {
    int32_t mask = i % 3 == 0 ? -256 : -1;
    x[i] = range(-reach / 9, reach) & mask, y[i] = range(-reach / 9, reach) & mask;
  }
  for (int i = 0; i < corners; i++) {
    int next = (i + 1) % corners;
    if (y[i] != y[next]) edges[count++] = (PixelEdge){x[i], y[i], x[next], y[next]};
  }
  int32_t middle = clip.height / 2 * 256;
  pixel_add_edges(&clip, edges, count, 0, middle), pixel_add_edges(&clip, edges, count, middle, clip.height * 256);
  return clip;
}

static void add_edges(int call) {
  polygon(call);
  note(cells, sizeof cells), note(crossed, sizeof crossed), note(beside, sizeof beside);
  memset(cells, 0, sizeof cells), memset(crossed, 0, sizeof crossed), memset(beside, 0, sizeof beside);
}

static void fill_cells(int call) {
  PixelCells clip = polygon(call);
  for (int i = 0; i < STRIDE * ROWS; i++) pixels[i] = 0xFF000000u + (uint32_t)i;
  pixel_fill_cells(pixels, STRIDE, &clip, call % 2 ? 0x80402010u : 0xFF402010u);
  note(pixels, sizeof pixels), note(cells, sizeof cells);
}

static void paint_cells(int call) {
  PixelCells clip = polygon(call);
  for (int i = 0; i < STRIDE * ROWS; i++) pixels[i] = 0xFF000000u + (uint32_t)i, painted[i] = pixel();
  pixel_paint_cells(pixels, STRIDE, &clip, painted, STRIDE, 0, clip.height / 3);
  pixel_paint_cells(pixels + STRIDE * (clip.height / 3), STRIDE, &clip, painted, STRIDE - 5, clip.height / 3,
                    clip.height);
  note(pixels, sizeof pixels), note(cells, sizeof cells);
}

static void cover_row(int call) {
  PixelCells clip = polygon(call);
  for (ptrdiff_t row = 0; row < clip.height; row++) {
    PixelRow parts;
    memset(bytes, 0, STRIDE);
    pixel_cover_row(&clip, row, bytes, &parts);
    note(&parts, sizeof parts), note(bytes, STRIDE);
  }
}

void check_coverage_kernels(void) {
  check("pixel_add_edges", 300, add_edges), check("pixel_fill_cells", 300, fill_cells);
  check("pixel_paint_cells", 300, paint_cells), check("pixel_cover_row", 300, cover_row);
}
