extension CGImage.Level {
  /// The base followed by halved levels down to 1x1; each is an area average of the one before.
  static func pyramid(from base: CGImage.Level) -> [CGImage.Level] {
    var levels = [base]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      levels.append(last.halved())
    }
    return levels
  }

  /// Half the size, rounded up. Every new texel averages exactly the area it covers, so odd sizes do not shift.
  func halved() -> CGImage.Level {
    let (newWidth, newHeight) = ((width + 1) / 2, (height + 1) / 2)
    let count = newWidth * newHeight
    let result = [UInt32](unsafeUninitializedCapacity: count) { target, initialized in
      pixels.withUnsafeBufferPointer { source in
        if width % 2 == 0 && height % 2 == 0 {
          averageBlocks(source, into: target)
        } else {
          averageAreas(source, into: target)
        }
      }
      initialized = count
    }
    return CGImage.Level(width: newWidth, height: newHeight, pixels: result)
  }

  /// Even sizes: each new texel is the rounded mean of a block of 2x2. Two components at a time in 16-bit lanes.
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

  /// Any size: rows are averaged into a line of floats, and that line into the new row.
  private func averageAreas(_ source: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableBufferPointer<UInt32>) {
    let newWidth = (width + 1) / 2
    let bytes = UnsafeRawBufferPointer(source)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width * 4) { line in
      for y in 0..<(height + 1) / 2 {
        let rows = AreaSpan(index: y, source: height)
        average(rows, bytes, into: line)
        for x in 0..<newWidth {
          target[y * newWidth + x] = average(AreaSpan(index: x, source: width), line)
        }
      }
    }
  }

  private func average(_ rows: AreaSpan, _ bytes: UnsafeRawBufferPointer, into line: UnsafeMutableBufferPointer<Float>)
  {
    let stride = width * 4
    let (before, at, after) = (rows.before * stride, rows.at * stride, rows.after * stride)
    let weights = rows.weights
    for i in 0..<stride {
      line[i] =
        Float(bytes[before + i]) * weights.x + Float(bytes[at + i]) * weights.y + Float(bytes[after + i]) * weights.z
    }
  }

  private func average(_ columns: AreaSpan, _ line: UnsafeMutableBufferPointer<Float>) -> UInt32 {
    var pixel: UInt32 = 0
    for component in 0..<4 {
      let sum =
        line[columns.before * 4 + component] * columns.weights.x + line[columns.at * 4 + component] * columns.weights.y
        + line[columns.after * 4 + component] * columns.weights.z
      pixel |= UInt32(sum + 0.5) << UInt32(component * 8)
    }
    return pixel
  }
}

/// The texels that one texel of half the size covers along one axis, with weights that sum to 1.
///
/// Halving `2n - 1` texels to `n`, texel `i` covers, in units of a source texel's nth part, `i` of texel `2i - 1`, all
/// `n` of `2i` and `n - 1 - i` of `2i + 1`. Halving `2n` texels, it covers one half of `2i` and one of `2i + 1`.
private struct AreaSpan {
  /// Texel indices; where one has weight 0 it is kept inside the source.
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
