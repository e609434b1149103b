/// Interpolation between keyframes.
public struct CAAnimationCalculationMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Linear interpolation. The default.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each value is kept until the time of the next one.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Linear interpolation with constant speed. `keyTimes` and `timingFunctions` are ignored.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// A smooth curve through the values. Tension, continuity and bias set its shape.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Like `cubic`, with constant speed.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// Rotation of a layer along its path.
public struct CAAnimationRotationMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis follows the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's negative x axis follows the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation of a property through a list of values or along a path (behavior.md 2.5 and 2.6).
open class CAKeyframeAnimation: CAPropertyAnimation {
  override class var properties: [Property<AnimationValues>] { super.properties + Property.keyframeAnimation }

  /// Values of the keyframes. A single value has no effect (measured). Default nil.
  open var values: [Any]? {
    get { stored.special.values }
    set { stored.special.values = newValue }
  }
  /// Path of a point property. It takes precedence over `values`. Default nil.
  open var path: CGPath? {
    get { stored.special.path.map { CGPath($0) } }
    set { stored.special.path = newValue?.geometry }
  }
  /// Times of the values as fractions of the duration, ascending. Nil spreads the values evenly. Default nil.
  open var keyTimes: [NSNumber]? {
    get { stored.special.keyTimes?.map { NSNumber(value: $0) } }
    set { stored.special.keyTimes = newValue?.map(\.doubleValue) }
  }
  /// Easing of each segment. Missing functions are linear. Default nil.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { stored.special.timingFunctions }
    set { stored.special.timingFunctions = newValue }
  }
  /// Interpolation between the values. An unknown mode has no effect. Default linear.
  open var calculationMode: CAAnimationCalculationMode {
    get { CAAnimationCalculationMode(rawValue: stored.special.calculationMode) }
    set { stored.special.calculationMode = newValue.rawValue }
  }
  /// Rotation of the layer along the path. Nil: no rotation. Default nil.
  open var rotationMode: CAAnimationRotationMode? {
    get { stored.special.rotationMode.map(CAAnimationRotationMode.init(rawValue:)) }
    set { stored.special.rotationMode = newValue?.rawValue }
  }
  /// Tension of the cubic curve at each value. Missing numbers are 0. Default nil.
  open var tensionValues: [NSNumber]? {
    get { Self.numbers(stored.special.shape.tension) }
    set { stored.special.shape.tension = newValue?.map(\.doubleValue) ?? [] }
  }
  /// Continuity of the cubic curve at each value. Other values than 0 make a corner. Missing numbers are 0. Default
  /// nil.
  open var continuityValues: [NSNumber]? {
    get { Self.numbers(stored.special.shape.continuity) }
    set { stored.special.shape.continuity = newValue?.map(\.doubleValue) ?? [] }
  }
  /// Bias of the cubic curve at each value: whether it overshoots before or after the value. Missing numbers are 0.
  /// Default nil.
  open var biasValues: [NSNumber]? {
    get { Self.numbers(stored.special.shape.bias) }
    set { stored.special.shape.bias = newValue?.map(\.doubleValue) ?? [] }
  }

  /// Numbers that follow levels from 0 to 1: `from` at 0, `to` at 1. Keyframes on a straight line between others are
  /// left out.
  /// - Parameter levels: at least two; fewer have no effect.
  /// - Parameter rate: levels per second.
  package convenience init(keyPath: String?, levels: [Double], rate: Double, from: Double, to: Double) {
    self.init(keyPath: keyPath)
    let last = levels.count - 1
    let kept = levels.indices.filter { index in
      index == 0 || index == last || levels[index - 1] != levels[index] || levels[index + 1] != levels[index]
    }
    values = kept.map { NSNumber(value: from + (to - from) * levels[$0]) }
    keyTimes = kept.map { NSNumber(value: Double($0) / Double(max(1, last))) }
    duration = Double(max(1, last)) / rate
    timingFunction = CAMediaTimingFunction(name: .linear)
  }

  private static func numbers(_ list: [Double]) -> [NSNumber]? {
    list.isEmpty ? nil : list.map { NSNumber(value: $0) }
  }
}
