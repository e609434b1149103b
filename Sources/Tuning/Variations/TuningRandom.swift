import StarmineGraphics
import StarminePresets

/// A stream of random numbers for variations, the same on every machine.
struct TuningRandom {
  private var numbers: SplitMix64

  /// Streams of different indices have nothing to do with each other.
  init(seed: UInt32, index: Int) {
    numbers = SplitMix64(seed: UInt64(seed) << 32 ^ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
    _ = next()
  }

  mutating func next() -> UInt64 { numbers.next() }

  /// Uniform in 0..<1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// In -1...1, more often near 0: the sum of two uniform numbers.
  mutating func symmetric() -> Double { uniform() + uniform() - 1 }
}
