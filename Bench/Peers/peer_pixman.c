/* pixman, which Cairo and X servers composite with. */
#include <pixman.h>

#include "peer.h"

static pixman_image_t *frame, **sprites;

static const char *engine_version(void) { return pixman_version_string(); }

static const char *engine_refusal(const peer_case *c) {
  for (int k = 0; k < c->count; k++)
    if (peer_is_colored(&c->items[k]) && !peer_is_mask(&c->images[c->items[k].index])) return "cannot tint an image";
  return peer_sprites_only(c);
}

static void engine_begin(const peer_case *c) {
  frame = pixman_image_create_bits(PIXMAN_a8r8g8b8, c->width, c->height, NULL, 0);
  sprites = calloc((size_t)c->images_count + 1, sizeof *sprites);
  for (int k = 0; k < c->images_count; k++) {
    peer_image *i = &c->images[k];
    sprites[k] = pixman_image_create_bits(PIXMAN_a8r8g8b8, i->width, i->height, i->pixels, i->width * 4);
    pixman_image_set_filter(sprites[k], PIXMAN_FILTER_BILINEAR, NULL, 0);
  }
}

static pixman_color_t color16(uint32_t color) {
  pixman_color_t result = {
      (color >> 16 & 255) * 257, (color >> 8 & 255) * 257, (color & 255) * 257, (color >> 24) * 257};
  return result;
}

/* From the pixels of the box that is drawn to those of the image; nothing for pixels that lie on each other. */
static void place(const peer_case *c, const peer_item *i, int left, int top) {
  pixman_image_t *sprite = sprites[i->index];
  double width = c->images[i->index].width, height = c->images[i->index].height;
  if (peer_is_plain(c, i)) {
    pixman_image_set_transform(sprite, NULL);
    return;
  }
  double a = i->width_x / width, b = i->height_x / height, d = i->width_y / width;
  double e = i->height_y / height, x = i->x - left, y = i->y - top;
  double scale = 1 / (a * e - b * d);
  pixman_f_transform_t t = {{{e * scale, -b * scale, (b * y - e * x) * scale},
                             {-d * scale, a * scale, (d * x - a * y) * scale},
                             {0, 0, 1}}};
  pixman_transform_t fixed;
  pixman_transform_from_pixman_f_transform(&fixed, &t);
  pixman_image_set_transform(sprite, &fixed);
}

static void image(const peer_case *c, const peer_item *i, pixman_op_t op) {
  pixman_image_t *sprite = sprites[i->index];
  double reach_x = fabs(i->width_x) + fabs(i->height_x), reach_y = fabs(i->width_y) + fabs(i->height_y);
  double middle_x = i->x + (i->width_x + i->height_x) / 2, middle_y = i->y + (i->width_y + i->height_y) / 2;
  /* Without an extent beyond the image its rim is soft over half a texel. */
  double rim = peer_is_plain(c, i) ? 0 : 0.5 * fmax(1, hypot(i->width_x, i->width_y) / c->images[i->index].width);
  int left = (int)floor(middle_x - reach_x / 2 - rim), top = (int)floor(middle_y - reach_y / 2 - rim);
  int right = (int)ceil(middle_x + reach_x / 2 + rim), bottom = (int)ceil(middle_y + reach_y / 2 + rim);
  place(c, i, left, top);
  if (i->color == 0xFFFFFFFFu) {
    pixman_image_composite32(op, sprite, NULL, frame, 0, 0, 0, 0, left, top, right - left, bottom - top);
    return;
  }
  pixman_color_t color = color16(i->color);
  pixman_image_t *solid = pixman_image_create_solid_fill(&color);
  pixman_image_composite32(op, solid, sprite, frame, 0, 0, 0, 0, left, top, right - left, bottom - top);
  pixman_image_unref(solid);
}

static void engine_frame(const peer_case *c) {
  pixman_fill(pixman_image_get_data(frame), pixman_image_get_stride(frame) / 4, 32, 0, 0, c->width, c->height,
              c->background);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    pixman_op_t op = i->blend == PEER_PLUS ? PIXMAN_OP_ADD : PIXMAN_OP_OVER;
    if (i->kind == PEER_IMAGE) {
      image(c, i, op);
      continue;
    }
    pixman_color_t color = color16(i->color);
    pixman_rectangle16_t box = {(int16_t)i->x, (int16_t)i->y, (uint16_t)i->width_x, (uint16_t)i->height_y};
    pixman_image_fill_rectangles(op, frame, &color, 1, &box);
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  *pixels_per_row = pixman_image_get_stride(frame) / 4;
  return pixman_image_get_data(frame);
}
