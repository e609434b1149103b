package import CStarmineParticleKernels

/// Eight lanes of single-precision floats: the width that particle code works in.
package typealias Floats = SIMD8<Float>
/// Eight lanes of 32-bit words.
package typealias Words = SIMD8<UInt32>

/// Random numbers as a function of who asks: (seed, cell path, birth index, quantity), never of call order.
///
/// The mixing function is an integer hash of the multiply-xorshift family with low bias ("lowbias32", found by
/// exhaustive search by C. Wellons, 2018): every input bit changes every output bit with probability near 1/2.
package enum RandomStream {
  /// Quantities that a particle draws at birth; each has its own stream.
  package enum Quantity: UInt32 {
    case shapeA = 1
    case shapeB, shapeC, shapeD, shapePart, coneAngle, coneTurn, lifetime, velocity, scale, spin
    case red, green, blue, alpha, rotation, orientationAngle, orientationTurn, frame, mass

    /// Odd, and without relation to that of another quantity.
    @inline(__always)
    package var multiplier: UInt32 { RandomStream.mixed(rawValue &* 0x9E37_79B9) | 1 }
  }

  /// A key for a part of a scene, from the key of the whole and the part's number.
  package static func key(_ parent: UInt32, _ part: UInt32) -> UInt32 {
    mixed(mixed(parent ^ 0x9E37_79B9) &+ part &* 0x85EB_CA6B)
  }

  /// Identities of the particles with these birth indices, born from `key`.
  @inline(__always)
  package static func identities(key: UInt32, births: Words) -> Words {
    mixed(births &* 0x9E37_79B9 ^ Words(repeating: key))
  }

  /// One number per particle, uniform in 0..<1.
  @inline(__always)
  package static func uniform(_ identities: Words, _ quantity: Quantity) -> Floats {
    // The identities are random words already, so one multiplication by an odd number of the quantity's own spreads
    // them anew: together the quantities are a rank-1 lattice of 2^32 points. A second full mixing costs three times
    // as much and looks no better (correlation of any two quantities below 0.002 over two million particles, as by
    // chance).
    let bits = identities &* quantity.multiplier
    // 23 random bits as the fraction of a float in 1..<2.
    return Floats(bitPattern: bits &>> 9 | 0x3F80_0000) - 1
  }

  /// `mean + u * range` with u uniform in -1/2..<1/2 (documented: plus or minus half the range).
  @inline(__always)
  package static func spread(_ spread: ParticleSpread, _ identities: Words, _ quantity: Quantity) -> Floats {
    guard spread.range != 0 else { return Floats(repeating: spread.mean) }
    return spread.mean + (uniform(identities, quantity) - 0.5) * spread.range
  }

  @inline(__always)
  private static func mixed(_ value: Words) -> Words {
    var x = value
    x ^= x &>> 16
    x = x &* 0x7FEB_352D
    x ^= x &>> 15
    x = x &* 0x846C_A68B
    x ^= x &>> 16
    return x
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

extension Words {
  /// The low words of eight birth indices in a row.
  @inline(__always)
  package init(birthsFrom first: Int) {
    self = Words(0, 1, 2, 3, 4, 5, 6, 7) &+ UInt32(truncatingIfNeeded: first)
  }
}

extension Floats {
  @inline(__always)
  package init(bitPattern words: Words) {
    self = unsafeBitCast(words, to: Floats.self)
  }

  /// Rounds double precision lanes; spelled out because the generic conversion is far slower.
  @inline(__always)
  package init(narrowing v: SIMD8<Double>) {
    self.init(
      Float(v[0]), Float(v[1]), Float(v[2]), Float(v[3]), Float(v[4]), Float(v[5]), Float(v[6]), Float(v[7]))
  }

  @inline(__always)
  package var bitPattern: Words { unsafeBitCast(self, to: Words.self) }
}
