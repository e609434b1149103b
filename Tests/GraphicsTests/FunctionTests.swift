import Foundation
import StarmineGraphics
import Testing

/// Our own sine and its like beside those of the system's C library, which is within a unit of the last place too.
struct FunctionTests {
  /// Numbers of all kinds, the same in each run.
  private static func numbers(_ range: ClosedRange<Double>, seed: UInt64) -> [Double] {
    var random = SplitMix64(seed: seed)
    return special.filter(range.contains) + (0..<20_000).map { _ in Double.random(in: range, using: &random) }
  }

  private static let special: [Double] = [
    0, -0.0, 1, -1, 0.5, 2, .pi, -.pi, .pi / 2, .pi / 4, 3 * .pi / 4, 0x1p-30, -0x1p-30, 0x1p-1074, 0x1p-1030, 1e22,
    1e300,
    709.7, -745, .greatestFiniteMagnitude,
  ]
  private static let all = numbers(-1e6...1e6, seed: 1) + numbers(-8...8, seed: 2) + special

  private func unitsApart(_ a: Double, _ b: Double) -> Double {
    a == b || a.isNaN && b.isNaN ? 0 : abs(a - b) / max(b.ulp, .leastNonzeroMagnitude)
  }

  private func expectNear(
    _ name: String, _ own: (Double) -> Double, _ other: (Double) -> Double, _ numbers: [Double]
  ) {
    let apart = numbers.map { unitsApart(own($0), other($0)) }
    #expect(apart.allSatisfy { $0 <= 1 }, "\(name)")
    // Both round nearly always as the true value does.
    #expect(apart.count { $0 > 0 } < numbers.count / 100, "\(name)")
  }

  @Test func functionsOfOneNumber() {
    let unit = Self.numbers(-1...1, seed: 3)
    let positive = Self.numbers(0...1e6, seed: 4) + Self.numbers(0...4, seed: 5)
    let powers = Self.numbers(-760...760, seed: 6)
    expectNear("sin", Double.sin, sin, Self.all)
    expectNear("cos", Double.cos, cos, Self.all)
    expectNear("tan", Double.tan, tan, Self.all)
    expectNear("asin", Double.asin, asin, unit)
    expectNear("acos", Double.acos, acos, unit)
    expectNear("exp", Double.exp, exp, powers)
    expectNear("exp2", Double.exp2, exp2, powers)
    expectNear("log", Double.log, log, positive)
    expectNear("log2", Double.log2, log2, positive)
  }

  @Test func functionsOfTwoNumbers() {
    let pairs = zip(Self.all, Self.all.reversed()) + Self.special.flatMap { a in Self.special.map { (a, $0) } }
    func count(_ own: (Double, Double) -> Double, _ other: (Double, Double) -> Double) -> Int {
      pairs.count { unitsApart(own($0.0, $0.1), other($0.0, $0.1)) > 1 }
    }
    #expect(count(Double.atan2, atan2) == 0)
    #expect(count(Double.hypot, hypot) == 0)
    #expect(count(Double.pow, pow) == 0)
    let powers = zip(Self.numbers(0...3, seed: 7), Self.numbers(-300...300, seed: 8))
    #expect(powers.count { unitsApart(Double.pow($0, $1), pow($0, $1)) > 1 } == 0)
  }

  @Test func endsOfTheRange() {
    let ends: [Double] = [.infinity, -.infinity, .nan, 0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5]
    for x in ends {
      for y in ends {
        let place = "\(x), \(y)"
        #expect(same(Double.pow(x, y), pow(x, y)), "pow \(place)")
        #expect(same(Double.atan2(x, y), atan2(x, y)), "atan2 \(place)")
        #expect(same(Double.hypot(x, y), hypot(x, y)), "hypot \(place)")
      }
      #expect(same(Double.exp(x), exp(x)) && same(Double.log(x), log(x)), "\(x)")
      #expect(same(Double.sin(x), sin(x)) && same(Double.asin(x), asin(x)), "\(x)")
    }
  }

  private func same(_ a: Double, _ b: Double) -> Bool {
    unitsApart(a, b) <= 1 && (a.isNaN || a.sign == b.sign)
  }

  /// The same bits wherever this runs, with and without wide multiplications of the machine.
  @Test func bitsAreTheSameEverywhere() {
    var sum: UInt64 = 0
    func add(_ x: Double) { sum = (sum ^ x.bitPattern) &* 0x100_0000_01b3 }
    for x in Self.all where x.magnitude < 1e9 {
      add(Double.sin(x) + 2 * Double.cos(x))
      add(Double.exp(x / 1e5))
      add(Double.pow(x.magnitude, 1.7))
      add(Double.atan2(x, 3) + Double.hypot(x, 3))
      add(Double.acos(x / 1e9))
    }
    #expect(sum == 16_590_170_115_304_482_583)
  }
}
