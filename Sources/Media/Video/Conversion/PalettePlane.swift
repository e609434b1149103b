import StarmineRaster

/// Converts pixels to palette indices.
///
/// Uses `DitherPattern`, which does not move, so that static areas stay static and small in the file.
struct PalettePlane: Sendable {
  private let colors: [UInt32]
  /// Index of the nearest colour for each bin. Index 0 is transparent.
  private let nearest: [UInt8]
  /// Dither offset by position.
  private let pattern: [Int32]

  /// - Parameter dithers: whether to dither.
  init(_ palette: ColorPalette, dithers: Bool) {
    pattern = dithers ? PalettePlane.pattern : Array(repeating: 0, count: 64)
    let colors = palette.colors.isEmpty ? [0xFF00_0000] : palette.colors
    self.colors = colors
    nearest = (0..<32_768).map { bin in
      let color = PaletteBuilder.color(ofBin: bin)
      var (best, distance) = (0, Int.max)
      for (index, candidate) in colors.enumerated() {
        let red = Int(candidate >> 16 & 255) - color.red
        let green = Int(candidate >> 8 & 255) - color.green
        let blue = Int(candidate & 255) - color.blue
        // Weights for the sensitivity of the eye: highest for green, lowest for blue.
        let found = 3 * red * red + 6 * green * green + blue * blue
        if found < distance { (best, distance) = (index, found) }
      }
      return UInt8(best + 1)
    }
  }

  /// - Parameter pixels: straight pixels; transparent below half.
  func write(_ pixels: PixelRows, to frame: borrowing OwnedFrame) {
    guard let plane = frame.plane(0, of: UInt8.self), let table = frame.plane(1, of: UInt32.self)?.row(0)
    else { return }
    for index in 0..<256 { table[index] = 0xFF00_0000 }
    table[0] = 0
    for (index, color) in colors.enumerated() { table[index + 1] = color }
    let nearest = nearest.span
    for y in 0..<pixels.height {
      let (row, line) = (pixels[y], plane.row(y))
      for x in 0..<pixels.width {
        line[x] =
          row[x] >= 0x8000_0000
          ? nearest[PalettePlane.bin(row[x], pattern[(y & 7) << 3 | x & 7])] : 0
      }
    }
  }

  private static func bin(_ pixel: UInt32, _ offset: Int32) -> Int {
    func level(_ component: UInt32) -> Int {
      Int(min(255, max(0, Int32(bitPattern: component & 255) + offset))) >> 3
    }
    return level(pixel >> 16) << 10 | level(pixel >> 8) << 5 | level(pixel)
  }

  /// From -8 to 7, centred on the steps between bins. Each value once in 8 x 8 pixels, similar ones far apart.
  private static let pattern: [Int32] = (0..<64).map { index in
    Int32(DitherPattern.rank(index & 7, index >> 3) / 4) - 8
  }
}
