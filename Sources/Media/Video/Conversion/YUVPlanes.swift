import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Pixels as planes of luma, colour differences and alpha, of 8 bits or more a sample. A colour sample is that of the
/// mean of its pixels.
struct YUVPlanes: Sendable {
  private let luma: PixelSampling
  /// The blue and the red one, of single pixels where each has its own, else of four.
  private let differences: [PixelSampling]
  private let depth: Int
  /// Pixels that share a colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  let hasAlpha: Bool

  /// Nil for a format that keeps RGB.
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

  /// Rows of tiles and of pool frames have room for the kernels' whole vectors.
  ///
  /// - Precondition: the tile begins at a column and a row that are multiples of 16 and 2, and its sides are whole
  ///   blocks.
  func write(_ tile: DrawnTile, to picture: UnsafeMutablePointer<AVFrame>) {
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "YUVPlanes: a tile starts inside of a block")
    let (planes, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let first = planes.0, let u = planes.1, let v = planes.2 else { return }
    let size = depth > 8 ? 2 : 1
    for y in 0..<tile.height {
      let row = tile.pixels + y * tile.stride
      let place = { (stride: Int32) in (tile.y + y) * Int(stride) + tile.x * size }
      sample(row, first + place(strides.0), luma, tile.width)
      if hasAlpha, let alpha = planes.3 { writeAlpha(row, alpha + place(strides.3), tile.width) }
      if log2Width == 0 {
        sample(row, u + place(strides.1), differences[0], tile.width)
        sample(row, v + place(strides.2), differences[1], tile.width)
      } else if (y + 1) & (1 << log2Height - 1) == 0 {
        // While the block's pixels are in the cache.
        let upper = log2Height == 1 ? row - tile.stride : row
        let (line, x) = ((tile.y + y) >> log2Height, tile.x / 2 * size)
        share(upper, row, u + line * Int(strides.1) + x, v + line * Int(strides.2) + x, tile.width / 2)
      }
    }
  }

  private func sample(
    _ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt8>, _ sampling: PixelSampling, _ count: Int
  ) {
    var sampling = sampling
    pixel_sample_row(target, row, &sampling, count)
  }

  /// Differences of two pixels in each of one or two rows.
  private func share(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ u: UnsafeMutablePointer<UInt8>,
    _ v: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    differences.withUnsafeBufferPointer { differences in
      guard let samplings = differences.baseAddress else { return }
      pixel_share_samples(u, v, upper, lower, samplings, count)
    }
  }

  private func writeAlpha(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    if depth == 8 {
      for x in 0..<count { target[x] = UInt8(row[x] >> 24) }
      return
    }
    let most = UInt32(1 << depth - 1)
    target.withMemoryRebound(to: UInt16.self, capacity: count) { target in
      for x in 0..<count { target[x] = UInt16(truncatingIfNeeded: ((row[x] >> 24) &* most &+ 127) / 255) }
    }
  }
}

extension PixelSampling {
  /// A matrix holds weights for 8 bits in 1/32768; more bits shift less.
  ///
  /// - Parameter offset: what is added to the sum of the pixels, before rounding.
  fileprivate init(_ weights: PixelComponent, offset: Int32, log2Pixels: Int32, depth: Int) {
    let shift = 15 + log2Pixels - Int32(depth - 8)
    var weights = weights
    weights.offset = offset + 1 << (shift - 1)
    self.init(weights: weights, shift: shift, most: 1 << Int32(depth) - 1)
  }
}

/// Rows of pixels in memory, `0xAARRGGBB`.
struct PixelRows {
  let base: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  func row(_ y: Int) -> UnsafePointer<UInt32> { base + y * stride }
}
