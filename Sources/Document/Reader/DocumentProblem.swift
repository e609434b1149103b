/// Something wrong in a document, with its place: `snow.json:12:9: layer.emitterCells[0].birthRat: ...`.
public struct DocumentProblem: Sendable, Equatable, CustomStringConvertible {
  /// How much a problem matters.
  public enum Severity: String, Sendable, Equatable {
    /// The document cannot be used.
    case error
    /// Known, but not supported by this program: ignored, unless the user asks to be strict.
    case unsupported
    /// It loads, and is probably not meant so.
    case remark
  }

  /// How much it matters.
  public let severity: Severity
  /// As the user named it.
  public let file: String
  /// Line and column in the text; 0 for a change that was asked for beside it.
  public let location: SourceLocation
  /// From the root of the document; empty for errors of syntax.
  public let path: String
  /// A sentence for people: what was found, what is allowed.
  public let message: String
  /// Whether it says that the particles of a cell are never seen.
  package var hidesParticles = false
  /// Whether it is about a text that is cut.
  package var isCutText = false

  package init(severity: Severity, file: String, location: SourceLocation, path: String, message: String) {
    (self.severity, self.file, self.location, self.path, self.message) = (severity, file, location, path, message)
  }

  /// A remark on the whole document.
  package init(remark message: String, file: String) {
    self.init(
      severity: .remark, file: file, location: SourceLocation(line: 0, column: 0), path: "", message: message)
  }

  /// A request that a change of a document makes for something that the program does not have.
  /// - Parameter override: the change, which stands where a file does; it has no place in a text.
  package init(override: String, message: String) {
    (severity, file, location) = (.unsupported, override, SourceLocation(line: 0, column: 0))
    (path, self.message) = ("", message)
  }

  /// `file:line:column: path: message`, as compilers write it.
  public var description: String {
    let kind = severity == .unsupported ? "not supported: " : severity == .remark ? "note: " : ""
    let place = location.line > 0 ? "\(file):\(location)" : file
    return "\(place): \(kind)\(path.isEmpty ? "" : path + ": ")\(message)"
  }
}

/// Everything that is wrong with one document, in the order of the text.
public struct PresetError: Error, CustomStringConvertible {
  /// At least one, in the order of the text.
  public let problems: [DocumentProblem]

  package init(problems: [DocumentProblem]) {
    self.problems = problems
  }

  /// All problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
