package import Foundation

/// A text with attributes.
package struct TextRun: Hashable, Sendable {
  package var text: String
  /// A family ("DejaVu Sans"), a family with a style ("DejaVu Sans Bold"), a PostScript name ("Helvetica-Bold"), or the
  /// path of a font file, which contains a slash.
  package var font: String
  /// Points per em.
  package var size: CGFloat
  package var color: CGColor
  /// Points added between characters.
  package var kern: CGFloat = 0
  package var isUnderlined = false
  package var isStruckThrough = false
  /// Width of the line around glyphs in percent of the size: below 0, glyphs are filled too; 0: no line.
  package var strokeWidth: CGFloat = 0
  /// Colour of that line; nil: the colour of the text.
  package var strokeColor: CGColor?

  package init(_ text: String, font: String = "Helvetica", size: CGFloat = 36, color: CGColor = .white) {
    (self.text, self.font, self.size, self.color) = (text, font, size, color)
  }
}

/// The part of a long line that an ellipsis replaces.
package enum TextTruncation: String, Sendable, CaseIterable {
  case none, start, middle, end
}

/// How a text that is too large is fitted to its frame.
package enum TextFit: String, Sendable, CaseIterable {
  case none
  /// The font size decreases.
  case shrink
  /// Lines break between words, then the font size decreases.
  case wrap
  /// Like `wrap`, with lines of about the same width.
  case balance
}

package enum TextAlignment: String, Sendable, CaseIterable {
  /// Left, or right for right-to-left lines.
  case natural
  case left, right, center
  /// Justified, with the last line of a paragraph as in `natural`.
  case justified
}
