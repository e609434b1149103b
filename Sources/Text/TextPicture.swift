import CStarminePango

package struct TextPicture: Sendable {
  package let image: CGImage
  /// Rectangle of the image in the frame, in points from its top left corner.
  package let place: CGRect
}

extension TypesetText {
  /// Maximum number of pixels of an image. Larger ones have a lower resolution.
  package static let mostPixels = 16_000_000.0
  private static let longestSide = 16_384.0

  /// Draws the text with `scale` pixels per point, clipped to the frame; nil if nothing is visible.
  ///
  /// Coverage is accurate to 1/256, without hinting. A pure function of the text and the scale.
  package func picture(scale: Double) -> TextPicture? {
    guard scale > 0, scale.isFinite else { return nil }
    let area = CGRect(origin: .zero, size: frame.size).intersection(inkBox)
    guard area.width > 0, area.height > 0 else { return nil }
    let fitting = Self.fitting(scale, area)
    guard let pixels = PixelArea(area, scale: fitting), let library = FreeTypeLibrary() else { return nil }
    var canvas = TextCanvas(width: pixels.width, height: pixels.height)
    for glyph in glyphs {
      let outline = outlines[glyph.outline]
      guard outline.box.offsetBy(dx: glyph.x, dy: glyph.y).intersects(area) else { continue }
      var x = glyph.x * fitting
      if frame.quantizesPositions { x = (x * 4).rounded() / 4 }
      let place = CGAffineTransform(
        a: fitting, b: 0, c: 0, d: fitting, tx: x - Double(pixels.minX), ty: glyph.y * fitting - Double(pixels.minY))
      canvas.draw(outline, at: place, color: colors[glyph.color], library)
    }
    return TextPicture(image: canvas.image, place: pixels.inPoints(scale: fitting))
  }

  /// Pixels per point for an area, within the limit of images.
  static func fitting(_ scale: Double, _ area: CGRect) -> Double {
    let longest = Double(max(area.width, area.height))
    return min(scale, (longestSide - 2) / longest, (mostPixels / Double(area.width * area.height)).squareRoot())
  }

  package func faded(to opacity: CGFloat) -> TypesetText {
    var result = self
    for index in result.colors.indices { result.colors[index].alpha *= opacity }
    return result
  }

  /// The text in another colour, whose alpha also applies to colour glyphs.
  package func colored(_ color: CGColor) -> TypesetText {
    var result = self
    for index in result.colors.indices { result.colors[index] = color }
    return result
  }

  /// The glyphs of each run as a path in points of the frame, with its colour. Layers of colour glyphs are separate
  /// paths after it.
  package var paths: [(path: CGPath, color: CGColor)] {
    let plain = colors.map { (path: CGMutablePath(), color: $0) }
    var colored: [(path: CGPath, color: CGColor)] = []
    for glyph in glyphs {
      let place = CGAffineTransform(translationX: glyph.x, y: glyph.y)
      plain[glyph.color].path.addPath(CGPath(outlines[glyph.outline].geometry), transform: place)
      guard case .layers(let layers) = outlines[glyph.outline].colors else { continue }
      let own = colors[glyph.color]
      for layer in layers where !layer.outline.isEmpty {
        let path = CGMutablePath()
        path.addPath(CGPath(layer.outline), transform: place)
        colored.append((path, layer.color.map { $0.faded(to: $0.alpha * own.alpha) } ?? own))
      }
    }
    return plain.filter { !$0.path.isEmpty }.map { (path: $0.path, color: $0.color) } + colored
  }

  /// The glyphs with images, and their rectangles in points of the frame.
  package var pictures: [(image: CGImage, place: CGRect)] {
    glyphs.compactMap { glyph in
      guard case .picture(let image, let place) = outlines[glyph.outline].colors else { return nil }
      return (image.faded(to: colors[glyph.color].alpha), place.offsetBy(dx: glyph.x, dy: glyph.y))
    }
  }

  /// Bounding box of everything drawn, also outside the frame, in points.
  package var inkBox: CGRect {
    glyphs.reduce(CGRect.null) { $0.union(outlines[$1.outline].box.offsetBy(dx: $1.x, dy: $1.y)) }
  }
}

struct PixelArea {
  var minX: Int
  var minY: Int
  var width: Int
  var height: Int

  /// Up to this distance, numbers can represent single pixels.
  private static let farthest = 0x1p52

  /// Nil for an area that is too far away: the centre of a line of 1e300 points.
  init?(_ area: CGRect, scale: Double) {
    func whole(_ points: CGFloat, _ rule: FloatingPointRoundingRule) -> Int? {
      let pixels = (Double(points) * scale).rounded(rule)
      return abs(pixels) <= Self.farthest ? Int(pixels) : nil
    }
    guard let left = whole(area.minX, .down), let right = whole(area.maxX, .up), let top = whole(area.minY, .down),
      let bottom = whole(area.maxY, .up)
    else { return nil }
    (minX, minY, width, height) = (left, top, max(1, right - left), max(1, bottom - top))
  }

  func inPoints(scale: Double) -> CGRect {
    CGRect(
      x: Double(minX) / scale, y: Double(minY) / scale, width: Double(width) / scale, height: Double(height) / scale)
  }
}

extension CGColor {
  func faded(to alpha: CGFloat) -> CGColor { CGColor(red: red, green: green, blue: blue, alpha: alpha) }
}
