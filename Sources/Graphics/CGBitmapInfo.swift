/// Position of alpha in the bytes of a bitmap. Internally, images are always premultiplied BGRA.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// The cases and raw values of Core Graphics.
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly

  var isOpaque: Bool { self == .none || self == .noneSkipLast || self == .noneSkipFirst }
}

/// Layout of the bytes of a bitmap.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a set from its raw bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of a `CGImageAlphaInfo`.
  public static let alphaInfoMask = Self(rawValue: 0x1F)
  /// The bits of the byte order.
  public static let byteOrderMask = Self(rawValue: 7 << 12)
  /// 32-bit pixels, lowest byte first.
  public static let byteOrder32Little = Self(rawValue: 2 << 12)
  /// 32-bit pixels, highest byte first: the default order.
  public static let byteOrder32Big = Self(rawValue: 4 << 12)

  /// The layout of drawings: B, G, R, A.
  package static let ofDrawings = Self(
    rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue | byteOrder32Little.rawValue)
  /// The layout of files: R, G, B, A.
  package static let ofFiles = Self(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)

  package var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) ?? .none
  }

  package var isOpaque: Bool { alphaInfo.isOpaque }
}

/// The bytes of a pixel, with conversions from and to `0xAARRGGBB`.
package struct PixelLayout: Hashable, Sendable {
  /// Bytes per pixel.
  package let count: Int
  /// Byte index of red, green and blue; all equal for greys.
  private let colors: SIMD3<Int>
  /// Byte index of alpha; nil: opaque.
  private let alpha: Int?
  private let isPremultiplied: Bool

  /// Nil for unsupported layouts: components without 8 bits, pixels without 1, 3 or 4 bytes, alpha only, and byte
  /// orders without 32 bits.
  package init?(_ info: CGBitmapInfo, bits: Int = 32, model: CGColorSpaceModel = .rgb) {
    let order = info.intersection(.byteOrderMask)
    guard info.alphaInfo != .alphaOnly, order == [] || order == .byteOrder32Little || order == .byteOrder32Big
    else { return nil }
    let isFirst = [.first, .premultipliedFirst, .noneSkipFirst].contains(info.alphaInfo)
    isPremultiplied = info.alphaInfo != .first && info.alphaInfo != .last
    switch (bits, model) {
    case (32, .rgb):
      let places = isFirst ? SIMD4(1, 2, 3, 0) : SIMD4(0, 1, 2, 3)
      let bytes = order == .byteOrder32Little ? 3 &- places : places
      (count, colors, alpha) = (4, SIMD3(bytes.x, bytes.y, bytes.z), info.isOpaque ? nil : bytes.w)
    case (24, .rgb) where info.alphaInfo == .none: (count, colors, alpha) = (3, SIMD3(0, 1, 2), nil)
    case (8, .monochrome) where info.alphaInfo == .none: (count, colors, alpha) = (1, .zero, nil)
    default: return nil
    }
  }

  package func pixel(at bytes: UnsafePointer<UInt8>) -> UInt32 {
    let opacity = alpha.map { UInt32(bytes[$0]) } ?? 255
    let rgb = SIMD3(UInt32(bytes[colors.x]), UInt32(bytes[colors.y]), UInt32(bytes[colors.z]))
    let straight = opacity << 24 | rgb.x << 16 | rgb.y << 8 | rgb.z
    guard isPremultiplied else { return premultiplied(straight: straight) }
    // Colours above alpha would add light.
    let cut = pointwiseMin(rgb, SIMD3(repeating: opacity))
    return opacity << 24 | cut.x << 16 | cut.y << 8 | cut.z
  }

  /// Writes a premultiplied pixel. Greys use the luma of Rec. 709 (ours).
  package func write(_ pixel: UInt32, to bytes: UnsafeMutablePointer<UInt8>) {
    let opacity = pixel >> 24
    var rgb = SIMD3(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    if !isPremultiplied, opacity > 0 {
      rgb = pointwiseMin((rgb &* 255 &+ opacity / 2) / opacity, SIMD3(repeating: 255))
    }
    if count == 1 {
      bytes[0] = UInt8((rgb.x * 54 + rgb.y * 183 + rgb.z * 19 + 128) >> 8)
      return
    }
    if count == 4 {
      let skipped = 6 - colors.x - colors.y - colors.z
      bytes[alpha ?? skipped] = alpha == nil ? 255 : UInt8(opacity)
    }
    (bytes[colors.x], bytes[colors.y], bytes[colors.z]) = (UInt8(rgb.x), UInt8(rgb.y), UInt8(rgb.z))
  }
}
