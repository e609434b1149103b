/// The superclass of layers, emitter cells and animations that declares the properties of `CAMediaTiming` (documented;
/// behavior.md 1.2).
open class CATimedObject: NSObject, CAMediaTiming {
  /// Creates an object with default timing (behavior.md 1.2).
  public override init() { super.init() }

  /// The timing values. Subclasses store them.
  var timing: Timing { Timing() }

  func setTiming<Value: Equatable>(_ path: WritableKeyPath<Timing, Value>, _ value: Value) {}

  /// Start time in seconds, in the time of the parent. 0 on an animation means the time of the commit. Default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue) }
  }
  /// Seconds added to the local time. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue) }
  }
  /// Local seconds per second of the parent. 0 pauses, and negative values run backward. Default 1.
  open var speed: Float {
    get { timing.speed }
    set { setTiming(\.speed, newValue) }
  }
  /// Simple duration in seconds. Default infinity on layers and cells. Default 0 on animations, which means the
  /// duration of the transaction or the group.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { setTiming(\.duration, newValue) }
  }
  /// Number of repetitions. May be fractional. 0: once. Default 0.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { setTiming(\.repeatCount, newValue) }
  }
  /// Seconds of repetition. It takes precedence over `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { setTiming(\.repeatDuration, newValue) }
  }
  /// Whether every other repetition runs backward. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { setTiming(\.autoreverses, newValue) }
  }
  /// Whether values apply before and after the active time. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { setTiming(\.fillMode, newValue) }
  }
}
