import Foundation
import Synchronization

/// Ledger of the conformance cases: the suites that check cases report here, and the table is printed when the tests
/// end.
public enum ConformanceLedger {
  /// Kinds that no suite checks, each with the reason. A suite that checks one of them need not say so here.
  public static let open: [String: String] = [:]

  private static let tally = Mutex<[String: ConformanceCases.Summary]>([:])

  /// Records a kind; of several suites that check it, in any order, the one that passes over least counts.
  static func record(_ file: String, _ kind: String, _ summary: ConformanceCases.Summary) {
    let isFirst = tally.withLock { tally in
      let isFirst = tally.isEmpty
      let known = tally["\(file) \(kind)"]
      if known.map({ $0.silent < summary.silent }) != true { tally["\(file) \(kind)"] = summary }
      return isFirst
    }
    if isFirst { atexit { print(ConformanceLedger.table) } }
  }

  /// One line per kind that was checked so far, one per case that was passed over, and the sums.
  public static var table: String {
    let rows = tally.withLock { $0 }.sorted { $0.key < $1.key }
    var lines = ["conformance cases: passed, failed, skipped by decision, not expressed"]
    var sums = [0, 0, 0, 0]
    for (kind, summary) in rows {
      let counts = summary.counts
      for index in counts.indices { sums[index] += counts[index] }
      lines.append("  \(kind): \(counts.map(String.init).joined(separator: ", "))")
      lines += summary.skips.map { "    skipped \($0)" } + summary.unexpressed.map { "    not expressed \($0)" }
    }
    lines.append("  all \(rows.count) kinds: \(sums.map(String.init).joined(separator: ", "))")
    return lines.joined(separator: "\n")
  }

  /// The files of Tests that check a kind: they read the cases' file and name the kind, or its beginning as in
  /// `"gradient.\(type)"`.
  public static func claims(of kind: String, in sources: [(path: String, text: String)], file: String) -> [String] {
    var names = ["\"\(kind)\""]
    var rest = kind[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      names.append("\"\(rest).\\(")
    }
    return sources.filter { source in
      source.text.contains("ConformanceCases(\"\(file)\")") && names.contains { source.text.contains($0) }
    }.map(\.path)
  }
}

extension ConformanceCases.Summary {
  /// Passed, failed, skipped by decision, not expressed.
  fileprivate var counts: [Int] { [passed, failures.count, skips.count, unexpressed.count] }
}
