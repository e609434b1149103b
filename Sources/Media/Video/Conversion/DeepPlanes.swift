import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Floats as planes of luma and colour differences of more than 8 bits, without alpha: rounded once, from what was
/// drawn.
struct DeepPlanes: Sendable {
  private let luma: PixelDeepComponent
  private let differences: [PixelDeepComponent]
  /// Rows that share a colour sample, as a power of two; two columns do.
  private let log2Height: Int

  /// Nil for other formats.
  init?(_ format: VideoFormat) {
    guard let matrix = format.color.matrix, let description = av_pix_fmt_desc_get(format.pixelFormat) else {
      return nil
    }
    let depth = Int(description.pointee.comp.0.depth)
    guard depth > 8, description.pointee.log2_chroma_w == 1, description.pointee.nb_components == 3 else { return nil }
    log2Height = Int(description.pointee.log2_chroma_h)
    let step = Float(1 << (depth - 8))
    luma = PixelDeepComponent(matrix.luma, 255 * step, offset: Float((matrix.luma.offset - 1 << 14) >> 15) * step)
    differences = [matrix.blue_difference, matrix.red_difference].map {
      // The kernel sums four pixels.
      PixelDeepComponent($0, 255 * step / 4, offset: 128 * step)
    }
  }

  /// - Precondition: the tile begins at a column and a row that are multiples of 16 and 2.
  func write(_ tile: DeepTile, to target: UnsafeMutablePointer<AVFrame>) {
    let (planes, strides) = (target.pointee.data, target.pointee.linesize)
    guard let first = planes.0, let second = planes.1, let third = planes.2 else { return }
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "DeepPlanes: a tile starts inside of a block")
    func line(
      _ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ x: Int, _ y: Int
    ) -> UnsafeMutablePointer<UInt16> {
      UnsafeMutableRawPointer(plane + y * Int(stride) + 2 * x).assumingMemoryBound(to: UInt16.self)
    }
    var weights = luma
    for y in 0..<tile.height {
      pixel_deep_luma(
        line(first, strides.0, tile.x, tile.y + y), tile.pixels + y * tile.stride, &weights, tile.width)
    }
    differences.withUnsafeBufferPointer { differences in
      guard let differences = differences.baseAddress else { return }
      for row in 0..<tile.height >> log2Height {
        let (x, y, upper) = (tile.x / 2, tile.y >> log2Height + row, tile.pixels + (row << log2Height) * tile.stride)
        let lower = log2Height == 1 ? upper + tile.stride : upper
        pixel_deep_chroma(
          line(second, strides.1, x, y), line(third, strides.2, x, y), upper, lower, differences, tile.width / 2)
      }
    }
  }
}

extension PixelDeepComponent {
  /// - Parameters:
  ///   - component: weights in 1/32768.
  ///   - scale: what they are multiplied by.
  fileprivate init(_ component: PixelComponent, _ scale: Float, offset: Float) {
    let factor = scale / 32768
    self.init(
      blue: Float(component.blue) * factor, green: Float(component.green) * factor,
      red: Float(component.red) * factor, offset: offset + 0.5)
  }
}
