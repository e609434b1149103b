import StarminePresets

/// A stream of random numbers for variations, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014).
struct TuningRandom {
  private var state: UInt64

  /// Streams of different indices have nothing to do with each other.
  init(seed: UInt32, index: Int) {
    state = UInt64(seed) << 32 ^ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Uniform in 0..<1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// In -1...1, more often near 0: the sum of two uniform numbers.
  mutating func symmetric() -> Double { uniform() + uniform() - 1 }
}
