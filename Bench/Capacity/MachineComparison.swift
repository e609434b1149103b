import Foundation

/// The capacities of two machines.
package struct MachineComparison: Codable, Sendable {
  /// One scene that both hold.
  package struct Scene: Codable, Sendable, Equatable {
    package var scene: String
    /// Name of the counted things in sentences.
    package var plural: String
    package var framesPerSecond: Double
    /// How much half of the frames hold.
    package var first: Double
    package var second: Double
    /// Second to first, with the interval where both may lie at the ends of theirs.
    package var ratio: Bootstrap.Estimate
  }

  package var first: BenchHost
  package var second: BenchHost
  package var scenes: [Scene] = []
  /// Geometric mean of the ratios, with that of their intervals; nil without a scene in common.
  package var score: Bootstrap.Estimate?
  /// Scenes that only one of them has, or at another rate.
  package var unmatched: [String] = []
  /// Why the comparison may be wrong.
  package var warnings: [String] = []

  package init(_ first: CapacityReport, _ second: CapacityReport) {
    (self.first, self.second) = (first.host, second.host)
    let known = Dictionary(first.results.map { ($0.comparisonKey, $0) }, uniquingKeysWith: { first, _ in first })
    for result in second.results {
      if let scene = known[result.comparisonKey].flatMap({ Scene($0, result) }) { scenes.append(scene) }
    }
    let matched = Set(scenes.map(\.scene))
    unmatched = Set((first.results + second.results).map(\.scene)).subtracting(matched).sorted()
    if !scenes.isEmpty {
      func mean(_ value: KeyPath<Bootstrap.Estimate, Double>) -> Double {
        Statistics.geometricMean(scenes.map { $0.ratio[keyPath: value] })
      }
      score = Bootstrap.Estimate(value: mean(\.value), low: mean(\.low), high: mean(\.high))
    }
    if first.build.version != second.build.version {
      warnings.append("measured by different versions, \(first.build.version) and \(second.build.version)")
    }
    warnings += first.warnings.map { "first: \($0)" } + second.warnings.map { "second: \($0)" }
  }
}

extension MachineComparison.Scene {
  /// Nil where one of the machines holds nothing.
  fileprivate init?(_ first: CapacityResult, _ second: CapacityResult) {
    let (old, new) = (first.p50, second.p50)
    guard old.value > 0, old.low > 0, new.value > 0 else { return nil }
    (scene, plural, framesPerSecond) = (second.scene, second.plural, second.framesPerSecond)
    (self.first, self.second) = (old.value, new.value)
    ratio = Bootstrap.Estimate(
      value: new.value / old.value, low: new.low / max(old.high, old.value), high: new.high / old.low)
  }
}

extension CapacityResult {
  fileprivate var comparisonKey: String { "\(scene) at \(framesPerSecond)" }
}
