package import Foundation

/// A short run of one scene: what a child process hands back.
package struct SceneSample: Codable, Sendable {
  package var cycle: Int
  package var hash: String
  package var round: BenchRound

  package init(
    of scene: BenchScene, _ settings: BenchScene.Settings, seconds: Double, slowdown: Double = 1
  ) throws {
    let runner = SceneRunner(scene: scene, settings: settings, slowdown: slowdown)
    let (round, survey) = try runner.round(seconds: seconds, surveys: true)
    (cycle, hash, self.round) = (scene.cycle, String(survey?.hash ?? 0, radix: 16), round)
  }

  /// Cost of an undisturbed frame.
  func cost(_ metric: BenchMetric) -> Double {
    MinimumCost(rounds: [metric == .cpu ? round.cpu : round.wall], cycle: cycle).value
  }
}

/// Draws scenes with two programs in turn on one machine, so that both meet the same disturbances.
package struct Alternation: Sendable {
  package var old: URL
  package var new: URL
  package var threads = 1
  package var metric = BenchMetric.cpu
  package var threshold = 0.03
  /// Pairs of short runs of a scene, at least and at most: it ends where a verdict stands.
  package var pairs = 8...32
  /// Length of each short run.
  package var seconds = 0.2

  /// The interval is looked at after every pair, up to 25 times: at 95 % equal programs would often be told apart by
  /// chance.
  package static let confidence = 0.99

  package init(old: URL, new: URL) { (self.old, self.new) = (old, new) }

  /// The new program against the old one.
  package func compare(_ scene: BenchScene) throws -> SceneComparison {
    var ratios: [Double] = []
    var isOtherPicture = false
    let machine = MachineTimes()
    let childrenBefore = MachineTimes.childSeconds
    var probes = [MachineProbe.seconds()]
    while true {
      // Old, new, new, old: what drifts evenly falls on both alike.
      let isOldFirst = ratios.count % 2 == 0
      let first = try sample(scene, isOldFirst ? old : new)
      let second = try sample(scene, isOldFirst ? new : old)
      let (before, after) = isOldFirst ? (first, second) : (second, first)
      ratios.append(after.cost(metric) / max(before.cost(metric), 1e-12))
      isOtherPicture = before.hash != after.hash
      guard ratios.count >= pairs.lowerBound else { continue }
      var comparison = SceneComparison(
        scene: scene.name, threads: threads, Self.estimate(ratios), threshold: threshold)
      comparison.isOtherPicture = isOtherPicture
      guard comparison.verdict != .inconclusive || ratios.count >= pairs.upperBound else { continue }
      probes.append(MachineProbe.seconds())
      let others = machine?.othersShare(
        cores: ProcessInfo.processInfo.activeProcessorCount, childSeconds: MachineTimes.childSeconds - childrenBefore)
      let unfit = UnfitMachine.reason(others: [others], probes: probes)
      comparison.judge(agrees: Self.agree(ratios), unfit: unfit, threshold: threshold)
      return comparison
    }
  }

  /// The middle of the pairs' ratios.
  static func estimate(_ ratios: [Double]) -> Bootstrap.Estimate {
    let values = Bootstrap.values { Statistics.median(Bootstrap.draw(from: ratios, &$0)) }
    return Bootstrap.estimate(Statistics.median(ratios), values, confidence: confidence)
  }

  /// Whether pairs that began with the old program and pairs that began with the new one say the same: what comes first
  /// may meet another machine than what comes second.
  static func agree(_ ratios: [Double]) -> Bool {
    let halves = [0, 1].map { half in
      log(Statistics.median(ratios.indices.filter { $0 % 2 == half }.map { ratios[$0] }))
    }
    let all = log(Statistics.median(ratios))
    return abs(all) < 0.02 || halves.allSatisfy { $0 * all > 0 }
  }

  private func sample(_ scene: BenchScene, _ program: URL) throws -> SceneSample {
    let child = ChildProcess(
      executable: program,
      arguments: [
        "bench", "child", "sample", scene.name, "--threads", "\(threads)", "--seconds", "\(seconds)",
      ])
    return try JSONDecoder().decode(SceneSample.self, from: child.output())
  }
}
