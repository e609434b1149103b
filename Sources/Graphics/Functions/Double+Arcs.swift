extension Double {
  /// The angle of a direction in radians, -pi to pi.
  package static func atan2(_ y: Double, _ x: Double) -> Double {
    guard !y.isNaN, !x.isNaN else { return .nan }
    let value = angle(of: y.magnitude, x.magnitude, isBehind: x.sign == .minus)
    return y.sign == .minus ? -value : value
  }

  /// The angle with the sine `x`, -pi/2 to pi/2; NaN outside -1 to 1.
  package static func asin(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    guard x.magnitude >= 0x1p-27 else { return x }
    let value = DoublePair.arc(DoublePair(x.magnitude), x.cathetus).value
    return x < 0 ? -value : value
  }

  /// The angle with the cosine `x`, 0 to pi; NaN outside -1 to 1.
  package static func acos(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    let value = DoublePair.arc(x.cathetus, DoublePair(x.magnitude))
    return (x < 0 ? DoublePair.pi - value : value).value
  }

  private var cathetus: DoublePair { (DoublePair(1) - DoublePair.product(self, self)).squareRoot }

  /// For non-negative sides.
  private static func angle(of y: Double, _ x: Double, isBehind: Bool) -> Double {
    if y.isInfinite || x.isInfinite || (y == 0 && x == 0) {
      let (up, along) = y == x && y.isInfinite ? (1.0, 1.0) : (y.isInfinite ? 1 : 0, y.isInfinite ? 0 : 1)
      return angle(of: up, along, isBehind: isBehind)
    }
    if !isBehind, y < x * 0x1p-60 { return y / x }
    // Only the quotient matters. Both are scaled so that no step overflows.
    let power = Swift.max(y, x).exponent
    let (a, b) = (scaled(y, by: -power), scaled(x, by: -power))
    let value = DoublePair.arc(DoublePair(a), DoublePair(b))
    return (isBehind ? DoublePair.pi - value : value).value
  }

  private static func scaled(_ x: Double, by power: Int) -> Double {
    let half = power / 2
    return x * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: power - half, significand: 1)
  }

  /// Length of the hypotenuse.
  package static func hypot(_ x: Double, _ y: Double) -> Double {
    let (a, b) = (Swift.max(x.magnitude, y.magnitude), Swift.min(x.magnitude, y.magnitude))
    guard !x.isInfinite, !y.isInfinite else { return .infinity }
    guard a > 0, !x.isNaN, !y.isNaN else { return x.magnitude + y.magnitude }
    let unit = a > 0x1p450 ? 0x1p-600 : a < 0x1p-450 ? 0x1p600 : 1
    let squares = DoublePair.product(a * unit, a * unit) + DoublePair.product(b * unit, b * unit)
    return squares.squareRoot.value / unit
  }
}

extension DoublePair {
  /// The angle of a direction in the first quadrant: that of the nearest slope of 1/64, and a short series.
  fileprivate static func arc(_ y: DoublePair, _ x: DoublePair) -> DoublePair {
    guard y.high <= x.high else { return halfPi - arc(x, y) }
    guard y.high > 0 else { return y }
    let slope = y / x
    let index = Int((slope.high * 64).rounded())
    let near = Double(index) / 64
    let rest = (slope - DoublePair(near)) / (DoublePair(1) + slope * near)
    let (d, square) = (rest.high, rest.high * rest.high)
    let bend = d * square * (1.0 / 3 - square * (1.0 / 5 - square * (1.0 / 7 - square * (1.0 / 9))))
    return slopes[index] + DoublePair.quickSum(rest.high, rest.low - bend)
  }

  private static let slopes: [DoublePair] = (1...64).reduce(into: [DoublePair(0)]) { angles, index in
    let step = DoublePair(64) / DoublePair(Double(4096 + index * (index - 1)))
    let square = -(step * step)
    var (power, total) = (step, step)
    for n in 1...12 {
      power = power * square
      total = total + power / DoublePair(Double(2 * n + 1))
    }
    angles.append(angles[index - 1] + total)
  }
}
