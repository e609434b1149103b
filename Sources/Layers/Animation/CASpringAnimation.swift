/// A basic animation that a damped spring moves (behavior.md 2.7).
///
/// The duration is not implied: set it to `settlingDuration` to see all of the motion.
open class CASpringAnimation: CABasicAnimation {
  /// A spring of mass 1, stiffness 100, damping 10 (documented).
  public required init() {
    super.init()
  }

  /// A spring by the time of one oscillation in seconds and its bounce, -1 (stops at once) to 1 (never stops).
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

  /// Default 1; only values above 0 are taken.
  open var mass: CGFloat {
    get { stored.special.spring.mass }
    set { if newValue > 0 { stored.special.spring.mass = newValue } }
  }
  /// Default 100; only values above 0 are taken.
  open var stiffness: CGFloat {
    get { stored.special.spring.stiffness }
    set { if newValue > 0 { stored.special.spring.stiffness = newValue } }
  }
  /// Default 10; values below 0 are not taken.
  open var damping: CGFloat {
    get { stored.special.spring.damping }
    set { if newValue >= 0 { stored.special.spring.damping = newValue } }
  }
  /// Distances per second, positive toward the target. Default 0.
  open var initialVelocity: CGFloat {
    get { stored.special.spring.initialVelocity }
    set { stored.special.spring.initialVelocity = newValue }
  }
  /// Whether more than critical damping is not cut to critical. Default false.
  open var allowsOverdamping: Bool {
    get { stored.special.spring.allowsOverdamping }
    set { stored.special.spring.allowsOverdamping = newValue }
  }
  /// How far the spring has moved the value after some seconds: 0 at the start, 1 at the target.
  package func progress(after seconds: Double) -> Double { stored.special.spring.value(at: seconds) }
  /// Seconds until the spring is at rest within a thousandth.
  open var settlingDuration: CFTimeInterval { stored.special.spring.settlingDuration }
  /// Seconds of one oscillation without damping.
  open var perceptualDuration: CFTimeInterval {
    2 * Double.pi * (stored.special.spring.mass / stored.special.spring.stiffness).squareRoot()
  }
  /// -1 to 1: 0 is critical damping.
  open var bounce: CGFloat {
    let spring = stored.special.spring
    let ratio = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }
}
