/// A colour space by name. Everything is drawn in sRGB, in movies of floats beyond it too.
public final class CGColorSpace: Sendable {
  /// The name it was made with; nil for device colours.
  public let name: String?
  /// Greys, or red, green and blue.
  public let model: CGColorSpaceModel

  /// Name of the space that everything is drawn in.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// Name of Display P3.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Name of sRGB with values beyond 0...1, whose curve goes on there.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  /// Name of Display P3 with values beyond 0...1.
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  /// Name of linear sRGB with values beyond 0...1.
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  /// Name of ITU-R BT.2020.
  public static let itur_2020 = "kCGColorSpaceITUR_2020"
  /// Name of linear sRGB.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// Name of greys with gamma 2.2; its values count as sRGB here.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

  /// Optional because Core Graphics declares it so; never nil here.
  public init?(name: String) { (self.name, model) = (name, name.contains("Gray") ? .monochrome : .rgb) }

  fileprivate init(device model: CGColorSpaceModel) { (name, self.model) = (nil, model) }

  /// Components of a colour besides alpha: 1 or 3.
  public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

  /// How its components are read.
  var encoding: ColorEncoding {
    switch name {
    case Self.displayP3, Self.extendedDisplayP3: .displayP3
    case Self.linearSRGB, Self.extendedLinearSRGB: .linearSRGB
    case Self.itur_2020: .rec2020
    default: .sRGB
    }
  }

  /// What pictures are in.
  static let ofPictures = CGColorSpace(device: .rgb)
}

/// Kinds of colour spaces. Raw values are Core Graphics'.
public enum CGColorSpaceModel: Int32, Sendable {
  /// One component, or three.
  case monochrome, rgb
}

/// The device's colours, which are sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(device: .rgb) }
/// The device's greys, which are sRGB here.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(device: .monochrome) }
