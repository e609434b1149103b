/// A colour in sRGB. It wraps `CGColor`.
///
/// Unlike UIKit's class, it is not an `NSObject`: Foundation on Linux crashes when it compares such attributes of
/// strings.
public final class UIColor: Hashable, Sendable, CustomStringConvertible {
  /// The colour as a `CGColor`.
  public let cgColor: CGColor

  /// Creates a colour from a `CGColor`.
  public init(cgColor: CGColor) { self.cgColor = cgColor }

  /// Creates a transparent colour.
  public convenience init() { self.init(cgColor: CGColor.clear) }

  /// Creates a colour from extended sRGB components, not premultiplied. Values outside 0...1 have an effect only in
  /// movies with float frames.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(.sRGB, Double(red), Double(green), Double(blue), alpha: Double(alpha)))
  }

  /// Creates a colour from Display P3 components.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(.displayP3, Double(red), Double(green), Double(blue), alpha: Double(alpha)))
  }

  /// Creates a colour from sRGB components with a linear exposure. An exposure of 4 makes white four times as bright.
  ///
  /// - Parameter linearExposure: factor of the linear components; 1 means no change.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, linearExposure: CGFloat) {
    self.init(
      cgColor: CGColor(
        .sRGB, Double(red), Double(green), Double(blue), alpha: Double(alpha), exposure: Double(linearExposure)))
  }

  /// Creates a colour from sRGB components with an exposure in stops. Each stop doubles the brightness; 0 means no
  /// change.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, exposure: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha, linearExposure: CGFloat(Double.exp2(Double(exposure))))
  }

  /// Creates a grey from 0 (black) to 1 (white).
  public convenience init(white: CGFloat, alpha: CGFloat) { self.init(cgColor: CGColor(gray: white, alpha: alpha)) }

  /// Creates a colour from hue, saturation and brightness, limited to 0...1. The hue runs from red through green and
  /// blue.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = min(max(hue, 0), 1) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let place = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// Returns the colour with another alpha, 0...1.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(cgColor: CGColor(red: cgColor.red, green: cgColor.green, blue: cgColor.blue, alpha: alpha))
  }

  /// Copies the components of extended sRGB. Always returns true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let parts = cgColor.extendedComponents
    unsafe red?.pointee = parts[0]
    unsafe green?.pointee = parts[1]
    unsafe blue?.pointee = parts[2]
    unsafe alpha?.pointee = cgColor.alpha
    return true
  }

  /// Copies hue (0 for greys), saturation (0 for black) and brightness. Always returns true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (r, g, b) = (cgColor.red, cgColor.green, cgColor.blue)
    let (high, range) = (max(r, g, b), max(r, g, b) - min(r, g, b))
    if range > 0 {
      let sector = high == r ? (g - b) / range : high == g ? 2 + (b - r) / range : 4 + (r - g) / range
      unsafe hue?.pointee = (sector < 0 ? sector + 6 : sector) / 6
    } else {
      unsafe hue?.pointee = 0
    }
    unsafe saturation?.pointee = high > 0 ? range / high : 0
    unsafe brightness?.pointee = high
    unsafe alpha?.pointee = cgColor.alpha
    return true
  }

  /// Copies the grey value and alpha. Returns false, without a copy, for other colours than greys.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    guard cgColor.red == cgColor.green, cgColor.green == cgColor.blue else { return false }
    unsafe white?.pointee = cgColor.red
    unsafe alpha?.pointee = cgColor.alpha
    return true
  }

  // MARK: Drawing

  /// Sets the fill and stroke colour of the current context.
  public func set() {
    setFill()
    setStroke()
  }
  /// Sets the fill colour of the current context.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  /// Sets the stroke colour of the current context.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  /// Colours with equal components are equal.
  public static func == (left: UIColor, right: UIColor) -> Bool { left.cgColor == right.cgColor }
  /// Equal colours have equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(cgColor) }
  /// `UIColor` with red, green, blue and alpha.
  public var description: String { "UIColor \(cgColor.red) \(cgColor.green) \(cgColor.blue) \(cgColor.alpha)" }
}

/// Xcode's `#colorLiteral`, in sRGB.
extension UIColor: _ExpressibleByColorLiteral {
  /// Creates the colour of a `#colorLiteral`.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
}
/// The type of a `#colorLiteral`.
public typealias _ColorLiteralType = UIColor

extension UIColor: ValueWrapper {
  package var wrappedValue: Any { cgColor }
}
