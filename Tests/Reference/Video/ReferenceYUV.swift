package import CStarminePixelKernels

/// Twin of `pixel_yuv420_rows`, one component at a time.
package func referenceYUV420Rows(
  _ luma: UnsafeMutablePointer<UInt8>, _ lumaStride: Int, _ u: UnsafeMutablePointer<UInt8>,
  _ v: UnsafeMutablePointer<UInt8>, _ pixels: UnsafePointer<UInt32>, _ stride: Int, _ matrix: PixelMatrix, _ count: Int
) {
  for column in 0..<(count + 15) & ~15 {
    for row in 0..<2 {
      let sum = matrix.luma.sum(pixels[row * stride + column])
      luma[row * lumaStride + column] = UInt8(truncatingIfNeeded: (sum + matrix.luma.offset) >> 15)
    }
    guard column % 2 == 0 else { continue }
    let block = [0, 1, stride, stride + 1].map { pixels[column + $0] }
    for (out, component) in [(u, matrix.blue_difference), (v, matrix.red_difference)] {
      let sum = block.reduce(0) { $0 + component.sum($1) }
      out[column / 2] = UInt8(truncatingIfNeeded: (sum + component.offset) >> 17)
    }
  }
}

/// Twin of `pixel_sample_row`, for samples of one size.
package func referenceSampleRow<Sample: FixedWidthInteger & UnsignedInteger>(
  _ out: UnsafeMutablePointer<Sample>, _ pixels: UnsafePointer<UInt32>, _ sampling: PixelSampling, _ count: Int
) {
  for i in 0..<(count + 15) & ~15 { out[i] = sampling.sample([pixels[i]]) }
}

/// Twin of `pixel_share_samples`, for samples of one size.
package func referenceShareSamples<Sample: FixedWidthInteger & UnsignedInteger>(
  _ u: UnsafeMutablePointer<Sample>, _ v: UnsafeMutablePointer<Sample>, _ upper: UnsafePointer<UInt32>,
  _ lower: UnsafePointer<UInt32>, _ samplings: [PixelSampling], _ count: Int
) {
  for i in 0..<(count + 7) & ~7 {
    let block = [upper[2 * i], upper[2 * i + 1], lower[2 * i], lower[2 * i + 1]]
    (u[i], v[i]) = (samplings[0].sample(block), samplings[1].sample(block))
  }
}

extension PixelSampling {
  fileprivate func sample<Sample: FixedWidthInteger>(_ block: [UInt32]) -> Sample {
    let sum = block.reduce(weights.offset) { $0 + weights.sum($1) }
    return Sample(truncatingIfNeeded: min(most, sum >> shift))
  }
}

extension PixelComponent {
  /// A pixel's weighted components.
  fileprivate func sum(_ pixel: UInt32) -> Int32 {
    let (red, green, blue) = (Int32(pixel >> 16 & 255), Int32(pixel >> 8 & 255), Int32(pixel & 255))
    return red * self.red + green * self.green + blue * self.blue
  }
}
