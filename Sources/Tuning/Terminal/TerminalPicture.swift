package import StarmineCore
package import StarmineRaster

/// The ways in which terminals show pictures, best first.
package enum TerminalGraphics: String, CaseIterable, Sendable {
  /// Kitty's graphics protocol: every pixel, in full colour.
  case kitty
  /// Two pixels per character in 24-bit colour.
  case blocks
  /// One character per two pixels, by brightness, without colour.
  case ascii
}

/// A part of a terminal window, in characters and in pixels.
package struct TerminalArea: Sendable, Equatable {
  package var columns: Int
  package var rows: Int
  /// Pixels of one character.
  package var characterWidth = 8
  package var characterHeight = 16

  package init(columns: Int, rows: Int, characterWidth: Int = 8, characterHeight: Int = 16) {
    (self.columns, self.rows) = (columns, rows)
    (self.characterWidth, self.characterHeight) = (characterWidth, characterHeight)
  }

  /// Most pixels of a picture on its longer side where they are sent one by one.
  private static let longestSide = 800

  /// Pixels of a picture that fills the area.
  package func pixelSize(for graphics: TerminalGraphics) -> PixelSize {
    switch graphics {
    case .blocks, .ascii: return PixelSize(width: max(1, columns), height: max(1, rows * 2))
    case .kitty:
      let (width, height) = (max(1, columns * characterWidth), max(1, rows * characterHeight))
      let longest = max(width, height)
      guard longest > Self.longestSide else { return PixelSize(width: width, height: height) }
      // The terminal enlarges the picture.
      return PixelSize(
        width: max(1, width * Self.longestSide / longest), height: max(1, height * Self.longestSide / longest))
    }
  }
}

/// Turns pictures into what a terminal takes, knowing what it shows already.
package struct TerminalPicture {
  package let graphics: TerminalGraphics
  package let area: TerminalArea
  private var blocks = HalfBlocks()
  private var frameCount = 0

  package init(_ graphics: TerminalGraphics, area: TerminalArea) {
    (self.graphics, self.area) = (graphics, area)
  }

  /// The bytes that show a picture at the top left of the screen. Precondition: it has the size that the area asks for.
  package mutating func bytes(for picture: borrowing PixelBuffer) -> [UInt8] {
    frameCount += 1
    switch graphics {
    case .kitty: return KittyGraphics.bytes(picture, area: area, number: frameCount)
    case .blocks: return blocks.bytes(picture)
    case .ascii: return AsciiArt.bytes(picture)
    }
  }
}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// In decimal digits.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Moves the cursor; both from 1.
  mutating func appendMove(row: Int, column: Int) {
    append("\u{1B}[")
    append(decimal: row)
    append(UInt8(ascii: ";"))
    append(decimal: column)
    append(UInt8(ascii: "H"))
  }
}
