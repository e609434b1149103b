/* Blend2D, just-in-time compiled, drawn synchronously. Its wheel holds the library without headers: what is called is
 * declared here, after the documentation of its C interface. */
#include "peer.h"

typedef struct {
  void *impl;
  uint64_t info;
} BLObject;

typedef struct {
  int x, y;
} BLPointI;

typedef struct {
  double x, y;
} BLPoint;

typedef struct {
  double x, y, width, height;
} BLRect;

typedef struct {
  double x, y, width, height, radius_x, radius_y;
} BLRoundRect;

typedef struct {
  double m[6];
} BLMatrix;

enum { FORMAT_PRGB32 = 1, FORMAT_A8 = 3 };
enum { ACCESS_READ = 1 };
enum { OPERATOR_SOURCE_OVER = 0, OPERATOR_SOURCE = 1, OPERATOR_PLUS = 12 };
enum { HINT_PATTERN_QUALITY = 2, QUALITY_BILINEAR = 1 };
enum { TRANSFORM_ASSIGN = 1 };
enum { GEOMETRY_RECTANGLE = 4, GEOMETRY_ROUND_RECTANGLE = 7 };

uint32_t blImageInitAs(BLObject *image, int width, int height, uint32_t format);
uint32_t blImageInitAsFromData(BLObject *image, int width, int height, uint32_t format, void *pixels, intptr_t stride,
                               uint32_t access, void (*destroy)(void *, void *, void *), void *user);
uint32_t blImageGetData(const BLObject *image, void *data);
uint32_t blContextInitAs(BLObject *context, BLObject *image, const void *options);
uint32_t blContextFlush(BLObject *context, uint32_t flags);
uint32_t blContextSetHint(BLObject *context, uint32_t hint, uint32_t value);
uint32_t blContextSetCompOp(BLObject *context, uint32_t operation);
uint32_t blContextApplyTransformOp(BLObject *context, uint32_t operation, const void *data);
uint32_t blContextFillAllRgba32(BLObject *context, uint32_t color);
uint32_t blContextFillGeometryRgba32(BLObject *context, uint32_t type, const void *geometry, uint32_t color);
uint32_t blContextFillMaskIRgba32(BLObject *context, const BLPointI *origin, const BLObject *mask, const void *area,
                                  uint32_t color);
uint32_t blContextBlitImageI(BLObject *context, const BLPointI *origin, const BLObject *image, const void *area);
uint32_t blContextBlitImageD(BLObject *context, const BLPoint *origin, const BLObject *image, const void *area);
uint32_t blContextBlitScaledImageD(BLObject *context, const BLRect *box, const BLObject *image, const void *area);

static BLObject frame, sprite, mask, context;

/* It tints masks only, and these lie pixel on pixel. */
static const char *engine_refusal(const peer_case *c) {
  if (c->is_rectangles || !peer_is_tinted(c)) return NULL;
  for (int k = 0; k < c->count; k++)
    if (!peer_is_plain(c, &c->items[k])) return "cannot tint an image that is scaled or turned";
  return NULL;
}

static void engine_begin(const peer_case *c) {
  blImageInitAs(&frame, c->width, c->height, FORMAT_PRGB32);
  blContextInitAs(&context, &frame, NULL);
  blContextSetHint(&context, HINT_PATTERN_QUALITY, QUALITY_BILINEAR);
  if (c->is_rectangles || c->count == 0) return;
  int pixels = c->image_width * c->image_height;
  blImageInitAsFromData(&sprite, c->image_width, c->image_height, FORMAT_PRGB32, c->image, c->image_width * 4,
                        ACCESS_READ, NULL, NULL);
  uint8_t *alpha = (uint8_t *)malloc((size_t)pixels);
  for (int k = 0; k < pixels; k++) alpha[k] = (uint8_t)(c->image[k] >> 24);
  blImageInitAsFromData(&mask, c->image_width, c->image_height, FORMAT_A8, alpha, c->image_width, ACCESS_READ, NULL,
                        NULL);
}

static uint32_t straight(uint32_t color) {
  double parts[4];
  peer_straight(color, parts);
  uint32_t result = color & 0xFF000000u;
  for (int k = 0; k < 3; k++) result |= (uint32_t)(parts[k] * 255 + 0.5) << (16 - 8 * k);
  return result;
}

static void image(const peer_case *c, const peer_item *i) {
  if (peer_is_plain(c, i)) {
    BLPointI origin = {(int)i->x, (int)i->y};
    if (i->color == 0xFFFFFFFFu)
      blContextBlitImageI(&context, &origin, &sprite, NULL);
    else
      blContextFillMaskIRgba32(&context, &origin, &mask, NULL, straight(i->color));
  } else if (peer_is_upright(i)) {
    BLRect box = {i->x, i->y, i->width_x, i->height_y};
    blContextBlitScaledImageD(&context, &box, &sprite, NULL);
  } else {
    double width = c->image_width, height = c->image_height;
    BLMatrix m = {{i->width_x / width, i->width_y / width, i->height_x / height, i->height_y / height, i->x, i->y}};
    BLPoint origin = {0, 0};
    blContextApplyTransformOp(&context, TRANSFORM_ASSIGN, &m);
    blContextBlitImageD(&context, &origin, &sprite, NULL);
  }
}

static void engine_frame(const peer_case *c) {
  BLMatrix identity = {{1, 0, 0, 1, 0, 0}};
  blContextApplyTransformOp(&context, TRANSFORM_ASSIGN, &identity);
  blContextSetCompOp(&context, OPERATOR_SOURCE);
  blContextFillAllRgba32(&context, straight(c->background));
  blContextSetCompOp(&context, c->is_additive ? OPERATOR_PLUS : OPERATOR_SOURCE_OVER);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (!c->is_rectangles) {
      image(c, i);
      continue;
    }
    BLRoundRect box = {i->x, i->y, i->width_x, i->height_y, i->radius, i->radius};
    blContextFillGeometryRgba32(&context, i->radius > 0 ? GEOMETRY_ROUND_RECTANGLE : GEOMETRY_RECTANGLE, &box,
                                straight(i->color));
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  struct {
    void *pixels;
    intptr_t stride;
    int width, height;
    uint32_t format, flags;
  } data;
  blContextFlush(&context, 0x80000000u);
  blImageGetData(&frame, &data);
  *pixels_per_row = (int)(data.stride / 4);
  return (const uint32_t *)data.pixels;
}
