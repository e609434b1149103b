public import Foundation

// Extended colours. Above 1, components follow the tangent of the sRGB curve at white, 1 + 2.275 (v - 1) times white;
// below 0 the curve is mirrored. Other spaces are converted and rounded when a colour is created, so that powers give
// equal numbers on every processor.

package enum ColorEncoding: String, CaseIterable, Sendable {
  /// The curve is extended above 1, as in Apple's extended sRGB.
  case sRGB = "srgb"
  case linearSRGB = "srgb-linear"
  case displayP3 = "display-p3"
  case rec2020 = "rec2020"

  package func light(_ value: Double) -> Double {
    let size = value.magnitude
    let light =
      switch self {
      case .linearSRGB: size
      case .sRGB, .displayP3: size <= 0.04045 ? size / 12.92 : Double.pow((size + 0.055) / 1.055, 2.4)
      case .rec2020:
        size < 0.018053968510807 * 4.5 ? size / 4.5 : Double.pow((size + 0.09929682680944) / 1.09929682680944, 1 / 0.45)
      }
    return value < 0 ? -light : light
  }

  /// Converts linear sRGB of 0 or more to an encoded component.
  package static func component(ofLight light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * Double.pow(light, 1 / 2.4) - 0.055
  }

  /// From linear sRGB to linear Display P3, in rows.
  package static let toDisplayP3 = [
    SIMD3(0.82246196871436230, 0.17753803128563775, 0), SIMD3(0.033194198850961621, 0.96680580114903838, 0),
    SIMD3(0.017082630721120088, 0.072397440663964352, 0.91051992861491557),
  ]

  /// From linear light of this space to linear sRGB, in rows. Both have the white point D65 (CSS Colour 4).
  package var rows: [SIMD3<Double>] {
    switch self {
    case .sRGB, .linearSRGB: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    case .displayP3:
      [
        SIMD3(1.2249401762805598, -0.22494017628055996, 0), SIMD3(-0.042056954709688163, 1.0420569547096881, 0),
        SIMD3(-0.019637554590334432, -0.078636045550631889, 1.0982736001409663),
      ]
    case .rec2020:
      [
        SIMD3(1.6604910021084345, -0.58764113878854951, -0.072849863319884883),
        SIMD3(-0.12455047452159074, 1.1328998971259603, -0.0083494226043694768),
        SIMD3(-0.018150763354905303, -0.10057889800800739, 1.1187296613629127),
      ]
    }
  }
}

extension CGColor {
  /// Limit of components: 580 times white.
  package static let widest = 256.0

  /// Creates a straight colour of a space. Components outside 0...1 are colours outside the space.
  /// - Parameter exposure: factor of the linear light; 1 means no change.
  package init(
    _ encoding: ColorEncoding, _ red: Double, _ green: Double, _ blue: Double, alpha: Double, exposure: Double = 1
  ) {
    let inside = [red, green, blue].allSatisfy { (0...1).contains($0) }
    if encoding == .sRGB, inside, exposure == 1 {
      self.init(red: red, green: green, blue: blue, alpha: alpha)
      return
    }
    let light = SIMD3(encoding.light(red), encoding.light(green), encoding.light(blue)) * max(0, exposure)
    let parts = encoding.rows.map { Self.encoded(($0 * light).sum()) }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  /// The component for a multiple of the luminance of white, rounded to 1/65536.
  package static func encoded(_ light: Double) -> Double {
    guard !light.isNaN else { return 0 }
    let size = light.magnitude
    let value = size < 1 ? ColorEncoding.component(ofLight: size) : 1 + (size - 1) / whiteSlope
    let rounded = (min(value, widest) * 65536).rounded() / 65536
    return light < 0 ? -rounded : rounded
  }

  private static let whiteSlope = 2.275

  /// The luminance of a component, as a multiple of white.
  static func light(_ value: Double) -> Double {
    guard value.magnitude > 1 else { return ColorEncoding.sRGB.light(value) }
    let light = 1 + whiteSlope * (value.magnitude - 1)
    return value < 0 ? -light : light
  }

  /// Returns the colour with its linear light multiplied.
  package func exposed(_ factor: Double) -> CGColor {
    if factor == 1 { return self }
    let parts = [red, green, blue].map { Self.encoded(Self.light(Double($0)) * factor) }
    return CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  /// Whether a component is outside the range of 8-bit pixels.
  @inlinable @inline(__always) package var isWide: Bool {
    !(red >= 0 && red <= 1 && green >= 0 && green <= 1 && blue >= 0 && blue <= 1)
      && !(red.isNaN || green.isNaN || blue.isNaN)
  }

  /// Straight red, green, blue and alpha as floats. Values outside 0...1 are rounded to 1/65536, and alpha is clipped.
  /// NaN counts as 0.
  package var deepComponents: SIMD4<Float> {
    SIMD4(Self.deep(red), Self.deep(green), Self.deep(blue), Float(Self.clamped(alpha)))
  }

  private static func deep(_ value: CGFloat) -> Float {
    if value >= 0, value <= 1 { return Float(value) }
    guard !value.isNaN else { return 0 }
    return Float((max(-widest, min(widest, Double(value))) * 65536).rounded() / 65536)
  }

  /// The components of extended sRGB, whose curve continues above 1, as in CSS and Apple's systems.
  package var extendedComponents: [Double] {
    [red, green, blue].map { value in
      guard value.magnitude > 1, value.isFinite else { return Double(value) }
      let extended = ColorEncoding.component(ofLight: Self.light(Double(value.magnitude)))
      let rounded = (extended * 65536).rounded() / 65536
      return value < 0 ? -rounded : rounded
    }
  }
}
