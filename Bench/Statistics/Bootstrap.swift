package import StarmineGraphics

/// How far a statistic may be from the truth, found by drawing the samples again, with replacement (Efron, 1979). The
/// random numbers have a fixed seed: the same samples give the same interval.
package enum Bootstrap {
  /// A value with the interval that holds it with 95 % probability.
  package struct Estimate: Codable, Sendable, Equatable {
    package var value: Double
    package var low: Double
    package var high: Double

    package init(value: Double, low: Double, high: Double) {
      (self.value, self.low, self.high) = (value, low, high)
    }

    package static func * (left: Estimate, right: Double) -> Estimate {
      Estimate(value: left.value * right, low: left.low * right, high: left.high * right)
    }
  }

  package static let resamples = 1_000

  /// The statistic of many drawn samples, in the order of drawing: statistics of one seed and list length belong
  /// together.
  ///
  /// - Parameter statistic: computes the statistic of what it draws by means of the random numbers.
  package static func values(
    seed: UInt64 = 1, resamples: Int = Bootstrap.resamples, _ statistic: (inout SplitMix64) -> Double
  ) -> [Double] {
    var random = SplitMix64(seed: seed)
    return (0..<resamples).map { _ in statistic(&random) }
  }

  /// - Parameter value: the statistic of the samples as they are.
  /// - Parameter confidence: how probable it is that the interval holds the truth.
  package static func estimate(_ value: Double, _ values: [Double], confidence: Double = 0.95) -> Estimate {
    let sorted = values.sorted()
    let tail = (1 - confidence) / 2
    return Estimate(
      value: value, low: Statistics.percentile(ofSorted: sorted, tail),
      high: Statistics.percentile(ofSorted: sorted, 1 - tail))
  }

  /// As many elements as there are, each any of them.
  package static func draw<Element>(from elements: [Element], _ random: inout SplitMix64) -> [Element] {
    elements.indices.map { _ in elements[random.index(below: elements.count)] }
  }
}
