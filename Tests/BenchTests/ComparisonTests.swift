import Foundation
import StarmineBench
import Testing

struct ComparisonTests {
  @Test func verdictsFollowTheInterval() {
    func verdict(_ low: Double, _ high: Double) -> BenchVerdict {
      BenchVerdict(Bootstrap.Estimate(value: (low + high) / 2, low: low, high: high), threshold: 0.03)
    }
    #expect(verdict(0.99, 1.01) == .noChange)
    #expect(verdict(1.01, 1.02) == .noChange)
    #expect(verdict(0.98, 1.05) == .noChange)
    #expect(verdict(1.04, 1.1) == .slower)
    #expect(verdict(0.9, 0.95) == .faster)
    #expect(verdict(1.02, 1.1) == .inconclusive)
    #expect(verdict(0.9, 1) == .inconclusive)
    #expect(verdict(0.5, 2) == .inconclusive)
  }

  /// A build against itself, on a machine where a third of the time others work.
  @Test func equalCostsAreNoChange() {
    let verdicts = (0..<10).map { Self.verdict(seed: $0, factor: 1) }
    #expect(verdicts.count { $0 == .noChange } == 10, "\(verdicts.map(\.rawValue).joined(separator: ", "))")
  }

  @Test func aTenthMoreIsFound() {
    let verdicts = (0..<10).map { Self.verdict(seed: $0, factor: 1.1) }
    #expect(verdicts.count { $0 == .slower } >= 9, "\(verdicts.map(\.rawValue).joined(separator: ", "))")
    #expect((0..<10).count { Self.verdict(seed: $0, factor: 1 / 1.1) == .faster } >= 9)
  }

  /// Where every round is disturbed differently, nothing can be told, and nothing is accused.
  @Test func noiseIsInconclusive() {
    let verdicts = (0..<10).map { Self.verdict(seed: $0, factor: 1, disturbed: 0.95) }
    #expect(verdicts.count { $0 == .inconclusive } >= 5, "\(verdicts.map(\.rawValue).joined(separator: ", "))")
    #expect(verdicts.count { $0 == .slower } <= 1)
  }

  private static func verdict(seed: Int, factor: Double, disturbed: Double = 0.33) -> BenchVerdict {
    var noise = Noise(seed: UInt64(seed))
    let old = noise.rounds(cost: 4e-3, disturbed: disturbed)
    let new = noise.rounds(cost: 4e-3 * factor, disturbed: disturbed)
    return BenchVerdict(BenchComparison.ratio(old, new), threshold: 0.03)
  }

  @Test func reportsAreComparedSceneByScene() {
    let old = report([result("a", cost: 1), result("b", cost: 1), result("c", cost: 1), result("old", cost: 1)])
    let new = report([
      result("a", cost: 1.2), result("b", cost: 1), result("c", cost: 0.5, hash: "2"), result("new", cost: 1),
    ])
    let comparison = BenchComparison(old, new)
    #expect(comparison.scenes.map(\.scene) == ["a", "b", "c"])
    #expect(comparison.scenes.map(\.verdict) == [.slower, .noChange, .faster])
    #expect(comparison.scenes.map(\.isOtherPicture) == [false, false, true])
    #expect(comparison.unmatched == ["new x1", "old x1"])
    #expect(comparison.exitCode == 3)
    #expect(abs(comparison.overall - pow(1.2 * 1 * 0.5, 1.0 / 3)) < 1e-9)
    let text = ComparisonText(comparison).table
    #expect(text.contains("1.200") && text.contains("ANOTHER PICTURE") && text.contains("1 slower, 1 faster"))
  }

  @Test func exitCodeIsTheWorstVerdict() {
    let base = report([result("a", cost: 1)])
    #expect(BenchComparison(base, report([result("a", cost: 1)])).exitCode == 0)
    #expect(BenchComparison(base, report([result("a", cost: 0.5)])).exitCode == 0)
    #expect(BenchComparison(base, report([result("a", cost: 1, spread: 0.5)])).exitCode == 4)
    #expect(BenchComparison(base, report([result("a", cost: 3, spread: 0.5)])).exitCode == 3)
    #expect(BenchComparison(base, report([result("b", cost: 1)])).exitCode == 4)
    // Wall and CPU time are told apart: only the wall of `result` is spread.
    #expect(BenchComparison(base, report([result("a", cost: 1, spread: 0.5)]), metric: .wall).exitCode == 0)
  }

  /// The effect of another load is part of the interval.
  @Test func differentLoadsWidenTheInterval() {
    var (old, new) = (report([result("a", cost: 1)]), report([result("a", cost: 1.1)]))
    (old.othersShare, new.othersShare) = (0.1, 0.1)
    #expect(BenchComparison(old, new).scenes[0].verdict == .slower)
    // With more than a fifth of the machine taken there is no answer.
    (old.othersShare, new.othersShare) = (0.8, 0.8)
    #expect(BenchComparison(old, new).scenes[0].verdict == .inconclusive)
    #expect(BenchComparison(old, new).warnings.contains { $0.contains("bench ab") })
    new.othersShare = 0.2
    #expect(BenchComparison(old, new).scenes[0].verdict == .inconclusive)
    (old.othersShare, new.othersShare) = (0.05, 0.05)
    #expect(BenchComparison(old, new).scenes[0].low == 1.1 / 1.02)
  }

  /// A change that exceeds the threshold by less than the machine drifts is none; one that exceeds it by more is not
  /// proven.
  @Test func driftIsNoChange() {
    func verdict(_ value: Double, drift: Double) -> BenchVerdict {
      let interval = Bootstrap.Estimate(value: value, low: value / 1.03, high: value * 1.03)
      return BenchVerdict(interval, drift: drift, threshold: 0.03)
    }
    #expect(verdict(1.04, drift: 1.02) == .noChange)
    #expect(verdict(1.04, drift: 1) == .inconclusive)
    #expect(verdict(1.058, drift: 1.02) == .inconclusive)
    #expect(verdict(1.07, drift: 1.02) == .slower)
  }

  /// On a busy machine equal costs can be told, other costs cannot; where the order decides, nothing can.
  @Test func busyMachinesCanProveOnlyNoChange() {
    func verdict(_ low: Double, _ high: Double, agrees: Bool = true, unfit: String? = "busy") -> BenchVerdict {
      let estimate = Bootstrap.Estimate(value: (low + high) / 2, low: low, high: high)
      var comparison = SceneComparison(scene: "a", threads: 1, estimate, threshold: 0.03)
      comparison.judge(agrees: agrees, unfit: unfit, threshold: 0.03)
      if comparison.verdict == .inconclusive, agrees, unfit != nil {
        #expect(comparison.reason?.contains("--count instructions") == true)
      }
      return comparison.verdict
    }
    #expect(verdict(0.98, 1.02) == .noChange)
    #expect(verdict(0.96, 1.02) == .inconclusive)
    #expect(verdict(1.05, 1.08) == .inconclusive)
    #expect(verdict(0.80, 0.90) == .inconclusive)
    #expect(verdict(0.98, 1.02, agrees: false) == .inconclusive)
    #expect(verdict(1.05, 1.08, unfit: nil) == .slower)
  }

  @Test func fewRoundsAreInconclusive() {
    var short = result("a", cost: 1)
    short.rounds.removeLast(5)
    #expect(BenchComparison(report([short]), report([result("a", cost: 9)])).scenes[0].verdict == .inconclusive)
  }

  @Test func countsAreExact() {
    var (old, new) = (result("a", cost: 1), result("a", cost: 5))
    (old.instructionsPerFrame, new.instructionsPerFrame) = (1_000_000, 1_020_000)
    let comparison = BenchComparison(report([old]), report([new]))
    #expect(comparison.scenes[0].verdict == .noChange && comparison.scenes[0].ratio == 1.02)
    #expect(BenchComparison(report([old]), report([new]), threshold: 0.01).scenes[0].verdict == .slower)
  }

  @Test func otherMachinesAreNoted() {
    let (old, new) = (report([result("a", cost: 1)]), report([result("a", cost: 1)]))
    #expect(BenchComparison(old, new).warnings.isEmpty)
    var other = new
    (other.host.processor, other.warnings) = ("Another", ["busy"])
    #expect(BenchComparison(old, other).warnings.count == 2)
  }
}
