/* Blend2D, just-in-time compiled, drawn synchronously. A group is drawn into an image of our own. */
#include "blend2d.h"
#include "peer.h"

/* One that is drawn into, and what is set in it. */
typedef struct {
  BLObject context;
  int blend, alpha, rule, pen;
} target;

static BLObject picture, scratch, *images, *masks, *paths, *paints;
/* By item: those of turned paths, whose paints lie in the units of the path. */
static BLObject *turned_paints;
static BLObject *fonts;
static BLGlyphRun *runs;
static target whole, apart;
static peer_box *boxes;

/* It tints masks only, and these lie pixel on pixel. */
static const char *engine_version(void) {
  static char text[48];
  /* Begins with the three parts of the version; longer than any library's. */
  uint32_t build[64] = {0};
  if (blRuntimeQueryInfo(RUNTIME_BUILD, build)) return "unknown";
  snprintf(text, sizeof text, "%u.%u.%u", build[0], build[1], build[2]);
  return text;
}

static const char *engine_refusal(const peer_case *c) {
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (peer_is_colored(i) && !(peer_is_plain(c, i) && peer_is_mask(&c->images[i->index])))
      return "cannot tint an image that is scaled or turned";
    if (i->kind == PEER_STROKE && c->pens[i->pen].count) return "has no dashes";
  }
  if (peer_has_nested_groups(c)) return "program without groups in groups";
  return peer_has_blur(c) ? "has no blur" : NULL;
}

static BLMatrix matrix(const peer_frame *f, double width, double height) {
  BLMatrix m = {{f->width_x / width, f->width_y / width, f->height_x / height, f->height_y / height, f->x, f->y}};
  return m;
}

static void make_path(BLObject *path, const peer_path *from) {
  const float *p = from->points;
  blPathInit(path);
  for (int k = 0; k < from->count; k++) {
    switch (from->elements[k]) {
      case PEER_MOVE: blPathMoveTo(path, p[0], p[1]); p += 2; break;
      case PEER_LINE: blPathLineTo(path, p[0], p[1]); p += 2; break;
      case PEER_QUAD: blPathQuadTo(path, p[0], p[1], p[2], p[3]); p += 4; break;
      case PEER_CUBIC: blPathCubicTo(path, p[0], p[1], p[2], p[3], p[4], p[5]); p += 6; break;
      default: blPathClose(path);
    }
  }
}

/* Its cones go wrong where a turn comes before a stretch: takes the turn out of the frame, in radians. */
static double take_turn(BLMatrix *m) {
  double turn = atan2(-m->m[2], m->m[0]), cosine = cos(turn), sine = sin(turn);
  double x[2] = {m->m[0] * cosine - m->m[2] * sine, m->m[1] * cosine - m->m[3] * sine};
  double y[2] = {m->m[0] * sine + m->m[2] * cosine, m->m[1] * sine + m->m[3] * cosine};
  memcpy(m->m, x, sizeof x);
  memcpy(m->m + 2, y, sizeof y);
  return turn;
}

static void make_paint(BLObject *paint, const peer_case *c, const peer_paint *from, const peer_frame *frame) {
  /* A line; two centres and a radius; a centre, an angle and a count. */
  static const double values[3][6] = {{0, 0, 1, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 1}};
  if (from->kind == PEER_IMAGE_PAINT) {
    BLMatrix m = matrix(frame, c->images[from->image].width, c->images[from->image].height);
    blPatternInitAs(paint, &images[from->image], NULL, EXTEND_PAD, &m);
    return;
  }
  BLMatrix m = matrix(frame, 1, 1);
  double given[6];
  memcpy(given, values[from->kind], sizeof given);
  if (from->kind == PEER_CONIC) given[2] = take_turn(&m);
  BLStop *stops = calloc((size_t)from->count + 1, sizeof *stops);
  for (int k = 0; k < from->count; k++) {
    const peer_stop *s = &from->stops[k];
    float parts[4] = {s->alpha, s->red, s->green, s->blue};
    stops[k].offset = s->place;
    for (int p = 0; p < 4; p++) stops[k].color = stops[k].color << 16 | (uint64_t)(parts[p] * 65535 + 0.5f);
  }
  blGradientInitAs(paint, (uint32_t)from->kind, given, EXTEND_PAD, stops, (size_t)from->count, &m);
  free(stops);
}

static void begin_target(target *t, BLObject *image) {
  blContextInitAs(&t->context, image, NULL);
  blContextSetHint(&t->context, HINT_PATTERN_QUALITY, QUALITY_BILINEAR);
  t->blend = t->rule = t->pen = -1;
  t->alpha = 255;
}

static void make_images(const peer_case *c) {
  for (int k = 0; k < c->images_count; k++) {
    const peer_image *i = &c->images[k];
    blImageInitAsFromData(&images[k], i->width, i->height, FORMAT_PRGB32, i->pixels, i->width * 4, ACCESS_READ, NULL,
                          NULL);
    uint8_t *alpha = malloc((size_t)i->width * i->height);
    for (int p = 0; p < i->width * i->height; p++) alpha[p] = (uint8_t)(i->pixels[p] >> 24);
    blImageInitAsFromData(&masks[k], i->width, i->height, FORMAT_A8, alpha, i->width, ACCESS_READ, NULL, NULL);
  }
}

static void make_text(const peer_text *text, BLObject *font, BLGlyphRun *run) {
  BLObject face;
  BLPoint *places = calloc((size_t)text->count + 1, sizeof *places);
  for (int k = 0; k < text->count; k++) places[k] = (BLPoint){text->places[2 * k], text->places[2 * k + 1]};
  blFontFaceInit(&face);
  blFontFaceCreateFromFile(&face, peer_font_file(text->font), 0);
  blFontInit(font);
  blFontCreateFromFace(font, &face, text->size);
  *run = (BLGlyphRun){text->glyphs, places, (size_t)text->count, 0, PLACEMENT_USER_UNITS, 4, sizeof *places, 0};
}

static void engine_begin(const peer_case *c) {
  int width = 1, height = 1;
  images = calloc((size_t)c->images_count + 1, sizeof *images);
  masks = calloc((size_t)c->images_count + 1, sizeof *masks);
  paths = calloc((size_t)c->paths_count + 1, sizeof *paths);
  paints = calloc((size_t)c->paints_count + 1, sizeof *paints);
  turned_paints = calloc((size_t)c->count + 1, sizeof *turned_paints);
  fonts = calloc((size_t)c->texts_count + 1, sizeof *fonts);
  runs = calloc((size_t)c->texts_count + 1, sizeof *runs);
  for (int k = 0; k < c->texts_count; k++) make_text(&c->texts[k], &fonts[k], &runs[k]);
  boxes = peer_group_boxes(c);
  for (int k = 0; k < c->count; k++) {
    if (boxes[k].width > width) width = boxes[k].width;
    if (boxes[k].height > height) height = boxes[k].height;
  }
  blImageInitAs(&picture, c->width, c->height, FORMAT_PRGB32);
  blImageInitAs(&scratch, width, height, FORMAT_PRGB32);
  begin_target(&whole, &picture);
  begin_target(&apart, &scratch);
  make_images(c);
  for (int k = 0; k < c->paths_count; k++) make_path(&paths[k], &c->paths[k]);
  for (int k = 0; k < c->paints_count; k++) make_paint(&paints[k], c, &c->paints[k], &c->paints[k].frame);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (i->paint < 0 || i->kind < PEER_PATH || peer_is_moved(&i->frame)) continue;
    peer_frame inside = peer_inside(&i->frame, &c->paints[i->paint].frame);
    make_paint(&turned_paints[k], c, &c->paints[i->paint], &inside);
  }
}

static void place(target *t, const BLMatrix *m) { blContextApplyTransformOp(&t->context, TRANSFORM_ASSIGN, m); }

static void set_blend(target *t, int blend) {
  static const uint32_t operations[] = {
      OPERATOR_SOURCE_OVER, OPERATOR_PLUS,        OPERATOR_MULTIPLY,   OPERATOR_SCREEN,     OPERATOR_OVERLAY,
      OPERATOR_DARKEN,      OPERATOR_LIGHTEN,     OPERATOR_COLOR_DODGE, OPERATOR_COLOR_BURN, OPERATOR_HARD_LIGHT,
      OPERATOR_SOFT_LIGHT,  OPERATOR_DIFFERENCE, OPERATOR_EXCLUSION};
  if (t->blend != blend) blContextSetCompOp(&t->context, operations[t->blend = blend]);
}

static void set_alpha(target *t, int alpha) {
  if (t->alpha != alpha) blContextSetGlobalAlpha(&t->context, (t->alpha = alpha) / 255.0);
}

static void set_pen(target *t, const peer_case *c, int index) {
  static const uint32_t caps[] = {0, 2, 1}, joins[] = {1, 4, 3};
  const peer_pen *pen = &c->pens[index];
  if (t->pen == index) return;
  t->pen = index;
  blContextSetStrokeWidth(&t->context, pen->width);
  blContextSetStrokeCaps(&t->context, caps[pen->cap]);
  blContextSetStrokeJoin(&t->context, joins[pen->join]);
  blContextSetStrokeMiterLimit(&t->context, pen->miter_limit);
}

static void image(target *t, const peer_case *c, const peer_item *i, const BLMatrix *origin) {
  const BLObject *from = &images[i->index];
  BLObject *context = &t->context;
  int is_grey = peer_is_grey(i->color);
  set_alpha(t, is_grey ? (int)(i->color >> 24) : 255);
  if (peer_is_plain(c, i)) {
    BLPointI corner = {(int)i->x, (int)i->y};
    if (is_grey)
      blContextBlitImageI(context, &corner, from, NULL);
    else
      blContextFillMaskIRgba32(context, &corner, &masks[i->index], NULL, peer_straight_word(i->color));
  } else if (peer_is_upright(i)) {
    const peer_image *size = &c->images[i->index];
    BLRect box = {i->x, i->y, i->width_x, i->height_y};
    BLPoint corner = {i->x, i->y};
    if (i->width_x == (float)size->width && i->height_y == (float)size->height)
      blContextBlitImageD(context, &corner, from, NULL);
    else
      blContextBlitScaledImageD(context, &box, from, NULL);
  } else {
    BLMatrix m = matrix(&i->frame, c->images[i->index].width, c->images[i->index].height);
    BLPoint corner = {0, 0};
    m.m[4] += origin->m[4];
    m.m[5] += origin->m[5];
    place(t, &m);
    blContextBlitImageD(context, &corner, from, NULL);
    place(t, origin);
  }
  set_alpha(t, 255);
}

static void rectangle(target *t, const peer_item *i, const BLMatrix *origin) {
  BLRoundRect box = {i->x, i->y, i->width_x, i->height_y, i->radius, i->radius};
  uint32_t type = i->radius > 0 ? GEOMETRY_ROUND_RECTANGLE : GEOMETRY_RECTANGLE;
  int is_upright = peer_is_upright(i);
  if (!is_upright) {
    BLMatrix m = matrix(&i->frame, 1, 1);
    m.m[4] += origin->m[4];
    m.m[5] += origin->m[5];
    place(t, &m);
    box = (BLRoundRect){0, 0, 1, 1, 0, 0};
  }
  if (i->paint >= 0)
    blContextFillGeometryExt(&t->context, type, &box, &paints[i->paint]);
  else
    blContextFillGeometryRgba32(&t->context, type, &box, peer_straight_word(i->color));
  if (!is_upright) place(t, origin);
}

static void path(target *t, const peer_case *c, const peer_item *i, const BLMatrix *origin) {
  BLPoint corner = {i->x, i->y};
  int is_moved = peer_is_moved(&i->frame), rule = i->kind == PEER_EVEN_ODD_PATH ? RULE_EVEN_ODD : RULE_NON_ZERO;
  uint32_t color = peer_straight_word(i->color);
  if (!is_moved) {
    BLMatrix m = matrix(&i->frame, 1, 1);
    m.m[4] += origin->m[4];
    m.m[5] += origin->m[5];
    place(t, &m);
    corner = (BLPoint){0, 0};
  }
  if (i->kind == PEER_STROKE) {
    set_pen(t, c, i->pen);
    blContextStrokePathDRgba32(&t->context, &corner, &paths[i->index], color);
  } else {
    if (t->rule != rule) blContextSetFillRule(&t->context, (uint32_t)(t->rule = rule));
    if (i->paint >= 0)
      blContextFillPathDExt(&t->context, &corner, &paths[i->index],
                            is_moved ? &paints[i->paint] : &turned_paints[i - c->items]);
    else
      blContextFillPathDRgba32(&t->context, &corner, &paths[i->index], color);
  }
  if (!is_moved) place(t, origin);
}

static void text(target *t, const peer_item *i, const BLMatrix *origin) {
  BLMatrix m = matrix(&i->frame, 1, 1);
  BLPoint corner = {i->x, i->y};
  int is_moved = peer_is_moved(&i->frame);
  m.m[4] += origin->m[4];
  m.m[5] += origin->m[5];
  if (!is_moved) {
    place(t, &m);
    corner = (BLPoint){0, 0};
  }
  blContextFillGlyphRunDRgba32(&t->context, &corner, &fonts[i->index], &runs[i->index], peer_straight_word(i->color));
  if (!is_moved) place(t, origin);
}

static void draw(target *t, const peer_case *c, const peer_item *i, const BLMatrix *origin) {
  set_blend(t, i->blend);
  if (i->kind == PEER_IMAGE)
    image(t, c, i, origin);
  else if (i->kind == PEER_RECTANGLE)
    rectangle(t, i, origin);
  else if (i->kind == PEER_TEXT)
    text(t, i, origin);
  else
    path(t, c, i, origin);
}

/* The index of its end. */
static int group(const peer_case *c, int start) {
  const peer_item *first = &c->items[start];
  peer_box box = boxes[start];
  BLMatrix identity = {{1, 0, 0, 1, 0, 0}}, origin = {{1, 0, 0, 1, -box.x, -box.y}};
  BLRectI area = {0, 0, box.width, box.height};
  BLPointI corner = {box.x, box.y};
  int k = start + 1;
  place(&apart, &identity);
  blContextSetCompOp(&apart.context, OPERATOR_SOURCE);
  apart.blend = -1;
  blContextFillRectIRgba32(&apart.context, &area, 0);
  place(&apart, &origin);
  for (; c->items[k].kind != PEER_GROUP_END; k++) draw(&apart, c, &c->items[k], &origin);
  set_blend(&whole, first->blend);
  set_alpha(&whole, (int)(first->color >> 24));
  blContextBlitImageI(&whole.context, &corner, &scratch, &area);
  set_alpha(&whole, 255);
  return k;
}

static void engine_frame(const peer_case *c) {
  BLMatrix identity = {{1, 0, 0, 1, 0, 0}};
  blContextSetCompOp(&whole.context, OPERATOR_SOURCE);
  whole.blend = -1;
  blContextFillAllRgba32(&whole.context, peer_straight_word(c->background));
  for (int k = 0; k < c->count; k++) {
    if (c->items[k].kind == PEER_GROUP)
      k = group(c, k);
    else
      draw(&whole, c, &c->items[k], &identity);
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  struct {
    void *pixels;
    intptr_t stride;
    int width, height;
    uint32_t format, flags;
  } data;
  blContextFlush(&whole.context, 0x80000000u);
  blImageGetData(&picture, &data);
  *pixels_per_row = (int)(data.stride / 4);
  return (const uint32_t *)data.pixels;
}
