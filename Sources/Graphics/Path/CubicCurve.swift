import Foundation

struct CubicCurve {
  var start: CGPoint
  var control1: CGPoint
  var control2: CGPoint
  var end: CGPoint

  init(_ start: CGPoint, _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// Creates a cubic curve equal to a quadratic one.
  init(quadraticFrom start: CGPoint, _ control: CGPoint, _ end: CGPoint) {
    self.init(start, start.between(control, 2.0 / 3), end.between(control, 2.0 / 3), end)
  }

  func point(at t: CGFloat) -> CGPoint {
    let u = 1 - t
    let (b0, b1, b2, b3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return CGPoint(
      x: b0 * start.x + b1 * control1.x + b2 * control2.x + b3 * end.x,
      y: b0 * start.y + b1 * control1.y + b2 * control2.y + b3 * end.y)
  }

  /// Unit directions at both ends; nil if all points are equal.
  /// - Parameter nearest: control points within this distance are ignored.
  func directions(beyond nearest: CGFloat) -> (start: CGPoint?, end: CGPoint?) {
    let chord = end.direction(from: start, beyond: 0)
    return (
      control1.direction(from: start, beyond: nearest) ?? control2.direction(from: start, beyond: nearest) ?? chord,
      end.direction(from: control2, beyond: nearest) ?? end.direction(from: control1, beyond: nearest) ?? chord
    )
  }

  /// Points inside the segment where x or y has an extremum.
  var extremes: [CGPoint] {
    let roots =
      Self.turningPoints(start.x, control1.x, control2.x, end.x)
      + Self.turningPoints(start.y, control1.y, control2.y, end.y)
    return roots.map { point(at: $0) }
  }

  /// Zeros in 0..<1 of the derivative, `a t^2 + b t + c` up to a factor.
  private static func turningPoints(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) -> [CGFloat] {
    let a = p3 - 3 * p2 + 3 * p1 - p0
    let b = 2 * (p2 - 2 * p1 + p0)
    let c = p1 - p0
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    // The form without cancellation: q has the sign of b.
    let root = discriminant.squareRoot()
    let q = -(b + (b < 0 ? -root : root)) / 2
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }
  }

  /// The number of equal parameter steps for which chords are accurate to `tolerance`.
  ///
  /// Wang's bound for degree 3: `n >= sqrt(3 * 2 / 8 * m / tolerance)`, m is the largest second difference.
  func chordCount(tolerance: CGFloat, limit: Int) -> Int {
    let first = CGPoint(x: start.x - 2 * control1.x + control2.x, y: start.y - 2 * control1.y + control2.y)
    let second = CGPoint(x: control1.x - 2 * control2.x + end.x, y: control1.y - 2 * control2.y + end.y)
    let largest = max(
      (first.x * first.x + first.y * first.y).squareRoot(), (second.x * second.x + second.y * second.y).squareRoot())
    let count = (0.75 * largest / tolerance).squareRoot().rounded(.up)
    // An overflow gives the limit.
    return count < CGFloat(limit) ? max(Int(count), 1) : limit
  }
}

extension CGPoint {
  fileprivate func direction(from other: CGPoint, beyond nearest: CGFloat) -> CGPoint? {
    let length = other.distance(to: self)
    return length > nearest && length.isFinite ? CGPoint(x: (x - other.x) / length, y: (y - other.y) / length) : nil
  }

  fileprivate func between(_ other: CGPoint, _ t: CGFloat) -> CGPoint {
    CGPoint(x: x + (other.x - x) * t, y: y + (other.y - y) * t)
  }
}
