/// Eight lanes of floats: the vector width of particle code.
package typealias Floats = SIMD8<Float>
package typealias Words = SIMD8<UInt32>

/// Random numbers as a function of (seed, cell path, birth index, quantity), independent of the order of calls.
///
/// The function is an integer hash of the multiply-xorshift family with low bias ("lowbias32", found by exhaustive
/// search by C. Wellons, 2018): every input bit changes every output bit with a probability near 1/2.
package enum RandomStream {
  /// Returns a key for a part of a scene, from the key of the whole and the part's number.
  package static func key(_ parent: UInt32, _ part: UInt32) -> UInt32 {
    mixed(mixed(parent ^ 0x9E37_79B9) &+ part &* 0x85EB_CA6B)
  }

  @inline(__always)
  package static func mixed(_ value: UInt32) -> UInt32 {
    var x = value
    x ^= x >> 16
    x = x &* 0x7FEB_352D
    x ^= x >> 15
    x = x &* 0x846C_A68B
    x ^= x >> 16
    return x
  }
}

extension Floats {
  @inline(__always)
  package init(bitPattern words: Words) { self = unsafeBitCast(words, to: Floats.self) }

  @inline(__always)
  package var bitPattern: Words { unsafeBitCast(self, to: Words.self) }
}
