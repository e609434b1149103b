/// Position and style of a glyph.
package struct GlyphLook: Sendable {
  /// From the glyph's outline, with the origin on the baseline, to points of the frame.
  package var transform: CGAffineTransform
  package var color: CGColor
  /// Standard deviation in points of the frame.
  package var blur: Double

  package init(transform: CGAffineTransform, color: CGColor, blur: Double = 0) {
    (self.transform, self.color, self.blur) = (transform, color, blur)
  }
}

extension TypesetText {
  /// Cost of drawing an outline, in pixels.
  private static let pixelsPerGlyph = 600.0
  /// Maximum blur in pixels.
  private static let largestBlur = 128.0
  /// Limit in points and in pixels. Farther or larger glyphs are not drawn.
  private static let farthest = 0x1p40

  /// A visible glyph with its bounding box.
  private struct Shown {
    let outline: GlyphOutline
    let look: GlyphLook
    let box: CGRect
  }

  /// Draws glyphs with individual styles and positions.
  /// - Parameter looks: one for each of the first glyphs. The others are not drawn.
  /// - Parameter scale: pixels per point.
  /// - Parameter visible: the visible part in points of the frame; nil: everything.
  /// - Parameter take: takes a number of pixels from the limit. Returns false if there are too few.
  package func picture(
    of looks: [GlyphLook], scale: Double, visible: CGRect?, take: (_ pixels: Double) -> Bool
  ) -> TextPicture? {
    guard scale > 0, scale.isFinite, visible.map(Self.isNear) ?? true else { return nil }
    let shown = zip(glyphs, looks).compactMap { glyph, look in self.shown(glyph, look, visible) }
    let reach = shown.reduce(CGRect.null) { $0.union($1.box) }
    let area = visible.map { reach.intersection($0) } ?? reach
    guard area.width > 0, area.height > 0 else { return nil }
    let fitting = Self.fitting(scale, area)
    guard fitting <= Self.farthest, let pixels = PixelArea(area, scale: fitting), let library = FreeTypeLibrary(),
      take(Double(pixels.width * pixels.height) + Double(shown.count) * Self.pixelsPerGlyph)
    else { return nil }
    var canvas = TextCanvas(width: pixels.width, height: pixels.height)
    for glyph in shown {
      let place = glyph.look.transform.concatenating(
        CGAffineTransform(
          a: fitting, b: 0, c: 0, d: fitting, tx: -Double(pixels.minX), ty: -Double(pixels.minY)))
      let (color, sigma) = (glyph.look.color, min(glyph.look.blur * fitting, Self.largestBlur))
      if sigma >= 0.05 {
        canvas.draw(glyph.outline, at: place, color: color, blurredBy: sigma, take, library)
      } else if glyph.outline.colors == nil || take(canvas.cost(of: glyph.outline, at: place)) {
        canvas.draw(glyph.outline, at: place, color: color, library)
      }
    }
    return TextPicture(image: canvas.image, place: pixels.inPoints(scale: fitting))
  }

  /// Numbers for which all later results are finite.
  private static func isNear(_ values: [CGFloat]) -> Bool { values.allSatisfy { abs($0) <= farthest } }

  private static func isNear(_ box: CGRect) -> Bool { isNear([box.minX, box.minY, box.maxX, box.maxY]) }

  private static func isNear(_ place: CGAffineTransform) -> Bool {
    isNear([place.a, place.b, place.c, place.d, place.tx, place.ty])
  }

  private func shown(_ glyph: Glyph, _ look: GlyphLook, _ visible: CGRect?) -> Shown? {
    let outline = outlines[glyph.outline]
    guard look.color.alpha > 0, !outline.box.isNull, Self.isNear(look.transform), look.blur <= Self.farthest
    else { return nil }
    let reach = -3 * max(0, look.blur)
    let box = outline.box.applying(look.transform).insetBy(dx: reach, dy: reach)
    guard Self.isNear(box), visible.map(box.intersects) ?? true else { return nil }
    return Shown(outline: outline, look: look, box: box)
  }
}

extension TextCanvas {
  /// Cost of a colour glyph: pixels of the canvas around it and of its image.
  fileprivate func cost(of glyph: GlyphOutline, at place: CGAffineTransform) -> Double {
    let part = glyph.box.applying(place).intersection(CGRect(x: 0, y: 0, width: width, height: height))
    return Double(glyph.weight) + (part.isNull ? 0 : Double(part.width * part.height))
  }

  /// Draws a blurred glyph, clipped to the canvas.
  fileprivate mutating func draw(
    _ glyph: GlyphOutline, at place: CGAffineTransform, color: CGColor, blurredBy sigma: Double,
    _ take: (_ pixels: Double) -> Bool, _ library: borrowing FreeTypeLibrary
  ) {
    let reach = (3 * sigma).rounded(.up)
    let box = glyph.box.applying(place).insetBy(dx: -reach, dy: -reach)
    // Parts farther away than the blur do not affect the canvas.
    let room = CGRect(x: 0, y: 0, width: width, height: height)
    guard let area = PixelArea(box.intersection(room.insetBy(dx: -reach, dy: -reach)), scale: 1),
      let inside = PixelArea(box.intersection(room), scale: 1), inside.minX + inside.width <= width,
      inside.minY + inside.height <= height,
      take((glyph.colors == nil ? 2 : 5) * Double(area.width * area.height) + Double(glyph.weight))
    else { return }
    var source = TextCanvas(width: area.width, height: area.height)
    let moved = place.concatenating(CGAffineTransform(translationX: -CGFloat(area.minX), y: -CGFloat(area.minY)))
    func blurred(_ component: Int) -> [Float] {
      var blur = CoverageBlur(source.plane(component), width: area.width, height: area.height)
      blur.blur(sigma)
      return blur.part(inside, of: area)
    }
    if glyph.colors == nil {
      source.draw(glyph.geometry, at: moved, color: .max, library)
      draw(blurred(3), in: inside, color: color.premultipliedPixel)
    } else {
      source.draw(glyph, at: moved, color: color, library)
      let planes = (0..<4).map(blurred)
      let pixels = planes[0].indices.map { index in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(min(255, planes[$1][index] + 0.5)) << UInt32(8 * $1) }
      }
      draw(
        PixelBlock(x: inside.minX, y: inside.minY, width: inside.width, height: inside.height, pixels: pixels),
        alpha: 1)
    }
  }
}
