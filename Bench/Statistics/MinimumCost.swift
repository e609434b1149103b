package import StarmineGraphics

/// Cost of an undisturbed frame, from rounds at several times of a run.
///
/// Other programs only ever make a frame dearer: a neighbour on the same core takes a third of its speed, for
/// milliseconds or for minutes. So every frame of the scene's cycle counts with the least that it has cost in any
/// round, and the scene with the mean of its frames: the single frame is what finds a quiet moment soonest. The
/// uncertainty comes from drawing the rounds again as a whole. (Measured on two shared cores, programs against
/// themselves, 16 rounds of 0.15 s each: costs of eight scenes differ by up to 3 %, with the lower tenth of the cycles
/// by up to 7 %. A scene of text, bound by memory, is worse off: 54 % against 16 %.)
package struct MinimumCost {
  /// The least cost of each frame of the cycle, by round.
  private var rounds: [[Double]]

  /// - Parameters:
  ///   - rounds: costs of whole cycles, frame after frame.
  ///   - cycle: frames of a cycle.
  package init(rounds: [[Double]], cycle: Int) {
    self.rounds = rounds.filter { $0.count >= cycle }.map { costs in
      (0..<cycle).map { frame in
        stride(from: frame, to: costs.count, by: cycle).reduce(.infinity) { min($0, costs[$1]) }
      }
    }
  }

  /// Cost from the samples as they are; 0 without any.
  package var value: Double { Self.value(rounds) }

  private static func value(_ rounds: [[Double]]) -> Double {
    guard var least = rounds.first else { return 0 }
    for round in rounds.dropFirst() {
      for (frame, cost) in round.enumerated() where cost < least[frame] { least[frame] = cost }
    }
    return least.reduce(0, +) / Double(least.count)
  }

  /// Cost from rounds drawn with replacement.
  package func resampled(_ random: inout SplitMix64) -> Double { Self.value(Bootstrap.draw(from: rounds, &random)) }

  package var estimate: Bootstrap.Estimate {
    Bootstrap.estimate(value, Bootstrap.values(resamples: 200) { resampled(&$0) })
  }

  /// Half the interval's width as a share of the value.
  package var uncertainty: Double {
    let estimate = estimate
    return estimate.value > 0 ? (estimate.high - estimate.low) / 2 / estimate.value : 0
  }
}
