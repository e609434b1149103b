/* ThorVG's software canvas. Its wheel holds the library without headers: what is called is declared here, after the
 * documentation of its C interface. It keeps a scene, and draws nothing where nothing has changed: so the whole scene
 * moves to and fro by a thousandth of a pixel. */
#include <stdbool.h>

#include "peer.h"

typedef void *Paint, *Canvas, *Fill;

typedef struct {
  float e11, e12, e13, e21, e22, e23, e31, e32, e33;
} Matrix;

typedef struct {
  float offset;
  uint8_t red, green, blue, alpha;
} Stop;

typedef struct {
  float x, y;
} Point;

/* Without its option to draw what has changed alone: all has, and finding that out costs up to half of a frame. */
enum { OPTION_NONE = 0, COLORS_ARGB = 1, BLEND_ADD = 16 };

int tvg_engine_init(unsigned threads);
int tvg_engine_version(uint32_t *major, uint32_t *minor, uint32_t *micro, const char **version);
Canvas tvg_swcanvas_create(int option);
int tvg_swcanvas_set_target(Canvas canvas, uint32_t *pixels, uint32_t stride, uint32_t width, uint32_t height,
                            int colors);
int tvg_canvas_add(Canvas canvas, Paint paint);
int tvg_canvas_update(Canvas canvas);
int tvg_canvas_draw(Canvas canvas, bool clear);
int tvg_canvas_sync(Canvas canvas);
Paint tvg_scene_new(void);
int tvg_scene_add(Paint scene, Paint paint);
int tvg_scene_add_effect_drop_shadow(Paint scene, int red, int green, int blue, int alpha, double angle,
                                     double distance, double sigma, int quality);
int tvg_scene_add_effect_gaussian_blur(Paint scene, double sigma, int direction, int border, int quality);
Paint tvg_picture_new(void);
int tvg_picture_load_raw(Paint picture, const uint32_t *data, uint32_t width, uint32_t height, int colors, bool copy);
Paint tvg_shape_new(void);
int tvg_shape_append_rect(Paint shape, float x, float y, float width, float height, float rx, float ry, bool clockwise);
int tvg_shape_append_path(Paint shape, const uint8_t *commands, uint32_t count, const Point *points,
                          uint32_t points_count);
int tvg_shape_set_fill_color(Paint shape, uint8_t red, uint8_t green, uint8_t blue, uint8_t alpha);
int tvg_shape_set_fill_rule(Paint shape, int rule);
int tvg_shape_set_gradient(Paint shape, Fill gradient);
int tvg_shape_set_stroke_width(Paint shape, float width);
int tvg_shape_set_stroke_color(Paint shape, uint8_t red, uint8_t green, uint8_t blue, uint8_t alpha);
int tvg_shape_set_stroke_cap(Paint shape, int cap);
int tvg_shape_set_stroke_join(Paint shape, int join);
int tvg_shape_set_stroke_miterlimit(Paint shape, float limit);
int tvg_shape_set_stroke_dash(Paint shape, const float *dashes, uint32_t count, float offset);
int tvg_paint_set_transform(Paint paint, const Matrix *matrix);
int tvg_paint_set_opacity(Paint paint, uint8_t opacity);
int tvg_paint_set_blend_method(Paint paint, int method);
int tvg_paint_set_clip(Paint paint, Paint clipper);
int tvg_font_load(const char *path);
Paint tvg_text_new(void);
int tvg_text_set_font(Paint text, const char *name);
int tvg_text_set_size(Paint text, float points);
int tvg_text_set_text(Paint text, const char *utf8);
int tvg_text_set_color(Paint text, uint8_t red, uint8_t green, uint8_t blue);
Fill tvg_linear_gradient_new(void);
Fill tvg_radial_gradient_new(void);
int tvg_linear_gradient_set(Fill gradient, float x1, float y1, float x2, float y2);
int tvg_radial_gradient_set(Fill gradient, float x, float y, float r, float fx, float fy, float fr);
int tvg_gradient_set_color_stops(Fill gradient, const Stop *stops, uint32_t count);
int tvg_gradient_set_transform(Fill gradient, const Matrix *matrix);

static uint32_t *pixels;
static int row; /* pixels */
static Canvas canvas;
static Paint root;

static const char *engine_version(void) {
  uint32_t major, minor, micro;
  const char *version = NULL;
  tvg_engine_version(&major, &minor, &micro, &version);
  return version ? version : "unknown";
}

static const char *engine_refusal(const peer_case *c) {
  for (int k = 0; k < c->paints_count; k++)
    if (c->paints[k].kind == PEER_CONIC) return "has no conic gradients";
  for (int k = 0; k < c->count; k++)
    if (peer_is_colored(&c->items[k])) return "cannot tint an image";
  return NULL;
}

static Matrix matrix(const peer_frame *f, float width, float height) {
  Matrix m = {f->width_x / width, f->height_x / height, f->x, f->width_y / width, f->height_y / height, f->y, 0, 0, 1};
  return m;
}

static void place(Paint paint, const peer_frame *f, float width, float height) {
  Matrix m = matrix(f, width, height);
  tvg_paint_set_transform(paint, &m);
}

static Paint picture(const peer_image *i, const peer_frame *f) {
  Paint result = tvg_picture_new();
  tvg_picture_load_raw(result, i->pixels, (uint32_t)i->width, (uint32_t)i->height, COLORS_ARGB, false);
  place(result, f, (float)i->width, (float)i->height);
  return result;
}

/* The outline of a path; curves of degree 2 as ones of degree 3. */
static void append(Paint shape, const peer_path *path) {
  uint8_t *commands = malloc((size_t)path->count);
  Point *points = malloc((size_t)(path->floats + path->count * 2 + 1) * sizeof *points);
  const float *p = path->points;
  int count = 0;
  for (int k = 0; k < path->count; k++) {
    int element = path->elements[k];
    commands[k] = element == PEER_CLOSE ? 0 : element == PEER_MOVE ? 1 : element == PEER_LINE ? 2 : 3;
    if (element == PEER_QUAD) {
      Point start = points[count - 1];
      points[count++] = (Point){(start.x + 2 * p[0]) / 3, (start.y + 2 * p[1]) / 3};
      points[count++] = (Point){(p[2] + 2 * p[0]) / 3, (p[3] + 2 * p[1]) / 3};
      points[count++] = (Point){p[2], p[3]};
      p += 4;
    } else {
      for (int n = element == PEER_CUBIC ? 3 : element == PEER_CLOSE ? 0 : 1; n > 0; n--, p += 2)
        points[count++] = (Point){p[0], p[1]};
    }
  }
  tvg_shape_append_path(shape, commands, (uint32_t)path->count, points, (uint32_t)count);
  free(commands);
  free(points);
}

static Paint outline(const peer_case *c, const peer_item *i) {
  Paint result = tvg_shape_new();
  if (i->kind == PEER_RECTANGLE || i->kind == PEER_SHADOW) {
    if (peer_is_upright(i)) {
      tvg_shape_append_rect(result, i->x, i->y, i->width_x, i->height_y, i->radius, i->radius, true);
    } else {
      tvg_shape_append_rect(result, 0, 0, 1, 1, 0, 0, true);
      place(result, &i->frame, 1, 1);
    }
    return result;
  }
  append(result, &c->paths[i->index]);
  place(result, &i->frame, 1, 1);
  tvg_shape_set_fill_rule(result, i->kind == PEER_EVEN_ODD_PATH);
  return result;
}

/* In the shape's own units; upright rectangles have those of the picture. */
static void set_gradient(Paint shape, const peer_item *i, const peer_paint *paint) {
  Fill fill = paint->kind == PEER_AXIAL ? tvg_linear_gradient_new() : tvg_radial_gradient_new();
  int has_own = i->kind != PEER_RECTANGLE || !peer_is_upright(i);
  peer_frame frame = has_own ? peer_inside(&i->frame, &paint->frame) : paint->frame;
  Matrix m = matrix(&frame, 1, 1);
  Stop *stops = malloc((size_t)paint->count * sizeof *stops);
  if (paint->kind == PEER_AXIAL)
    tvg_linear_gradient_set(fill, 0, 0, 1, 0);
  else
    tvg_radial_gradient_set(fill, 0, 0, 1, 0, 0, 0);
  for (int k = 0; k < paint->count; k++) {
    uint32_t color = peer_stop_word(&paint->stops[k]);
    stops[k] = (Stop){paint->stops[k].place, (uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color,
                      (uint8_t)(color >> 24)};
  }
  tvg_gradient_set_color_stops(fill, stops, (uint32_t)paint->count);
  tvg_gradient_set_transform(fill, &m);
  tvg_shape_set_gradient(shape, fill);
  free(stops);
}

static void set_pen(Paint shape, const peer_pen *pen, uint32_t color) {
  tvg_shape_set_stroke_width(shape, pen->width);
  tvg_shape_set_stroke_color(shape, (uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color,
                             (uint8_t)(color >> 24));
  tvg_shape_set_stroke_cap(shape, pen->cap);
  tvg_shape_set_stroke_join(shape, pen->join);
  tvg_shape_set_stroke_miterlimit(shape, pen->miter_limit);
  if (pen->count) tvg_shape_set_stroke_dash(shape, pen->dashes, (uint32_t)pen->count, pen->dash_phase);
}

static Paint shape(const peer_case *c, const peer_item *i) {
  uint32_t color = peer_straight_word(i->color);
  Paint result = outline(c, i);
  if (i->kind == PEER_STROKE) {
    set_pen(result, &c->pens[i->pen], color);
  } else if (i->paint < 0) {
    tvg_shape_set_fill_color(result, (uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color,
                             (uint8_t)(color >> 24));
  } else if (c->paints[i->paint].kind == PEER_IMAGE_PAINT) {
    Paint image = picture(&c->images[c->paints[i->paint].image], &c->paints[i->paint].frame);
    tvg_shape_set_fill_color(result, 255, 255, 255, 255);
    tvg_paint_set_clip(image, result);
    return image;
  } else {
    set_gradient(result, i, &c->paints[i->paint]);
  }
  return result;
}

/* What throws the shadow is drawn with it. */
static Paint shadowed(const peer_case *c, const peer_item *i) {
  uint32_t color = peer_straight_word(i->color);
  Paint result = tvg_scene_new();
  tvg_scene_add(result, shape(c, i + 1));
  tvg_scene_add_effect_drop_shadow(result, color >> 16 & 255, color >> 8 & 255, color & 255, (int)(color >> 24),
                                   atan2(i->offset_x, -i->offset_y) * 180 / M_PI, hypot(i->offset_x, i->offset_y),
                                   i->sigma, 100);
  return result;
}

/* It sets the line itself, its upper edge at the origin; a point is 4/3 of a pixel. */
static Paint text(const peer_case *c, const peer_item *i) {
  const peer_text *t = &c->texts[i->index];
  uint32_t color = peer_straight_word(i->color);
  const char *file = peer_font_file(t->font), *name = strrchr(file, '/') + 1;
  char stem[256];
  snprintf(stem, sizeof stem, "%.*s", (int)(strrchr(name, '.') - name), name);
  tvg_font_load(file);
  Paint result = tvg_text_new();
  tvg_text_set_font(result, stem);
  tvg_text_set_size(result, t->size * 0.75f);
  tvg_text_set_text(result, t->string);
  tvg_text_set_color(result, (uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color);
  tvg_paint_set_opacity(result, (uint8_t)(color >> 24));
  peer_frame frame = i->frame;
  frame.x += t->x * frame.width_x + t->top * frame.height_x;
  frame.y += t->x * frame.width_y + t->top * frame.height_y;
  place(result, &frame, 1, 1);
  return result;
}

static void set_blend(Paint paint, int blend) {
  /* From multiply on in the order of peer.h. */
  if (blend) tvg_paint_set_blend_method(paint, blend == PEER_PLUS ? BLEND_ADD : blend - 1);
}

static void engine_begin(const peer_case *c) {
  Paint scenes[16];
  int depth = 0;
  row = c->width;
  pixels = malloc((size_t)c->width * c->height * 4);
  tvg_engine_init(0);
  canvas = tvg_swcanvas_create(OPTION_NONE);
  tvg_swcanvas_set_target(canvas, pixels, (uint32_t)c->width, (uint32_t)c->width, (uint32_t)c->height, COLORS_ARGB);
  scenes[0] = root = tvg_scene_new();
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    Paint paint;
    if (i->kind == PEER_GROUP_END) {
      depth--;
      continue;
    }
    if (i->kind == PEER_GROUP)
      paint = tvg_scene_new();
    else if (i->kind == PEER_IMAGE)
      paint = picture(&c->images[i->index], &i->frame);
    else if (i->kind == PEER_TEXT)
      paint = text(c, i);
    else if (i->kind == PEER_SHADOW)
      paint = shadowed(c, i), k++;
    else
      paint = shape(c, i);
    if (i->kind == PEER_GROUP && i->sigma > 0) tvg_scene_add_effect_gaussian_blur(paint, i->sigma, 0, 0, 100);
    if (i->kind == PEER_IMAGE || i->kind == PEER_GROUP) tvg_paint_set_opacity(paint, (uint8_t)(i->color >> 24));
    set_blend(paint, i->blend);
    tvg_scene_add(scenes[depth & 15], paint);
    if (i->kind == PEER_GROUP) scenes[++depth & 15] = paint;
  }
  tvg_canvas_add(canvas, root);
}

static void engine_frame(const peer_case *c) {
  static int turn;
  size_t count = (size_t)c->width * c->height;
  for (size_t k = 0; k < count; k++) pixels[k] = c->background;
  Matrix moved = {1, 0, turn++ & 1 ? 0.001f : 0, 0, 1, 0, 0, 0, 1};
  tvg_paint_set_transform(root, &moved);
  tvg_canvas_update(canvas);
  tvg_canvas_draw(canvas, false);
  tvg_canvas_sync(canvas);
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  *pixels_per_row = row;
  return pixels;
}
