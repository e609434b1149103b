package import Foundation

/// A piece of text with one look.
package struct TextRun: Hashable, Sendable {
  package var text: String
  /// A family ("DejaVu Sans"), a family with style words ("DejaVu Sans Bold"), a PostScript name ("Helvetica-Bold"), or
  /// the path of a font file, which is recognised by a slash.
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

/// Which part of a line that does not fit gives way to an ellipsis.
package enum TextTruncation: String, Sendable, CaseIterable {
  case none, start, middle, end
}

/// How a text that is too large for its frame is made to fit.
package enum TextFit: String, Sendable, CaseIterable {
  case none
  /// The font size decreases.
  case shrink
  /// Lines break between words, then the font size decreases.
  case wrap
  /// As wrap, with lines of about the same width.
  case balance
}

/// Where lines lie between the left and right side.
package enum TextAlignment: String, Sendable, CaseIterable {
  /// Left, or right for lines that read from the right.
  case natural
  case left, right, center
  /// Both sides; the last line of a paragraph as in `natural`.
  case justified
}
