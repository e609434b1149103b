/// Type of a timing curve. Raw values are those of UIKit.
public enum UITimingCurveType: Int, Sendable {
  /// The cases of UIKit.
  case builtin, cubic, spring, composed
}

/// The easing of a property animator (documented; behavior.md 8.8).
public protocol UITimingCurveProvider: AnyObject {
  /// Type of the curve.
  var timingCurveType: UITimingCurveType { get }
  /// The parameters of a cubic curve, or nil.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The parameters of a spring, or nil.
  var springTimingParameters: UISpringTimingParameters? { get }
}

extension UITimingCurveProvider {
  /// A provider without parameters is linear.
  var pace: Pace {
    if let spring = springTimingParameters { return .spring(spring.spring) }
    return .curve(cubicTimingParameters?.function ?? CAMediaTimingFunction(name: .linear))
  }
}

/// A cubic Bezier easing from (0, 0) to (1, 1) (documented; behavior.md 8.8).
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The named curve, or ease-in and ease-out for other curves.
  public let animationCurve: UIView.AnimationCurve
  /// First control point of the curve.
  public let controlPoint1: CGPoint
  /// Second control point of the curve.
  public let controlPoint2: CGPoint
  /// `builtin`, or `cubic` for a curve with control points.
  public let timingCurveType: UITimingCurveType
  let function: CAMediaTimingFunction

  /// Creates the default curve of Core Animation (documented).
  public override convenience init() {
    self.init(CAMediaTimingFunction(name: .default), .easeInOut, .builtin)
  }

  /// Creates a named curve.
  public convenience init(animationCurve curve: UIView.AnimationCurve) {
    self.init(curve.timingFunction, curve, .builtin)
  }

  /// Creates a curve from its control points. x is in 0...1; y may overshoot.
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

  /// Returns this object.
  public var cubicTimingParameters: UICubicTimingParameters? { self }
  /// Always nil.
  public var springTimingParameters: UISpringTimingParameters? { nil }
}

/// The easing of a damped spring (measured; behavior.md 8.7).
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  /// Initial velocity along x and y in distances per second. Values without axes use its length.
  public let initialVelocity: CGVector
  let spring: BlockSpring

  /// Creates a spring with mass 3, stiffness 1000 and damping 500 (documented by ports of UIKit).
  public override convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero) }

  /// Creates a spring that is at rest after the animator's duration.
  ///
  /// - Parameter ratio: damping ratio, limited to 0.01...1. 1 does not oscillate.
  public convenience init(dampingRatio ratio: CGFloat) { self.init(dampingRatio: ratio, initialVelocity: .zero) }

  /// Creates a spring that is at rest after the animator's duration, with an initial velocity in distances per second.
  public convenience init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    self.init(.dampingRatio(Double(ratio)), velocity)
  }

  /// Creates a spring with physical constants. The animator runs until it is at rest and ignores its own duration.
  public convenience init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    self.init(.constants(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)), velocity)
  }

  private init(_ shape: BlockSpring.Shape, _ velocity: CGVector) {
    (initialVelocity, spring) = (velocity, BlockSpring(shape, velocity: velocity))
  }

  /// Always `spring`.
  public var timingCurveType: UITimingCurveType { .spring }
  /// Always nil.
  public var cubicTimingParameters: UICubicTimingParameters? { nil }
  /// Returns this object.
  public var springTimingParameters: UISpringTimingParameters? { self }
}
