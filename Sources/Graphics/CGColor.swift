public import Foundation

/// A colour in sRGB: straight (not premultiplied), sRGB-encoded components, nominally 0...1.
///
/// Values outside 0...1 are stored as given (particles pass through them) and clamped when 8-bit pixels are made. In
/// movies of floats they are light: above 1 a component means `1 + 2.275 (v - 1)` times the light of white, the tangent
/// of sRGB's curve, and below 0 the curve is mirrored. Colours of other spaces become this when they are made.
public struct CGColor: Hashable, Sendable {
  /// Red, straight and sRGB-encoded, nominally 0...1.
  public var red: CGFloat
  /// Green, straight and sRGB-encoded, nominally 0...1.
  public var green: CGFloat
  /// Blue, straight and sRGB-encoded, nominally 0...1.
  public var blue: CGFloat
  /// Opacity, 0 transparent to 1 opaque.
  public var alpha: CGFloat

  /// A colour by its sRGB components, nominally 0...1, not multiplied by alpha.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The same as `init(red:green:blue:alpha:)`.
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A grey, 0 black to 1 white.
  public init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// A colour by the components of a space, alpha last: two for greys, four else (documented). Those of Display P3,
  /// ITU-R BT.2020 and linear sRGB are turned into sRGB, and so is what extended sRGB has above 1; greys count as sRGB.
  /// Optional because Core Graphics declares it so; never nil here.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    if space.model == .monochrome {
      self.init(gray: components[0], alpha: components[1])
    } else {
      self.init(
        space.encoding, Double(components[0]), Double(components[1]), Double(components[2]), alpha: components[3])
    }
  }

  /// A colour whose components go up to a headroom: how many times the light of white its space may be at most. More is
  /// cut to that. Nil for a headroom below 1.
  public init?(
    headroom: Float, colorSpace space: CGColorSpace, red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    guard headroom >= 1 else { return nil }
    self.init(space.encoding, Double(red), Double(green), Double(blue), alpha: Double(alpha))
    let most = Self.encoded(Double(headroom))
    (self.red, self.green, self.blue) = (min(self.red, most), min(self.green, most), min(self.blue, most))
  }

  /// Without a colour profile: each of red, green, blue is what its ink and the black leave of the paper.
  public init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black),
      alpha: alpha)
  }

  // The named colours that Core Graphics has.
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)
}

extension CGColor {
  /// Red, green, blue, alpha. Optional because Core Graphics declares it so; never nil here.
  public var components: [CGFloat]? { [red, green, blue, alpha] }

  /// Always 4.
  public var numberOfComponents: Int { 4 }

  /// The same colour with another alpha. Optional because Core Graphics declares it so; never nil here.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The premultiplied pixel `0xAARRGGBB`: components are clamped to 0...1 (not-a-number counts as 0), multiplied by
  /// alpha and rounded once, half up.
  @inlinable @inline(__always) package var premultipliedPixel: UInt32 {
    premultiplied(
      red: Double(Self.clamped(red)), green: Double(Self.clamped(green)), blue: Double(Self.clamped(blue)),
      alpha: Double(Self.clamped(alpha)))
  }

  @inlinable package static func clamped(_ value: CGFloat) -> CGFloat {
    value > 0 ? min(value, 1) : 0
  }

  /// Nearest of 0...255 for a value in 0...1.
  static func byte(_ value: CGFloat) -> UInt32 {
    UInt32(value * 255 + 0.5)
  }
}
