import CStarmineParticleKernels
import StarmineScene

extension RandomStream {
  /// Quantities that a particle draws at birth; each has its own stream.
  enum Quantity: UInt32 {
    case shapeA = 1
    case shapeB, shapeC, shapeD, shapePart, coneAngle, coneTurn, lifetime, velocity, scale, spin
    case red, green, blue, alpha, rotation, orientationAngle, orientationTurn, frame, mass, thinning

    /// Odd, and without relation to that of another quantity.
    @inline(__always)
    var multiplier: UInt32 { RandomStream.mixed(rawValue &* 0x9E37_79B9) | 1 }
  }

  /// Identities of the particles with these birth indices, born from `key`.
  @inline(__always)
  static func identities(key: UInt32, births: Words) -> Words {
    mixed(births &* 0x9E37_79B9 ^ Words(repeating: key))
  }

  /// One number per particle, uniform in 0..<1.
  @inline(__always)
  static func uniform(_ identities: Words, _ quantity: Quantity) -> Floats {
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
  static func spread(_ spread: ParticleSpread, _ identities: Words, _ quantity: Quantity) -> Floats {
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
}

extension Words {
  /// The low words of eight birth indices in a row.
  @inline(__always)
  init(birthsFrom first: Int) {
    self = Words(0, 1, 2, 3, 4, 5, 6, 7) &+ UInt32(truncatingIfNeeded: first)
  }
}

extension Floats {
  /// Rounds double precision lanes; spelled out because the generic conversion is far slower.
  @inline(__always)
  init(narrowing v: SIMD8<Double>) {
    self.init(
      Float(v[0]), Float(v[1]), Float(v[2]), Float(v[3]), Float(v[4]), Float(v[5]), Float(v[6]), Float(v[7]))
  }
}

extension LaneMath {
  /// `1 / sqrt(x)` for x above 0; a large finite number for 0. Relative error below 3e-7.
  ///
  /// First guess by halving the exponent in the bit pattern, then three Newton steps.
  @inline(__always)
  static func inverseSquareRoot(_ x: Floats) -> Floats {
    var y = Floats(bitPattern: 0x5F37_59DF &- (x.bitPattern &>> 1))
    let half = x * 0.5
    y = y * (1.5 - half * y * y)
    y = y * (1.5 - half * y * y)
    y = y * (1.5 - half * y * y)
    return y
  }

  /// Zero for 0 and below.
  @inline(__always)
  static func squareRoot(_ x: Floats) -> Floats {
    let positive = x.replacing(with: 0, where: x .< 0)
    return positive * inverseSquareRoot(positive)
  }

  /// e^x for x up to 0, 0 below -87. Relative error below 2e-7.
  ///
  /// x = n log 2 + rest, the rest by its Taylor polynomial.
  static func exponential(_ x: Floats) -> Floats {
    let limited = x.replacing(with: -87, where: x .< -87)
    let shifted = limited * 1.44269504 + 12_582_912
    let whole = shifted - 12_582_912
    let rest = limited - whole * 0.693359375 - whole * -2.12194440e-4
    var sum = rest * (1 / 720) + 1 / 120
    sum = sum * rest + 1 / 24
    sum = sum * rest + 1 / 6
    sum = sum * rest + 0.5
    sum = sum * rest + 1
    sum = sum * rest + 1
    return Floats(bitPattern: sum.bitPattern &+ shifted.bitPattern &<< 23).replacing(with: 0, where: x .< -87)
  }

  @inline(__always)
  static func larger(_ a: Floats, _ b: Floats) -> Floats {
    a.replacing(with: b, where: a .< b)
  }

  @inline(__always)
  static func magnitude(_ x: Floats) -> Floats {
    Floats(bitPattern: x.bitPattern & 0x7FFF_FFFF)
  }

  /// Not-a-number counts as 0.
  @inline(__always)
  static func clampedToUnit(_ x: Floats) -> Floats {
    let positive = Floats(repeating: 0).replacing(with: x, where: x .> 0)
    return positive.replacing(with: 1, where: positive .> 1)
  }

  /// Nearest integer of values in 0...2^22.
  @inline(__always)
  static func rounded(_ x: Floats) -> Words {
    (x + 8_388_608).bitPattern & 0x007F_FFFF
  }
}
