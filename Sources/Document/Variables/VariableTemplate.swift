/// A string with variable names in braces: `"{title}"`, `"stage.width - {margin}"`. Doubled braces are literal.
package struct VariableTemplate {
  package enum Part: Equatable {
    case text(String)
    case variable(String)
  }

  package let parts: [Part]

  /// Nil for a string without braces, the usual case.
  package init?(_ text: String) {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return nil }
    var (parts, plain, rest) = ([Part](), "", text[...])
    while let first = rest.first {
      if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        plain.append(first)
        rest = rest.dropFirst(2)
      } else if first == "{", let name = Self.name(in: rest) {
        if !plain.isEmpty { parts.append(.text(plain)) }
        parts.append(.variable(String(name)))
        plain = ""
        rest = rest[name.endIndex...].dropFirst()
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    if !plain.isEmpty || parts.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  private static let longest = 100

  private static func name(in text: Substring) -> Substring? {
    let inside = text.dropFirst().prefix(longest)
    guard let end = inside.firstIndex(of: "}") else { return nil }
    let name = inside[..<end]
    return PresetVariable.isName(name) ? name : nil
  }

  package static func literal(_ text: String) -> String {
    text.replacing("{", with: "{{").replacing("}", with: "}}")
  }

  /// Whether a string begins with a variable.
  package static func beginsWithVariable(_ text: String) -> Bool {
    if case .variable? = VariableTemplate(text)?.parts.first { true } else { false }
  }
}
