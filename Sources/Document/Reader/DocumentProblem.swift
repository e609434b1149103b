/// A problem in a document, with its location: `snow.json:12:9: layer.emitterCells[0].birthRat: ...`.
public struct DocumentProblem: Sendable, Equatable, CustomStringConvertible {
  /// Severity of a problem.
  public enum Severity: String, Sendable, Equatable {
    /// The document cannot be used.
    case error
    /// The feature is known but not supported. It is ignored, except in strict mode.
    case unsupported
    /// The document is valid, but probably contains a mistake.
    case remark
  }

  /// Severity of the problem.
  public let severity: Severity
  /// The file, as the user named it.
  public let file: String
  /// Line and column in the text. 0 for an override, which is not part of the text.
  public let location: SourceLocation
  /// Path from the root of the document. Empty for syntax errors.
  public let path: String
  /// Message for people: what was found and what is allowed.
  public let message: String
  /// Whether the problem is that particles of a cell are never visible.
  package var hidesParticles = false
  /// Whether the problem is a text that is cut off.
  package var isCutText = false

  package init(severity: Severity, file: String, location: SourceLocation, path: String, message: String) {
    (self.severity, self.file, self.location, self.path, self.message) = (severity, file, location, path, message)
  }

  package init(remark message: String, file: String) {
    self.init(severity: .remark, file: file, location: SourceLocation(line: 0, column: 0), path: "", message: message)
  }

  /// An override for a feature that the program does not have.
  /// - Parameter override: the override, used instead of a file name.
  package init(override: String, message: String) {
    (severity, file, location) = (.unsupported, override, SourceLocation(line: 0, column: 0))
    (path, self.message) = ("", message)
  }

  /// The problem as `file:line:column: path: message`, like compiler messages.
  public var description: String {
    let kind = severity == .unsupported ? "not supported: " : severity == .remark ? "note: " : ""
    let place = location.line > 0 ? "\(file):\(location)" : file
    return "\(place): \(kind)\(path.isEmpty ? "" : path + ": ")\(message)"
  }
}

/// All problems of a document, in the order of the text.
public struct PresetError: Error, CustomStringConvertible {
  /// The problems, at least one, in the order of the text.
  public let problems: [DocumentProblem]

  package init(problems: [DocumentProblem]) {
    self.problems = problems
  }

  /// All problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
