import CStarmineFFmpeg

/// What a file says of its picture's colours that libavcodec does not hand on.
struct PictureColors {
  /// Nil: what the picture says.
  private(set) var primaries: ColorPrimaries?
  /// From numbers to light; nil: what the picture says.
  private(set) var exponent: Double?
  /// Whether there is a profile that is too long to be read.
  private(set) var hasLongProfile = false

  static let none = PictureColors()

  private init() {}

  init(_ png: PNGColors) {
    hasLongProfile = png.longProfile != nil && png.coding == nil
    guard png.coding == nil, !png.isSRGB else { return }
    primaries = png.chromaticities.flatMap { ColorPrimaries($0) }
    // Within a twentieth of 2.2 sRGB's curve is meant, as libpng takes it.
    if let exponent = png.exponent, abs(exponent / 2.2 - 1) > 0.05 { self.exponent = min(max(exponent, 0.1), 10) }
  }

  init(_ header: EXRHeader?) { primaries = header?.chromaticities.flatMap { ColorPrimaries($0) } }
}
