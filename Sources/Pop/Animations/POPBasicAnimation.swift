/// An animation between two values with a fixed duration (behavior.md 9.4).
open class POPBasicAnimation: POPPropertyAnimation {
  /// Duration in seconds. 0 or less jumps to the end. Default 0.4.
  open var duration: CFTimeInterval = 0.4
  /// Easing. Nil means the default curve (0.25, 0.1, 0.25, 1). Default nil.
  open var timingFunction: CAMediaTimingFunction?
  private var timePassed = 0.0

  /// Tolerance at the end, as a fraction of the duration.
  private static let endTolerance = 1e-6

  private static func paced(_ name: CAMediaTimingFunctionName) -> POPBasicAnimation {
    let animation = POPBasicAnimation()
    animation.timingFunction = CAMediaTimingFunction(name: name)
    return animation
  }

  /// Creates an animation with Core Animation's default curve.
  open class func `default`() -> POPBasicAnimation! { paced(.default) }
  /// Creates an animation with constant speed.
  open class func linear() -> POPBasicAnimation! { paced(.linear) }
  /// Creates an animation with a slow start.
  open class func easeIn() -> POPBasicAnimation! { paced(.easeIn) }
  /// Creates an animation with a slow end.
  open class func easeOut() -> POPBasicAnimation! { paced(.easeOut) }
  /// Creates an animation with a slow start and end.
  open class func easeInEaseOut() -> POPBasicAnimation! { paced(.easeInEaseOut) }

  override func advance(_ object: NSObject, to time: CFTimeInterval, elapsed: CFTimeInterval) -> Bool {
    guard current != nil, let from, let to else { return false }
    timePassed = duration > 0 ? min(time - startTime, duration) / duration : 1
    progress = (timingFunction?.curve ?? .standard).value(at: timePassed)
    current = from + (to - from) * progress
    clamp(to: POPAnimationClampFlags(rawValue: clampMode))
    return true
  }

  override func reset(all: Bool) {
    super.reset(all: all)
    timePassed = 0
  }

  override var isDone: Bool { super.isDone || timePassed + Self.endTolerance >= 1 }

  override func emptyCopy() -> POPAnimation { POPBasicAnimation() }

  override open func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? POPBasicAnimation {
      (copy.duration, copy.timingFunction) = (duration, timingFunction)
    }
    return copy
  }
}
