/// An animation that moves a value with a decreasing velocity (behavior.md 9.3). The velocity determines its end.
open class POPDecayAnimation: POPPropertyAnimation {
  private var timeToRest: Double?

  /// Factor of the velocity per millisecond, 0...1. Default 0.998.
  open var deceleration: CGFloat = 0.998 {
    didSet {
      if deceleration != oldValue { forgetEnd() }
    }
  }

  /// Velocity in units per second: a number, point, size or rectangle. Other values count as nil. It changes while the
  /// animation runs. Setting it on a finished animation that was kept restarts it from the object's value. Nil: at
  /// rest. Default nil.
  open var velocity: Any? {
    get { speed.map(kind.box) }
    set {
      let isVelocity = newValue.flatMap(VectorKind.read)?.kind.isVelocity ?? false
      guard let vector = unbox(isVelocity ? newValue : nil), vector != speed else { return }
      (speed, originalSpeed) = (vector, vector)
      activeTracer?.record(.velocityUpdate, value: newValue)
      forgetEnd()
      if isActive, isPaused {
        from = nil
        isPaused = false
      }
    }
  }

  /// The velocity that was set, in units per second.
  open var originalVelocity: Any? { originalSpeed.map(kind.box) }

  /// Returns the opposite of `originalVelocity`.
  open func reversedVelocity() -> Any? { originalSpeed.map { kind.box(-$0) } }

  /// Seconds from the set velocity until the value is at rest: until all components are slower than five thresholds per
  /// second.
  open var duration: CFTimeInterval {
    if let timeToRest { return timeToRest }
    let time = motion.duration(velocity: speed ?? SIMD4(), count: count, threshold: threshold)
    timeToRest = time
    return time
  }

  /// The value at rest, or nil while the start value is unknown. Setting it does nothing.
  open override var toValue: Any? {
    get {
      if to == nil { to = computedEnd }
      return super.toValue
    }
    set {}
  }

  private var motion: DecayMotion { DecayMotion(deceleration: Double(deceleration)) }

  private var computedEnd: SIMD4<Double>? {
    guard count > 0, var value = isRunning ? current ?? from : from else { return nil }
    var speed = speed ?? SIMD4()
    motion.advance(&value, velocity: &speed, by: duration)
    return value
  }

  private func forgetEnd() {
    (to, timeToRest) = (nil, nil)
  }

  override func fromChanged() { forgetEnd() }

  override func end(for object: NSObject) -> SIMD4<Double>? { computedEnd }

  override func advance(_ object: NSObject, to time: CFTimeInterval, elapsed: CFTimeInterval) -> Bool {
    guard var value = current else { return false }
    var speed = speed ?? SIMD4()
    motion.advance(&value, velocity: &speed, by: elapsed)
    (current, self.speed) = (value, speed)
    clamp(to: POPAnimationClampFlags(rawValue: clampMode).union(.end))
    measureProgress()
    return true
  }

  override var isDone: Bool {
    super.isDone || (0..<count).allSatisfy { abs(speed?[$0] ?? 0) < DecayMotion.restFactor * threshold }
  }

  /// The next lap starts at the end of this one: it continues, or returns if it autoreverses.
  override func prepareLap() {
    let next = autoreverses ? reversedVelocity() : originalVelocity
    if autoreverses { activeTracer?.record(.autoreversed) }
    fromValue = toValue
    velocity = next
  }

  override func emptyCopy() -> POPAnimation { POPDecayAnimation() }

  override open func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? POPDecayAnimation {
      copy.deceleration = deceleration
      copy.forgetEnd()
    }
    return copy
  }
}
