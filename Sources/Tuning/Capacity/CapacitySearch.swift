/// Finds the largest value that still holds, for something that gets harder as the value grows.
package struct CapacitySearch: Sendable, Equatable {
  /// Where to begin.
  package var start: Double
  /// Values are looked for between these; above 0.
  package var limits: ClosedRange<Double>
  /// How near the answer is to the first value that does not hold, as a factor above 1.
  package var precision = 1.03

  package init(start: Double, limits: ClosedRange<Double>) {
    precondition(start > 0 && limits.lowerBound > 0, "CapacitySearch: values are above 0")
    (self.start, self.limits) = (start, limits)
  }

  /// Doubles or halves to find both sides of the edge, then closes in on it by their geometric mean.
  ///
  /// - Returns: nil if not even the lower limit holds.
  package func largest(where holds: (Double) throws -> Bool) rethrows -> Double? {
    var good: Double?
    var bad: Double?
    var value = min(limits.upperBound, max(limits.lowerBound, start))
    while true {
      if try holds(value) { good = value } else { bad = value }
      switch (good, bad) {
      case (let good?, let bad?):
        if bad / good <= precision { return good }
        value = (good * bad).squareRoot()
      case (let good?, nil):
        if good >= limits.upperBound { return good }
        value = min(limits.upperBound, good * 2)
      case (nil, let bad):
        guard let bad, bad > limits.lowerBound else { return nil }
        value = max(limits.lowerBound, bad / 2)
      }
    }
  }
}
