/// The part of a terminal window that shows the picture, in characters.
package struct TerminalArea: Sendable, Equatable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// Pixels of a picture that fills the area: two in each character.
  package var pixelSize: PixelSize { PixelSize(width: max(1, columns), height: max(1, rows * 2)) }
}

/// Pictures of upper half blocks: the foreground colours the upper pixel of a character, the background the lower.
///
/// Only characters that change are sent.
package struct HalfBlocks {
  /// Contents of the screen, one pair of pixels per character.
  private var shown: [UInt64] = []
  private var columns = 0

  package init() {}

  /// The bytes that show a picture at the top left of the screen.
  package mutating func bytes(for picture: borrowing PixelBuffer) -> [UInt8] {
    let (width, rows) = (picture.width, picture.height / 2)
    if shown.count != width * rows || columns != width {
      (shown, columns) = ([UInt64](repeating: .max, count: width * rows), width)
    }
    var output: [UInt8] = []
    output.reserveCapacity(width * rows * 8)
    var colors = Colors()
    let stride = picture.stride
    unsafe picture.withPixels { pixels in
      for row in 0..<rows {
        // The cursor is where the last character ended; anywhere else it has to be moved.
        var next = -1
        for column in 0..<width {
          let upper = unsafe pixels[2 * row * stride + column] & 0xFF_FFFF
          let lower = unsafe pixels[(2 * row + 1) * stride + column] & 0xFF_FFFF
          let pair = UInt64(upper) << 32 | UInt64(lower)
          guard shown[row * width + column] != pair else { continue }
          shown[row * width + column] = pair
          if next != column { output.appendMove(row: row + 1, column: column + 1) }
          next = column + 1
          colors.append(upper: upper, lower: lower, to: &output)
        }
      }
    }
    if !output.isEmpty { output.append("\u{1B}[0m") }
    return output
  }

  /// The colours that the terminal writes with now.
  private struct Colors {
    private var foreground = UInt32.max
    private var background = UInt32.max

    mutating func append(upper: UInt32, lower: UInt32, to output: inout [UInt8]) {
      if background != lower {
        output.append("\u{1B}[48;2;")
        Self.append(lower, to: &output)
        background = lower
      }
      if upper == lower { return output.append(UInt8(ascii: " ")) }
      if foreground != upper {
        output.append("\u{1B}[38;2;")
        Self.append(upper, to: &output)
        foreground = upper
      }
      output.append("▀")
    }

    private static func append(_ color: UInt32, to output: inout [UInt8]) {
      output.append(decimal: Int(color >> 16 & 0xFF))
      output.append(UInt8(ascii: ";"))
      output.append(decimal: Int(color >> 8 & 0xFF))
      output.append(UInt8(ascii: ";"))
      output.append(decimal: Int(color & 0xFF))
      output.append(UInt8(ascii: "m"))
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  fileprivate mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Moves the cursor; both from 1.
  fileprivate mutating func appendMove(row: Int, column: Int) {
    append("\u{1B}[")
    append(decimal: row)
    append(UInt8(ascii: ";"))
    append(decimal: column)
    append(UInt8(ascii: "H"))
  }
}
