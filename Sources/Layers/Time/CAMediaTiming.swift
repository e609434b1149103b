/// Seconds, as in Core Animation.
public typealias CFTimeInterval = TimeInterval

/// The timing of an object relative to the time of its parent (documented; behavior.md 1.2).
///
/// `local = (parent - beginTime) * speed + timeOffset`.
public protocol CAMediaTiming: AnyObject {
  /// Start time in the time of the parent. Default 0.
  var beginTime: CFTimeInterval { get set }
  /// Seconds added to the local time. Default 0.
  var timeOffset: CFTimeInterval { get set }
  /// Local seconds per second of the parent. 0 pauses, and negative values run backward. Default 1.
  var speed: Float { get set }
  /// Simple duration in seconds. Default infinity on layers and emitter cells.
  var duration: CFTimeInterval { get set }
  /// Number of repetitions. May be fractional. 0: no repetition. Default 0.
  var repeatCount: Float { get set }
  /// Total duration of all repetitions in seconds. It takes precedence over `repeatCount`. Default 0.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether every other repetition runs backward. Default false.
  var autoreverses: Bool { get set }
  /// Whether values apply before and after the active time. Default removed.
  var fillMode: CAMediaTimingFillMode { get set }
}
