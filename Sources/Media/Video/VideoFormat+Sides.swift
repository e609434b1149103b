import CStarmineFFmpeg

extension VideoFormat {
  /// Whether width and height must be even, because colours are kept for blocks of pixels.
  package var takesEvenSides: Bool {
    var (width, height): (Int32, Int32) = (0, 0)
    av_pix_fmt_get_chroma_sub_sample(pixelFormat, &width, &height)
    return width > 0 || height > 0
  }
}
