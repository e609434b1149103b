/* Blend2D's C interface as far as we call it, declared after its documentation: its wheel has the library without
 * headers. */
#ifndef PEER_BLEND2D_H
#define PEER_BLEND2D_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  void *impl;
  uint64_t info;
} BLObject;

typedef struct {
  int x, y;
} BLPointI;

typedef struct {
  int x, y, width, height;
} BLRectI;

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

typedef struct {
  double offset;
  uint64_t color; /* four times 16 bits, straight */
} BLStop;

/* Glyphs at places of their own. */
typedef struct {
  const uint32_t *glyphs;
  const BLPoint *places;
  size_t size;
  uint8_t reserved, placement;
  int8_t glyph_step, place_step;
  uint32_t flags;
} BLGlyphRun;

enum { PLACEMENT_USER_UNITS = 3 };
enum { FORMAT_PRGB32 = 1, FORMAT_A8 = 3 };
enum { ACCESS_READ = 1 };
enum {
  OPERATOR_SOURCE_OVER = 0, OPERATOR_SOURCE = 1, OPERATOR_PLUS = 12, OPERATOR_MULTIPLY = 15, OPERATOR_SCREEN = 16,
  OPERATOR_OVERLAY = 17, OPERATOR_DARKEN = 18, OPERATOR_LIGHTEN = 19, OPERATOR_COLOR_DODGE = 20,
  OPERATOR_COLOR_BURN = 21, OPERATOR_HARD_LIGHT = 25, OPERATOR_SOFT_LIGHT = 26, OPERATOR_DIFFERENCE = 27,
  OPERATOR_EXCLUSION = 28
};
enum { HINT_PATTERN_QUALITY = 2, QUALITY_BILINEAR = 1 };
enum { TRANSFORM_ASSIGN = 1 };
enum { GEOMETRY_RECTANGLE = 4, GEOMETRY_ROUND_RECTANGLE = 7 };
enum { EXTEND_PAD = 0 };
enum { RULE_NON_ZERO = 0, RULE_EVEN_ODD = 1 };

enum { RUNTIME_BUILD = 0 };

uint32_t blRuntimeQueryInfo(uint32_t kind, void *info);
uint32_t blImageInitAs(BLObject *image, int width, int height, uint32_t format);
uint32_t blImageInitAsFromData(BLObject *image, int width, int height, uint32_t format, void *pixels, intptr_t stride,
                               uint32_t access, void (*destroy)(void *, void *, void *), void *user);
uint32_t blImageGetData(const BLObject *image, void *data);
uint32_t blGradientInitAs(BLObject *gradient, uint32_t type, const void *values, uint32_t extend, const BLStop *stops,
                          size_t count, const BLMatrix *place);
uint32_t blPatternInitAs(BLObject *pattern, const BLObject *image, const void *area, uint32_t extend,
                         const BLMatrix *place);
uint32_t blPathInit(BLObject *path);
uint32_t blPathMoveTo(BLObject *path, double x, double y);
uint32_t blPathLineTo(BLObject *path, double x, double y);
uint32_t blPathQuadTo(BLObject *path, double x1, double y1, double x2, double y2);
uint32_t blPathCubicTo(BLObject *path, double x1, double y1, double x2, double y2, double x3, double y3);
uint32_t blPathClose(BLObject *path);
uint32_t blFontFaceInit(BLObject *face);
uint32_t blFontFaceCreateFromFile(BLObject *face, const char *path, uint32_t flags);
uint32_t blFontInit(BLObject *font);
uint32_t blFontCreateFromFace(BLObject *font, const BLObject *face, float size);
uint32_t blContextInitAs(BLObject *context, BLObject *image, const void *options);
uint32_t blContextFlush(BLObject *context, uint32_t flags);
uint32_t blContextSetHint(BLObject *context, uint32_t hint, uint32_t value);
uint32_t blContextSetCompOp(BLObject *context, uint32_t operation);
uint32_t blContextSetGlobalAlpha(BLObject *context, double alpha);
uint32_t blContextSetFillRule(BLObject *context, uint32_t rule);
uint32_t blContextSetStrokeWidth(BLObject *context, double width);
uint32_t blContextSetStrokeCaps(BLObject *context, uint32_t cap);
uint32_t blContextSetStrokeJoin(BLObject *context, uint32_t join);
uint32_t blContextSetStrokeMiterLimit(BLObject *context, double limit);
uint32_t blContextApplyTransformOp(BLObject *context, uint32_t operation, const void *data);
uint32_t blContextFillAllRgba32(BLObject *context, uint32_t color);
uint32_t blContextFillAllExt(BLObject *context, const BLObject *style);
uint32_t blContextFillRectIRgba32(BLObject *context, const BLRectI *box, uint32_t color);
uint32_t blContextFillGeometryRgba32(BLObject *context, uint32_t type, const void *geometry, uint32_t color);
uint32_t blContextFillGeometryExt(BLObject *context, uint32_t type, const void *geometry, const BLObject *style);
uint32_t blContextFillPathDRgba32(BLObject *context, const BLPoint *origin, const BLObject *path, uint32_t color);
uint32_t blContextFillPathDExt(BLObject *context, const BLPoint *origin, const BLObject *path, const BLObject *style);
uint32_t blContextStrokePathDRgba32(BLObject *context, const BLPoint *origin, const BLObject *path, uint32_t color);
uint32_t blContextFillGlyphRunDRgba32(BLObject *context, const BLPoint *origin, const BLObject *font,
                                      const BLGlyphRun *run, uint32_t color);
uint32_t blContextFillMaskIRgba32(BLObject *context, const BLPointI *origin, const BLObject *mask, const void *area,
                                  uint32_t color);
uint32_t blContextBlitImageI(BLObject *context, const BLPointI *origin, const BLObject *image, const BLRectI *area);
uint32_t blContextBlitImageD(BLObject *context, const BLPoint *origin, const BLObject *image, const BLRectI *area);
uint32_t blContextBlitScaledImageD(BLObject *context, const BLRect *box, const BLObject *image, const BLRectI *area);

#endif
