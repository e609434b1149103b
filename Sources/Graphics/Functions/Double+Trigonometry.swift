/// Mathematical functions for images. They give the same bits on every machine and with every C library. The last bit
/// is correct in all but a thousandth of cases.
extension Double {
  package static func sin(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (turn, part) = (x.magnitude).quarterTurns
    let value = (turn & 1 == 0 ? part.sineAndCosine.sine : part.sineAndCosine.cosine).value
    return (turn & 2 == 0) == (x.sign == .plus) ? value : -value
  }

  package static func cos(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (turn, part) = x.magnitude.quarterTurns
    let value = (turn & 1 == 0 ? part.sineAndCosine.cosine : part.sineAndCosine.sine).value
    return (turn + 1) & 2 == 0 ? value : -value
  }

  package static func tan(_ x: Double) -> Double {
    guard x.isFinite, x.magnitude >= 0x1p-27 else { return x.isFinite ? x : .nan }
    let (turn, part) = x.magnitude.quarterTurns
    let (sine, cosine) = part.sineAndCosine
    let value = (turn & 1 == 0 ? sine / cosine : -(cosine / sine)).value
    return x < 0 ? -value : value
  }

  /// The nearest number of quarter turns (modulo 4), and the rest of the angle.
  private var quarterTurns: (turn: Int, part: DoublePair) {
    if self <= .pi / 4 { return (0, DoublePair(self)) }
    // m 2^e. Bits of 2 / pi for whole turns are omitted, and the next 192 bits are used.
    let m = UInt64(significandBitPattern | 1 << 52)
    let place = Int(exponent) - 54
    let (a, b, c) = (Self.twoOverPi(place), Self.twoOverPi(place + 64), Self.twoOverPi(place + 128))
    let (p1, p2) = (m.multipliedFullWidth(by: b), m.multipliedFullWidth(by: c))
    let (low, carry) = p1.low.addingReportingOverflow(p2.high)
    let high = (m &* a) &+ p1.high &+ (carry ? 1 : 0)
    // Two bits of turns, 62 and 128 bits of a fraction.
    let turn = Int(((high >> 61) + 1) >> 1)
    let rest = Int64(bitPattern: high &<< 2) >> 2
    let part =
      DoublePair(Double(rest >> 24) * 0x1p-38)
      + DoublePair(Double(UInt64(rest & 0xff_ffff) << 24 | (low >> 40)) * 0x1p-86)
      + DoublePair(Double((low << 24) >> 16) * 0x1p-134)
    return (turn, part * DoublePair.halfPi)
  }

  /// 64 bits of 2 / pi, the first with the value 2^-(`place` + 1).
  private static func twoOverPi(_ place: Int) -> UInt64 {
    let (index, shift) = (place >> 6, UInt64(place & 63))
    let (high, low) = (twoOverPiWord(index), twoOverPiWord(index + 1))
    return shift == 0 ? high : high << shift | low >> (64 - shift)
  }

  private static func twoOverPiWord(_ index: Int) -> UInt64 {
    twoOverPiWords.indices.contains(index) ? twoOverPiWords[index] : 0
  }

  private static let twoOverPiWords: [UInt64] = [
    0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
    0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F,
    0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B,
    0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB, 0xF0CFBC209AF4361D,
  ]
}

extension DoublePair {
  /// For an angle within an eighth of a turn: from the nearest 1/64, and short series for the rest.
  fileprivate var sineAndCosine: (sine: DoublePair, cosine: DoublePair) {
    let isNegative = high < 0
    let angle = isNegative ? -self : self
    let index = Int((angle.high * 64).rounded())
    let (s, c) = DoublePair.turns[index]
    let rest = DoublePair.quickSum(angle.high - Double(index) / 64, angle.low)
    let (d, square) = (rest.high, rest.high * rest.high)
    // sin(d) - d and cos(d) - 1.
    let bend = rest.low - d * square * (1.0 / 6 - square * (1.0 / 120 - square * (1.0 / 5040)))
    let drop = -square * (1.0 / 2 - square * (1.0 / 24 - square * (1.0 / 720))) - d * rest.low
    let (up, down) = (DoublePair.product(c.high, d), DoublePair.product(s.high, d))
    let (sine, cosine) = (DoublePair.sum(s.high, up.high), DoublePair.sum(c.high, -down.high))
    let sineRest = sine.low + up.low + s.low + c.low * d + s.high * drop + c.high * bend
    let cosineRest = cosine.low - down.low + c.low - s.low * d + c.high * drop - s.high * bend
    let found = DoublePair.quickSum(sine.high, sineRest)
    return (isNegative ? -found : found, DoublePair.quickSum(cosine.high, cosineRest))
  }

  private static let turns: [(sine: DoublePair, cosine: DoublePair)] = (0...51).map { index in
    let angle = DoublePair(Double(index) / 64)
    let square = -(angle * angle)
    return (
      series(angle, square: square) { Double(2 * $0 * (2 * $0 + 1)) },
      series(DoublePair(1), square: square) { Double((2 * $0 - 1) * 2 * $0) }
    )
  }
}
