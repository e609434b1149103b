// Qt 6's raster paint engine.
#include <QGlyphRun>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <vector>

extern "C" {
#include "peer.h"
}

static QImage *frame, *scratch;
static std::vector<QImage> images;
static std::vector<QPainterPath> paths;
static std::vector<QBrush> brushes;
static std::vector<QTransform> places;
static std::vector<QPen> pens;
// Never given back: fonts may not outlive the application.
static auto &texts = *new std::vector<QGlyphRun>;
static std::vector<bool> fades_out;
static peer_box *boxes;

static const char *engine_version(void) { return qVersion(); }

static const char *engine_refusal(const peer_case *c) {
  for (int k = 0; k < c->count; k++)
    if (peer_is_colored(&c->items[k])) return "cannot tint an image";
  if (peer_has_nested_groups(c)) return "program without groups in groups";
  return peer_has_blur(c) ? "has no blur" : nullptr;
}

// Everything is kept as frames are: converted once, not for each pixel drawn.
static QImage::Format frame_format(void) {
  return peer_floats ? QImage::Format_RGBA32FPx4_Premultiplied : QImage::Format_ARGB32_Premultiplied;
}

static QTransform transform(const peer_frame &f, double width = 1, double height = 1) {
  return QTransform(f.width_x / width, f.width_y / width, f.height_x / height, f.height_y / height, f.x, f.y);
}

static QPainterPath make_path(const peer_path &path) {
  QPainterPath result;
  const float *p = path.points;
  for (int k = 0; k < path.count; k++) {
    switch (path.elements[k]) {
      case PEER_MOVE: result.moveTo(p[0], p[1]); p += 2; break;
      case PEER_LINE: result.lineTo(p[0], p[1]); p += 2; break;
      case PEER_QUAD: result.quadTo(p[0], p[1], p[2], p[3]); p += 4; break;
      case PEER_CUBIC: result.cubicTo(p[0], p[1], p[2], p[3], p[4], p[5]); p += 6; break;
      default: result.closeSubpath();
    }
  }
  return result;
}

static QBrush make_brush(const peer_case *c, const peer_paint &paint) {
  if (paint.kind == PEER_IMAGE_PAINT) return QBrush(images[paint.image]);
  QGradient gradient = paint.kind == PEER_AXIAL    ? QGradient(QLinearGradient(0, 0, 1, 0))
                       : paint.kind == PEER_RADIAL ? QGradient(QRadialGradient(0, 0, 1))
                                                   : QGradient(QConicalGradient(0, 0, 0));
  QGradientStops stops;
  for (int k = 0; k < paint.count; k++) {
    const peer_stop &s = paint.stops[k];
    stops.append({s.place, QColor::fromRgbF(s.red, s.green, s.blue, s.alpha)});
  }
  gradient.setStops(stops);
  gradient.setInterpolationMode(QGradient::ComponentInterpolation);
  (void)c;
  return QBrush(gradient);
}

// Where the brush's own units lie. Qt's cones turn towards smaller y.
static QTransform make_place(const peer_case *c, const peer_paint &paint) {
  peer_frame f = paint.frame;
  if (paint.kind == PEER_IMAGE_PAINT)
    return transform(f, c->images[paint.image].width, c->images[paint.image].height);
  if (paint.kind == PEER_CONIC) f.height_x = -f.height_x, f.height_y = -f.height_y;
  return transform(f);
}

static QPen make_pen(const peer_pen &pen) {
  static const Qt::PenCapStyle caps[] = {Qt::FlatCap, Qt::RoundCap, Qt::SquareCap};
  static const Qt::PenJoinStyle joins[] = {Qt::SvgMiterJoin, Qt::RoundJoin, Qt::BevelJoin};
  QPen result(Qt::black, pen.width, Qt::SolidLine, caps[pen.cap], joins[pen.join]);
  result.setMiterLimit(pen.miter_limit);
  QList<qreal> dashes;
  for (int k = 0; k < pen.count; k++) dashes.append(pen.dashes[k] / pen.width);
  if (!dashes.isEmpty()) {
    result.setDashPattern(dashes);
    result.setDashOffset(pen.dash_phase / pen.width);
  }
  return result;
}

static QGlyphRun make_text(const peer_text &text) {
  QGlyphRun result;
  QList<quint32> glyphs;
  QList<QPointF> places;
  for (int k = 0; k < text.count; k++) {
    glyphs.append(text.glyphs[k]);
    places.append(QPointF(text.places[2 * k], text.places[2 * k + 1]));
  }
  result.setRawFont(QRawFont(QString::fromUtf8(peer_font_file(text.font)), text.size, QFont::PreferNoHinting));
  result.setGlyphIndexes(glyphs);
  result.setPositions(places);
  return result;
}

// Fonts want an application.
static void make_texts(const peer_case *c) {
  static int count = 1;
  static char name[] = "peer", *arguments[] = {name, nullptr};
  if (c->texts_count == 0) return;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  new QGuiApplication(count, arguments);
  for (int k = 0; k < c->texts_count; k++) texts.push_back(make_text(c->texts[k]));
}

static void engine_begin(const peer_case *c) {
  make_texts(c);
  frame = new QImage(c->width, c->height, frame_format());
  boxes = peer_group_boxes(c);
  int width = 1, height = 1;
  for (int k = 0; k < c->count; k++) {
    if (boxes[k].width > width) width = boxes[k].width;
    if (boxes[k].height > height) height = boxes[k].height;
  }
  scratch = new QImage(width, height, frame_format());
  for (int k = 0; k < c->images_count; k++) {
    const peer_image &i = c->images[k];
    images.push_back(
        QImage((const uchar *)i.pixels, i.width, i.height, i.width * 4, QImage::Format_ARGB32_Premultiplied)
            .convertToFormat(frame_format()));
    fades_out.push_back(peer_fades_out(&i));
  }
  for (int k = 0; k < c->paths_count; k++) paths.push_back(make_path(c->paths[k]));
  for (int k = 0; k < c->paints_count; k++) brushes.push_back(make_brush(c, c->paints[k]));
  for (int k = 0; k < c->paints_count; k++) places.push_back(make_place(c, c->paints[k]));
  for (int k = 0; k < c->pens_count; k++) pens.push_back(make_pen(c->pens[k]));
}

static void image(QPainter &painter, const peer_case *c, const peer_item *i) {
  const QImage &picture = images[i->index];
  // Smooth edges cost Qt several times as much.
  painter.setRenderHint(QPainter::Antialiasing, !fades_out[i->index]);
  painter.setOpacity((i->color >> 24) / 255.0);
  bool is_unscaled = i->width_x == (float)picture.width() && i->height_y == (float)picture.height();
  if (peer_is_plain(c, i)) {
    painter.drawImage(QPoint((int)i->x, (int)i->y), picture);
  } else if (peer_is_upright(i) && is_unscaled) {
    // Without a stretch it is drawn pixel on pixel, wherever it lies.
    painter.setTransform(QTransform(1.00001, 0, 0, 1.00001, i->x, i->y), true);
    painter.drawImage(QPointF(0, 0), picture);
  } else if (peer_is_upright(i)) {
    painter.drawImage(QRectF(i->x, i->y, i->width_x, i->height_y), picture);
  } else {
    painter.setTransform(transform(i->frame, picture.width(), picture.height()), true);
    painter.drawImage(QPointF(0, 0), picture);
  }
}

// What an item is filled with, seen from pixels or from inside of a transform.
static QBrush brush(const peer_item *i, const QTransform &inside) {
  if (i->paint < 0) return QBrush(QColor::fromRgba(qUnpremultiply(i->color)));
  QBrush result = brushes[i->paint];
  result.setTransform(places[i->paint] * inside.inverted());
  return result;
}

static void rectangle(QPainter &painter, const peer_item *i) {
  QRectF box(i->x, i->y, i->width_x, i->height_y);
  if (!peer_is_upright(i)) {
    QTransform place = transform(i->frame);
    painter.setTransform(place, true);
    painter.fillRect(QRectF(0, 0, 1, 1), brush(i, place));
  } else if (i->radius > 0) {
    painter.setBrush(brush(i, QTransform()));
    painter.drawRoundedRect(box, i->radius, i->radius);
  } else if (i->paint < 0) {
    painter.fillRect(box, QColor::fromRgba(qUnpremultiply(i->color)));
  } else {
    painter.fillRect(box, brush(i, QTransform()));
  }
}

static void path(QPainter &painter, const peer_item *i) {
  QTransform place = transform(i->frame);
  painter.setTransform(place, true);
  if (i->kind == PEER_STROKE) {
    QPen pen = pens[i->pen];
    pen.setBrush(brush(i, place));
    painter.strokePath(paths[i->index], pen);
    return;
  }
  QPainterPath &shape = paths[i->index];
  Qt::FillRule rule = i->kind == PEER_PATH ? Qt::WindingFill : Qt::OddEvenFill;
  if (shape.fillRule() != rule) shape.setFillRule(rule);
  painter.fillPath(shape, brush(i, place));
}

static void text(QPainter &painter, const peer_item *i) {
  painter.setPen(QColor::fromRgba(qUnpremultiply(i->color)));
  if (peer_is_moved(&i->frame)) {
    painter.drawGlyphRun(QPointF(i->x, i->y), texts[i->index]);
  } else {
    painter.setTransform(transform(i->frame), true);
    painter.drawGlyphRun(QPointF(0, 0), texts[i->index]);
  }
  painter.setPen(Qt::NoPen);
}

static QPainter::CompositionMode mode(int blend) {
  static const QPainter::CompositionMode modes[] = {
      QPainter::CompositionMode_SourceOver, QPainter::CompositionMode_Plus,       QPainter::CompositionMode_Multiply,
      QPainter::CompositionMode_Screen,     QPainter::CompositionMode_Overlay,    QPainter::CompositionMode_Darken,
      QPainter::CompositionMode_Lighten,    QPainter::CompositionMode_ColorDodge, QPainter::CompositionMode_ColorBurn,
      QPainter::CompositionMode_HardLight,  QPainter::CompositionMode_SoftLight,  QPainter::CompositionMode_Difference,
      QPainter::CompositionMode_Exclusion};
  return modes[blend];
}

static void draw(QPainter &painter, const peer_case *c, const peer_item *i, const QTransform &origin) {
  bool moves = i->kind != PEER_RECTANGLE || !peer_is_upright(i);
  if (painter.compositionMode() != mode(i->blend)) painter.setCompositionMode(mode(i->blend));
  if (i->kind == PEER_IMAGE)
    image(painter, c, i);
  else if (i->kind == PEER_RECTANGLE)
    rectangle(painter, i);
  else if (i->kind == PEER_TEXT)
    text(painter, i);
  else
    path(painter, i);
  if (moves) painter.setTransform(origin);
}

static void prepare(QPainter &painter) {
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
}

// Draws a group apart; the index of its end.
static int group(QPainter &painter, const peer_case *c, int start) {
  peer_box box = boxes[start];
  int k = start + 1;
  {
    QPainter inner(scratch);
    inner.setCompositionMode(QPainter::CompositionMode_Clear);
    inner.fillRect(0, 0, box.width, box.height, Qt::transparent);
    prepare(inner);
    QTransform origin = QTransform::fromTranslate(-box.x, -box.y);
    inner.setTransform(origin);
    for (; c->items[k].kind != PEER_GROUP_END; k++) draw(inner, c, &c->items[k], origin);
  }
  painter.setCompositionMode(mode(c->items[start].blend));
  painter.setOpacity((c->items[start].color >> 24) / 255.0);
  painter.drawImage(QPoint(box.x, box.y), *scratch, QRect(0, 0, box.width, box.height));
  painter.setOpacity(1);
  return k;
}

static void engine_frame(const peer_case *c) {
  if (peer_floats)
    frame->fill(QColor::fromRgba(qUnpremultiply(c->background)));
  else
    frame->fill(c->background);
  QPainter painter(frame);
  prepare(painter);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (i->kind == PEER_GROUP)
      k = group(painter, c, k);
    else
      draw(painter, c, i, QTransform());
    if (i->kind == PEER_IMAGE && k + 1 < c->count && c->items[k + 1].kind != PEER_IMAGE) {
      painter.setOpacity(1);
      painter.setRenderHint(QPainter::Antialiasing);
    }
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  if (peer_floats) *frame = frame->convertToFormat(QImage::Format_ARGB32_Premultiplied);
  *pixels_per_row = (int)(frame->bytesPerLine() / 4);
  return (const uint32_t *)frame->constBits();
}
