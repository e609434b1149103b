import Foundation

/// How the time of a frame grows with what it holds: `a + b n + c n²`, convex.
///
/// Without a screen to wait for, time grows from the first particle on; so the whole bracketed range is one curve, and
/// not MotionMark's flat piece with a rising one behind it.
package struct CapacityCurve: Codable, Sendable, Equatable {
  /// Seconds.
  package var a: Double
  /// Seconds for each.
  package var b: Double
  package var c: Double

  package init(a: Double, b: Double, c: Double) { (self.a, self.b, self.c) = (a, b, c) }

  package struct Point: Sendable {
    package var count: Double
    package var seconds: Double

    package init(count: Double, seconds: Double) { (self.count, self.seconds) = (count, seconds) }
  }

  /// The curve whose relative deviations have the least squares, of those that nowhere fall and begin at no less than
  /// nothing; nil for fewer than two different counts.
  package init?(fitting points: [Point]) {
    guard let largest = points.map(\.count).max(), largest > 0, Set(points.map(\.count)).count > 1 else { return nil }
    // Counts as shares of the largest keep the equations well conditioned.
    let scaled = points.map { Point(count: $0.count / largest, seconds: $0.seconds) }
    // A term that would be below 0 is noise; the next best guess has one term less.
    for powers in [[0, 1, 2], [0, 1], [1, 2], [1]] {
      guard let solved = Self.leastSquares(scaled, powers), solved.allSatisfy({ $0 >= 0 }) else { continue }
      let terms = Dictionary(uniqueKeysWithValues: zip(powers, solved))
      let (b, c) = ((terms[1] ?? 0) / largest, (terms[2] ?? 0) / (largest * largest))
      guard b + c > 0 else { continue }
      self = CapacityCurve(a: terms[0] ?? 0, b: b, c: c)
      return
    }
    return nil
  }

  /// The curve of times that are all longer by one factor.
  package func scaled(by factor: Double) -> CapacityCurve {
    CapacityCurve(a: a * factor, b: b * factor, c: c * factor)
  }

  package func seconds(for count: Double) -> Double { a + (b + c * count) * count }

  /// How many take so long; 0 where not even one does.
  package func count(for seconds: Double) -> Double {
    let rest = seconds - a
    guard rest > 0 else { return 0 }
    guard c > 0 else { return rest / b }
    // The form that does not cancel for small c.
    let root = (b * b + 4 * c * rest).squareRoot()
    return b + root > 0 ? 2 * rest / (b + root) : 0
  }

  /// Normal equations with weights 1 / seconds², solved by elimination; nil where they have no single solution.
  private static func leastSquares(_ points: [Point], _ exponents: [Int]) -> [Double]? {
    let size = exponents.count
    var rows = Array(repeating: Array(repeating: 0.0, count: size + 1), count: size)
    for point in points where point.seconds > 0 {
      let weight = 1 / (point.seconds * point.seconds)
      let powers = exponents.map { pow(point.count, Double($0)) }
      for row in 0..<size {
        for column in 0..<size { rows[row][column] += weight * powers[row] * powers[column] }
        rows[row][size] += weight * powers[row] * point.seconds
      }
    }
    return solve(&rows)
  }

  private static func solve(_ rows: inout [[Double]]) -> [Double]? {
    let size = rows.count
    for column in 0..<size {
      guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }) else { return nil }
      rows.swapAt(column, pivot)
      guard abs(rows[column][column]) > 1e-12 * abs(rows[0][0]) else { return nil }
      for row in 0..<size where row != column {
        let factor = rows[row][column] / rows[column][column]
        for index in column...size { rows[row][index] -= factor * rows[column][index] }
      }
    }
    return (0..<size).map { rows[$0][size] / rows[$0][$0] }
  }
}
