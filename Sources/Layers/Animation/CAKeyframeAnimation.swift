/// How values run between keyframes.
public struct CAAnimationCalculationMode: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Straight between neighbours; the default.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each value until the next one's time, without anything between.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Straight, at constant speed: `keyTimes` and `timingFunctions` are not used.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Along a smooth curve through the values, shaped by tension, continuity and bias.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// As `cubic`, at constant speed.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// Whether a layer turns along its path.
public struct CAAnimationRotationMode: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis follows the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's negative x axis follows the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through a list of values or along a path (behavior.md 2.5 and 2.6).
open class CAKeyframeAnimation: CAPropertyAnimation {
  override class var properties: [Property<AnimationValues>] { super.properties + Property.keyframeAnimation }

  /// Default nil. One value alone has no effect (measured).
  open var values: [Any]? {
    get { stored.special.values }
    set { stored.special.values = newValue }
  }
  /// Wins over `values`; for properties that are points. Default nil.
  open var path: CGPath? {
    get { stored.special.path.map { CGPath($0) } }
    set { stored.special.path = newValue?.geometry }
  }
  /// Fractions of the duration, ascending, one per value; nil, the default, spreads the values evenly.
  open var keyTimes: [NSNumber]? {
    get { stored.special.keyTimes?.map { NSNumber(value: $0) } }
    set { stored.special.keyTimes = newValue?.map(\.doubleValue) }
  }
  /// The pace of each segment; missing ones are linear. Default nil.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { stored.special.timingFunctions }
    set { stored.special.timingFunctions = newValue }
  }
  /// Default linear; an unknown mode has no effect.
  open var calculationMode: CAAnimationCalculationMode {
    get { CAAnimationCalculationMode(rawValue: stored.special.calculationMode) }
    set { stored.special.calculationMode = newValue.rawValue }
  }
  /// Default nil: no turning.
  open var rotationMode: CAAnimationRotationMode? {
    get { stored.special.rotationMode.map(CAAnimationRotationMode.init(rawValue:)) }
    set { stored.special.rotationMode = newValue?.rawValue }
  }
  /// Tightness of cubic curves at each value; missing ones are 0. Default nil.
  open var tensionValues: [NSNumber]? {
    get { Self.numbers(stored.special.shape.tension) }
    set { stored.special.shape.tension = newValue?.map(\.doubleValue) ?? [] }
  }
  /// Sharpness of the corner at each value; missing ones are 0. Default nil.
  open var continuityValues: [NSNumber]? {
    get { Self.numbers(stored.special.shape.continuity) }
    set { stored.special.shape.continuity = newValue?.map(\.doubleValue) ?? [] }
  }
  /// Whether the curve overshoots before or after each value; missing ones are 0. Default nil.
  open var biasValues: [NSNumber]? {
    get { Self.numbers(stored.special.shape.bias) }
    set { stored.special.shape.bias = newValue?.map(\.doubleValue) ?? [] }
  }

  /// Numbers that follow levels from 0 to 1: `from` at 0, `to` at 1. The key times leave out what lies on a line.
  /// - Parameter levels: at least two; fewer have no effect.
  /// - Parameter rate: levels in a second.
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
