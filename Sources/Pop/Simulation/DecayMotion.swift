/// A motion that slows down by a constant factor per millisecond (behavior.md 9.3).
///
/// The sum over milliseconds in the original makes the distance `v d (1 - d^n) / (1 - d)`, not the integral of the
/// velocity. Steps of any length compose exactly, so the frame rate does not matter.
struct DecayMotion {
  /// The factor per millisecond.
  var deceleration: Double

  /// Moves `value` by `elapsed` seconds and slows `velocity` (per second) down.
  func advance(_ value: inout SIMD4<Double>, velocity: inout SIMD4<Double>, by elapsed: Double) {
    let milliseconds = elapsed * 1000
    let factor = Double.pow(deceleration, milliseconds)
    let steps = deceleration == 1 ? milliseconds : deceleration * (1 - factor) / (1 - deceleration)
    value += velocity / 1000 * steps
    velocity *= factor
  }

  /// A component that is slower than this many thresholds per second has come to rest.
  static let restFactor = 5.0

  /// Seconds until all components are at rest.
  func duration(velocity: SIMD4<Double>, count: Int, threshold: Double) -> Double {
    let times = (0..<count).filter { velocity[$0] != 0 }.map {
      Double.log(Self.restFactor * threshold / abs(velocity[$0])) / (1000 * Double.log(deceleration))
    }
    let longest = times.max() ?? 0
    return longest > 0 ? longest : 0
  }
}
