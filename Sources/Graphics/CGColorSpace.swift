/// A colour space by name. Everything is drawn in sRGB; other spaces exist for source compatibility.
public final class CGColorSpace: Sendable {
  public let name: String?

  public static let sRGB = "kCGColorSpaceSRGB"
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

  /// Optional because Core Graphics declares it so; never nil here.
  public init?(name: String) { self.name = name }

  fileprivate init(device: Void) { name = nil }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(device: ()) }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(device: ()) }

/// Where a bitmap has its alpha. Bitmaps here are premultiplied BGRA inside; only whether there is alpha at all counts.
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly

  var isOpaque: Bool { self == .none || self == .noneSkipLast || self == .noneSkipFirst }
}

/// How the components of a bitmap lie in memory.
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let alphaInfoMask = Self(rawValue: 0x1F)
  public static let byteOrder32Little = Self(rawValue: 2 << 12)
  public static let byteOrder32Big = Self(rawValue: 4 << 12)

  /// Whether the bits for alpha say that there is none.
  public var isOpaque: Bool {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue)?.isOpaque ?? false
  }
}
