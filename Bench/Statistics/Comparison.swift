import Foundation

/// Verdict on a scene between two reports.
package enum BenchVerdict: String, Codable, Sendable {
  case faster
  case noChange = "no change"
  case slower
  /// It cannot be told: the interval is too wide, or the machine was not fit for measuring.
  case inconclusive = "no answer"
}

/// One scene in two reports.
package struct SceneComparison: Codable, Sendable {
  package var scene: String
  package var threads: Int
  /// New cost to old cost: above 1 is slower.
  package var ratio: Double
  /// The interval that holds the ratio with 95 % probability.
  package var low: Double
  package var high: Double
  package var verdict: BenchVerdict
  /// The pictures differ: the times may not be of the same work.
  package var isOtherPicture = false
  /// Why there is no answer; nil where there is one, or where the interval says it.
  package var reason: String?

  /// - Parameters:
  ///   - estimate: from what was measured.
  ///   - drift: the factor by which costs may differ for other reasons than the program; widens the interval.
  package init(
    scene: String, threads: Int, _ estimate: Bootstrap.Estimate, drift: Double = 1, threshold: Double
  ) {
    (self.scene, self.threads) = (scene, threads)
    (ratio, low, high) = (estimate.value, estimate.low / drift, estimate.high * drift)
    let widened = Bootstrap.Estimate(value: ratio, low: low, high: high)
    verdict = BenchVerdict(widened, drift: drift, threshold: threshold)
  }
}

extension SceneComparison {
  /// Takes back a verdict of runs in turn that the machine or their order may have made. What disturbs both programs
  /// alike cannot make costs equal: an interval within the threshold stands on a busy machine too.
  ///
  /// - Parameters:
  ///   - agrees: whether it does not matter which program went first.
  ///   - unfit: why nothing else can be told on this machine; nil where it can.
  package mutating func judge(agrees: Bool, unfit: String?, threshold: Double) {
    if !agrees {
      withdraw(because: "the result depends on the order of the runs")
    } else if let unfit, verdict != .noChange || low < 1 / (1 + threshold) || high > 1 + threshold {
      withdraw(because: unfit + "; on a busy machine, compare two reports with --count instructions")
    }
  }

  /// Takes the verdict back: on such a machine an interval tells nothing.
  mutating func withdraw(because reason: String) { (verdict, self.reason) = (.inconclusive, reason) }
}

/// Machines on which no verdict is given.
package enum UnfitMachine {
  /// More of the machine than others may have.
  package static let othersLimit = 0.2

  /// Why costs that were measured meanwhile are not compared; nil where they may be.
  ///
  /// - Parameters:
  ///   - others: shares of the machine that other programs had.
  ///   - probes: costs of `MachineProbe` before, between and after.
  package static func reason(others: [Double?], probes: [Double]) -> String? {
    let share = others.compactMap { $0 }.max() ?? 0
    if share > othersLimit { return String(format: "other programs used %.0f %% of the machine", share * 100) }
    let drift = MachineProbe.drift(probes)
    guard drift > MachineProbe.tolerance else { return nil }
    return String(format: "the speed of the machine changed by %.0f %%", drift * 100)
  }
}

extension BenchVerdict {
  /// - Parameters:
  ///   - ratio: its interval holds what the machine drifts by.
  ///   - drift: the factor by which equal programs may differ; a change that exceeds the threshold by less is none.
  ///   - threshold: the change that counts, as a share: 0.03 for 3 %.
  package init(_ ratio: Bootstrap.Estimate, drift: Double = 1, threshold: Double) {
    let (least, most) = (1 / (1 + threshold), 1 + threshold)
    if ratio.low > most {
      self = .slower
    } else if ratio.high < least {
      self = .faster
    } else if !(least / drift...most * drift ~= ratio.value) || ratio.low < pow(least, 3) || ratio.high > pow(most, 3) {
      // Three times the threshold cannot be ruled out, or the likeliest value is a change that the interval does not
      // prove.
      self = .inconclusive
    } else {
      self = .noChange
    }
  }
}

/// Two reports, scene by scene.
package struct BenchComparison: Codable, Sendable {
  package var metric: BenchMetric
  /// Whether instructions were compared, and no clock.
  package var isCounted = false
  /// Probability with which the intervals hold their ratios.
  package var confidence = 0.95
  /// The change that counts, as a share.
  package var threshold: Double
  package var scenes: [SceneComparison] = []
  /// Scenes that only one of the reports has.
  package var unmatched: [String] = []
  /// Why the comparison may be wrong.
  package var warnings: [String] = []

  /// - Parameter threshold: 0.03 for 3 %.
  package init(_ old: BenchReport, _ new: BenchReport, metric: BenchMetric = .cpu, threshold: Double = 0.03) {
    (self.metric, self.threshold) = (metric, threshold)
    let before = Dictionary(old.results.map { ($0.key, $0) }) { first, _ in first }
    let drift = Self.drift(old, new)
    for result in new.results {
      guard let other = before[result.key] else { continue }
      scenes.append(Self.compare(other, result, metric, threshold, drift))
    }
    if let reason = UnfitMachine.reason(
      others: [old.othersShare, new.othersShare], probes: (old.probes ?? []) + (new.probes ?? []))
    {
      for index in scenes.indices where !isCounted(scenes[index], before, new) {
        scenes[index].withdraw(because: reason)
      }
    }
    let matched =
      new.results.filter { before[$0.key] != nil } + scenes.compactMap { before["\($0.scene) x\($0.threads)"] }
    isCounted = !matched.isEmpty && matched.allSatisfy { $0.instructionsPerFrame != nil }
    let keys = (Set(before.keys), Set(new.results.map(\.key)))
    unmatched = keys.0.symmetricDifference(keys.1).sorted()
    warnings = Self.warnings(old, new)
  }

  /// Whether instructions were counted on both sides: these know no load.
  private func isCounted(
    _ scene: SceneComparison, _ before: [String: SceneResult], _ new: BenchReport
  ) -> Bool {
    let key = "\(scene.scene) x\(scene.threads)"
    return before[key]?.instructionsPerFrame != nil
      && new.results.first { $0.key == key }?.instructionsPerFrame != nil
  }

  /// A comparison of scenes that were compared one by one.
  package init(_ scenes: [SceneComparison], metric: BenchMetric, threshold: Double) {
    (self.metric, self.threshold, self.scenes) = (metric, threshold, scenes)
  }

  private static func compare(
    _ old: SceneResult, _ new: SceneResult, _ metric: BenchMetric, _ threshold: Double, _ drift: Double
  ) -> SceneComparison {
    let estimate: Bootstrap.Estimate
    var drift = drift
    if let before = old.instructionsPerFrame, let after = new.instructionsPerFrame, before > 0 {
      // Counts have no noise.
      (estimate, drift) = (Bootstrap.Estimate(value: after / before, low: after / before, high: after / before), 1)
    } else {
      estimate = ratio(old.minimumCost(metric), new.minimumCost(metric))
    }
    var comparison = SceneComparison(
      scene: new.scene, threads: new.threads, estimate, drift: drift, threshold: threshold)
    comparison.isOtherPicture = old.hash != new.hash
    let isCounted = old.instructionsPerFrame != nil && new.instructionsPerFrame != nil
    if !isCounted, min(old.rounds.count, new.rounds.count) < leastRounds { comparison.verdict = .inconclusive }
    return comparison
  }

  /// The factor by which equal programs differ from one run to another, which no repetition within one run shows: for
  /// minutes the whole machine is faster or slower. Measured on two shared cores, five scenes, eleven runs of half a
  /// minute: without it 27 of 50 intervals held 1, with it 47, and that is what 95 % means.
  private static let machineDrift = 0.02

  /// That, and what the machine's load adds. Measured on two cores: with nine tenths of the machine taken by others,
  /// equal runs differed by 3 to 5 %, and cost 3 to 12 % more than with two tenths taken (text, which is bound by
  /// memory, 40 %).
  private static func drift(_ old: BenchReport, _ new: BenchReport) -> Double {
    guard let before = old.othersShare, let after = new.othersShare else { return 1 + machineDrift }
    return 1 + machineDrift + 0.2 * abs(before - after) + 0.05 * max(0, max(before, after) - 0.1)
  }

  /// Fewest rounds that show how far they lie apart.
  static let leastRounds = 4

  /// New to old.
  package static func ratio(_ old: MinimumCost, _ new: MinimumCost) -> Bootstrap.Estimate {
    let values = Bootstrap.values { random in
      let before = old.resampled(&random)
      return before > 0 ? new.resampled(&random) / before : 1
    }
    return Bootstrap.estimate(old.value > 0 ? new.value / old.value : 1, values)
  }

  /// The scenes' ratios as one: their geometric mean.
  package var overall: Double { Statistics.geometricMean(scenes.map(\.ratio)) }

  /// Exit code: 0 no change or better, 3 a scene is slower, 4 a scene has no answer and none is slower.
  package var exitCode: Int32 {
    if scenes.contains(where: { $0.verdict == .slower }) { return 3 }
    return scenes.isEmpty || scenes.contains(where: { $0.verdict == .inconclusive }) ? 4 : 0
  }

  private static func warnings(_ old: BenchReport, _ new: BenchReport) -> [String] {
    var warnings: [String] = []
    for (name, report) in [("the old report", old), ("the new report", new)] {
      warnings += report.warnings.map { "\(name): \($0)" }
    }
    if old.host.processor != new.host.processor || old.host.cores != new.host.cores {
      warnings.append("the reports are from different machines; their times cannot be compared")
    }
    if max(old.othersShare ?? 0, new.othersShare ?? 0) > 0.25 {
      warnings.append("on a busy machine, `--count instructions` and `bench ab` are more reliable than saved times")
    }
    return warnings
  }
}
