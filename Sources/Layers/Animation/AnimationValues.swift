/// Values of the animation classes' objects: copying them is adding an animation.
struct AnimationValues {
  var timing: Timing = {
    var timing = Timing()
    timing.duration = 0
    return timing
  }()
  var timingFunction: CAMediaTimingFunction?
  var isRemovedOnCompletion = true
  var frameRates = CAFrameRateRange.default

  var keyPath: String?
  var isAdditive = false
  var isCumulative = false
  var valueFunction: CAValueFunction?

  var fromValue: Any?
  var toValue: Any?
  var byValue: Any? {
    get { box?.values.byValue }
    set { if box != nil || newValue != nil { special.byValue = newValue } }
  }
  /// Value that showed when the animation was added: where it starts if it has no ends.
  var previousValue: Any? {
    get { box?.values.previousValue }
    set { if box != nil || newValue != nil { special.previousValue = newValue } }
  }

  private var box: Box?

  /// Apart, because most animations are basic ones from one value to another.
  private final class Box {
    let values: SpecialValues
    init(_ values: SpecialValues) { self.values = values }
  }

  var special: SpecialValues {
    get { box?.values ?? SpecialValues() }
    set { box = Box(newValue) }
  }
}

/// Values of the classes that are not basic animations, and those that few of these have.
struct SpecialValues {
  var byValue: Any?
  var previousValue: Any?

  var values: [Any]?
  var path: CGPath.Geometry?
  var keyTimes: [Double]?
  var timingFunctions: [CAMediaTimingFunction]?
  var calculationMode = "linear"
  var rotationMode: String?
  var shape = SplineShape()

  var spring = Spring()
  var transition = TransitionValues()
}

extension AnimationValues {
  /// Values whose kind is that of the animated property.
  static let untyped: [String: any WritableKeyPath<AnimationValues, Any?> & Sendable] = [
    "fromValue": \.fromValue, "toValue": \.toValue, "byValue": \.byValue, "filter": \.special.transition.filter,
  ]
}

/// Values of a `CATransition` besides those of every animation.
struct TransitionValues {
  var type = "fade"
  var subtype: String?
  var startProgress: Float = 0
  var endProgress: Float = 1
  var filter: Any?
}

/// A property of a class of animations.
package struct AnimationProperty: Sendable {
  let row: Property<AnimationValues>
  package var kind: ValueKind { row.info.kind }
  package var unit: PropertyUnit { row.info.unit }
}

/// The properties of a class of animations.
package struct AnimationProperties: Sendable {
  let table: PropertyTable<AnimationValues>

  /// Nil for a key that no row has.
  package subscript(key: String) -> AnimationProperty? { table[key].map { AnimationProperty(row: $0) } }
}
