/// A colour in sRGB: UIKit's names over `CGColor`.
///
/// Not an `NSObject`, unlike UIKit's: Foundation on Linux crashes where it compares those as attributes of texts.
public final class UIColor: Hashable, Sendable, CustomStringConvertible {
  /// The colour as Core Graphics has it.
  public let cgColor: CGColor

  /// The same colour as Core Graphics'.
  public init(cgColor: CGColor) { self.cgColor = cgColor }

  /// A transparent colour.
  public convenience init() { self.init(cgColor: CGColor.clear) }

  /// Components of extended sRGB, 0...1 within sRGB, not multiplied by alpha. What lies beyond has an effect in movies
  /// of floats.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(.sRGB, Double(red), Double(green), Double(blue), alpha: Double(alpha)))
  }

  /// Components of Display P3.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(.displayP3, Double(red), Double(green), Double(blue), alpha: Double(alpha)))
  }

  /// Components of sRGB with their light multiplied: under a linear exposure of 4 white is four times as light.
  ///
  /// - Parameter linearExposure: 1 changes nothing.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, linearExposure: CGFloat) {
    self.init(
      cgColor: CGColor(
        .sRGB, Double(red), Double(green), Double(blue), alpha: Double(alpha), exposure: Double(linearExposure)))
  }

  /// The same in stops, each of which doubles the light; 0 changes nothing.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, exposure: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha, linearExposure: CGFloat(Double.exp2(Double(exposure))))
  }

  /// A grey, 0 black to 1 white.
  public convenience init(white: CGFloat, alpha: CGFloat) { self.init(cgColor: CGColor(gray: white, alpha: alpha)) }

  /// A colour by hue (around the circle, 0...1 from red over green and blue; other values are cut to this), saturation
  /// and brightness, 0...1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = min(max(hue, 0), 1) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let place = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// The same colour with another opacity, 0...1.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(cgColor: CGColor(red: cgColor.red, green: cgColor.green, blue: cgColor.blue, alpha: alpha))
  }

  /// Writes the components of extended sRGB that are asked for. Always true here.
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

  /// Writes hue (0 for greys), saturation (0 for black) and brightness. Always true here.
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

  /// Writes grey and alpha; false, and nothing, for colours that are not grey.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    guard cgColor.red == cgColor.green, cgColor.green == cgColor.blue else { return false }
    unsafe white?.pointee = cgColor.red
    unsafe alpha?.pointee = cgColor.alpha
    return true
  }

  // MARK: Drawing

  /// Fills and strokes of the current context take this colour.
  public func set() {
    setFill()
    setStroke()
  }
  /// Fills of the current context take this colour.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  /// Strokes of the current context take this colour.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  /// Whether the components are equal.
  public static func == (left: UIColor, right: UIColor) -> Bool { left.cgColor == right.cgColor }
  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(cgColor) }
  /// `UIColor`, red, green, blue, alpha.
  public var description: String {
    "UIColor \(cgColor.red) \(cgColor.green) \(cgColor.blue) \(cgColor.alpha)"
  }
}

extension UIColor: ValueWrapper {
  package var wrappedValue: Any { cgColor }
}
