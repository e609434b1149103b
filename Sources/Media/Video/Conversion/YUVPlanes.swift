import CStarmineFFmpeg
import CStarminePixelKernels

/// Pixels as planes of luma, colour differences and alpha, of 8 bits or more a sample: the forms that the kernel does
/// not make. A colour sample is that of the mean of its pixels.
struct YUVPlanes: Sendable {
  private let matrix: PixelMatrix
  private let depth: Int
  /// Pixels that share a colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  private let hasAlpha: Bool

  /// Nil for a format that keeps RGB.
  init?(_ format: VideoFormat) {
    guard let matrix = format.color.matrix, let description = av_pix_fmt_desc_get(format.pixelFormat) else {
      return nil
    }
    self.matrix = matrix
    depth = Int(description.pointee.comp.0.depth)
    log2Width = Int(description.pointee.log2_chroma_w)
    log2Height = Int(description.pointee.log2_chroma_h)
    hasAlpha = description.pointee.nb_components == 4
  }

  /// Precondition: the sides are whole blocks.
  func write(_ pixels: PixelRows, to picture: UnsafeMutablePointer<AVFrame>) {
    if depth > 8 { write(pixels, to: picture, UInt16.self) } else { write(pixels, to: picture, UInt8.self) }
  }

  private func write<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixels: PixelRows, to picture: UnsafeMutablePointer<AVFrame>, _: Sample.Type
  ) {
    let (planes, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let luma = planes.0, let u = planes.1, let v = planes.2 else { return }
    for y in 0..<pixels.height {
      writeLuma(pixels, y, rebound(luma, strides.0, y, Sample.self))
      if hasAlpha, let alpha = planes.3 { writeAlpha(pixels, y, rebound(alpha, strides.3, y, Sample.self)) }
    }
    for y in 0..<pixels.height >> log2Height {
      writeDifference(matrix.blue_difference, pixels, y, rebound(u, strides.1, y, Sample.self))
      writeDifference(matrix.red_difference, pixels, y, rebound(v, strides.2, y, Sample.self))
    }
  }

  private func rebound<Sample>(
    _ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ row: Int, _: Sample.Type
  ) -> UnsafeMutablePointer<Sample> {
    UnsafeMutableRawPointer(plane + row * Int(stride)).assumingMemoryBound(to: Sample.self)
  }

  /// The matrix holds weights for 8 bits in 1/32768; more bits shift less.
  private func writeLuma<Sample: FixedWidthInteger>(
    _ pixels: PixelRows, _ y: Int, _ target: UnsafeMutablePointer<Sample>
  ) {
    let shift = Int32(15 - (depth - 8))
    let offset = (matrix.luma.offset - 1 << 14) + 1 << (shift - 1)
    let row = pixels.row(y)
    for x in 0..<pixels.width {
      target[x] = Sample(truncatingIfNeeded: (matrix.luma.sum(row[x]) + offset) >> shift)
    }
  }

  private func writeAlpha<Sample: FixedWidthInteger>(
    _ pixels: PixelRows, _ y: Int, _ target: UnsafeMutablePointer<Sample>
  ) {
    let most = UInt32(1 << depth - 1)
    let row = pixels.row(y)
    for x in 0..<pixels.width { target[x] = Sample(truncatingIfNeeded: ((row[x] >> 24) * most + 127) / 255) }
  }

  private func writeDifference<Sample: FixedWidthInteger>(
    _ component: PixelComponent, _ pixels: PixelRows, _ y: Int, _ target: UnsafeMutablePointer<Sample>
  ) {
    let shift = Int32(15 + log2Width + log2Height - (depth - 8))
    let offset = Int32(128) << (15 + Int32(log2Width + log2Height)) + 1 << (shift - 1)
    let most = Int32(1 << depth - 1)
    let (columns, rows) = (1 << log2Width, 1 << log2Height)
    for x in 0..<pixels.width >> log2Width {
      var sum = offset
      for line in 0..<rows {
        let row = pixels.row(y << log2Height + line)
        for column in 0..<columns { sum += component.sum(row[x << log2Width + column]) }
      }
      target[x] = Sample(truncatingIfNeeded: min(most, sum >> shift))
    }
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
