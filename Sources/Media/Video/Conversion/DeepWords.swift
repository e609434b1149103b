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
  func withWords(of tile: DeepTile, in memory: inout SampleMemory<UInt32>, _ body: (DrawnTile) -> Void) {
    let stride = (tile.width + 15) & ~15
    memory.reserve(stride * tile.height + 16, 0)
    for y in 0..<tile.height { writeRow(y, of: tile, to: memory.row(from: y * stride)) }
    body(
      DrawnTile(
        x: tile.x, y: tile.y, width: tile.width, height: tile.height, pixels: memory.row().start, stride: stride))
  }

  /// Writes a tile where it lies in a frame.
  package func write(_ tile: DeepTile, to frame: inout PixelBuffer) {
    let stride = frame.stride
    // The kernel writes whole vectors, so each row goes through memory of its own.
    let line = SampleMemory<UInt32>(repeating: 0, count: tile.width + 8)
    frame.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      let rows = SampleRow(start: base)
      for y in 0..<tile.height {
        writeRow(y, of: tile, to: line.row())
        rows.from((tile.y + y) * stride + tile.x).copy(line.row().source, tile.width)
      }
    }
  }

  private func writeRow(_ y: Int, of tile: DeepTile, to words: SampleRow<UInt32>) {
    let start = DitherPattern.start(tile.x, tile.y + y)
    thresholds.withRow { thresholds in
      pixel_words_of_deep(words.start, tile.row(y).start, thresholds.from(start).start, tile.width)
    }
  }
}
