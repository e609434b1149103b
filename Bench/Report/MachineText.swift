import Foundation

/// How a comparison of machines is written.
package struct MachineText {
  private let comparison: MachineComparison
  /// How the machines are called.
  private let names: (first: String, second: String)

  package init(_ comparison: MachineComparison, names: (first: String, second: String)) {
    (self.comparison, self.names) = (comparison, names)
  }

  package var table: String { text(rows.aligned) }
  package var markdown: String { text(rows.markdown) }

  private func text(_ table: String) -> String {
    var paragraphs = [
      verdict,
      "\(names.first): \(Self.host(comparison.first))\n\(names.second): \(Self.host(comparison.second))", table,
    ]
    let notes =
      (comparison.unmatched.isEmpty ? [] : ["Not on both: \(comparison.unmatched.joined(separator: ", "))"])
      + comparison.warnings.map { "Warning: \($0)" }
    if !notes.isEmpty { paragraphs.append(notes.joined(separator: "\n")) }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private var verdict: String {
    guard let score = comparison.score else { return "The machines have no scene in common." }
    let interval = "(\(Self.factor(score.low)) to \(Self.factor(score.high)))"
    if score.low <= 1, score.high >= 1 {
      return "\(names.second) holds about as much as \(names.first): \(Self.factor(score.value)) times \(interval)."
    }
    return "\(names.second) holds \(Self.factor(score.value)) times as much as \(names.first) \(interval)."
  }

  private var rows: TextTable {
    var table = TextTable(heading: ["at the same rate", names.first, names.second, "ratio", "interval"])
    for scene in comparison.scenes {
      table.rows.append([
        String(format: "%@, %g fps", scene.plural, scene.framesPerSecond), CapacityText.count(scene.first),
        CapacityText.count(scene.second), Self.factor(scene.ratio.value),
        "\(Self.factor(scene.ratio.low)) to \(Self.factor(scene.ratio.high))",
      ])
    }
    return table
  }

  private static func host(_ host: BenchHost) -> String {
    "\(host.processorText), \(host.cores) cores, \(host.memoryBytes >> 30) GB, vectors \(host.vectors)"
  }

  private static func factor(_ number: Double) -> String { String(format: number >= 10 ? "%.1f" : "%.2f", number) }
}
