/// A font by name with a size. It is not an `NSObject`, for the same reason as `UIColor`.
public final class UIFont: Hashable, Sendable {
  /// The requested name. If the font is missing, the nearest one is used.
  public let fontName: String
  /// Size in points per em.
  public let pointSize: CGFloat

  /// Creates a font from its name, or returns nil for an empty name. A size of 0 or less means 12 points (documented).
  public init?(name fontName: String, size fontSize: CGFloat) {
    guard !fontName.isEmpty else { return nil }
    (self.fontName, pointSize) = (fontName, fontSize > 0 ? fontSize : 12)
  }

  private init(_ fontName: String, _ pointSize: CGFloat) { (self.fontName, self.pointSize) = (fontName, pointSize) }

  /// Weight of a font, -1...1. Values are those of UIKit.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The weight, -1...1.
    public let rawValue: CGFloat
    /// Creates a weight from a value, -1...1.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// Light weight, -0.4.
    public static let light = Weight(rawValue: -0.4)
    /// Regular weight, 0.
    public static let regular = Weight(rawValue: 0)
    /// Medium weight, 0.23.
    public static let medium = Weight(rawValue: 0.23)
    /// Semibold weight, 0.3.
    public static let semibold = Weight(rawValue: 0.3)
    /// Bold weight, 0.4.
    public static let bold = Weight(rawValue: 0.4)
    /// Heavy weight, 0.56.
    public static let heavy = Weight(rawValue: 0.56)
  }

  /// Returns the system font: Helvetica, or its nearest replacement. The size is in points per em.
  public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont("Helvetica", fontSize) }
  /// Returns the bold system font. The size is in points per em.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont("Helvetica Bold", fontSize) }
  /// Returns the oblique system font. The size is in points per em.
  public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont("Helvetica Oblique", fontSize) }
  /// Returns the system font with the nearest named weight. The size is in points per em.
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    let style: String =
      switch weight.rawValue {
      case ..<(-0.2): " Light"
      case ..<0.12: ""
      case ..<0.27: " Medium"
      case ..<0.35: " Semibold"
      case ..<0.5: " Bold"
      default: " Heavy"
      }
    return UIFont("Helvetica" + style, fontSize)
  }
  /// Returns the system font, whose digits have equal widths.
  public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }
  /// Returns a monospaced font: Courier, bold for semibold and heavier weights.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(weight.rawValue >= Weight.semibold.rawValue ? "Courier Bold" : "Courier", fontSize)
  }
  /// Text style with its default size on iOS (documented in Apple's interface guidelines).
  public struct TextStyle: Hashable, Sendable {
    fileprivate let size: CGFloat
    fileprivate var weight = Weight.regular

    /// Titles of 34, 28, 22 and 20 points.
    public static let largeTitle = TextStyle(size: 34), title1 = TextStyle(size: 28), title2 = TextStyle(size: 22),
      title3 = TextStyle(size: 20)
    /// Text of 17 points semibold, and of 17, 16 and 15 points.
    public static let headline = TextStyle(size: 17, weight: .semibold), body = TextStyle(size: 17),
      callout = TextStyle(size: 16), subheadline = TextStyle(size: 15)
    /// Notes of 13, 12 and 11 points.
    public static let footnote = TextStyle(size: 13), caption1 = TextStyle(size: 12), caption2 = TextStyle(size: 11)
  }
  /// Returns the system font of a text style.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    systemFont(ofSize: style.size, weight: style.weight)
  }
  /// Default size of labels in points per em.
  public static let labelFontSize: CGFloat = 17
  /// Default size of small text in points per em.
  public static let systemFontSize: CGFloat = 14
  /// Default size of button titles in points per em.
  public static let buttonFontSize: CGFloat = 18

  /// Returns the font in another size, in points per em.
  public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontName, fontSize) }

  /// Ascent above the baseline in points.
  public var ascender: CGFloat { CATextLayer.lineMetrics(font: fontName, size: pointSize).ascent }
  /// Descent below the baseline in points, negative as in UIKit.
  public var descender: CGFloat { -CATextLayer.lineMetrics(font: fontName, size: pointSize).descent }
  /// Line height in points.
  public var lineHeight: CGFloat { ascender - descender }
  /// Additional space between lines. Always 0: the line height includes it.
  public var leading: CGFloat { 0 }
  /// Height of a capital letter in points.
  public var capHeight: CGFloat { CATextLayer.height(of: "H", font: fontName, size: pointSize) }
  /// Height of a lowercase letter in points.
  public var xHeight: CGFloat { CATextLayer.height(of: "x", font: fontName, size: pointSize) }

  /// The font as a `CTFont`, for attributes of strings.
  public var ctFont: CTFont { CTFontCreateWithName(fontName, pointSize, nil) }

  /// Fonts with equal names and sizes are equal.
  public static func == (left: UIFont, right: UIFont) -> Bool {
    left.fontName == right.fontName && left.pointSize == right.pointSize
  }
  /// Equal fonts have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fontName)
    hasher.combine(pointSize)
  }
}

extension UIFont: ValueWrapper {
  package var wrappedValue: Any { ctFont }
}
