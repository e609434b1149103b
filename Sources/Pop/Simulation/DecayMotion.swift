/// A motion that slows down by a constant factor per millisecond (behavior.md 9.3).
///
/// POP sums over milliseconds, so the distance is `v d (1 - d^n) / (1 - d)`, not the integral of the velocity. Steps of
/// any length give the same result, so the frame rate has no effect.
struct DecayMotion {
  var deceleration: Double

  /// Advances `value` by `elapsed` seconds and reduces `velocity` (per second).
  func advance(_ value: inout SIMD4<Double>, velocity: inout SIMD4<Double>, by elapsed: Double) {
    let milliseconds = elapsed * 1000
    let factor = Double.pow(deceleration, milliseconds)
    let steps = deceleration == 1 ? milliseconds : deceleration * (1 - factor) / (1 - deceleration)
    value += velocity / 1000 * steps
    velocity *= factor
  }

  /// A component slower than this many thresholds per second is at rest.
  static let restFactor = 5.0

  func duration(velocity: SIMD4<Double>, count: Int, threshold: Double) -> Double {
    let times = (0..<count).filter { velocity[$0] != 0 }.map {
      Double.log(Self.restFactor * threshold / abs(velocity[$0])) / (1000 * Double.log(deceleration))
    }
    let longest = times.max() ?? 0
    return longest > 0 ? longest : 0
  }
}
