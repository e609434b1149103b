import CStarmineFFmpeg

/// Colour properties in the chunks of a PNG file before its image data (PNG, third edition, 11.3.2). The file may be
/// damaged.
struct PNGColors {
  /// Numbers of primaries, transfer function and matrix, and full range (`cICP`).
  private(set) var coding: (primaries: Int, curve: Int, matrix: Int, isFull: Bool)?
  private(set) var isSRGB = false
  /// Gamma exponent.
  private(set) var exponent: Double?
  private(set) var chromaticities: [Double]?
  /// Range of a profile that is too long to be unpacked, including chunk header and checksum.
  private(set) var longProfile: Range<Int>?

  /// Maximum compressed size of a profile. Those with a matrix and curves have a few thousand bytes.
  static let longestProfile = 1 << 16

  init(_ file: FileBytes) {
    var place = 8
    while let length = file.number(place, 4), let kind = file.text(place + 4, 4), kind != "IDAT",
      let content = file.part(place + 8, length)
    {
      take(kind, content)
      if kind == "iCCP", length > Self.longestProfile, longProfile == nil { longProfile = place..<place + 12 + length }
      place += 12 + length
    }
  }

  private mutating func take(_ kind: String, _ content: FileBytes) {
    switch kind {
    case "cICP":
      let values = content.array.map(Int.init)
      if values.count == 4 { coding = (values[0], values[1], values[2], values[3] == 1) }
    case "sRGB": isSRGB = true
    case "gAMA":
      if let value = content.number(0, 4), value > 0 { exponent = 100_000 / Double(value) }
    case "cHRM":
      let values = (0..<8).compactMap { content.number(4 * $0, 4) }.map { Double($0) / 100_000 }
      if values.count == 8 { chromaticities = Array(values[2...]) + values[..<2] }
    default: break
    }
  }

  /// Sets the colour properties of the file on a decoded frame. `cICP` takes precedence over a profile.
  func label(_ frame: borrowing OwnedFrame) {
    guard let coding else { return }
    let picture = frame.pointer
    picture.pointee.color_primaries = AVColorPrimaries(UInt32(coding.primaries))
    picture.pointee.color_trc = AVColorTransferCharacteristic(UInt32(coding.curve))
    av_frame_remove_side_data(picture, AV_FRAME_DATA_ICC_PROFILE)
  }
}

/// Colour properties of a file that libavcodec does not report.
struct PictureColors {
  private(set) var primaries: ColorPrimaries?
  /// Transfer exponent; nil: that of the image.
  private(set) var exponent: Double?
  private(set) var hasLongProfile = false

  static let none = PictureColors()

  private init() {}

  init(_ png: PNGColors) {
    hasLongProfile = png.longProfile != nil && png.coding == nil
    guard png.coding == nil, !png.isSRGB else { return }
    primaries = png.chromaticities.flatMap { ColorPrimaries($0) }
    // A gamma within a twentieth of 2.2 means the curve of sRGB, as in libpng.
    if let exponent = png.exponent, abs(exponent / 2.2 - 1) > 0.05 { self.exponent = min(max(exponent, 0.1), 10) }
  }

  init(_ header: EXRHeader?) { primaries = header?.chromaticities.flatMap { ColorPrimaries($0) } }
}
