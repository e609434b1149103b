extension Double {
  /// e to the power of `x`.
  package static func exp(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    return x > 710 ? .infinity : x < -746 ? 0 : DoublePair(x).exponential
  }

  /// 2 to the power of `x`. Exact for integers.
  package static func exp2(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    guard x.magnitude < 1076 else { return x > 0 ? .infinity : 0 }
    let steps = (x * 128).rounded()
    return (DoublePair.ln2 * (x - steps / 128)).exponential(steps: Int(steps))
  }

  /// The natural logarithm; NaN below 0.
  package static func log(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x < 0 ? .nan : x }
    return x.logarithm.value
  }

  /// The logarithm to base 2, exact for powers of 2; NaN below 0.
  package static func log2(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x < 0 ? .nan : x }
    let (power, rest) = x.parts
    return (DoublePair(power) + rest * DoublePair.inverseLn2).value
  }

  /// `x` to the power of `y`, with the special cases of C.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    guard !x.isNaN, !y.isNaN else { return .nan }
    let isWhole = y.rounded(.towardZero) == y
    let isOdd = isWhole && y.magnitude < 0x1p53 && Int64(y) & 1 == 1
    if x == 0 || x.isInfinite || y.isInfinite { return limit(x.magnitude, y) * (isOdd && x.sign == .minus ? -1 : 1) }
    guard x > 0 || isWhole else { return .nan }
    let value = power(x.magnitude.logarithm, y)
    return isOdd && x < 0 ? -value : value
  }

  private static func power(_ logarithm: DoublePair, _ y: Double) -> Double {
    let exponent = logarithm.high * y
    guard exponent.magnitude < 746 else { return exponent > 0 ? .infinity : 0 }
    // A power this large has a logarithm of almost 0.
    guard y.magnitude < 0x1p900 else { return 1 }
    return (logarithm * y).exponential
  }

  /// Powers of 0 and infinity, and infinite powers.
  private static func limit(_ x: Double, _ y: Double) -> Double {
    if x == 1 { return 1 }
    return (x > 1) == (y > 0) ? .infinity : 0
  }

  private var logarithm: DoublePair {
    let (power, rest) = parts
    return DoublePair.ln2 * power + rest
  }

  /// A power of 2, and the logarithm of the remaining factor near 1, from that of the nearest 1/128 and a series.
  private var parts: (power: Double, logarithm: DoublePair) {
    let isSmall = self < .leastNormalMagnitude
    let x = isSmall ? self * 0x1p60 : self
    let isLow = x.significand < 1.4140625
    let m = isLow ? x.significand : x.significand / 2
    let power = Double(x.exponent) + (isLow ? 0 : 1) - (isSmall ? 60 : 0)
    let (factor, logarithm) = DoublePair.logarithms[Int((m * 128).rounded()) - 90]
    let near = DoublePair.product(m, factor)
    let rest = DoublePair.quickSum(near.high - 1, near.low)
    let d = rest.high
    let square = DoublePair.product(d, d)
    let fourth = 1.0 / 4 - d * (1.0 / 5 - d * (1.0 / 6 - d * (1.0 / 7 - d * (1.0 / 8 - d * (1.0 / 9 - d / 10)))))
    let bend = d * square.high * (1.0 / 3 - d * fourth)
    let series = DoublePair.sum(d, -square.high / 2)
    let low = series.low + rest.low - square.low / 2 - d * rest.low + bend
    return (power, logarithm + DoublePair.quickSum(series.high, low))
  }
}

extension DoublePair {
  /// e to the power of this number, which is between -746 and 746.
  fileprivate var exponential: Double {
    // The first factor has 33 bits, so that its multiples are exact.
    let steps = (high * (128 / DoublePair.ln2.high)).rounded()
    let rest = DoublePair.sum(high - steps * 0x1.62e42fefp-8, -steps * 0x1.473de6af278edp-41)
    return DoublePair.quickSum(rest.high, rest.low + low).exponential(steps: Int(steps))
  }

  /// e to this power, within 1/256, times 2^(steps / 128).
  fileprivate func exponential(steps: Int) -> Double {
    let (d, power) = (high, DoublePair.powers[steps & 127])
    let bend = low + d * d * (1.0 / 2 + d * (1.0 / 6 + d * (1.0 / 24 + d * (1.0 / 120 + d * (1.0 / 720)))))
    let step = DoublePair.product(power.high, d)
    let sum = DoublePair.quickSum(power.high, step.high)
    let value = sum.high + (sum.low + step.low + power.low * (1 + d) + power.high * bend)
    let half = (steps >> 7) / 2
    return value * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: (steps >> 7) - half, significand: 1)
  }

  private static let powers: [DoublePair] = (0..<128).map { index in
    let exponent = ln2 * (Double(index) / 128)
    return series(DoublePair(1), square: exponent) { Double($0) }
  }

  /// For each n / 128 from 90 / 128, a short factor that scales it to about 1, and the logarithm of its inverse.
  fileprivate static let logarithms: [(factor: Double, logarithm: DoublePair)] = (90...181).map { index in
    let factor = (65536 / Double(index)).rounded() / 512
    // ln(1 / c) = 2 artanh((1 - c) / (1 + c)).
    let ratio = DoublePair(1 - factor) / DoublePair(1 + factor)
    var (power, total) = (ratio, ratio)
    for n in 1...24 {
      power = power * (ratio * ratio)
      total = total + power / DoublePair(Double(2 * n + 1))
    }
    return (factor, total * 2)
  }
}
