/// The box that text is set in, and how.
package struct TextFrame: Hashable, Sendable {
  /// Points. Text starts at the top. Parts outside are not drawn.
  package var size: CGSize
  /// Whether lines wrap at the width. Line feeds always start a new line.
  package var isWrapped = false
  package var truncation = TextTruncation.none
  package var alignment = TextAlignment.natural
  package var fit = TextFit.none
  /// Width at which lines wrap; nil: that of the frame.
  var lineWidth: CGFloat?
  /// Whether glyphs start at quarters of a pixel.
  package var quantizesPositions = false

  package init(
    size: CGSize, isWrapped: Bool = false, truncation: TextTruncation = .none, alignment: TextAlignment = .natural
  ) {
    (self.size, self.isWrapped, self.truncation, self.alignment) = (size, isWrapped, truncation, alignment)
  }
}

/// A note on text that is not shown exactly as requested.
package enum TextDiagnostic: Hashable, Sendable {
  /// No font has the name; the nearest one is used.
  case fontSubstituted(asked: String, used: String)
  case fontUnreadable(path: String)
  /// No font has glyphs for the characters; boxes are drawn.
  case glyphsMissing(characters: String, font: String)
  /// Pango or fontconfig is not installed, or there are no fonts; text is not drawn.
  case typesetterMissing
  /// The text was cut because it exceeds the limit for this font size.
  case textCut(characters: Int, limit: Int)
}

extension TextDiagnostic: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fontSubstituted(let asked, let used): "the font \"\(asked)\" is not installed; \"\(used)\" is used instead"
    case .fontUnreadable(let path): "\(path) is not a supported font file"
    case .glyphsMissing(let characters, let font):
      "no installed font has \"\(characters)\": a box is drawn for each character (the font is \"\(font)\")"
    case .typesetterMissing:
      "texts are not drawn: Pango or fontconfig is not installed (Debian and Ubuntu: libpangoft2-1.0-0 and a font)"
    case .textCut(let count, let limit): "the text has \(count) characters; \(limit) are shown at this size"
    }
  }
}

/// A line of text in points from the top left corner of the frame, y down.
package struct TextLine: Hashable, Sendable {
  package var x: Double
  package var baseline: Double
  /// Both positive, relative to the baseline.
  package var ascent: Double
  package var descent: Double
  package var width: Double
  package var hanging: Double
  package var isRightToLeft: Bool
  package var isTruncated: Bool
  package var bytes: Range<Int>
  package var glyphs: Range<Int>
}

/// Text after layout: only values, which any thread can draw at any scale.
package struct TypesetText: Sendable {
  package struct Glyph: Sendable {
    var outline: Int
    /// Origin of the glyph on its baseline, in points of the frame.
    package var x: Double
    package var y: Double
    package var advance: Double
    var color: Int
    package var byte: Int
    /// Glyph index in its font; nil for an underline or strikethrough.
    package var number: UInt32?
  }

  package internal(set) var frame: TextFrame
  /// Factor of all font sizes, below 1 if the text was shrunk to fit.
  package internal(set) var scale: CGFloat = 1
  package internal(set) var isFitted = false
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var lines: [TextLine] = []
  package internal(set) var diagnostics: [TextDiagnostic] = []
  package internal(set) var glyphs: [Glyph] = []
  /// Points, y down, origin on the baseline.
  var outlines: [GlyphOutline] = []
  /// Two per run: of all runs for their glyphs, then of all runs for the lines around glyphs.
  var colors: [CGColor] = []

  init(frame: TextFrame) { self.frame = frame }

  package var hasOwnColors: Bool { glyphs.contains { outlines[$0.outline].colors != nil } }

  /// Pixels of all images of glyphs, counted for each glyph.
  package var ownPixels: Double { glyphs.reduce(0) { $0 + Double(outlines[$1.outline].colors?.weight ?? 0) } }

  package func color(of glyph: Glyph) -> CGColor { colors[glyph.color] }

  /// Height of the highest outline above its baseline in points.
  package var inkHeight: Double {
    glyphs.map { outlines[$0.outline].box }.filter { !$0.isNull }.map { -Double($0.minY) }.max() ?? 0
  }

  /// Size of all lines together in points, also outside the frame.
  package var size: CGSize {
    CGSize(width: lines.map(\.width).max() ?? 0, height: lines.map { $0.baseline + $0.descent }.max() ?? 0)
  }
}

struct GlyphOutline: Sendable {
  var geometry = CGPath.Geometry()
  var box = CGRect.null
  /// Drawn instead of the outline, if the font has colours.
  var colors: ColorGlyph?

  var isEmpty: Bool { geometry.isEmpty && colors == nil }

  init(geometry: CGPath.Geometry = CGPath.Geometry(), box: CGRect = .null, colors: ColorGlyph? = nil) {
    (self.geometry, self.box, self.colors) = (geometry, box, colors)
  }

  /// The box that replaces a character without a glyph.
  /// - Parameter advance: points to the next glyph.
  /// - Parameter size: font size in points.
  init(boxOf advance: Double, size: Double) {
    let line = size / 18
    let outer = CGRect(x: advance / 10, y: -size * 0.7, width: advance * 0.8, height: size * 0.7)
    geometry.addRect(outer)
    let inner = outer.insetBy(dx: min(line, outer.width / 3), dy: line)
    // In the opposite direction, so that the middle stays open.
    geometry.move(to: CGPoint(x: inner.minX, y: inner.minY))
    geometry.addLine(to: CGPoint(x: inner.minX, y: inner.maxY))
    geometry.addLine(to: CGPoint(x: inner.maxX, y: inner.maxY))
    geometry.addLine(to: CGPoint(x: inner.maxX, y: inner.minY))
    geometry.closeSubpath()
    box = outer
  }

  /// The line around the shape, with a width in points.
  func line(_ width: CGFloat) -> GlyphOutline {
    let path = CGPath(geometry).copy(strokingWithWidth: width, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    return GlyphOutline(geometry: path.geometry, box: path.boundingBox)
  }

  var weight: Int { colors?.weight ?? 0 }
}
