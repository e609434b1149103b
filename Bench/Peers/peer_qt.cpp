// Qt 6's raster paint engine.
#include <QImage>
#include <QPainter>

extern "C" {
#include "peer.h"
}

static QImage *frame, *sprite;
static bool fades_out;

static const char *engine_refusal(const peer_case *c) {
  return !c->is_rectangles && peer_is_tinted(c) ? "cannot tint an image" : nullptr;
}

static void engine_begin(const peer_case *c) {
  fades_out = !c->is_rectangles && peer_fades_out(c);
  frame = new QImage(c->width, c->height, QImage::Format_ARGB32_Premultiplied);
  sprite = new QImage((const uchar *)c->image, c->image_width, c->image_height, c->image_width * 4,
                      QImage::Format_ARGB32_Premultiplied);
}

static void image(QPainter &painter, const peer_case *c, const peer_item *i) {
  if (peer_is_plain(c, i)) {
    painter.drawImage(QPoint((int)i->x, (int)i->y), *sprite);
  } else if (peer_is_upright(i)) {
    painter.drawImage(QRectF(i->x, i->y, i->width_x, i->height_y), *sprite);
  } else {
    painter.setTransform(QTransform(i->width_x / c->image_width, i->width_y / c->image_width,
                                    i->height_x / c->image_height, i->height_y / c->image_height, i->x, i->y));
    painter.drawImage(QPointF(0, 0), *sprite);
  }
}

static void engine_frame(const peer_case *c) {
  frame->fill(c->background);
  QPainter painter(frame);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  // Smooth edges cost Qt several times as much.
  painter.setRenderHint(QPainter::Antialiasing, !fades_out);
  painter.setCompositionMode(c->is_additive ? QPainter::CompositionMode_Plus : QPainter::CompositionMode_SourceOver);
  painter.setPen(Qt::NoPen);
  for (int k = 0; k < c->count; k++) {
    const peer_item *i = &c->items[k];
    if (!c->is_rectangles) {
      image(painter, c, i);
      continue;
    }
    QRectF box(i->x, i->y, i->width_x, i->height_y);
    QColor color = QColor::fromRgba(qUnpremultiply(i->color));
    if (i->radius > 0) {
      painter.setBrush(color);
      painter.drawRoundedRect(box, i->radius, i->radius);
    } else {
      painter.fillRect(box, color);
    }
  }
}

static const uint32_t *engine_pixels(int *pixels_per_row) {
  *pixels_per_row = (int)(frame->bytesPerLine() / 4);
  return (const uint32_t *)frame->constBits();
}
