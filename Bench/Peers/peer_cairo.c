/* Cairo's image surface. */
#include <cairo.h>
#include <math.h>

#include "peer.h"

static cairo_surface_t *frame, *sprite;
static cairo_t *context;
static cairo_pattern_t *pattern;

static const char *engine_refusal(const peer_case *c) {
  (void)c;
  return NULL;
}

static void engine_begin(const peer_case *c) {
  frame = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, c->width, c->height);
  context = cairo_create(frame);
  if (c->is_rectangles || c->count == 0) return;
  sprite = cairo_image_surface_create_for_data((unsigned char *)c->image, CAIRO_FORMAT_ARGB32, c->image_width,
                                               c->image_height, c->image_width * 4);
  pattern = cairo_pattern_create_for_surface(sprite);
  cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR);
}

static void rounded_rectangle(const peer_item *i) {
  double r = i->radius, x = i->x, y = i->y, right = x + i->width_x, bottom = y + i->height_y;
  if (r <= 0) {
    cairo_rectangle(context, x, y, i->width_x, i->height_y);
    return;
  }
  cairo_new_sub_path(context);
  cairo_arc(context, right - r, y + r, r, -M_PI / 2, 0);
  cairo_arc(context, right - r, bottom - r, r, 0, M_PI / 2);
  cairo_arc(context, x + r, bottom - r, r, M_PI / 2, M_PI);
  cairo_arc(context, x + r, y + r, r, M_PI, 3 * M_PI / 2);
  cairo_close_path(context);
}

static void image(const peer_case *c, const peer_item *i) {
  cairo_matrix_t m;
  cairo_matrix_init(&m, i->width_x / c->image_width, i->width_y / c->image_width, i->height_x / c->image_height,
                    i->height_y / c->image_height, i->x, i->y);
  if (i->color != 0xFFFFFFFFu) {
    double color[4];
    peer_straight(i->color, color);
    cairo_set_source_rgba(context, color[0], color[1], color[2], color[3]);
    cairo_matrix_invert(&m);
    cairo_pattern_set_matrix(pattern, &m);
    cairo_mask(context, pattern);
  } else if (peer_is_plain(c, i)) {
    cairo_set_source_surface(context, sprite, i->x, i->y);
    cairo_rectangle(context, i->x, i->y, i->width_x, i->height_y);
    cairo_fill(context);
  } else {
    cairo_matrix_invert(&m);
    cairo_pattern_set_matrix(pattern, &m);
    cairo_set_source(context, pattern);
    cairo_paint(context);
  }
}

static void engine_frame(const peer_case *c) {
  double color[4];
  peer_straight(c->background, color);
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_rgba(context, color[0], color[1], color[2], color[3]);
  cairo_paint(context);
  cairo_set_operator(context, c->is_additive ? CAIRO_OPERATOR_ADD : CAIRO_OPERATOR_OVER);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (!c->is_rectangles) {
      image(c, i);
      continue;
    }
    peer_straight(i->color, color);
    cairo_set_source_rgba(context, color[0], color[1], color[2], color[3]);
    rounded_rectangle(i);
    cairo_fill(context);
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  cairo_surface_flush(frame);
  *pixels_per_row = cairo_image_surface_get_stride(frame) / 4;
  return (const uint32_t *)cairo_image_surface_get_data(frame);
}
