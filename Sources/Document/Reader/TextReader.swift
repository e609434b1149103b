/// Texts of documents: a text, or runs with looks of their own such as
/// `[{"text": "Big", "fontSize": 40, "color": "#ff8800"}, " and plain"]`.
///
/// Runs start from the look that attributed strings have where nothing is said: Helvetica, 12 points, black.
struct TextReader {
  package let values: ValueReader

  private static let keys = ["text", "font", "fontSize", "color", "kern", "underline", "strikethrough"]

  /// A `String` or an `NSAttributedString`.
  func read(_ value: DocumentValue) throws(ValueMismatchError) -> Any {
    switch value.content {
    case .string(let text): return text
    case .array(let items):
      let whole = NSMutableAttributedString(string: "")
      for item in items { whole.append(try run(item)) }
      return whole
    default: throw ValueMismatchError("expected a text, found \(value.quoted)")
    }
  }

  private func run(_ value: DocumentValue) throws(ValueMismatchError) -> NSAttributedString {
    if case .string(let text) = value.content { return NSAttributedString(string: text) }
    guard case .object(let members) = value.content, members.contains(where: { $0.key == "text" }) else {
      throw ValueMismatchError(
        "expected a text or a run such as {\"text\": \"Hello\", \"fontSize\": 24}, found \(value.quoted)",
        at: value.location)
    }
    var (text, font, size) = ("", "Helvetica", CGFloat(12))
    var attributes: [NSAttributedString.Key: Any] = [:]
    for member in members {
      let given = member.value
      switch member.key {
      case "text": text = try plain(given)
      case "font": font = try values.images.font(try plain(given))
      case "fontSize": size = CGFloat(try values.number(given, unit: .points))
      case "color": attributes[.foregroundColor] = try ColorReader.read(given)
      case "kern": attributes[.kern] = NSNumber(value: try values.number(given, unit: .points))
      case "underline": attributes[.underlineStyle] = NSNumber(value: try values.boolean(given) ? 1 : 0)
      case "strikethrough": attributes[.strikethroughStyle] = NSNumber(value: try values.boolean(given) ? 1 : 0)
      default:
        let alternatives = member.key.alternatives(among: Self.keys)
        throw ValueMismatchError("a run of text has no \"\(member.key.excerpt())\"\(alternatives)", at: member.location)
      }
    }
    attributes[.font] = CTFontCreateWithName(font, size, nil)
    return NSAttributedString(string: text, attributes: attributes)
  }

  private func plain(_ value: DocumentValue) throws(ValueMismatchError) -> String {
    guard case .string(let text) = value.content else {
      throw ValueMismatchError("expected a text, found \(value.quoted)", at: value.location)
    }
    return text
  }
}
