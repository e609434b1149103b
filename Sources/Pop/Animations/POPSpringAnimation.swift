/// An animation that moves a value to its end like a spring, from any velocity (behavior.md 9.2).
///
/// You can change the end or the velocity at any time. The motion stays smooth.
open class POPSpringAnimation: POPPropertyAnimation {
  private var bounciness = 4.0
  private var quickness = 12.0
  private var solver = SpringSolver(SpringConstants(bounciness: 4, speed: 12))
  /// Tension, friction or mass were set after bounciness and speed.
  private var hasOwnConstants = false

  // MARK: Properties

  /// Velocity in units per second, of the type of the property. It changes while the animation runs. Nil: at rest.
  /// Default nil.
  open var velocity: Any? {
    get { speed.map(kind.box) }
    set {
      guard let vector = unbox(newValue), vector != speed else { return }
      (speed, originalSpeed) = (vector, vector)
      activeTracer?.record(.velocityUpdate, value: newValue)
    }
  }

  /// Bounciness, 0...20. Values outside are not limited. Even 0 overshoots slightly, and with a speed of 0 it
  /// oscillates (measured in POP's formulas). Default 4.
  open var springBounciness: CGFloat {
    get { CGFloat(bounciness) }
    set {
      guard hasOwnConstants || Double(newValue) != bounciness else { return }
      bounciness = Double(newValue)
      updateConstants()
      activeTracer?.record(.bouncinessUpdate, number: newValue)
    }
  }

  /// Speed, 0...20. Values outside are not limited. Default 12.
  open var springSpeed: CGFloat {
    get { CGFloat(quickness) }
    set {
      guard hasOwnConstants || Double(newValue) != quickness else { return }
      quickness = Double(newValue)
      updateConstants()
      activeTracer?.record(.speedUpdate, number: newValue)
    }
  }

  private func updateConstants() {
    solver.constants = SpringConstants(bounciness: bounciness, speed: quickness)
    hasOwnConstants = false
  }

  /// Force per unit of displacement. Tension, friction and mass follow from bounciness and speed until you set them.
  /// The last setting applies.
  open var dynamicsTension: CGFloat {
    get { CGFloat(solver.constants.tension) }
    set { setConstant(\.tension, newValue, event: .tensionUpdate) }
  }

  /// Damping force per unit of velocity. The last setting of constants or of bounciness and speed applies.
  open var dynamicsFriction: CGFloat {
    get { CGFloat(solver.constants.friction) }
    set { setConstant(\.friction, newValue, event: .frictionUpdate) }
  }

  /// Mass. Default 1.
  open var dynamicsMass: CGFloat {
    get { CGFloat(solver.constants.mass) }
    set { setConstant(\.mass, newValue, event: .massUpdate) }
  }

  private func setConstant(
    _ path: WritableKeyPath<SpringConstants, Double>, _ value: CGFloat, event: POPAnimationEventType
  ) {
    guard Double(value) != solver.constants[keyPath: path] else { return }
    solver.constants[keyPath: path] = Double(value)
    hasOwnConstants = true
    activeTracer?.record(event, number: value)
  }

  // MARK: Conversion

  /// Converts bounciness and speed to tension, friction and mass.
  open class func convertBounciness(
    _ bounciness: CGFloat, speed: CGFloat, toTension outTension: UnsafeMutablePointer<CGFloat>?,
    friction outFriction: UnsafeMutablePointer<CGFloat>?, mass outMass: UnsafeMutablePointer<CGFloat>?
  ) {
    let constants = SpringConstants(bounciness: Double(bounciness), speed: Double(speed))
    unsafe outTension?.pointee = CGFloat(constants.tension)
    unsafe outFriction?.pointee = CGFloat(constants.friction)
    unsafe outMass?.pointee = CGFloat(constants.mass)
  }

  /// Converts tension and friction to bounciness and speed, for a mass of 1.
  open class func convertTension(
    _ tension: CGFloat, friction: CGFloat, toBounciness outBounciness: UnsafeMutablePointer<CGFloat>?,
    speed outSpeed: UnsafeMutablePointer<CGFloat>?
  ) {
    let (bounciness, speed) = SpringConstants(tension: Double(tension), friction: Double(friction)).bouncinessAndSpeed
    unsafe outBounciness?.pointee = CGFloat(bounciness)
    unsafe outSpeed?.pointee = CGFloat(speed)
  }

  // MARK: Running

  override func thresholdChanged() { solver.threshold = threshold }

  override func reset(all: Bool) {
    super.reset(all: all)
    solver.reset()
  }

  override func advance(_ object: NSObject, to time: CFTimeInterval, elapsed: CFTimeInterval) -> Bool {
    guard let current, let to else { return false }
    let state = solver.advance(
      SpringSolver.State(displacement: to - current, velocity: -(speed ?? SIMD4())), by: elapsed)
    self.current = to - state.displacement
    speed = -state.velocity
    clamp(to: POPAnimationClampFlags(rawValue: clampMode))
    measureProgress()
    return true
  }

  override var isDone: Bool { super.isDone || solver.isStarted && (hasSettled || solver.hasConverged) }

  private var hasSettled: Bool {
    guard let previous, let beforePrevious, let to else { return false }
    if roundingFactor != 0 { return previous == to && beforePrevious == previous }
    let tolerance = threshold / 5
    return (0..<count).allSatisfy {
      abs(to[$0] - previous[$0]) < tolerance && abs(beforePrevious[$0] - previous[$0]) < tolerance
    }
  }

  override func emptyCopy() -> POPAnimation { POPSpringAnimation() }

  override open func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? POPSpringAnimation {
      (copy.bounciness, copy.quickness, copy.hasOwnConstants) = (bounciness, quickness, hasOwnConstants)
      copy.solver.constants = solver.constants
    }
    return copy
  }
}
