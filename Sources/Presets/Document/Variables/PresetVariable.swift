import StarmineGraphics
package import StarmineLayers

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
    /// The path of a picture, or a picture as `data:image/png;base64,...`.
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
  /// What it is where nothing is given, as a text; nil: nothing, and the document is drawn without it.
  public internal(set) var defaultValue: String?
  /// What it is in this scene, as a text; nil where nothing is given and there is no default.
  public internal(set) var value: String?

  /// Whether a text may be a variable's name: letters, digits, `_` and `-`, no digit first.
  static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first.isLetter || first == "_", text.utf8.count <= 100 else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }
}

extension PresetVariable {
  /// Its row, as lists of properties have them.
  package var info: PropertyInfo {
    let range = minimum.flatMap { low in maximum.map { low...$0 } }
    return PropertyInfo(name, valueKind, range: range, summary)
  }

  private var valueKind: ValueKind {
    switch kind {
    case .text: .string
    case .number: .number
    case .color: .color
    case .image: .string
    case .boolean: .boolean
    }
  }

  /// A value's text as key-value coding has it.
  package func typed(_ text: String?) -> Any? {
    guard let text else { return nil }
    switch kind {
    case .text, .image: return text
    case .number: return Double(text)
    case .color: return try? ColorText.parse(text)
    case .boolean: return text == "true"
    }
  }

  /// A value's text as documents spell it; in texts, braces stand for themselves.
  package func spelled(_ text: String) -> DocumentValue {
    switch kind {
    case .number: Double(text).map { DocumentValue(.number($0)) } ?? DocumentValue(.string(text))
    case .boolean: DocumentValue(.boolean(text == "true"))
    case .text, .color, .image: DocumentValue(.string(VariableTemplate.literal(text)))
    }
  }
}
