/// A basic animation with the motion of a damped spring (behavior.md 2.7).
///
/// The duration is not set automatically. Set it to `settlingDuration` to see the complete motion.
open class CASpringAnimation: CABasicAnimation {
  /// Creates a spring with mass 1, stiffness 100 and damping 10 (documented).
  public required init() {
    super.init()
  }

  /// Creates a spring from its oscillation time in seconds and its bounce, -1 (no oscillation) to 1 (never stops).
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    let frequency = 2 * Double.pi / perceptualDuration
    var spring = stored.special.spring
    spring.stiffness = spring.mass * frequency * frequency
    let ratio = bounce >= 0 ? 1 - Double(bounce) : bounce > -1 ? 1 / (1 + Double(bounce)) : .infinity
    spring.damping = 2 * ratio * (spring.stiffness * spring.mass).squareRoot()
    spring.allowsOverdamping = true
    stored.special.spring = spring
    duration = settlingDuration
  }

  override class var properties: [Property<AnimationValues>] { super.properties + Property.springAnimation }

  /// Mass of the object. Values must be above 0; others are ignored. Default 1.
  open var mass: CGFloat {
    get { stored.special.spring.mass }
    set { if newValue > 0 { stored.special.spring.mass = newValue } }
  }
  /// Stiffness of the spring. Values must be above 0; others are ignored. Default 100.
  open var stiffness: CGFloat {
    get { stored.special.spring.stiffness }
    set { if newValue > 0 { stored.special.spring.stiffness = newValue } }
  }
  /// Damping coefficient. Negative values are ignored. Default 10.
  open var damping: CGFloat {
    get { stored.special.spring.damping }
    set { if newValue >= 0 { stored.special.spring.damping = newValue } }
  }
  /// Initial velocity in distances per second, positive toward the target. Default 0.
  open var initialVelocity: CGFloat {
    get { stored.special.spring.initialVelocity }
    set { stored.special.spring.initialVelocity = newValue }
  }
  /// Whether damping above the critical value is used. Otherwise it is limited to critical damping. Default false.
  open var allowsOverdamping: Bool {
    get { stored.special.spring.allowsOverdamping }
    set { stored.special.spring.allowsOverdamping = newValue }
  }
  /// Returns the progress after some seconds: 0 at the start, 1 at the target.
  package func progress(after seconds: Double) -> Double { stored.special.spring.value(at: seconds) }
  /// Seconds until the spring stays within a thousandth of the target.
  open var settlingDuration: CFTimeInterval { stored.special.spring.settlingDuration }
  /// Seconds of one oscillation without damping.
  open var perceptualDuration: CFTimeInterval {
    2 * Double.pi * (stored.special.spring.mass / stored.special.spring.stiffness).squareRoot()
  }
  /// Bounce, -1...1. 0 is critical damping.
  open var bounce: CGFloat {
    let spring = stored.special.spring
    let ratio = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }
}
