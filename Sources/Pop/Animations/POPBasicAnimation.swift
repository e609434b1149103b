/// Moves between two values in a given time (behavior.md 9.4).
open class POPBasicAnimation: POPPropertyAnimation {
  /// Seconds. Default 0.4; 0 or less jumps to the end.
  open var duration: CFTimeInterval = 0.4
  /// Nil, the default, is the default curve (0.25, 0.1, 0.25, 1).
  open var timingFunction: CAMediaTimingFunction?
  /// Part of the duration that has passed.
  private var timePassed = 0.0

  /// Part of the duration that may be missing at the end.
  private static let endTolerance = 1e-6

  /// An animation of the property of a name.
  public convenience init!(propertyNamed name: String) {
    self.init()
    property = POPAnimatableProperty.property(withName: name)
  }

  private static func paced(_ name: CAMediaTimingFunctionName) -> POPBasicAnimation {
    let animation = POPBasicAnimation()
    animation.timingFunction = CAMediaTimingFunction(name: name)
    return animation
  }

  /// Core Animation's default curve.
  open class func `default`() -> POPBasicAnimation! { paced(.default) }
  /// Even.
  open class func linear() -> POPBasicAnimation! { paced(.linear) }
  /// Slow at the start.
  open class func easeIn() -> POPBasicAnimation! { paced(.easeIn) }
  /// Slow at the end.
  open class func easeOut() -> POPBasicAnimation! { paced(.easeOut) }
  /// Slow at both ends.
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
