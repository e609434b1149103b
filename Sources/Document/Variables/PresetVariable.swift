/// A value that a document leaves open: `vars: { title: { type: "text", default: "HELLO" } }`. Wherever a value may
/// stand, `"{title}"` stands for it.
public struct PresetVariable: Sendable, Equatable {
  /// What it may hold.
  public enum Kind: String, Sendable, CaseIterable {
    /// Any text.
    case text
    /// A number without a unit, which may have a range.
    case number
    /// A colour in every spelling of documents.
    case color
    /// The path of a picture, a picture as `data:image/png;base64,...`, or a sprite.
    case image
    /// `true` or `false`.
    case boolean
  }

  /// How documents and `--var` call it.
  public let name: String
  /// What it may hold.
  public let kind: Kind
  /// One line about it; empty where the document says nothing.
  public let summary: String
  /// The least that a number may be; nil: any.
  public let minimum: Double?
  /// The most that a number may be; nil: any.
  public let maximum: Double?
  /// The default as documents have it; nil: none.
  var initial: DocumentValue?
  /// The value as documents have it; nil: none.
  package internal(set) var document: DocumentValue?

  /// What it is where nothing is given, as a text; nil: nothing, and the document is drawn without it.
  public var defaultValue: String? { initial?.variableText }
  /// What it is in this scene, as a text; nil where nothing is given and a default is missing.
  public var value: String? { document?.variableText }

  /// Whether a text may be a variable's name: letters, digits, `_` and `-`, no digit first.
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

  /// The value as key-value coding has it; a picture by its path or as documents spell it.
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

  /// The value as documents spell it; in texts, braces stand for themselves.
  package var spelled: DocumentValue? {
    if case .string(let text)? = document?.content { return DocumentValue(.string(VariableTemplate.literal(text))) }
    return document
  }
}
