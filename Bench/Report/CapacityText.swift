import Foundation

/// How capacities are written: a page of sentences, then the numbers.
package struct CapacityText {
  private let report: CapacityReport

  package init(_ report: CapacityReport) { self.report = report }

  package var table: String { text(rows.aligned) }
  package var markdown: String { text(rows.markdown) }

  /// One row for each scene, in plain numbers.
  package var csv: String {
    var table = TextTable(heading: [
      "scene", "unit", "threads", "fps", "p50", "p50_low", "p50_high", "p95", "p95_low", "p95_high",
    ])
    for result in report.results {
      let numbers = [
        result.p50.value, result.p50.low, result.p50.high, result.p95.value, result.p95.low, result.p95.high,
      ]
      table.rows.append(
        [result.scene, result.unit, "\(result.threads)", String(format: "%g", result.framesPerSecond)]
          + numbers.map { String(format: "%.0f", $0) })
    }
    return table.csv
  }

  private var rows: TextTable {
    let rate = report.results.first.map { String(format: "%g fps", $0.framesPerSecond) } ?? "the rate"
    var table = TextTable(heading: [
      "scene", "counts", "half of the frames hold \(rate)", "95 % interval", "95 % of the frames", "95 % interval",
    ])
    table.textColumns = [0, 1]
    for result in report.results {
      table.rows.append(
        [result.scene, result.unit] + [result.p50, result.p95].flatMap { [Self.count($0.value), Self.interval($0)] })
    }
    if let p50 = report.scoreP50, let p95 = report.scoreP95 {
      table.rows.append(
        ["score", "geometric mean"] + [p50, p95].flatMap { [Self.count($0.value), Self.interval($0)] })
    }
    return table
  }

  private func text(_ table: String) -> String {
    let threads = report.results.first?.threads ?? 1
    let work = threads == 1 ? "1 thread draws" : "\(threads) threads draw"
    let host =
      "starmine \(report.build.version), \(report.host.processor ?? "unknown processor"), \(report.host.cores) cores, "
      + "\(work), vectors \(report.host.vectors)"
    let lines = [CapacityPage(report).text, host, "", table] + report.warnings.map { "Warning: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Three figures are known at best: `189,000`.
  static func count(_ number: Double) -> String {
    guard number >= 1000 else { return String(format: "%.0f", number) }
    let unit = pow(10, (log10(number)).rounded(.down) - 2)
    var (digits, groups) = (String(format: "%.0f", (number / unit).rounded() * unit), [String]())
    while digits.count > 3 {
      groups.append(String(digits.suffix(3)))
      digits.removeLast(3)
    }
    return ([digits] + groups.reversed()).joined(separator: ",")
  }

  private static func interval(_ estimate: Bootstrap.Estimate) -> String {
    "\(count(estimate.low)) to \(count(estimate.high))"
  }
}
