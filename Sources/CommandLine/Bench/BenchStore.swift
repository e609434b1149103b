import StarmineBench

enum BenchStore {
  private static let folder = "out/bench"

  /// The file of a new report; its folder is there.
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

  /// A saved report by its name, or the report in a file.
  static func report(_ text: String) throws -> BenchReport {
    let saved = "\(folder)/\(text).json"
    let path = [text, saved].first { FileManager.default.fileExists(atPath: $0) }
    guard let path else { throw CommandError.usage("no report: \(text) and \(saved) do not exist\(known)") }
    do { return try BenchReport(readingFrom: path) } catch { throw CommandError.usage("\(error)") }
  }

  private static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  private static var known: String {
    names.isEmpty ? "" : "; saved are \(names.joined(separator: ", "))"
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

  /// Makes the folder of an output and throws if it cannot be written: better now than after minutes of measuring.
  static func check(_ path: String) throws {
    guard path != OutputPath.standard else { return }
    try OutputPath.makeFolder(of: path)
    try OutputFile.check(path)
  }
}

/// One line on a terminal that says what is being done; nothing elsewhere.
final class BenchProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    if isTerminal { writeToStandardError("\r\u{1B}[K\(text)") }
  }

  func clear() {
    if isTerminal { writeToStandardError("\r\u{1B}[K") }
  }
}
