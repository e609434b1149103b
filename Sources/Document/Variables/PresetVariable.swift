/// A variable of a document: `vars: { title: { type: "text", default: "HELLO" } }`. `"{title}"` can replace any value.
public struct PresetVariable: Sendable, Equatable {
  /// Type of a variable.
  public enum Kind: String, Sendable, CaseIterable {
    /// Any text.
    case text
    /// A number without a unit, optionally with a range.
    case number
    /// A colour in any form of documents.
    case color
    /// The path of a picture, a picture as `data:image/png;base64,...`, or a sprite.
    case image
    /// `true` or `false`.
    case boolean
  }

  /// Name in documents and for `--var`.
  public let name: String
  /// Type of the variable.
  public let kind: Kind
  /// One-line description. Empty if the document has none.
  public let summary: String
  /// Minimum of a number. Nil: no minimum.
  public let minimum: Double?
  /// Maximum of a number. Nil: no maximum.
  public let maximum: Double?
  var initial: DocumentValue?
  package internal(set) var document: DocumentValue?

  /// Default value as a string. Nil: no default; the document is drawn without the value.
  public var defaultValue: String? { initial?.variableText }
  /// Value in this scene as a string. Nil: neither a value nor a default.
  public var value: String? { document?.variableText }

  /// Whether a string can be the name of a variable: letters, digits, `_` and `-`, not starting with a digit.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first.isLetter || first == "_", text.utf8.count <= 100 else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }
}

extension PresetVariable {
  package var info: PropertyInfo {
    let range = minimum.flatMap { low in maximum.map { low...$0 } }
    return PropertyInfo(name, valueKind, range: range, summary)
  }

  package var valueKind: ValueKind {
    switch kind {
    case .text: .string
    case .number: .number
    case .color: .color
    case .image: .image
    case .boolean: .boolean
    }
  }

  /// The value for key-value coding; an image as a path or in document form.
  package var typed: Any? { typed(document) }
  package var typedDefault: Any? { typed(initial) }

  private func typed(_ value: DocumentValue?) -> Any? {
    guard let value else { return nil }
    switch kind {
    case .text, .image: return value.variableText
    case .number: return try? NumberText.plain(value)
    case .color: return try? ColorReader.read(value)
    case .boolean: return value.variableText == "true"
    }
  }

  /// The value in document form. Braces in strings are literal.
  package var spelled: DocumentValue? {
    if case .string(let text)? = document?.content { return DocumentValue(.string(VariableTemplate.literal(text))) }
    return document
  }
}
