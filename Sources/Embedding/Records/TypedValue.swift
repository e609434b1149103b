package import StarmineLayers
package import StarminePresets

/// A property's value for programs: as JSON, with its unit, and as people read it (`schema/params.schema.json`).
package struct TypedValue: Encodable {
  private let value: DocumentValue
  private let unit: String
  private let text: String

  package init(_ value: Any?, _ info: PropertyInfo, _ text: ValueText) {
    self.text = text.text(value, info)
    self.value =
      ValueSpelling.document(value, info.kind) ?? (value == nil ? DocumentValue(.null) : .init(.string(self.text)))
    unit = info.unit.rawValue
  }

  /// A value whose text is known; the unit is what the text has behind the number.
  package init(_ value: DocumentValue, text: String) {
    (self.value, self.text) = (value, text)
    if case .number = value.content, let space = text.firstIndex(of: " ") {
      unit = String(text[text.index(after: space)...])
    } else {
      unit = ""
    }
  }

  private enum Key: CodingKey {
    case value, unit, text
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value, forKey: .value)
    if !unit.isEmpty { try container.encode(unit, forKey: .unit) }
    try container.encode(text, forKey: .text)
  }
}
