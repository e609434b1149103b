/// Which kind of curve a provider has. Raw values are UIKit's.
public enum UITimingCurveType: Int, Sendable {
  /// UIKit's names.
  case builtin, cubic, spring, composed
}

/// The pace of a property animator (documented; behavior.md 8.8).
public protocol UITimingCurveProvider: AnyObject {
  /// Kind of the curve.
  var timingCurveType: UITimingCurveType { get }
  /// The curve, if it is a cubic one.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The curve, if it is a spring.
  var springTimingParameters: UISpringTimingParameters? { get }
}

extension UITimingCurveProvider {
  /// A provider without parameters is linear.
  var pace: Pace {
    if let spring = springTimingParameters { return .spring(spring.spring) }
    return .curve(cubicTimingParameters?.function ?? CAMediaTimingFunction(name: .linear))
  }
}

/// A pace along a cubic Bezier from (0, 0) to (1, 1) (documented; behavior.md 8.8).
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The curve of a parameter object that was made by name; ease in and out otherwise.
  public let animationCurve: UIView.AnimationCurve
  /// First control point of the curve.
  public let controlPoint1: CGPoint
  /// Second control point of the curve.
  public let controlPoint2: CGPoint
  /// Built in, or cubic if it was made by control points.
  public let timingCurveType: UITimingCurveType
  let function: CAMediaTimingFunction

  /// Core Animation's default curve (documented).
  public override convenience init() {
    self.init(CAMediaTimingFunction(name: .default), .easeInOut, .builtin)
  }

  /// A curve by its name.
  public convenience init(animationCurve curve: UIView.AnimationCurve) {
    self.init(curve.timingFunction, curve, .builtin)
  }

  /// A curve by its control points, with x in 0...1; y may overshoot.
  public convenience init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    self.init(
      CAMediaTimingFunction(controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y)),
      .easeInOut, .cubic)
  }

  private init(_ function: CAMediaTimingFunction, _ curve: UIView.AnimationCurve, _ type: UITimingCurveType) {
    (self.function, animationCurve, timingCurveType) = (function, curve, type)
    let c = function.curve
    controlPoint1 = CGPoint(x: CGFloat(c.x1), y: CGFloat(c.y1))
    controlPoint2 = CGPoint(x: CGFloat(c.x2), y: CGFloat(c.y2))
  }

  /// Itself.
  public var cubicTimingParameters: UICubicTimingParameters? { self }
  /// None.
  public var springTimingParameters: UISpringTimingParameters? { nil }
}

/// A pace along a damped spring (measured; behavior.md 8.7).
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  /// Whole distances per second along x and y; values without axes start with its length.
  public let initialVelocity: CGVector
  let spring: BlockSpring

  /// Mass 3, stiffness 1000, damping 500 (documented by ports of UIKit).
  public override convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero) }

  /// A spring that comes to rest within the animator's duration.
  ///
  /// - Parameter ratio: 1 stops without swinging, smaller values swing; used in 0.01...1.
  public convenience init(dampingRatio ratio: CGFloat) { self.init(dampingRatio: ratio, initialVelocity: .zero) }

  /// The same, with a velocity at the start: whole distances per second.
  public convenience init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    self.init(.dampingRatio(Double(ratio)), velocity)
  }

  /// A spring of its own: the animator takes until it is at rest, whatever its duration.
  public convenience init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    self.init(.constants(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)), velocity)
  }

  private init(_ shape: BlockSpring.Shape, _ velocity: CGVector) {
    (initialVelocity, spring) = (velocity, BlockSpring(shape, velocity: velocity))
  }

  /// A spring.
  public var timingCurveType: UITimingCurveType { .spring }
  /// None.
  public var cubicTimingParameters: UICubicTimingParameters? { nil }
  /// Itself.
  public var springTimingParameters: UISpringTimingParameters? { self }
}
