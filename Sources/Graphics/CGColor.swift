public import Foundation

/// A colour in sRGB: straight (not premultiplied), encoded components, usually 0...1.
///
/// Values outside 0...1 are stored (particles can pass through them) and clipped in 8-bit pixels. In float movies they
/// are HDR: a component v above 1 is `1 + 2.275 (v - 1)` times as bright as white, the tangent of the sRGB curve. Below
/// 0 the curve is mirrored. Colours of other spaces are converted when they are created.
public struct CGColor: Hashable, Sendable {
  /// Red, straight and encoded, usually 0...1.
  public var red: CGFloat
  /// Green, straight and encoded, usually 0...1.
  public var green: CGFloat
  /// Blue, straight and encoded, usually 0...1.
  public var blue: CGFloat
  /// Alpha, 0 (transparent) to 1 (opaque).
  public var alpha: CGFloat

  /// Creates a colour from straight sRGB components, usually 0...1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates a colour like `init(red:green:blue:alpha:)`.
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a grey from 0 (black) to 1 (white).
  public init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// Creates a colour from the components of a space, alpha last: two for greys, otherwise four (documented). Display
  /// P3, ITU-R BT.2020, linear sRGB and extended sRGB are converted to sRGB. Greys count as sRGB. Optional as in Core
  /// Graphics; never nil.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    if space.model == .monochrome {
      self.init(gray: components[0], alpha: components[1])
    } else {
      self.init(
        space.encoding, Double(components[0]), Double(components[1]), Double(components[2]), alpha: components[3])
    }
  }

  /// Creates a colour with a headroom: the maximum luminance of its components, as a multiple of white. Higher
  /// components are clipped. Nil for a headroom below 1.
  public init?(
    headroom: Float, colorSpace space: CGColorSpace, red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    guard headroom >= 1 else { return nil }
    self.init(space.encoding, Double(red), Double(green), Double(blue), alpha: Double(alpha))
    let most = Self.encoded(Double(headroom))
    (self.red, self.green, self.blue) = (min(self.red, most), min(self.green, most), min(self.blue, most))
  }

  /// Creates a colour from ink amounts without a colour profile. Each of red, green and blue is the product of the
  /// complements of its ink and of black.
  public init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black),
      alpha: alpha)
  }

  // MARK: Named colours of Core Graphics
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)
}

extension CGColor {
  /// Red, green, blue and alpha. Optional as in Core Graphics; never nil.
  public var components: [CGFloat]? { [red, green, blue, alpha] }

  /// Always 4.
  public var numberOfComponents: Int { 4 }

  /// Returns the colour with another alpha. Optional as in Core Graphics; never nil.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The premultiplied pixel `0xAARRGGBB`: components are clipped to 0...1 (NaN counts as 0), multiplied by alpha and
  /// rounded once, half up.
  @inlinable @inline(__always) package var premultipliedPixel: UInt32 {
    premultiplied(
      red: Double(Self.clamped(red)), green: Double(Self.clamped(green)), blue: Double(Self.clamped(blue)),
      alpha: Double(Self.clamped(alpha)))
  }

  @inlinable package static func clamped(_ value: CGFloat) -> CGFloat {
    value > 0 ? min(value, 1) : 0
  }

  static func byte(_ value: CGFloat) -> UInt32 {
    UInt32(value * 255 + 0.5)
  }
}
