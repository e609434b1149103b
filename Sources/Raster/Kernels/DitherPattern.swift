import CStarminePixelKernels

/// Thresholds of ordered dithering: a fixed 8 x 8 Bayer pattern by the pixel's position in the frame, so that still
/// content does not flicker and the result does not depend on tiles and threads. All components of a pixel have the
/// same threshold, so that greys stay grey.
package enum DitherPattern {
  /// The rank of a pixel in the pattern, 0 to 63. Close ranks are far apart.
  package static func rank(_ x: Int, _ y: Int) -> Int {
    var rank = 0
    for bit in 0..<3 {
      let (a, b) = ((x ^ y) >> bit & 1, y >> bit & 1)
      rank |= (a << 1 | b) << (2 * (2 - bit))
    }
    return rank
  }

  /// Thresholds between 0 and 1: 8 rows of 8 columns. Each row is repeated, so that any column can be the first.
  package static let thresholds: [Float] = (0..<128).map { (Float(rank($0 & 7, $0 >> 4)) + 0.5) / 64 }

  /// The same number of thresholds of 0.5, which round to nearest.
  package static let halves = [Float](repeating: 0.5, count: thresholds.count)

  /// The index of a pixel's threshold; its right neighbours follow.
  @inline(__always)
  package static func start(_ x: Int, _ y: Int) -> Int { (y & 7) << 4 | x & 7 }
}

extension KernelTable {
  /// The same kernels with dithered gradients. Float pixels need none.
  func ditheringGradients() -> KernelTable {
    var table = self
    if form == .words { table.gradientRows = ditheredGradientRows }
    return table
  }
}

/// Largest number of pixels of a row that are painted at a time.
private let most = 1024

/// Paints gradients in float and rounds them down above the pattern's threshold.
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
          // Copies the row only: the pixels after it belong to its neighbour.
          (target + row * stride + first).update(from: rounded, count: count)
        }
      }
    }
  }
}
