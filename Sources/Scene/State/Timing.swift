/// Whether an animation or layer shows values outside its active time (`CAMediaTimingFillMode`).
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not visible before the start and after the end. The default.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
  /// The last value remains after the end.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// The first value is visible before the start.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Combines `forwards` and `backwards`.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  package static let all = [removed, forwards, backwards, both]
}

/// The values of `CAMediaTiming`: how a local clock depends on its parent's clock. Seconds unless noted.
package struct Timing: Equatable, Sendable {
  package var beginTime = 0.0
  package var timeOffset = 0.0
  /// Local seconds per second of the parent.
  package var speed: Float = 1
  /// Simple duration; infinite for layers and emitter cells (measured on macOS, behavior.md 1.1.1).
  package var duration = Double.infinity
  package var repeatCount: Float = 0
  package var repeatDuration = 0.0
  package var autoreverses = false
  package var fillMode = CAMediaTimingFillMode.removed

  package init() {}

  package func localTime(fromParent time: Double) -> Double { LocalClock(self).localTime(fromParent: time) }

  /// Returns 0 while paused (measured, behavior.md 2.2).
  package func parentTime(fromLocal time: Double) -> Double {
    speed == 0 ? 0 : (time - timeOffset) / Double(speed) + beginTime
  }

  /// Length of activity in local seconds, with repetitions. `repeatDuration` takes precedence over `repeatCount`. A
  /// duration of 0 or less is infinite, because layers and cells have no shorter duration to inherit (assumed,
  /// behavior.md 5.10).
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let simple = duration > 0 ? duration : .infinity
    let period = autoreverses ? simple * 2 : simple
    return repeatCount > 0 ? period * Double(repeatCount) : period
  }
}

extension Timing: RareGroup {
  package static let defaults = Timing()
}

struct LocalClock: Sendable {
  private let beginTime: Double
  private let timeOffset: Double
  let speed: Double

  init(_ timing: Timing) {
    (beginTime, timeOffset, speed) = (timing.beginTime, timing.timeOffset, Double(timing.speed))
  }

  /// Before `beginTime` the local time is 0, not extrapolated (measured, behavior.md 2.2).
  func localTime(fromParent time: Double) -> Double {
    if beginTime != 0, time < beginTime { return 0 }
    return steadyTime(fromParent: time)
  }

  /// Without the limit at `beginTime`.
  func steadyTime(fromParent time: Double) -> Double { (time - beginTime) * speed + timeOffset }
}
