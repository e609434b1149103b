package import StarminePresets

/// A problem of a document (`schema/problems.schema.json`).
package struct ProblemRecord: Encodable {
  var problem: String
  var severity: String
  var file: String
  var line: Int?
  var column: Int?
  /// Path from the root of the document, such as `layer.sublayers[0].opacty`.
  var key: String?
  var suggestion: String?
  /// As text.
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

  /// A file that could not be read.
  package init(file: String, message: String) {
    (problem, severity, self.file) = (message, DocumentProblem.Severity.error.rawValue, file)
    text = message.contains(file) ? message : "\(file): \(message)"
    suggestion = Self.suggestion(in: message)
  }

  /// A remark on the whole document.
  init(remark message: String, file: String) {
    (problem, severity, self.file, text) = (message, DocumentProblem.Severity.remark.rawValue, file, message)
  }

  private static func suggestion(in message: String) -> String? {
    message.firstMatch(of: /did you mean "?([^"?]+)"?\?/).map { String($0.1) }
  }
}
