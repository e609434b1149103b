package import StarmineGraphics

extension SplitMix64 {
  /// Evenly spread, the upper bound excluded.
  package mutating func value(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) * 0x1p-53
  }

  /// One of `0..<count`.
  package mutating func index(below count: Int) -> Int {
    Int(value(0...Double(count)))
  }
}
