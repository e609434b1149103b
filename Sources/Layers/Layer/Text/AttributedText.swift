/// The string type of Core Foundation, for code that casts to it.
public typealias CFString = String
/// Any object of Core Foundation: `layer.font = "Helvetica" as CFTypeRef`.
public typealias CFTypeRef = Any

/// A font by name without a size, as in Core Graphics.
public struct CGFont: Hashable, Sendable {
  /// The font name.
  public var fullName: String?

  /// Creates a font from its name. Nil for an empty name.
  public init?(_ name: String) {
    fullName = name
  }
}

/// A font by name with a size, as in Core Text.
public struct CTFont: Hashable, Sendable {
  /// The requested font name.
  public var name: String
  /// Size in points per em.
  public var size: CGFloat
}

/// Creates a font from its name. A size of 0 means 12 points (documented). `matrix` exists for source compatibility.
public func CTFontCreateWithName(
  _ name: String, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(name: name, size: size == 0 ? 12 : size)
}

extension NSAttributedString.Key {
  /// Font of the text: a `CTFont`, a `UIFont`, or a font name. Default Helvetica, 12 points.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// Colour of the text: a `CGColor` or a `UIColor`. Default black, unlike the default of the layer.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// Number of points added between characters. Default 0.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// Number that is not 0 for underlined text. All styles draw a single line. Default 0.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// Number that is not 0 for struck-through text. Default 0.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// Width of a line around characters in percent of the font size, -100 to 100, a number. Below 0, characters are
  /// filled too; above 0, only the line is drawn. Default 0: no line.
  public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
  /// Colour of the line around characters: a `CGColor` or a `UIColor`. Default: the foreground colour.
  public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
}

enum FontSpelling {
  /// The font name of a value that is a font or a font name.
  static func name(of font: Any?) -> String? {
    switch font {
    case let font as any ValueWrapper: name(of: font.wrappedValue)
    case let font as CTFont: font.name
    case let font as CGFont: font.fullName
    case let name as String: name
    default: nil
    }
  }
}

extension NSAttributedString {
  /// The text runs. Missing sizes and colours have the defaults of attributed strings (documented).
  package var textRuns: [TextRun] {
    var runs: [TextRun] = []
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      var run = TextRun(attributedSubstring(from: range).string, size: 12, color: .black)
      let (font, color) = (Self.value(of: attributes[.font]), Self.value(of: attributes[.foregroundColor]))
      if let name = FontSpelling.name(of: font) { run.font = name }
      if let font = font as? CTFont { run.size = font.size }
      if let color = color as? CGColor { run.color = color }
      if let kern = number(in: attributes[.kern]) { run.kern = CGFloat(kern.doubleValue) }
      if let width = number(in: attributes[.strokeWidth]) { run.strokeWidth = CGFloat(width.doubleValue) }
      run.strokeColor = Self.value(of: attributes[.strokeColor]) as? CGColor
      run.isUnderlined = number(in: attributes[.underlineStyle]).map { $0.intValue != 0 } ?? false
      run.isStruckThrough = number(in: attributes[.strikethroughStyle]).map { $0.intValue != 0 } ?? false
      runs.append(run)
    }
    return runs
  }

  private static func value(of attribute: Any?) -> Any? { (attribute as? any ValueWrapper)?.wrappedValue ?? attribute }

  static func joining(_ runs: [TextRun]) -> NSAttributedString {
    let whole = NSMutableAttributedString(string: "")
    for run in runs {
      let font = CTFont(name: run.font, size: run.size)
      var attributes: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: run.color]
      if run.kern != 0 { attributes[.kern] = NSNumber(value: Double(run.kern)) }
      if run.strokeWidth != 0 { attributes[.strokeWidth] = NSNumber(value: Double(run.strokeWidth)) }
      if let color = run.strokeColor { attributes[.strokeColor] = color }
      if run.isUnderlined { attributes[.underlineStyle] = NSNumber(value: 1) }
      if run.isStruckThrough { attributes[.strikethroughStyle] = NSNumber(value: 1) }
      whole.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    return whole
  }
}
