/// A number as the sum of two doubles, the second below the rounding of the first: about 106 bits. Uses only double
/// sums and products, so that results are the same everywhere.
struct DoublePair {
  var high, low: Double

  init(_ high: Double, _ low: Double = 0) { (self.high, self.low) = (high, low) }

  var value: Double { high + low }

  static let halfPi = DoublePair(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
  static let pi = DoublePair(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53)
  static let ln2 = DoublePair(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
  static let inverseLn2 = DoublePair(0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56)

  static func sum(_ a: Double, _ b: Double) -> DoublePair {
    let sum = a + b
    let part = sum - a
    return DoublePair(sum, (a - (sum - part)) + (b - part))
  }

  /// The exact sum of a number and a smaller one.
  static func quickSum(_ a: Double, _ b: Double) -> DoublePair {
    let sum = a + b
    return DoublePair(sum, b - (sum - a))
  }

  /// The exact product of numbers below 2^990.
  static func product(_ a: Double, _ b: Double) -> DoublePair {
    let product = a * b
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b))
    return DoublePair(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
  }

  private static func halves(_ x: Double) -> (Double, Double) {
    let large = x * 0x1.0000002p27
    let high = large - (large - x)
    return (high, x - high)
  }

  static prefix func - (a: DoublePair) -> DoublePair { DoublePair(-a.high, -a.low) }

  static func + (a: DoublePair, b: DoublePair) -> DoublePair {
    let (high, low) = (sum(a.high, b.high), sum(a.low, b.low))
    let middle = quickSum(high.high, high.low + low.high)
    return quickSum(middle.high, middle.low + low.low)
  }

  static func - (a: DoublePair, b: DoublePair) -> DoublePair { a + -b }

  static func * (a: DoublePair, b: Double) -> DoublePair {
    let product = product(a.high, b)
    return quickSum(product.high, product.low + a.low * b)
  }

  static func * (a: DoublePair, b: DoublePair) -> DoublePair {
    let product = product(a.high, b.high)
    return quickSum(product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  static func / (a: DoublePair, b: DoublePair) -> DoublePair {
    let first = a.high / b.high
    let rest = a - b * first
    let second = rest.high / b.high
    return quickSum(first, second + (rest - b * second).high / b.high)
  }

  /// - Precondition: not negative.
  var squareRoot: DoublePair {
    guard high > 0 else { return DoublePair(0) }
    let root = high.squareRoot()
    return DoublePair.quickSum(root, (self - DoublePair.product(root, root)).high / (2 * root))
  }

  /// The sum of `x^n / divisor(n)` for every second n from `first` until it does not change. For tables.
  /// - Parameter ratio: divisor of the term n relative to the previous one.
  static func series(_ first: DoublePair, square: DoublePair, ratio: (Int) -> Double) -> DoublePair {
    var (term, total, n) = (first, first, 1)
    while abs(term.high) > abs(total.high) * 0x1p-112, n < 100 {
      term = term * square / DoublePair(ratio(n))
      total = total + term
      n += 1
    }
    return total
  }
}
