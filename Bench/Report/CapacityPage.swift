import Foundation

/// A machine's capacity and its limits in sentences.
package struct CapacityPage {
  private let report: CapacityReport

  package init(_ report: CapacityReport) { self.report = report }

  /// Plain text that Markdown shows as paragraphs and lists.
  package var text: String {
    guard let first = report.results.first else { return "Nothing was measured.\n" }
    let (familiar, others) = (familiar, others)
    var paragraphs = [
      "This machine draws \(list(familiar, \.p50)) at \(rate(first)).",
      "Half of the frames draw this many in time, in full HD on \(threads(first)); 95 % of them draw "
        + "\(list(familiar, \.p95)).",
    ]
    if !others.isEmpty { paragraphs.append("It also draws \(list(others, \.p50)).") }
    let limits = limits
    if !limits.isEmpty { paragraphs.append("The limits:\n\n" + limits.joined(separator: "\n")) }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private var familiar: [CapacityResult] {
    let familiar = report.results.filter { CapacityScene.named($0.scene)?.isFamiliar ?? false }
    return familiar.isEmpty ? report.results : familiar
  }

  private var others: [CapacityResult] {
    let names = Set(familiar.map(\.scene))
    return report.results.filter { !names.contains($0.scene) }
  }

  /// One line for each scene, then one for movies.
  private var limits: [String] {
    var lines = report.results.compactMap { result in
      result.limit.map { "- \(result.plural): \($0.sentence)" }
    }
    if let export = report.export {
      let share = String(format: "%.0f %%", export.encoderShare * 100)
      let resource = export.encoderShare > 0.5 ? "the encoder" : "arithmetic"
      lines.append(
        "- movies: \(resource). MP4 in full HD is written at \(CapacityText.count(export.framesPerSecond)) frames per "
          + "second, and the encoder takes \(share) of the work")
    }
    return lines
  }

  /// `189,000 dots, 42,000 sparks and 28,800 animated layers`.
  private func list(_ results: [CapacityResult], _ value: KeyPath<CapacityResult, Bootstrap.Estimate>) -> String {
    let parts = results.map { "\(CapacityText.count($0[keyPath: value].value)) \($0.plural)" }
    guard let last = parts.last, parts.count > 1 else { return parts.joined() }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  private func rate(_ result: CapacityResult) -> String { String(format: "%g fps", result.framesPerSecond) }

  private func threads(_ result: CapacityResult) -> String {
    result.threads == 1 ? "1 thread" : "\(result.threads) threads"
  }
}

extension CapacityResult {
  /// Name of the counted things in sentences.
  var plural: String { CapacityScene.named(scene)?.plural ?? "\(unit) of \(scene)" }
}

extension CapacityLimit {
  /// `arithmetic. 82 % of the time is drawing, and the cost of one more is constant`.
  fileprivate var sentence: String {
    let drawing = 1 - evaluationShare
    let (share, work) = drawing >= 0.5 ? (drawing, "drawing") : (evaluationShare, "evaluation")
    let place = String(format: "%.0f %% of the time is %@", share * 100, work)
    switch resource {
    case .memory:
      return "memory. \(place), and one more costs "
        + String(format: "%.1f times as much as with an eighth of them", growth)
    case .arithmetic: return "arithmetic. \(place), and the cost of one more is constant"
    }
  }
}
