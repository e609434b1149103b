/// A colour space by name. Everything is drawn in sRGB; other spaces exist for source compatibility.
public final class CGColorSpace: Sendable {
  /// The name it was made with; nil for device colours.
  public let name: String?

  /// Name of the space that everything is drawn in.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// Name of Display P3; its values count as sRGB here.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Name of linear sRGB; its values count as sRGB here.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// Name of greys with gamma 2.2; its values count as sRGB here.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

  /// Optional because Core Graphics declares it so; never nil here.
  public init?(name: String) { self.name = name }

  fileprivate init(device: Void) { name = nil }
}

/// The device's colours, which are sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(device: ()) }
/// The device's greys, which are sRGB here.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(device: ()) }

/// Where a bitmap has its alpha. Bitmaps here are premultiplied BGRA inside; only whether there is alpha at all counts.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// Core Graphics' names and numbers.
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly

  var isOpaque: Bool { self == .none || self == .noneSkipLast || self == .noneSkipFirst }
}

/// How the components of a bitmap lie in memory.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// A set by its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Bits in which a `CGImageAlphaInfo` lies.
  public static let alphaInfoMask = Self(rawValue: 0x1F)
  /// Words of 32 bits, lowest byte first.
  public static let byteOrder32Little = Self(rawValue: 2 << 12)
  /// Words of 32 bits, highest byte first.
  public static let byteOrder32Big = Self(rawValue: 4 << 12)

  /// Whether the bits for alpha say that there is none.
  package var isOpaque: Bool {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue)?.isOpaque ?? false
  }
}
