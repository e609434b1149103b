/// Collects the problems of a document while it is read, so that all are reported at once.
///
/// A document can have any number of errors. Reading ends after `most` errors or the first fatal one. Messages are
/// created only for problems that are kept.
package final class ProblemList {
  /// Maximum number of errors and notes.
  static let most = 200

  package let file: String
  package private(set) var problems: [DocumentProblem] = []
  private var counts: [DocumentProblem.Severity: Int] = [:]
  /// Whether reading has ended: too many errors, or a fatal one.
  private(set) var isOver = false

  /// Memory limit in bytes.
  private let memory: Int
  private var used = 0

  package init(file: String, memory: Int) {
    (self.file, self.memory) = (file, memory)
  }

  /// Counts memory of a part of the document. Returns false, with a fatal error, above the limit.
  func use(_ bytes: Int, at location: SourceLocation, path: DocumentPath) -> Bool {
    used += bytes
    if used > memory {
      fatal(
        "the document takes more than \(DocumentMemory.text(memory)) of memory up to here", at: location, path: path)
    }
    return !isOver
  }

  package var errorCount: Int { counts[.error, default: 0] }

  package func error(_ message: @autoclosure () -> String, at location: SourceLocation, path: DocumentPath) {
    guard !isOver else { return }
    let isLast = counts[.error, default: 0] == Self.most
    add(.error, isLast ? "more than \(Self.most) errors; further errors are not listed" : message(), location, path)
    isOver = isLast
  }

  /// Adds an error for the value of a variable, at its own location.
  func error(_ message: @autoclosure () -> String, for value: GivenVariables.Value) {
    guard !isOver, counts[.error, default: 0] <= Self.most else { return }
    counts[.error, default: 0] += 1
    problems.append(
      DocumentProblem(
        severity: .error, file: value.file, location: value.location, path: "", message: message()))
  }

  /// Adds an error that ends reading, because the document exceeds a limit.
  func fatal(_ message: @autoclosure () -> String, at location: SourceLocation, path: DocumentPath) {
    guard !isOver else { return }
    add(.error, message(), location, path)
    isOver = true
  }

  func unsupported(_ message: @autoclosure () -> String, at location: SourceLocation, path: DocumentPath) {
    let count = counts[.unsupported, default: 0]
    guard !isOver, count <= Self.most else { return }
    let isLast = count == Self.most
    add(.unsupported, isLast ? "more than \(Self.most) notes; further notes are not listed" : message(), location, path)
  }

  private func add(
    _ severity: DocumentProblem.Severity, _ message: String, _ location: SourceLocation, _ path: DocumentPath
  ) {
    counts[severity, default: 0] += 1
    problems.append(
      DocumentProblem(severity: severity, file: file, location: location, path: path.text, message: message))
  }

  /// Returns the notes on unsupported features, or throws if there are errors.
  package func finish() throws(PresetError) -> [DocumentProblem] {
    let sorted = problems.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
    guard sorted.allSatisfy({ $0.severity == .unsupported }) else { throw PresetError(problems: sorted) }
    return sorted
  }
}
