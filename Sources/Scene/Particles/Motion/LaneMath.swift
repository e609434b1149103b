/// Elementary functions on eight lanes, built from IEEE additions, multiplications and divisions only, in a fixed
/// order: the same bits on every machine and kernel level.
package enum LaneMath {
  /// Sine and cosine of `turns * 2 pi`. Absolute error below 4e-7 for magnitudes up to 1e4 turns.
  ///
  /// Reduction to an eighth of a turn, then Taylor polynomials in the quarter turn's remainder.
  @inline(__always)
  package static func sineCosine(turns: Floats) -> (sine: Floats, cosine: Floats) {
    // Adding 1.5 * 2^23 leaves round-to-nearest in the low bits of the mantissa.
    let magic = Floats(repeating: 12_582_912)
    let shifted = turns * 4 + magic
    let quarter = shifted.bitPattern & 3
    let angle = (turns * 4 - (shifted - magic)) * (Float.pi / 2)
    let square = angle * angle
    let sine = angle * polynomial(square, 1, -1 / 6, 1 / 120, -1 / 5040, 1 / 362_880)
    let cosine = polynomial(square, 1, -1 / 2, 1 / 24, -1 / 720, 1 / 40_320)
    // Masks by arithmetic: comparisons of integer lanes compile to a loop over lanes.
    let isOdd = 0 &- (quarter & 1)
    let sineSign = (quarter & 2) &<< 30
    let cosineSign = ((quarter &+ 1) & 2) &<< 30
    let swapped = (sine.bitPattern ^ cosine.bitPattern) & isOdd
    return (
      Floats(bitPattern: sine.bitPattern ^ swapped ^ sineSign),
      Floats(bitPattern: cosine.bitPattern ^ swapped ^ cosineSign)
    )
  }

  /// `a + b x + c x^2 + d x^3 + e x^4`, by Horner's scheme.
  @inline(__always)
  private static func polynomial(
    _ x: Floats, _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float
  ) -> Floats {
    var sum = x * e
    sum += d
    sum *= x
    sum += c
    sum *= x
    sum += b
    sum *= x
    sum += a
    return sum
  }

  /// `1 / sqrt(x)` for x above 0; a large finite number for 0. Relative error below 3e-7.
  ///
  /// First guess by halving the exponent in the bit pattern, then three Newton steps.
  @inline(__always)
  package static func inverseSquareRoot(_ x: Floats) -> Floats {
    var y = Floats(bitPattern: 0x5F37_59DF &- (x.bitPattern &>> 1))
    let half = x * 0.5
    y = y * (1.5 - half * y * y)
    y = y * (1.5 - half * y * y)
    y = y * (1.5 - half * y * y)
    return y
  }

  /// Zero for 0 and below.
  @inline(__always)
  package static func squareRoot(_ x: Floats) -> Floats {
    let positive = x.replacing(with: 0, where: x .< 0)
    return positive * inverseSquareRoot(positive)
  }

  /// e^x for x up to 0, 0 below -87. Relative error below 2e-7.
  ///
  /// x = n log 2 + rest, the rest by its Taylor polynomial.
  package static func exponential(_ x: Floats) -> Floats {
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
  package static func larger(_ a: Floats, _ b: Floats) -> Floats {
    a.replacing(with: b, where: a .< b)
  }

  @inline(__always)
  package static func magnitude(_ x: Floats) -> Floats {
    Floats(bitPattern: x.bitPattern & 0x7FFF_FFFF)
  }

  /// Not-a-number counts as 0.
  @inline(__always)
  package static func clampedToUnit(_ x: Floats) -> Floats {
    let positive = Floats(repeating: 0).replacing(with: x, where: x .> 0)
    return positive.replacing(with: 1, where: positive .> 1)
  }

  /// Nearest integer of values in 0...2^22.
  @inline(__always)
  package static func rounded(_ x: Floats) -> Words {
    (x + 8_388_608).bitPattern & 0x007F_FFFF
  }
}
