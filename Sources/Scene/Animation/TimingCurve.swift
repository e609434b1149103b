/// A cubic Bezier from (0, 0) to (1, 1) that maps the time of an animation, for `CAMediaTimingFunction`.
package struct TimingCurve: Sendable, Hashable {
  /// Control points. `Float`, as in Core Animation.
  package let x1: Float
  package let y1: Float
  package let x2: Float
  package let y2: Float

  package static let linear = TimingCurve(0, 0, 1, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
  package static let standard = TimingCurve(0.25, 0.1, 0.25, 1)

  package static let named: [String: TimingCurve] = [
    "linear": linear, "easeIn": easeIn, "easeOut": easeOut, "easeInEaseOut": easeInEaseOut, "default": standard,
  ]

  package init(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// Returns y at an x of `time`, clamped to the ends. Accurate to 1e-6.
  package func value(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    if x1 == y1, x2 == y2 { return time }
    return Self.cubic(Double(y1), Double(y2), parameter(at: time))
  }

  /// Halley's method with a shrinking bracket, because the slope may be 0. A step cubes the error, so after a short
  /// step on a slope the result is accurate.
  private func parameter(at time: Double) -> Double {
    let (x1, x2) = (Double(x1), Double(x2))
    let linear = 3 * x1
    let square = 3 * (x2 - x1) - linear
    let cube = 1 - linear - square
    var (low, high, t) = (0.0, 1.0, time)
    for _ in 0..<60 {
      let error = ((cube * t + square) * t + linear) * t - time
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      let slope = (3 * cube * t + 2 * square) * t + linear
      let bend = 3 * cube * t + square
      let next = t - error * slope / (slope * slope - error * bend)
      guard slope > 1e-9, next > low, next < high else {
        t = (low + high) / 2
        continue
      }
      if slope > 0.1, abs(next - t) < 3e-6 { return next }
      t = next
    }
    return t
  }

  private static func cubic(_ first: Double, _ second: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
  }
}
