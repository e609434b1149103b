import CStarmineFFmpeg
package import CStarminePixelKernels

extension VideoFormat {
  /// The matrix of this format for the kernel, or nil.
  var kernelMatrix: PixelMatrix? { pixelFormat == AV_PIX_FMT_YUV420P ? color.matrix : nil }
}

extension PixelMatrix {
  /// Y = 16 + 219 (0.2126 R + 0.7152 G + 0.0722 B), differences 128 +- 112. For greys, weights add up to 219 / 255 and
  /// to 0.
  package static let bt709Limited = PixelMatrix(
    luma: PixelComponent(red: 5983, green: 20127, blue: 2032, offset: 16 << 15 + 1 << 14),
    blue_difference: PixelComponent(red: -3298, green: -11094, blue: 14392, offset: 128 << 17 + 1 << 16),
    red_difference: PixelComponent(red: 14392, green: -13072, blue: -1320, offset: 128 << 17 + 1 << 16))

  /// Y = 16 + 219 (0.2627 R + 0.6780 G + 0.0593 B) of encoded values; differences as above.
  static let bt2020Limited = PixelMatrix(
    luma: PixelComponent(red: 7393, green: 19080, blue: 1669, offset: 16 << 15 + 1 << 14),
    blue_difference: PixelComponent(red: -4019, green: -10373, blue: 14392, offset: 128 << 17 + 1 << 16),
    red_difference: PixelComponent(red: 14392, green: -13235, blue: -1157, offset: 128 << 17 + 1 << 16))

  /// Y = 0.299 R + 0.587 G + 0.114 B, differences 128 +- 127.5: full range, as in JPEG files.
  static let bt601Full = PixelMatrix(
    luma: PixelComponent(red: 9798, green: 19235, blue: 3735, offset: 1 << 14),
    blue_difference: PixelComponent(red: -5529, green: -10855, blue: 16384, offset: 128 << 17 + 1 << 16),
    red_difference: PixelComponent(red: 16384, green: -13720, blue: -2664, offset: 128 << 17 + 1 << 16))
}
