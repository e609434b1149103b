public import Foundation
import StarmineScene

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
    stored.spring.stiffness = stored.spring.mass * frequency * frequency
    let ratio = bounce >= 0 ? 1 - Double(bounce) : bounce > -1 ? 1 / (1 + Double(bounce)) : .infinity
    stored.spring.damping = 2 * ratio * (stored.spring.stiffness * stored.spring.mass).squareRoot()
    stored.spring.allowsOverdamping = true
    duration = settlingDuration
  }

  override class var properties: [Property<AnimationValues>] { super.properties + Property.springAnimation }

  /// Default 1; only values above 0 are taken.
  open var mass: CGFloat {
    get { stored.spring.mass }
    set { if newValue > 0 { stored.spring.mass = newValue } }
  }
  /// Default 100; only values above 0 are taken.
  open var stiffness: CGFloat {
    get { stored.spring.stiffness }
    set { if newValue > 0 { stored.spring.stiffness = newValue } }
  }
  /// Default 10; values below 0 are not taken.
  open var damping: CGFloat {
    get { stored.spring.damping }
    set { if newValue >= 0 { stored.spring.damping = newValue } }
  }
  /// Distances per second, positive toward the target. Default 0.
  open var initialVelocity: CGFloat {
    get { stored.spring.initialVelocity }
    set { stored.spring.initialVelocity = newValue }
  }
  /// Whether more than critical damping is not cut to critical. Default false.
  open var allowsOverdamping: Bool {
    get { stored.spring.allowsOverdamping }
    set { stored.spring.allowsOverdamping = newValue }
  }
  /// How far the spring has moved the value after some seconds: 0 at the start, 1 at the target.
  package func progress(after seconds: Double) -> Double { stored.spring.value(at: seconds) }
  /// Seconds until the spring is at rest within a thousandth.
  open var settlingDuration: CFTimeInterval { stored.spring.settlingDuration }
  /// Seconds of one oscillation without damping.
  open var perceptualDuration: CFTimeInterval {
    2 * Double.pi * (stored.spring.mass / stored.spring.stiffness).squareRoot()
  }
  /// -1 to 1: 0 is critical damping.
  open var bounce: CGFloat {
    let spring = stored.spring
    let ratio = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }
}
