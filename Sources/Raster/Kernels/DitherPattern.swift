import CStarminePixelKernels

/// What stands for the half that rounds where steps between colours are broken up: a fixed pattern (Bayer, 8 x 8) by
/// the place of a pixel in the frame, so that what stands still stays still, and tiles and threads do not matter. All
/// components of a pixel have the same threshold, so that greys stay grey.
package enum DitherPattern {
  /// The place of a pixel of 8 x 8 in the pattern's order, 0 to 63: near ones far apart.
  package static func rank(_ x: Int, _ y: Int) -> Int {
    var rank = 0
    for bit in 0..<3 {
      let (a, b) = ((x ^ y) >> bit & 1, y >> bit & 1)
      rank |= (a << 1 | b) << (2 * (2 - bit))
    }
    return rank
  }

  /// Between 0 and 1: 8 rows of 8 columns, those of a row twice, so that any column can be the first.
  package static let thresholds: [Float] = (0..<128).map { (Float(rank($0 & 7, $0 >> 4)) + 0.5) / 64 }

  /// As many thresholds that round.
  package static let halves = [Float](repeating: 0.5, count: thresholds.count)

  /// Where the thresholds of a pixel and its right neighbours begin.
  @inline(__always)
  package static func start(_ x: Int, _ y: Int) -> Int { (y & 7) << 4 | x & 7 }
}

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
