package import StarmineRaster

/// Counts colours and computes a palette by median cut (Heckbert 1982), with 32 levels per component.
package struct PaletteBuilder: Sendable {
  private var counts = [UInt32](repeating: 0, count: 32_768)

  package init() {}

  /// Counts the visible straight pixels of a frame.
  package mutating func add(_ frame: borrowing PixelBuffer, hasAlpha: Bool) {
    let (width, height, stride) = (frame.width, frame.height, frame.stride)
    let form: PixelForm = hasAlpha ? .straight : .overBlack
    let line = SampleMemory<UInt32>(repeating: 0, count: width)
    frame.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      let rows = PixelRows(base: base, stride: stride, width: width, height: height)
      for y in 0..<height {
        _ = form.convert(rows[y], line.row(), width)
        add(line.row(), count: width)
      }
    }
  }

  mutating func add(_ pixels: SampleSpan<UInt32>, count: Int) {
    for place in 0..<count where pixels[place] >= 0x8000_0000 {
      let bin = PaletteBuilder.bin(pixels[place])
      if counts[bin] < .max { counts[bin] += 1 }
    }
  }

  package mutating func add(_ other: PaletteBuilder) {
    for bin in counts.indices { counts[bin] = UInt32(clamping: UInt64(counts[bin]) + UInt64(other.counts[bin])) }
  }

  /// Fraction of pixels, 0...1, with other colours of 512: the difference of two frames, regardless of positions.
  package func difference(_ other: PaletteBuilder) -> Double {
    let (left, right) = (shares, other.shares)
    return zip(left, right).reduce(0) { $0 + abs($1.0 - $1.1) } / 2
  }

  /// Fractions of pixels by colour with 8 levels per component. Uncounted pixels are a colour too.
  private var shares: [Double] {
    var sums = [Double](repeating: 0, count: 512)
    for (bin, count) in counts.enumerated() where count > 0 {
      sums[(bin >> 12) << 6 | (bin >> 7 & 7) << 3 | bin >> 2 & 7] += Double(count)
    }
    let all = sums.reduce(0, +)
    return all > 0 ? sums.map { $0 / all } : sums
  }

  static func bin(_ pixel: UInt32) -> Int {
    Int(pixel >> 19 & 31) << 10 | Int(pixel >> 11 & 31) << 5 | Int(pixel >> 3 & 31)
  }

  /// The colour in the middle of a bin. Black and full values are exact.
  static func color(ofBin bin: Int) -> (red: Int, green: Int, blue: Int) {
    func wide(_ level: Int) -> Int { level << 3 | level >> 2 }
    return (wide(bin >> 10), wide(bin >> 5 & 31), wide(bin & 31))
  }

  package func build() -> ColorPalette {
    var boxes = [Box(counts.indices.filter { counts[$0] > 0 }.map { (bin: $0, count: Int(counts[$0])) })]
    while boxes.count < ColorPalette.limit {
      // The box with the largest cost: many pixels, far apart.
      guard let worst = boxes.indices.max(by: { boxes[$0].cost < boxes[$1].cost }), boxes[worst].cost > 0 else { break }
      let (left, right) = boxes[worst].halves
      boxes[worst] = left
      boxes.append(right)
    }
    return ColorPalette(colors: boxes.filter { !$0.bins.isEmpty }.map(\.mean))
  }

  /// Bins of the colour cube, with data for cutting them.
  private struct Box {
    let bins: [(bin: Int, count: Int)]
    /// Shift of the component with the largest spread in the bin number.
    private let axis: Int
    /// Pixels times the square root of the spread; 0 if the box cannot be cut.
    let cost: Double

    init(_ bins: [(bin: Int, count: Int)]) {
      self.bins = bins
      let spreads = [10, 5, 0].map { shift -> (shift: Int, spread: Int) in
        let levels = bins.map { $0.bin >> shift & 31 }
        return (shift, (levels.max() ?? 0) - (levels.min() ?? 0))
      }
      // The first of equal values, for any order of bins.
      let widest = spreads.reduce(spreads[0]) { $1.spread > $0.spread ? $1 : $0 }
      axis = widest.shift
      let weight = bins.reduce(0) { $0 + $1.count }
      cost = widest.spread == 0 ? 0 : Double(weight).squareRoot() * Double(widest.spread * widest.spread)
    }

    /// Cut at the median of the pixels.
    var halves: (Box, Box) {
      let axis = axis
      let sorted = bins.sorted { ($0.bin >> axis & 31, $0.bin) < ($1.bin >> axis & 31, $1.bin) }
      let half = sorted.reduce(0) { $0 + $1.count } / 2
      var (sum, cut) = (0, 0)
      while cut < sorted.count - 1, cut == 0 || sum < half {
        sum += sorted[cut].count
        cut += 1
      }
      return (Box(Array(sorted[..<cut])), Box(Array(sorted[cut...])))
    }

    var mean: UInt32 {
      var (red, green, blue, weight) = (0, 0, 0, 0)
      for (bin, count) in bins {
        let color = PaletteBuilder.color(ofBin: bin)
        (red, green, blue) = (red + color.red * count, green + color.green * count, blue + color.blue * count)
        weight += count
      }
      let half = weight / 2
      let components = [red, green, blue].map { UInt32(($0 + half) / max(1, weight)) }
      return 0xFF00_0000 | components[0] << 16 | components[1] << 8 | components[2]
    }
  }
}
