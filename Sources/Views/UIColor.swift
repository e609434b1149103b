public import Foundation
public import StarmineGraphics
import StarmineLayers
import StarmineScene

/// A colour in sRGB: UIKit's names over `CGColor`.
///
/// Not an `NSObject`, unlike UIKit's: Foundation on Linux crashes where it compares those as attributes of texts.
public final class UIColor: Hashable, Sendable, CustomStringConvertible {
  /// The colour as Core Graphics has it.
  public let cgColor: CGColor

  /// The same colour as Core Graphics'.
  public init(cgColor: CGColor) { self.cgColor = cgColor }

  /// Components 0...1, not multiplied by alpha; others are stored as given.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
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
    UIColor(red: cgColor.red, green: cgColor.green, blue: cgColor.blue, alpha: alpha)
  }

  /// Writes the components that are asked for. Always true here.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = cgColor.red
    green?.pointee = cgColor.green
    blue?.pointee = cgColor.blue
    alpha?.pointee = cgColor.alpha
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
      hue?.pointee = (sector < 0 ? sector + 6 : sector) / 6
    } else {
      hue?.pointee = 0
    }
    saturation?.pointee = high > 0 ? range / high : 0
    brightness?.pointee = high
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// Writes grey and alpha; false, and nothing, for colours that are not grey.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    guard cgColor.red == cgColor.green, cgColor.green == cgColor.blue else { return false }
    white?.pointee = cgColor.red
    alpha?.pointee = cgColor.alpha
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

extension UIColor {
  /// Grey 0.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Grey 1/3.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// Grey 2/3.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// Grey 1.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Grey 0.5.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Transparent black.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// Red 1, green 0, blue 0.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Red 0, green 1, blue 0.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Red 0, green 0, blue 1.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Red 0, green 1, blue 1.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Red 1, green 1, blue 0.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Red 1, green 0, blue 1.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Red 1, green 0.5, blue 0.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Red 0.5, green 0, blue 0.5.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Red 0.6, green 0.4, blue 0.2.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

  // The system colours in their light look (published in Apple's interface guidelines).
  /// Bytes 255, 59, 48.
  public static let systemRed = UIColor(bytes: 255, 59, 48)
  /// Bytes 255, 149, 0.
  public static let systemOrange = UIColor(bytes: 255, 149, 0)
  /// Bytes 255, 204, 0.
  public static let systemYellow = UIColor(bytes: 255, 204, 0)
  /// Bytes 52, 199, 89.
  public static let systemGreen = UIColor(bytes: 52, 199, 89)
  /// Bytes 48, 176, 199.
  public static let systemTeal = UIColor(bytes: 48, 176, 199)
  /// Bytes 0, 122, 255.
  public static let systemBlue = UIColor(bytes: 0, 122, 255)
  /// Bytes 88, 86, 214.
  public static let systemIndigo = UIColor(bytes: 88, 86, 214)
  /// Bytes 175, 82, 222.
  public static let systemPurple = UIColor(bytes: 175, 82, 222)
  /// Bytes 255, 45, 85.
  public static let systemPink = UIColor(bytes: 255, 45, 85)
  /// Bytes 142, 142, 147.
  public static let systemGray = UIColor(bytes: 142, 142, 147)

  private convenience init(bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
  }
}
