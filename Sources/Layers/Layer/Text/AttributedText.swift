/// A font by name, as Core Graphics has it: without a size.
public struct CGFont: Hashable, Sendable {
  /// Name that the font was made with.
  public var fullName: String?

  /// A font by its name; nil for an empty one.
  public init?(_ name: String) {
    fullName = name
  }
}

/// A font by name with a size, as Core Text has it.
public struct CTFont: Hashable, Sendable {
  /// The font's name, as asked for.
  public var name: String
  /// Points per em.
  public var size: CGFloat
}

/// A font by name; a size of 0 means 12 points (documented). `matrix` exists for source compatibility.
public func CTFontCreateWithName(
  _ name: String, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(name: name, size: size == 0 ? 12 : size)
}

extension NSAttributedString.Key {
  /// A `CTFont`, a `UIFont`, or the name of a font. Default Helvetica, 12 points.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A `CGColor` or a `UIColor`. Default black, unlike that of the layer.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// Points added between characters, a number. Default 0.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// A line under the text where the number is not 0; every style is a single line here. Default 0.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// A line through the text where the number is not 0. Default 0.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
}

enum FontSpelling {
  /// The name of a font that was given as a font or as its name.
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
  /// Sizes and colours are those of attributed strings where nothing is said (documented).
  package var textRuns: [TextRun] {
    var runs: [TextRun] = []
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      var run = TextRun(attributedSubstring(from: range).string, size: 12, color: .black)
      let (font, color) = (Self.value(of: attributes[.font]), Self.value(of: attributes[.foregroundColor]))
      if let name = FontSpelling.name(of: font) { run.font = name }
      if let font = font as? CTFont { run.size = font.size }
      if let color = color as? CGColor { run.color = color }
      if let kern = number(in: attributes[.kern]) { run.kern = CGFloat(kern.doubleValue) }
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
      if run.isUnderlined { attributes[.underlineStyle] = NSNumber(value: 1) }
      if run.isStruckThrough { attributes[.strikethroughStyle] = NSNumber(value: 1) }
      whole.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    return whole
  }
}
