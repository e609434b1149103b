import CStarminePixelKernels

extension KernelTable {
  /// The same kernels, with steps of gradients broken up by the pattern. Floats have none.
  func ditheringGradients() -> KernelTable {
    var table = self
    if form == .words { table.gradientRows = ditheredGradientRows }
    return table
  }
}

/// Pixels of a row that are painted at a time.
private let most = 1024

/// Gradients are painted in floats, and these cut off above the pattern's threshold.
private let ditheredGradientRows: KernelTable.GradientRows = { pixels, stride, gradient, x, y, columns, rows in
  let target = pixels.assumingMemoryBound(to: UInt32.self)
  let size = min(most, columns)
  withUnsafeTemporaryAllocation(of: DeepPixel.self, capacity: size + Surface.slack) { floats in
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size + Surface.slack) { words in
      guard let painted = floats.baseAddress, let rounded = words.baseAddress else { return }
      // The kernels read whole vectors.
      floats.initialize(repeating: .zero)
      for row in 0..<rows {
        for first in Swift.stride(from: 0, to: columns, by: size) {
          let count = min(size, columns - first)
          let (column, line) = (Int(x) + first, Int(y) + row)
          deep_gradient_rows(painted, 0, gradient, Int32(column), Int32(line), count, 1)
          DitherPattern.thresholds.withUnsafeBufferPointer { thresholds in
            guard let base = thresholds.baseAddress else { return }
            pixel_words_of_deep(rounded, painted, base + DitherPattern.start(column, line), count)
          }
          // What lies behind a row belongs to its neighbour.
          (target + row * stride + first).update(from: rounded, count: count)
        }
      }
    }
  }
}
