/// A font by name with a size. Not an `NSObject`, for the same reason as `UIColor`.
public final class UIFont: Hashable, Sendable {
  /// As asked for; a machine without the font uses the nearest one.
  public let fontName: String
  /// Points per em.
  public let pointSize: CGFloat

  /// A font by its name; nil for an empty one. The size is in points per em; 0 or less stands for 12 (documented).
  public init?(name fontName: String, size fontSize: CGFloat) {
    guard !fontName.isEmpty else { return nil }
    (self.fontName, pointSize) = (fontName, fontSize > 0 ? fontSize : 12)
  }

  private init(_ fontName: String, _ pointSize: CGFloat) { (self.fontName, self.pointSize) = (fontName, pointSize) }

  /// How heavy strokes are, -1...1. Values are UIKit's.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// Where the weight lies between -1 and 1.
    public let rawValue: CGFloat
    /// A weight of one's own, -1...1.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// -0.4.
    public static let light = Weight(rawValue: -0.4)
    /// 0.
    public static let regular = Weight(rawValue: 0)
    /// 0.23.
    public static let medium = Weight(rawValue: 0.23)
    /// 0.3.
    public static let semibold = Weight(rawValue: 0.3)
    /// 0.4.
    public static let bold = Weight(rawValue: 0.4)
    /// 0.56.
    public static let heavy = Weight(rawValue: 0.56)
  }

  /// The system font: Helvetica here, which every machine has something like.
  public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont("Helvetica", fontSize) }
  /// The system font, bold; size in points per em.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont("Helvetica Bold", fontSize) }
  /// The system font, oblique; size in points per em.
  public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont("Helvetica Oblique", fontSize) }
  /// The system font in the nearest weight that it has a name for.
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
  /// The system font, whose digits are equally wide as it is.
  public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }
  /// A font with equally wide characters: Courier here, bold from semibold on.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(weight.rawValue >= Weight.semibold.rawValue ? "Courier Bold" : "Courier", fontSize)
  }
  /// Size of labels, points per em.
  public static let labelFontSize: CGFloat = 17
  /// Size of small texts, points per em.
  public static let systemFontSize: CGFloat = 14
  /// Size of titles in buttons, points per em.
  public static let buttonFontSize: CGFloat = 18

  /// The same font in another size, points per em.
  public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontName, fontSize) }

  /// Above the baseline, points.
  public var ascender: CGFloat { CATextLayer.lineMetrics(font: fontName, size: pointSize).ascent }
  /// Below the baseline, points; negative, as in UIKit.
  public var descender: CGFloat { -CATextLayer.lineMetrics(font: fontName, size: pointSize).descent }
  /// Height of a line, points.
  public var lineHeight: CGFloat { ascender - descender }
  /// Between lines: what fonts here have is in the line height.
  public var leading: CGFloat { 0 }
  /// Height of a capital letter, points.
  public var capHeight: CGFloat { CATextLayer.height(of: "H", font: fontName, size: pointSize) }
  /// Height of a small letter, points.
  public var xHeight: CGFloat { CATextLayer.height(of: "x", font: fontName, size: pointSize) }

  /// The same as Core Text has it: what attributes of texts take.
  public var ctFont: CTFont { CTFontCreateWithName(fontName, pointSize, nil) }

  /// Whether name and size are equal.
  public static func == (left: UIFont, right: UIFont) -> Bool {
    left.fontName == right.fontName && left.pointSize == right.pointSize
  }
  /// Hashes name and size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fontName)
    hasher.combine(pointSize)
  }
}

extension UIFont: ValueWrapper {
  package var wrappedValue: Any { ctFont }
}
