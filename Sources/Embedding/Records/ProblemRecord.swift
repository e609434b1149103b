package struct ProblemRecord: Encodable {
  var problem: String
  var severity: String
  var file: String
  var line: Int?
  var column: Int?
  var key: String?
  var suggestion: String?
  package let text: String

  private enum CodingKeys: CodingKey {
    case problem, severity, file, line, column, key, suggestion
  }

  package init(_ problem: DocumentProblem) {
    (self.problem, file, text) = (problem.message, problem.file, problem.description)
    (line, column) = (problem.location.line, problem.location.column)
    key = problem.path.isEmpty ? nil : problem.path
    severity = problem.severity.rawValue
    suggestion = Self.suggestion(in: problem.message)
  }

  package init(file: String, message: String) {
    (problem, severity, self.file) = (message, DocumentProblem.Severity.error.rawValue, file)
    text = message.contains(file) ? message : "\(file): \(message)"
    suggestion = Self.suggestion(in: message)
  }

  init(remark message: String, file: String) {
    (problem, severity, self.file, text) = (message, DocumentProblem.Severity.remark.rawValue, file, message)
  }

  private static func suggestion(in message: String) -> String? {
    message.firstMatch(of: /did you mean "?([^"?]+)"?\?/).map { String($0.1) }
  }
}

/// A property's value for programs: as JSON, with its unit, and as a readable string (`schema/params.schema.json`).
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

  /// A value with a known string. The unit is the part of the string after the number.
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
