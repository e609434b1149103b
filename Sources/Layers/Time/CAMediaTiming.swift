/// Seconds, as Core Animation spells them.
public typealias CFTimeInterval = TimeInterval

/// Objects with a clock of their own that follows the clock of their parent (documented; behavior.md 1.2).
///
/// `local = (parent - beginTime) * speed + timeOffset`.
public protocol CAMediaTiming: AnyObject {
  /// Start, in the parent's time. Default 0.
  var beginTime: CFTimeInterval { get set }
  /// Added to the local time. Default 0.
  var timeOffset: CFTimeInterval { get set }
  /// Local seconds per second of the parent; 0 pauses, negative runs backward. Default 1.
  var speed: Float { get set }
  /// Simple duration in seconds. Default infinity on layers and emitter cells.
  var duration: CFTimeInterval { get set }
  /// Number of repetitions, may be fractional. Default 0: no repetition.
  var repeatCount: Float { get set }
  /// Seconds of repetition; wins over `repeatCount`. Default 0.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether every other repetition runs backward. Default false.
  var autoreverses: Bool { get set }
  /// How values show outside the active time. Default removed.
  var fillMode: CAMediaTimingFillMode { get set }
}
