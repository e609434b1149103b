import CStarminePixelKernels

/// Conversion from the renderer's premultiplied pixels.
enum PixelForm: Sendable {
  /// Colours over black. Alpha, if any, is opaque.
  case overBlack
  /// Divided by alpha, which is raised to the brightest component.
  case straight
  case premultiplied
  case raised

  /// Throws `additiveAlpha` if a straight format should keep colours above alpha.
  init(_ format: VideoFormat, _ policy: AdditiveAlpha?) throws(VideoError) {
    switch (format.alpha, policy) {
    case (.none, _): self = .overBlack
    case (_, .screen): self = .overBlack
    // Players divide by alpha, so colours must not exceed it.
    case (.premultiplied, nil) where format.hasAlphaLayer: self = .raised
    case (.premultiplied, nil), (.premultiplied, .keep), (.either, .keep): self = .premultiplied
    case (.premultiplied, .luminance): self = .raised
    case (.straight, .keep):
      throw .additiveAlpha(format: format.name, instead: VideoFormat.all.filter { $0.alpha == .either }.map(\.key))
    case (.straight, _), (.either, _): self = .straight
    }
  }

  /// Converts a row. Both rows contain `count` pixels and may be the same.
  /// - Parameter order: 0, or `PixelRGBA`.
  /// - Returns: whether all source pixels were opaque.
  func convert(
    _ source: SourceRow<UInt32>, _ target: SampleSpan<UInt32>, _ count: Int, order: Int = 0
  ) -> Bool {
    return pixel_format_row(target.start, source.start, format | Int32(order), count) >= 0xFF00_0000
  }

  var format: Int32 {
    switch self {
    case .overBlack: Int32(PixelOverBlack)
    case .premultiplied: 0
    case .raised: Int32(PixelRaised)
    case .straight: Int32(PixelRaised | PixelStraight)
    }
  }
}
