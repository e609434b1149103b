import StarmineGraphics
import StarmineMedia

/// How fast the machine computes now: a fixed piece of arithmetic, timed. Where it takes longer than before, costs of
/// programs have grown for another reason than the programs.
package enum MachineProbe {
  /// Most by which the probe may differ between two measurements that are compared.
  package static let tolerance = 0.05
  private static let repetitions = 9
  private static let steps = 400_000

  /// CPU seconds of the piece, the least of several: other programs only ever make it dearer.
  package static func seconds() -> Double {
    (0..<repetitions).reduce(.infinity) { least, seed in
      let start = CPUClock.threadSeconds
      var random = SplitMix64(seed: UInt64(seed))
      var sum: UInt64 = 0
      for _ in 0..<steps { sum &+= random.next() }
      let time = CPUClock.threadSeconds - start
      // The sum is used, so that the loop is not left out.
      return sum == 0 ? least : min(least, time)
    }
  }

  /// How far the dearest of several probes lies above the cheapest, as a share; 0 for fewer than two.
  package static func drift(_ probes: [Double]) -> Double {
    guard let least = probes.min(), let most = probes.max(), least > 0 else { return 0 }
    return most / least - 1
  }
}
