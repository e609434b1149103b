import CStarmineFFmpeg
import CStarminePixelKernels
package import StarmineRaster

/// Converts floats to planes of luma, differences and alpha of more than 8 bits, rounded once.
struct DeepPlanes: Sendable {
  private let luma: PixelDeepComponent
  private let differences: [PixelDeepComponent]
  /// Pixels per colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  private let mostAlpha: Float?

  init?(_ format: VideoFormat) {
    guard let matrix = format.color.matrix, let description = av_pix_fmt_desc_get(format.pixelFormat) else {
      return nil
    }
    let depth = Int(description.pointee.comp.0.depth)
    guard depth > 8 else { return nil }
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    mostAlpha = description.pointee.nb_components == 4 ? Float(1 << depth - 1) : nil
    let step = Float(1 << (depth - 8))
    luma = PixelDeepComponent(matrix.luma, 255 * step, offset: Float((matrix.luma.offset - 1 << 14) >> 15) * step)
    // The kernel adds four pixels if columns share a sample.
    let parts: Float = log2Width > 0 ? 4 : 1
    differences = [matrix.blue_difference, matrix.red_difference].map {
      PixelDeepComponent($0, 255 * step / parts, offset: 128 * step)
    }
  }

  var hasAlpha: Bool { mostAlpha != nil }

  /// - Precondition: the tile begins at a column that is a multiple of 16 and an even row.
  func write(_ tile: DeepTile, to target: borrowing OwnedFrame) {
    guard let first = target.plane(0, of: UInt16.self), let second = target.plane(1, of: UInt16.self),
      let third = target.plane(2, of: UInt16.self)
    else { return }
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "DeepPlanes: a tile starts inside of a block")
    write(tile, luma, to: first)
    if let mostAlpha, let fourth = target.plane(3, of: UInt16.self) {
      for y in 0..<tile.height {
        pixel_deep_alpha(fourth.row(tile.y + y, from: tile.x).start, tile.row(y).start, mostAlpha, tile.width)
      }
    }
    if log2Width == 0 {
      write(tile, differences[0], to: second)
      write(tile, differences[1], to: third)
      return
    }
    for row in 0..<tile.height >> log2Height {
      let (x, y, upper) = (tile.x / 2, tile.y >> log2Height + row, tile.row(row << log2Height))
      let lower = log2Height == 1 ? tile.row(row << log2Height + 1) : upper
      pixel_deep_chroma(
        second.row(y, from: x).start, third.row(y, from: x).start, upper.start, lower.start, differences,
        tile.width / 2)
    }
  }

  private func write(_ tile: DeepTile, _ weights: PixelDeepComponent, to plane: FramePlane<UInt16>) {
    var weights = weights
    for y in 0..<tile.height {
      pixel_deep_luma(plane.row(tile.y + y, from: tile.x).start, tile.row(y).start, &weights, tile.width)
    }
  }
}

extension DeepPlanes {
  /// Copies colours of transparent pixels from another frame of the same format, so that they need few bits and edges
  /// are kept.
  static func fillTransparent(
    _ target: borrowing OwnedFrame, from filled: borrowing OwnedFrame, width: Int, height: Int
  ) {
    guard let alpha = target.plane(3, of: UInt16.self) else { return }
    for number in 0..<3 {
      guard let plane = target.plane(number, of: UInt16.self), let source = filled.plane(number, of: UInt16.self)
      else { continue }
      for y in 0..<height { pixel_fill_clear(plane.row(y).start, source.row(y).start, alpha.row(y).start, width) }
    }
  }
}

extension PixelDeepComponent {
  /// - Parameters:
  ///   - component: weights in 1/32768.
  ///   - scale: factor of the weights.
  init(_ component: PixelComponent, _ scale: Float, offset: Float) {
    let factor = scale / 32768
    self.init(
      blue: Float(component.blue) * factor, green: Float(component.green) * factor,
      red: Float(component.red) * factor, offset: offset + 0.5)
  }
}

/// Converts floats to 8-bit pixels, rounded or dithered with a fixed pattern.
package struct DeepQuantizer: Sendable {
  private let thresholds: [Float]

  /// - Parameter dithers: whether to use `DitherPattern`.
  package init(dithers: Bool) {
    thresholds = dithers ? DitherPattern.thresholds : DitherPattern.halves
  }

  /// Calls a closure with the 8-bit pixels of a tile.
  /// - Parameter memory: grows as needed.
  func withWords(of tile: DeepTile, in memory: inout SampleMemory<UInt32>, _ body: (DrawnTile) -> Void) {
    let stride = (tile.width + 15) & ~15
    memory.reserve(stride * tile.height + 16, 0)
    for y in 0..<tile.height { writeRow(y, of: tile, to: memory.row(from: y * stride)) }
    body(
      DrawnTile(
        x: tile.x, y: tile.y, width: tile.width, height: tile.height, pixels: memory.row().start, stride: stride))
  }

  package func write(_ tile: DeepTile, to frame: inout PixelBuffer) {
    let stride = frame.stride
    // The kernel writes whole vectors, so each row uses temporary memory.
    let line = SampleMemory<UInt32>(repeating: 0, count: tile.width + 8)
    frame.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      let rows = SampleSpan(start: base)
      for y in 0..<tile.height {
        writeRow(y, of: tile, to: line.row())
        rows.from((tile.y + y) * stride + tile.x).copy(line.row().source, tile.width)
      }
    }
  }

  private func writeRow(_ y: Int, of tile: DeepTile, to words: SampleSpan<UInt32>) {
    let start = DitherPattern.start(tile.x, tile.y + y)
    thresholds.withRow { thresholds in
      pixel_words_of_deep(words.start, tile.row(y).start, thresholds.from(start).start, tile.width)
    }
  }
}
