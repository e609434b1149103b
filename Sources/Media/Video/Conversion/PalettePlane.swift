import StarmineRaster

/// Pixels as numbers of a palette's colours.
///
/// Steps between colours are broken up by `DitherPattern`: what stands still stays still, and small in the file.
struct PalettePlane: Sendable {
  private let colors: [UInt32]
  /// The nearest colour's number for each bin of the colour cube. Number 0 is transparent.
  private let nearest: [UInt8]
  /// Added to components, by place.
  private let pattern: [Int32]

  /// - Parameter dithers: whether steps are broken up.
  init(_ palette: ColorPalette, dithers: Bool) {
    pattern = dithers ? PalettePlane.pattern : Array(repeating: 0, count: 64)
    // A palette without colours shows black.
    let colors = palette.colors.isEmpty ? [0xFF00_0000] : palette.colors
    self.colors = colors
    nearest = (0..<32_768).map { bin in
      let color = PaletteBuilder.color(ofBin: bin)
      var (best, distance) = (0, Int.max)
      for (index, candidate) in colors.enumerated() {
        let red = Int(candidate >> 16 & 255) - color.red
        let green = Int(candidate >> 8 & 255) - color.green
        let blue = Int(candidate & 255) - color.blue
        // Eyes see green best and blue worst.
        let found = 3 * red * red + 6 * green * green + blue * blue
        if found < distance { (best, distance) = (index, found) }
      }
      return UInt8(best + 1)
    }
  }

  /// - Parameter pixels: straight; transparent below half.
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

  /// From -8 to 7, whose mean is that of the steps between bins; each value once in 8 x 8 pixels, near ones far apart.
  private static let pattern: [Int32] = (0..<64).map { index in
    Int32(DitherPattern.rank(index & 7, index >> 3) / 4) - 8
  }
}
