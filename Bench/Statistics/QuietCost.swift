/// What a frame costs when nobody disturbs, from rounds at several times of a run.
///
/// Other programs only ever make a frame dearer, for a second or for minutes. So the statistic is not the middle but the
/// lower tenth over all cycles of all rounds, and its uncertainty comes from drawing rounds again as a whole: cycles of one
/// round share the disturbance of their time. (Simulated with a third of the rounds disturbed by up to 40 %: equal runs of
/// 8 rounds were told to be equal in 86 of 100 cases, with the lower quartile in 58, never wrongly different.)
package struct QuietCost {
  /// Mean cost of a frame in each cycle, by round.
  package var rounds: [[Double]]

  package init(rounds: [[Double]]) { self.rounds = rounds }

  private static let share = 0.1

  /// Of the samples as they are.
  package var value: Double { Statistics.percentile(rounds.flatMap { $0 }, Self.share) }

  /// Of rounds, and cycles in them, drawn with replacement.
  package func resampled(_ random: inout SplitMix64) -> Double {
    let drawn = Bootstrap.draw(from: rounds, &random).flatMap { Bootstrap.draw(from: $0, &random) }
    return Statistics.percentile(drawn, Self.share)
  }

  package var estimate: Bootstrap.Estimate {
    Bootstrap.estimate(value, Bootstrap.values(resamples: 200) { resampled(&$0) })
  }

  /// Half the interval's width as a share of the value.
  package var uncertainty: Double {
    let estimate = estimate
    return estimate.value > 0 ? (estimate.high - estimate.low) / 2 / estimate.value : 0
  }
}
