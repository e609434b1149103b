import CStarminePixelKernels
package import StarmineRaster

/// Floats as words: rounded, or with steps broken up by a pattern that does not move.
package struct DeepWords: Sendable {
  private let thresholds: [Float]

  /// - Parameter dithers: whether steps are broken up, by `DitherPattern`.
  package init(dithers: Bool) {
    thresholds = dithers ? DitherPattern.thresholds : DitherPattern.halves
  }

  /// Calls a closure with the words of a tile.
  ///
  /// - Parameter memory: grows to the tile's need.
  func withWords(of tile: DeepTile, in memory: inout [UInt32], _ body: (DrawnTile) -> Void) {
    let stride = (tile.width + 15) & ~15
    let count = stride * tile.height + 16
    if memory.count < count { memory = [UInt32](repeating: 0, count: count) }
    memory.withUnsafeMutableBufferPointer { memory in
      guard let base = memory.baseAddress else { return }
      write(tile, to: base, stride: stride)
      body(
        DrawnTile(
          x: tile.x, y: tile.y, width: tile.width, height: tile.height, pixels: UnsafePointer(base), stride: stride))
    }
  }

  /// Writes a tile where it lies in a frame.
  package func write(_ tile: DeepTile, to frame: inout PixelBuffer) {
    let stride = frame.stride
    frame.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      // The kernel writes whole vectors, so each row goes through memory of its own.
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: tile.width + 8) { row in
        guard let line = row.baseAddress else { return }
        for y in 0..<tile.height {
          writeRow(y, of: tile, to: line)
          (base + (tile.y + y) * stride + tile.x).update(from: line, count: tile.width)
        }
      }
    }
  }

  private func write(_ tile: DeepTile, to words: UnsafeMutablePointer<UInt32>, stride: Int) {
    for y in 0..<tile.height { writeRow(y, of: tile, to: words + y * stride) }
  }

  private func writeRow(_ y: Int, of tile: DeepTile, to words: UnsafeMutablePointer<UInt32>) {
    let start = DitherPattern.start(tile.x, tile.y + y)
    thresholds.withUnsafeBufferPointer { thresholds in
      guard let base = thresholds.baseAddress else { return }
      pixel_words_of_deep(words, tile.pixels + y * tile.stride, base + start, tile.width)
    }
  }
}
