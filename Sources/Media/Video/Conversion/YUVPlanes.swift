import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Converts pixels to planes of luma, differences and alpha with 8 bits or more. A colour sample is the mean of its
/// pixels.
struct YUVPlanes: Sendable {
  private let luma: PixelSampling
  /// Blue and red differences, of single pixels or of four.
  private let differences: [PixelSampling]
  private let depth: Int
  /// Pixels per colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  let hasAlpha: Bool

  init?(_ format: VideoFormat) {
    guard let matrix = format.color.matrix, let description = av_pix_fmt_desc_get(format.pixelFormat) else {
      return nil
    }
    let depth = Int(description.pointee.comp.0.depth)
    self.depth = depth
    log2Width = Int(description.pointee.log2_chroma_w)
    log2Height = Int(description.pointee.log2_chroma_h)
    hasAlpha = description.pointee.nb_components == 4
    let offset = matrix.luma.offset - 1 << 14
    luma = PixelSampling(matrix.luma, offset: offset, log2Pixels: 0, depth: depth)
    let log2Pixels: Int32 = log2Width == 0 ? 0 : 2
    differences = [matrix.blue_difference, matrix.red_difference].map {
      PixelSampling($0, offset: 128 << (15 + log2Pixels), log2Pixels: log2Pixels, depth: depth)
    }
  }

  /// Rows of tiles and pool frames have memory for whole vectors.
  ///
  /// - Precondition: the tile begins at a column that is a multiple of 16 and an even row, and contains whole blocks.
  func write(_ tile: DrawnTile, to frame: borrowing OwnedFrame) {
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "YUVPlanes: a tile starts inside of a block")
    guard let first = frame.plane(0, of: UInt8.self), let u = frame.plane(1, of: UInt8.self),
      let v = frame.plane(2, of: UInt8.self)
    else { return }
    let alpha = hasAlpha ? frame.plane(3, of: UInt8.self) : nil
    let size = depth > 8 ? 2 : 1
    for row in 0..<tile.height {
      let (source, y, x) = (tile.row(row), tile.y + row, tile.x * size)
      sample(source, first.row(y, from: x), luma, tile.width)
      if let alpha { writeAlpha(source, alpha.row(y, from: x), tile.width) }
      if log2Width == 0 {
        sample(source, u.row(y, from: x), differences[0], tile.width)
        sample(source, v.row(y, from: x), differences[1], tile.width)
      } else if (row + 1) & (1 << log2Height - 1) == 0 {
        // Two pixels in each of one or two rows, while they are in the cache.
        let upper = log2Height == 1 ? tile.row(row - 1) : source
        let (line, x) = (y >> log2Height, tile.x / 2 * size)
        pixel_share_samples(
          u.row(line, from: x).start, v.row(line, from: x).start, upper.start, source.start, differences,
          tile.width / 2)
      }
    }
  }

  private func sample(
    _ row: SourceRow<UInt32>, _ target: SampleSpan<UInt8>, _ sampling: PixelSampling, _ count: Int
  ) {
    var sampling = sampling
    pixel_sample_row(target.start, row.start, &sampling, count)
  }

  private func writeAlpha(_ row: SourceRow<UInt32>, _ target: SampleSpan<UInt8>, _ count: Int) {
    if depth == 8 {
      for x in 0..<count { target[x] = UInt8(row[x] >> 24) }
      return
    }
    let (most, target) = (UInt32(1 << depth - 1), target.of(UInt16.self))
    for x in 0..<count { target[x] = UInt16(truncatingIfNeeded: ((row[x] >> 24) &* most &+ 127) / 255) }
  }
}

extension PixelSampling {
  /// Weights are for 8 bits in 1/32768. More bits are shifted less.
  /// - Parameter offset: added to the sum of the pixels before rounding.
  fileprivate init(_ weights: PixelComponent, offset: Int32, log2Pixels: Int32, depth: Int) {
    let shift = 15 + log2Pixels - Int32(depth - 8)
    var weights = weights
    weights.offset = offset + 1 << (shift - 1)
    self.init(weights: weights, shift: shift, most: 1 << Int32(depth) - 1)
  }
}
