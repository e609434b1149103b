/// The box that text is set in, and how.
package struct TextFrame: Hashable, Sendable {
  /// Points. Text starts at the top; what lies outside is not drawn.
  package var size: CGSize
  /// Lines break where they would not fit the width. Line feeds break in any case.
  package var isWrapped = false
  package var truncation = TextTruncation.none
  package var alignment = TextAlignment.natural
  package var fit = TextFit.none
  /// Width at which wrapped lines break; nil: that of the frame.
  var lineWidth: CGFloat?
  /// Glyphs start at quarters of a pixel instead of anywhere.
  package var quantizesPositions = false

  package init(
    size: CGSize, isWrapped: Bool = false, truncation: TextTruncation = .none, alignment: TextAlignment = .natural
  ) {
    (self.size, self.isWrapped, self.truncation, self.alignment) = (size, isWrapped, truncation, alignment)
  }
}

/// A note on something that was not done quite as asked.
package enum TextDiagnostic: Hashable, Sendable {
  /// No font has the name; the nearest one was taken.
  case fontSubstituted(asked: String, used: String)
  /// The file is not one of a font.
  case fontUnreadable(path: String)
  /// No font has glyphs for the characters; boxes are drawn.
  case glyphsMissing(characters: String, font: String)
  /// Pango or fontconfig is not installed, or there are no fonts; texts are not drawn.
  case typesetterMissing
  /// The text was cut because it is longer than what is set at this size of font.
  case textCut(characters: Int, limit: Int)
}

extension TextDiagnostic: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fontSubstituted(let asked, let used): "there is no font \"\(asked)\" here; \"\(used)\" is used instead"
    case .fontUnreadable(let path): "\(path) is not a font that can be read"
    case .glyphsMissing(let characters, let font):
      "no font here has \"\(characters)\": a box is drawn for each character (the font is \"\(font)\")"
    case .typesetterMissing:
      "texts are not drawn: Pango or fontconfig is not installed (Debian and Ubuntu: libpangoft2-1.0-0 and a font)"
    case .textCut(let count, let limit): "the text has \(count) characters; \(limit) are shown at this size"
    }
  }
}

/// A line of text that was set, in points from the top left corner of the frame, y down.
package struct TextLine: Hashable, Sendable {
  /// Start of the line, from the left.
  package var x: Double
  package var baseline: Double
  /// Above and below the baseline, both positive.
  package var ascent: Double
  package var descent: Double
  /// Advance of the whole line.
  package var width: Double
  /// Advance of the spaces at its end.
  package var hanging: Double
  package var isRightToLeft: Bool
  package var isTruncated: Bool
  /// Its part of the text's UTF-8.
  package var bytes: Range<Int>
  /// Its part of the glyphs.
  package var glyphs: Range<Int>
}

/// Text that was set: values only, ready to be drawn at any scale on any thread.
package struct TypesetText: Sendable {
  package struct Glyph: Sendable {
    /// Index into `outlines`.
    var outline: Int
    /// Origin of the glyph on its baseline, in points of the frame.
    package var x: Double
    package var y: Double
    /// How far the next glyph is.
    package var advance: Double
    /// Index into `colors`.
    var color: Int
    /// The byte of the text that it begins with.
    package var byte: Int
    /// Its number in its font; nil for a line under or through text.
    package var number: UInt32?
  }

  package internal(set) var frame: TextFrame
  /// Factor of all font sizes, below 1 where the text was shrunk to fit its frame.
  package internal(set) var scale: CGFloat = 1
  /// Whether the text was broken or shrunk to fit its frame.
  package internal(set) var isFitted = false
  /// What was set, as UTF-8.
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var lines: [TextLine] = []
  package internal(set) var diagnostics: [TextDiagnostic] = []
  package internal(set) var glyphs: [Glyph] = []
  /// Points, y down, origin on the baseline.
  var outlines: [GlyphOutline] = []
  /// One per run.
  var colors: [CGColor] = []

  init(frame: TextFrame) { self.frame = frame }

  /// Whether there are glyphs with colours of their own.
  package var hasOwnColors: Bool { glyphs.contains { outlines[$0.outline].colors != nil } }

  /// Pixels of all pictures that glyphs have of their own, counted for each glyph.
  package var ownPixels: Double { glyphs.reduce(0) { $0 + Double(outlines[$1.outline].colors?.weight ?? 0) } }

  /// The colour of the run that a glyph is in.
  package func color(of glyph: Glyph) -> CGColor { colors[glyph.color] }

  /// How far the highest outline reaches above its baseline, points.
  package var inkHeight: Double {
    glyphs.map { outlines[$0.outline].box }.filter { !$0.isNull }.map { -Double($0.minY) }.max() ?? 0
  }

  /// Size of all lines together, inside the frame or not, in points.
  package var size: CGSize {
    CGSize(
      width: lines.map(\.width).max() ?? 0, height: lines.map { $0.baseline + $0.descent }.max() ?? 0)
  }
}

/// The shape of one glyph with the box around its points.
struct GlyphOutline: Sendable {
  var geometry = CGPath.Geometry()
  var box = CGRect.null
  /// What is drawn in the place of the shape, if the font has colours for it.
  var colors: ColorGlyph?

  var isEmpty: Bool { geometry.isEmpty && colors == nil }

  init(geometry: CGPath.Geometry = CGPath.Geometry(), box: CGRect = .null, colors: ColorGlyph? = nil) {
    (self.geometry, self.box, self.colors) = (geometry, box, colors)
  }

  /// The frame that stands for a character without a glyph.
  /// - Parameter advance: points to the next glyph.
  /// - Parameter size: of the font, points.
  init(boxOf advance: Double, size: Double) {
    let line = size / 18
    let outer = CGRect(x: advance / 10, y: -size * 0.7, width: advance * 0.8, height: size * 0.7)
    geometry.addRect(outer)
    let inner = outer.insetBy(dx: min(line, outer.width / 3), dy: line)
    // The other way round, so that the middle stays open.
    geometry.move(to: CGPoint(x: inner.minX, y: inner.minY))
    geometry.addLine(to: CGPoint(x: inner.minX, y: inner.maxY))
    geometry.addLine(to: CGPoint(x: inner.maxX, y: inner.maxY))
    geometry.addLine(to: CGPoint(x: inner.maxX, y: inner.minY))
    geometry.closeSubpath()
    box = outer
  }

  /// Pixels of its picture.
  var weight: Int { colors?.weight ?? 0 }
}
