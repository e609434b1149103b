/// Collects the problems of one document while it is decoded, so that a reader sees them all at once.
///
/// A document can have any number of mistakes: after `most` errors, or with the first that is fatal, the reading ends.
/// Texts are made only for problems that are kept.
package final class ProblemList {
  /// Errors, and notes on what is not supported, that are kept of one document.
  static let most = 200

  package let file: String
  package private(set) var problems: [DocumentProblem] = []
  private var counts: [DocumentProblem.Severity: Int] = [:]
  /// Whether nothing more is read: there are too many errors already, or one that leaves no sense in going on.
  private(set) var isOver = false

  /// Bytes of memory that what is read may take.
  private let memory: Int
  private var used = 0

  package init(file: String, memory: Int) {
    (self.file, self.memory) = (file, memory)
  }

  /// Notes memory that something of the document takes. False, with a fatal error, if that is too much.
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
    add(.error, isLast ? "more than \(Self.most) errors, the rest is not told" : message(), location, path)
    isOver = isLast
  }

  /// An error in a value that was given from outside, at its own place.
  func error(_ message: @autoclosure () -> String, for value: GivenVariables.Value) {
    guard !isOver, counts[.error, default: 0] <= Self.most else { return }
    counts[.error, default: 0] += 1
    problems.append(
      DocumentProblem(
        severity: .error, file: value.file, location: value.location, path: "", message: message()))
  }

  /// An error after which nothing more is read: the document asks for more than it may.
  func fatal(_ message: @autoclosure () -> String, at location: SourceLocation, path: DocumentPath) {
    guard !isOver else { return }
    add(.error, message(), location, path)
    isOver = true
  }

  func unsupported(_ message: @autoclosure () -> String, at location: SourceLocation, path: DocumentPath) {
    let count = counts[.unsupported, default: 0]
    guard !isOver, count <= Self.most else { return }
    let isLast = count == Self.most
    add(.unsupported, isLast ? "more than \(Self.most) notes, the rest is not told" : message(), location, path)
  }

  private func add(
    _ severity: DocumentProblem.Severity, _ message: String, _ location: SourceLocation, _ path: DocumentPath
  ) {
    counts[severity, default: 0] += 1
    problems.append(
      DocumentProblem(severity: severity, file: file, location: location, path: path.text, message: message))
  }

  /// The unsupported ones; throws if there is an error among them.
  package func finish() throws(PresetError) -> [DocumentProblem] {
    let sorted = problems.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
    guard sorted.allSatisfy({ $0.severity == .unsupported }) else { throw PresetError(problems: sorted) }
    return sorted
  }
}
