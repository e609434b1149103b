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
    let newWidth = (width + 1) / 2
    let newHeight = (height + 1) / 2
    let columns = AreaSpan.spans(from: width, to: newWidth)
    let rows = AreaSpan.spans(from: height, to: newHeight)
    var result = [UInt32](repeating: 0, count: newWidth * newHeight)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        result[y * newWidth + x] = average(column, row)
      }
    }
    return CGImage.Level(width: newWidth, height: newHeight, pixels: result)
  }

  private func average(_ column: AreaSpan, _ row: AreaSpan) -> UInt32 {
    var sum = SIMD4<Float>()
    for (dy, wy) in row.weights.enumerated() {
      for (dx, wx) in column.weights.enumerated() {
        let pixel = pixels[(row.first + dy) * width + column.first + dx]
        sum +=
          SIMD4<Float>(
            Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24)) * (wx * wy)
      }
    }
    let b = UInt32(sum[0] + 0.5)
    let g = UInt32(sum[1] + 0.5)
    let r = UInt32(sum[2] + 0.5)
    let a = UInt32(sum[3] + 0.5)
    return b | g << 8 | r << 16 | a << 24
  }
}

/// The source texels that one reduced texel covers along one axis, with weights that sum to 1.
private struct AreaSpan {
  var first: Int
  var weights: [Float]

  static func spans(from source: Int, to target: Int) -> [AreaSpan] {
    let ratio = Double(source) / Double(target)
    return (0..<target).map { index in
      let low = Double(index) * ratio
      let high = min(low + ratio, Double(source))
      let first = Int(low)
      let last = min(Int(high.rounded(.up)), source)
      let weights = (first..<last).map { texel in
        Float((min(high, Double(texel + 1)) - max(low, Double(texel))) / (high - low))
      }
      return AreaSpan(first: first, weights: weights)
    }
  }
}
