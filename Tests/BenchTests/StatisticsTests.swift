import StarmineBench
import StarmineGraphics
import Testing

struct StatisticsTests {
  @Test func percentilesAreNearestRanks() {
    let numbers = (1...100).map(Double.init).reversed()
    #expect(Statistics.percentile(Array(numbers), 0.5) == 50)
    #expect(Statistics.percentile(Array(numbers), 0.95) == 95)
    #expect(Statistics.percentile(Array(numbers), 1) == 100)
    #expect(Statistics.percentile(Array(numbers), 0) == 1)
    #expect(Statistics.percentile([7], 0.99) == 7)
    #expect(Statistics.percentile([], 0.5) == 0)
  }

  @Test func medianOfOddAndEvenCounts() {
    #expect(Statistics.median([3, 1, 2]) == 2)
    #expect(Statistics.median([4, 1, 2, 3]) == 2.5)
    #expect(Statistics.median([5]) == 5)
    #expect(Statistics.median([]) == 0)
    #expect(abs(Statistics.geometricMean([1, 10, 100]) - 10) < 1e-12)
    #expect(Statistics.geometricMean([]) == 0)
  }

  /// The generator is published with these first numbers for seed 1234567.
  @Test func randomNumbersAreSplitMix64() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
    let values = (0..<1000).map { _ in random.value(2...3) }
    #expect(values.allSatisfy { 2...3 ~= $0 })
    #expect((0..<1000).allSatisfy { _ in 0..<7 ~= random.index(below: 7) })
  }

  @Test func theSameSamplesGiveTheSameInterval() {
    let samples = Noise(seed: 3).gaussian(count: 40)
    let draw: (inout SplitMix64) -> Double = { random in Statistics.median(Bootstrap.draw(from: samples, &random)) }
    #expect(Bootstrap.values(draw) == Bootstrap.values(draw))
    #expect(Bootstrap.values(draw) != Bootstrap.values(seed: 2, draw))
  }

  /// The interval holds the true mean in about 95 of 100 cases.
  @Test func intervalsCoverTheTruth() {
    var covered = 0
    for seed in 0..<200 {
      let samples = Noise(seed: UInt64(seed)).gaussian(count: 40).map { 10 + $0 }
      func mean(_ list: [Double]) -> Double { list.reduce(0, +) / Double(list.count) }
      let estimate = Bootstrap.estimate(
        mean(samples), Bootstrap.values(resamples: 400) { mean(Bootstrap.draw(from: samples, &$0)) })
      #expect(estimate.low < estimate.value && estimate.value < estimate.high)
      if estimate.low...estimate.high ~= 10 { covered += 1 }
    }
    #expect(177...198 ~= covered, "\(covered) of 200")
  }

  @Test func quietCostIgnoresDisturbedRounds() {
    // Two frames: the first costs 1, the second 3.
    let quiet = MinimumCost(
      rounds: [[1, 3.1, 1.4, 4], [1.3, 3.5, 1.6, 5], [1.02, 3], [1.8, 6, 2, 4], [9]], cycle: 2)
    #expect(quiet.value == 2)
    #expect(quiet.uncertainty > 0.01)
    #expect(MinimumCost(rounds: [[2, 2], [2, 2]], cycle: 1).uncertainty == 0)
    #expect(MinimumCost(rounds: [], cycle: 3).value == 0)
  }
}

/// Made-up costs.
struct Noise {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed &* 7919 &+ 13) }

  /// Mean 0, deviation about 1 (sums of twelve even numbers).
  mutating func gaussian() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + random.value(0...1) } }

  func gaussian(count: Int) -> [Double] {
    var copy = self
    return (0..<count).map { _ in copy.gaussian() }
  }

  /// Rounds as a shared machine gives them: some are slower as a whole, some cycles have a spike.
  ///
  /// - Parameter disturbed: how many of the rounds, as a share.
  mutating func rounds(cost: Double, count: Int = 16, disturbed: Double) -> MinimumCost {
    MinimumCost(
      rounds: (0..<count).map { _ in
        let factor = random.value(0...1) < disturbed ? random.value(1.05...1.4) : 1
        return (0..<8).map { _ in
          let spike = random.value(0...1) < 0.1 ? random.value(0...0.3) : 0
          return cost * factor * (1 + abs(gaussian()) * 0.01 + spike)
        }
      }, cycle: 4)
  }
}
