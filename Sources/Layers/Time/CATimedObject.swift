/// The part of layers, emitter cells and animations that is a `CAMediaTiming`: the superclass that declares its eight
/// properties once (documented; behavior.md 1.2).
open class CATimedObject: NSObject, CAMediaTiming {
  /// Timing with its defaults (behavior.md 1.2).
  public override init() { super.init() }

  /// The values; subclasses hold them.
  var timing: Timing { Timing() }

  /// Stores one of the values.
  func setTiming<Value: Equatable>(_ path: WritableKeyPath<Timing, Value>, _ value: Value) {}

  /// Start, seconds in the parent's time. Default 0; 0 on an animation means the time of the commit.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue) }
  }
  /// Seconds added to the local time. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue) }
  }
  /// Local seconds per second of the parent; 0 pauses, below 0 runs back. Default 1.
  open var speed: Float {
    get { timing.speed }
    set { setTiming(\.speed, newValue) }
  }
  /// Simple duration, seconds. Default infinity on layers and cells; 0 on animations, which means the transaction's
  /// duration, or the group's.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { setTiming(\.duration, newValue) }
  }
  /// Number of repetitions, may be fractional. Default 0: once.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { setTiming(\.repeatCount, newValue) }
  }
  /// Seconds of repetition; wins over `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { setTiming(\.repeatDuration, newValue) }
  }
  /// Whether every other repetition runs backward. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { setTiming(\.autoreverses, newValue) }
  }
  /// How values show outside the active time. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { setTiming(\.fillMode, newValue) }
  }
}
