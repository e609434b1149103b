/// A colour space by name. Drawing always uses sRGB, extended in float movies.
public final class CGColorSpace: Sendable {
  /// Name of the space; nil for device colours.
  public let name: String?
  /// Whether the space has greys, or red, green and blue.
  public let model: CGColorSpaceModel

  /// Name of sRGB, the space of all drawing.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// Name of Display P3.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Name of sRGB with values outside 0...1, where its curve is extended.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  /// Name of Display P3 with values outside 0...1.
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  /// Name of linear sRGB with values outside 0...1.
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  /// Name of ITU-R BT.2020.
  public static let itur_2020 = "kCGColorSpaceITUR_2020"
  /// Name of linear sRGB.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// Name of greys with gamma 2.2. Their values are used as sRGB.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

  /// Creates a space from its name. Optional as in Core Graphics; never nil.
  public init?(name: String) { (self.name, model) = (name, name.contains("Gray") ? .monochrome : .rgb) }

  fileprivate init(device model: CGColorSpaceModel) { (name, self.model) = (nil, model) }

  /// Number of components without alpha: 1 or 3.
  public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

  var encoding: ColorEncoding {
    switch name {
    case Self.displayP3, Self.extendedDisplayP3: .displayP3
    case Self.linearSRGB, Self.extendedLinearSRGB: .linearSRGB
    case Self.itur_2020: .rec2020
    default: .sRGB
    }
  }

  static let ofPictures = CGColorSpace(device: .rgb)
}

/// Type of a colour space. Raw values are those of Core Graphics.
public enum CGColorSpaceModel: Int32, Sendable {
  /// One component, or three components.
  case monochrome, rgb
}

/// Returns the device RGB space, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(device: .rgb) }
/// Returns the device grey space, which is sRGB.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(device: .monochrome) }
