/* Cairo's image surface. */
#include <cairo-ft.h>

#include "peer.h"

static cairo_surface_t *frame, **surfaces;
static cairo_t *context;
static cairo_pattern_t **patterns, **paints;
static cairo_path_t **paths;
static peer_box *boxes;
static cairo_font_face_t **faces;
static cairo_glyph_t **glyphs;

static const char *engine_version(void) { return cairo_version_string(); }

static const char *engine_refusal(const peer_case *c) {
  for (int k = 0; k < c->paints_count; k++)
    if (c->paints[k].kind == PEER_CONIC) return "has no conic gradients";
  for (int k = 0; k < c->count; k++)
    if (peer_is_colored(&c->items[k]) && !peer_is_mask(&c->images[c->items[k].index])) return "cannot tint an image";
  return peer_has_blur(c) ? "has no blur" : NULL;
}

static cairo_matrix_t matrix(const peer_frame *f, double width, double height) {
  cairo_matrix_t m;
  cairo_matrix_init(&m, f->width_x / width, f->width_y / width, f->height_x / height, f->height_y / height, f->x, f->y);
  return m;
}

/* From pixels to the pattern's units. */
static void place(cairo_pattern_t *pattern, const peer_frame *f, double width, double height) {
  cairo_matrix_t m = matrix(f, width, height);
  cairo_matrix_invert(&m);
  cairo_pattern_set_matrix(pattern, &m);
}

static cairo_pattern_t *make_paint(const peer_case *c, const peer_paint *p) {
  if (p->kind == PEER_IMAGE_PAINT) {
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surfaces[p->image]);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR);
    place(pattern, &p->frame, c->images[p->image].width, c->images[p->image].height);
    return pattern;
  }
  cairo_pattern_t *pattern = p->kind == PEER_AXIAL ? cairo_pattern_create_linear(0, 0, 1, 0)
                                                   : cairo_pattern_create_radial(0, 0, 0, 0, 0, 1);
  for (int k = 0; k < p->count; k++) {
    peer_stop *s = &p->stops[k];
    cairo_pattern_add_color_stop_rgba(pattern, s->place, s->red, s->green, s->blue, s->alpha);
  }
  cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  place(pattern, &p->frame, 1, 1);
  return pattern;
}

static void add_elements(const peer_path *path) {
  const float *p = path->points;
  for (int k = 0; k < path->count; k++) {
    double x, y;
    switch (path->elements[k]) {
      case PEER_MOVE: cairo_move_to(context, p[0], p[1]); p += 2; break;
      case PEER_LINE: cairo_line_to(context, p[0], p[1]); p += 2; break;
      case PEER_QUAD:
        cairo_get_current_point(context, &x, &y);
        cairo_curve_to(context, (x + 2 * p[0]) / 3, (y + 2 * p[1]) / 3, (p[2] + 2 * p[0]) / 3, (p[3] + 2 * p[1]) / 3,
                       p[2], p[3]);
        p += 4;
        break;
      case PEER_CUBIC: cairo_curve_to(context, p[0], p[1], p[2], p[3], p[4], p[5]); p += 6; break;
      default: cairo_close_path(context);
    }
  }
}

/* One face for a font, because cairo keeps the pictures of glyphs with it. */
static cairo_font_face_t *make_face(const peer_case *c, int index) {
  static FT_Library library;
  FT_Face face;
  for (int k = 0; k < index; k++)
    if (strcmp(c->texts[k].font, c->texts[index].font) == 0) return faces[k];
  if (!library) FT_Init_FreeType(&library);
  if (FT_New_Face(library, peer_font_file(c->texts[index].font), 0, &face)) exit(1);
  return cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
}

static void make_texts(const peer_case *c) {
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context, options);
  faces = calloc((size_t)c->texts_count + 1, sizeof *faces);
  glyphs = calloc((size_t)c->texts_count + 1, sizeof *glyphs);
  for (int k = 0; k < c->texts_count; k++) {
    const peer_text *t = &c->texts[k];
    faces[k] = make_face(c, k);
    glyphs[k] = calloc((size_t)t->count + 1, sizeof **glyphs);
    for (int g = 0; g < t->count; g++)
      glyphs[k][g] = (cairo_glyph_t){t->glyphs[g], t->places[2 * g], t->places[2 * g + 1]};
  }
}

static void engine_begin(const peer_case *c) {
  frame = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, c->width, c->height);
  context = cairo_create(frame);
  surfaces = calloc((size_t)c->images_count + 1, sizeof *surfaces);
  patterns = calloc((size_t)c->images_count + 1, sizeof *patterns);
  paints = calloc((size_t)c->paints_count + 1, sizeof *paints);
  paths = calloc((size_t)c->paths_count + 1, sizeof *paths);
  boxes = peer_group_boxes(c);
  for (int k = 0; k < c->images_count; k++) {
    peer_image *i = &c->images[k];
    surfaces[k] = cairo_image_surface_create_for_data((unsigned char *)i->pixels, CAIRO_FORMAT_ARGB32, i->width,
                                                      i->height, i->width * 4);
    patterns[k] = cairo_pattern_create_for_surface(surfaces[k]);
    cairo_pattern_set_filter(patterns[k], CAIRO_FILTER_BILINEAR);
  }
  for (int k = 0; k < c->paints_count; k++) paints[k] = make_paint(c, &c->paints[k]);
  for (int k = 0; k < c->paths_count; k++) {
    cairo_new_path(context);
    add_elements(&c->paths[k]);
    paths[k] = cairo_copy_path(context);
  }
  cairo_new_path(context);
  make_texts(c);
}

static void set_source(const peer_item *i) {
  double color[4];
  if (i->paint >= 0) {
    cairo_set_source(context, paints[i->paint]);
    return;
  }
  peer_straight(i->color, color);
  cairo_set_source_rgba(context, color[0], color[1], color[2], color[3]);
}

static void rectangle(const peer_item *i) {
  double r = i->radius, x = i->x, y = i->y, right = x + i->width_x, bottom = y + i->height_y;
  set_source(i);
  if (!peer_is_upright(i)) {
    cairo_move_to(context, x, y);
    cairo_line_to(context, x + i->width_x, y + i->width_y);
    cairo_line_to(context, x + i->width_x + i->height_x, y + i->width_y + i->height_y);
    cairo_line_to(context, x + i->height_x, y + i->height_y);
    cairo_close_path(context);
  } else if (r <= 0) {
    cairo_rectangle(context, x, y, i->width_x, i->height_y);
  } else {
    cairo_new_sub_path(context);
    cairo_arc(context, right - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(context, right - r, bottom - r, r, 0, M_PI / 2);
    cairo_arc(context, x + r, bottom - r, r, M_PI / 2, M_PI);
    cairo_arc(context, x + r, y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(context);
  }
  cairo_fill(context);
}

static void image(const peer_case *c, const peer_item *i) {
  const peer_image *picture = &c->images[i->index];
  cairo_pattern_t *pattern = patterns[i->index];
  if (!peer_is_grey(i->color)) {
    set_source(i);
    place(pattern, &i->frame, picture->width, picture->height);
    cairo_mask(context, pattern);
  } else if (peer_is_plain(c, i) && i->color == 0xFFFFFFFFu) {
    cairo_set_source_surface(context, surfaces[i->index], i->x, i->y);
    cairo_rectangle(context, i->x, i->y, i->width_x, i->height_y);
    cairo_fill(context);
  } else {
    place(pattern, &i->frame, picture->width, picture->height);
    cairo_set_source(context, pattern);
    if (i->color == 0xFFFFFFFFu)
      cairo_paint(context);
    else
      cairo_paint_with_alpha(context, (i->color >> 24) / 255.0);
  }
}

static void path(const peer_case *c, const peer_item *i) {
  cairo_matrix_t m = matrix(&i->frame, 1, 1);
  cairo_save(context);
  set_source(i); /* in pixels */
  cairo_transform(context, &m);
  cairo_append_path(context, paths[i->index]);
  if (i->kind == PEER_STROKE) {
    const peer_pen *pen = &c->pens[i->pen];
    double dashes[16];
    int count = pen->count < 16 ? pen->count : 16;
    for (int k = 0; k < count; k++) dashes[k] = pen->dashes[k];
    cairo_set_line_width(context, pen->width);
    cairo_set_line_cap(context, (cairo_line_cap_t)pen->cap);
    cairo_set_line_join(context, (cairo_line_join_t)pen->join);
    cairo_set_miter_limit(context, pen->miter_limit);
    cairo_set_dash(context, dashes, count, pen->dash_phase);
    cairo_stroke(context);
  } else {
    cairo_set_fill_rule(context, i->kind == PEER_PATH ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD);
    cairo_fill(context);
  }
  cairo_restore(context);
}

static void text(const peer_case *c, const peer_item *i) {
  cairo_matrix_t m = matrix(&i->frame, 1, 1);
  cairo_save(context);
  set_source(i);
  cairo_transform(context, &m);
  cairo_set_font_face(context, faces[i->index]);
  cairo_set_font_size(context, c->texts[i->index].size);
  cairo_show_glyphs(context, glyphs[i->index], c->texts[i->index].count);
  cairo_restore(context);
}

static cairo_operator_t operation(int blend) {
  static const cairo_operator_t operations[] = {
      CAIRO_OPERATOR_OVER,        CAIRO_OPERATOR_ADD,        CAIRO_OPERATOR_MULTIPLY,    CAIRO_OPERATOR_SCREEN,
      CAIRO_OPERATOR_OVERLAY,     CAIRO_OPERATOR_DARKEN,     CAIRO_OPERATOR_LIGHTEN,     CAIRO_OPERATOR_COLOR_DODGE,
      CAIRO_OPERATOR_COLOR_BURN,  CAIRO_OPERATOR_HARD_LIGHT, CAIRO_OPERATOR_SOFT_LIGHT,  CAIRO_OPERATOR_DIFFERENCE,
      CAIRO_OPERATOR_EXCLUSION};
  return operations[blend];
}

/* What is drawn apart is not larger than the clip. */
static void begin_group(int k) {
  cairo_save(context);
  cairo_rectangle(context, boxes[k].x, boxes[k].y, boxes[k].width, boxes[k].height);
  cairo_clip(context);
  cairo_push_group(context);
}

static void end_group(const peer_item *group) {
  cairo_pop_group_to_source(context);
  cairo_set_operator(context, operation(group->blend));
  cairo_paint_with_alpha(context, (group->color >> 24) / 255.0);
  cairo_restore(context);
}

static void engine_frame(const peer_case *c) {
  const peer_item *groups[16];
  int depth = 0;
  double color[4];
  peer_straight(c->background, color);
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_rgba(context, color[0], color[1], color[2], color[3]);
  cairo_paint(context);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    cairo_set_operator(context, operation(i->blend));
    switch (i->kind) {
      case PEER_IMAGE: image(c, i); break;
      case PEER_RECTANGLE: rectangle(i); break;
      case PEER_TEXT: text(c, i); break;
      case PEER_GROUP: begin_group(k); groups[depth++ & 15] = i; break;
      case PEER_GROUP_END: end_group(groups[--depth & 15]); break;
      default: path(c, i);
    }
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  cairo_surface_flush(frame);
  *pixels_per_row = cairo_image_surface_get_stride(frame) / 4;
  return (const uint32_t *)cairo_image_surface_get_data(frame);
}
