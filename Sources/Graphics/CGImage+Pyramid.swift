extension CGImage.Level {
  /// A prepared base followed by levels of half the size down to 1x1. Each is an area average of the previous one.
  static func pyramid(from base: CGImage.Level) -> [CGImage.Level] {
    var levels = [base]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      levels.append(last.halved().preparedForSprites())
    }
    return levels
  }

  /// Half the size, rounded up. Every new texel averages exactly its area, so odd sizes do not shift.
  func halved() -> CGImage.Level {
    let (newWidth, newHeight) = ((width + 1) / 2, (height + 1) / 2)
    let result = SharedBuffer<UInt32>(count: newWidth * newHeight) { target in
      pixels.withUnsafeBufferPointer { source in
        if width % 2 == 0 && height % 2 == 0 {
          averageBlocks(source, into: target)
        } else {
          averageAreas(source, into: target)
        }
      }
    }
    return CGImage.Level(width: newWidth, height: newHeight, pixels: result)
  }

  /// For even sizes: each new texel is the rounded mean of a 2x2 block. Two components are added in 16-bit lanes.
  private func averageBlocks(_ source: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableBufferPointer<UInt32>) {
    let newWidth = width / 2
    let mask: UInt32 = 0x00FF_00FF
    let rounding: UInt32 = 0x0002_0002
    for y in 0..<height / 2 {
      let upper = 2 * y * width
      let lower = upper + width
      for x in 0..<newWidth {
        let (a, b) = (source[upper + 2 * x], source[upper + 2 * x + 1])
        let (c, d) = (source[lower + 2 * x], source[lower + 2 * x + 1])
        let even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + rounding
        let odd = (a >> 8 & mask) + (b >> 8 & mask) + (c >> 8 & mask) + (d >> 8 & mask) + rounding
        target[y * newWidth + x] = (even >> 2 & mask) | (odd >> 2 & mask) << 8
      }
    }
  }

  /// For any size: averages rows into a line of floats, and that line into the new row.
  private func averageAreas(_ source: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableBufferPointer<UInt32>) {
    let columns = (0..<(width + 1) / 2).map { AreaSpan(index: $0, source: width) }
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { line in
      for y in 0..<(height + 1) / 2 {
        average(AreaSpan(index: y, source: height), source, into: line)
        let row = y * columns.count
        for (x, column) in columns.enumerated() {
          let sum =
            line[column.before] * column.weights.x + line[column.at] * column.weights.y
            + line[column.after] * column.weights.z + 0.5
          target[row + x] = UInt32(sum.x) | UInt32(sum.y) << 8 | UInt32(sum.z) << 16 | UInt32(sum.w) << 24
        }
      }
    }
  }

  private func average(
    _ rows: AreaSpan, _ source: UnsafeBufferPointer<UInt32>, into line: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    let (before, at, after) = (rows.before * width, rows.at * width, rows.after * width)
    let weights = rows.weights
    for x in 0..<width {
      line[x] =
        Self.components(source[before + x]) * weights.x + Self.components(source[at + x]) * weights.y
        + Self.components(source[after + x]) * weights.z
    }
  }

  private static func components(_ pixel: UInt32) -> SIMD4<Float> {
    // Signed, because this conversion to float is a single instruction.
    let bytes = SIMD4(Int32(pixel & 255), Int32(pixel >> 8 & 255), Int32(pixel >> 16 & 255), Int32(pixel >> 24))
    return SIMD4(Float(bytes.x), Float(bytes.y), Float(bytes.z), Float(bytes.w))
  }
}

/// The texels under a texel of half the size along an axis, with weights whose sum is 1.
///
/// Halving `2n - 1` texels to `n`, texel `i` covers, in units of 1/n source texel, `i` of texel `2i - 1`, all `n` of
/// `2i` and `n - 1 - i` of `2i + 1`. Halving `2n` texels, it covers half of `2i` and half of `2i + 1`.
struct AreaSpan {
  /// Texel indices. Those with weight 0 are kept inside the source.
  var before: Int
  var at: Int
  var after: Int
  var weights: SIMD3<Float>

  init(index: Int, source: Int) {
    before = max(2 * index - 1, 0)
    at = 2 * index
    after = min(2 * index + 1, source - 1)
    if source % 2 == 0 {
      weights = SIMD3(0, 0.5, 0.5)
    } else {
      let half = (source + 1) / 2
      weights = SIMD3(Float(index), Float(half), Float(half - 1 - index)) / Float(source)
    }
  }
}
