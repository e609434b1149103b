import StarmineBench

enum BenchStore {
  private static let folder = "out/bench"

  /// The file of a new report. Creates its folder.
  static func path(ofName name: String) throws -> String {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") else {
      throw CommandError.usage("report name \"\(name)\": expected a name without slashes")
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError.failed("cannot create the folder \(folder): \(error.localizedDescription)")
    }
    return "\(folder)/\(name).json"
  }

  /// A report by name or file.
  static func report(_ text: String) throws -> BenchReport {
    let saved = "\(folder)/\(text).json"
    let path = [text, saved].first { FileManager.default.fileExists(atPath: $0) }
    guard let path else { throw CommandError.usage("report not found: \(text) and \(saved) do not exist\(known)") }
    do { return try BenchReport(readingFrom: path) } catch { throw CommandError.usage("\(error)") }
  }

  private static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  private static var known: String {
    names.isEmpty ? "" : "; saved reports: \(names.joined(separator: ", "))"
  }

  static func write(_ report: BenchReport, to path: String) throws {
    if path == OutputPath.standard {
      var report = report
      report.summary = report.results.map(SceneSummary.init)
      return try printJSON(report)
    }
    try report.write(to: path)
  }

  static func write(_ report: CapacityReport, to path: String) throws {
    if path == OutputPath.standard { return try printJSON(report) }
    try report.write(to: path)
  }

  static func write(_ text: String, to path: String) throws {
    if path == OutputPath.standard { return print(text, terminator: "") }
    try OutputFile.write(text.utf8, to: path)
  }

  /// Creates the folder of an output, so that errors are reported before minutes of measuring.
  static func check(_ path: String) throws {
    guard path != OutputPath.standard else { return }
    try OutputPath.makeFolder(of: path)
    try OutputFile.check(path)
  }
}

/// Shows the current step on a terminal.
final class BenchProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    if isTerminal { writeToStandardError("\r\u{1B}[K\(text)") }
  }

  func clear() {
    if isTerminal { writeToStandardError("\r\u{1B}[K") }
  }
}
