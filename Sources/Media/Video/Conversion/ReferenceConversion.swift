import CStarmineFFmpeg
package import CStarminePixelKernels

extension VideoFormat {
  /// The kernel's matrix for this format; nil if the kernel does not make it.
  var kernelMatrix: PixelMatrix? { pixelFormat == AV_PIX_FMT_YUV420P ? color.matrix : nil }
}

extension PixelMatrix {
  /// Y = 16 + 219 (0.2126 R + 0.7152 G + 0.0722 B), differences 128 +- 112. Weights of greys sum to 219 / 255 and to 0.
  package static let bt709Limited = PixelMatrix(
    luma: PixelComponent(red: 5983, green: 20127, blue: 2032, offset: 16 << 15 + 1 << 14),
    blue_difference: PixelComponent(red: -3298, green: -11094, blue: 14392, offset: 128 << 17 + 1 << 16),
    red_difference: PixelComponent(red: 14392, green: -13072, blue: -1320, offset: 128 << 17 + 1 << 16))

  /// Y = 0.299 R + 0.587 G + 0.114 B, differences 128 +- 127.5: the whole range, as in JPEG files.
  static let bt601Full = PixelMatrix(
    luma: PixelComponent(red: 9798, green: 19235, blue: 3735, offset: 1 << 14),
    blue_difference: PixelComponent(red: -5529, green: -10855, blue: 16384, offset: 128 << 17 + 1 << 16),
    red_difference: PixelComponent(red: 16384, green: -13720, blue: -2664, offset: 128 << 17 + 1 << 16))
}

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

extension PixelComponent {
  /// A pixel's weighted components.
  func sum(_ pixel: UInt32) -> Int32 {
    let (red, green, blue) = (Int32(pixel >> 16 & 255), Int32(pixel >> 8 & 255), Int32(pixel & 255))
    return red * self.red + green * self.green + blue * self.blue
  }
}
