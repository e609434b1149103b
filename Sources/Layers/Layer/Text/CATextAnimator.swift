/// Changes parts of a text: characters, letters, words or lines. A Starmine extension.
///
///     let rise = CATextAnimator()
///     rise.name = "rise"
///     rise.position = CGPoint(x: 0, y: 80)
///     textLayer.animators = [rise]
///     let animation = CABasicAnimation(keyPath: "animators.rise.offset")
///
/// `start`, `end` and `offset` select a range of units. `shape` gives the strength for each unit: at 0.5, a unit is
/// halfway to the values of the animator. The layer copies its animators when you assign them. Later, use key paths of
/// the layer (`animators.rise.start`), which are animatable. Animators apply in order.
open class CATextAnimator: NSObject, NSCopying {
  package private(set) var state: TextAnimatorState
  /// Values of undefined keys.
  private var undefinedValues: [String: Any] = [:]

  /// Creates an animator of all characters without changes.
  public override init() { state = TextAnimatorState() }

  init(_ state: TextAnimatorState) { self.state = state }

  /// Returns an animator with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CATextAnimator(state)
    copy.undefinedValues = undefinedValues
    return copy
  }

  /// Resets all values to their defaults.
  open func setDefaults() {
    var fresh = TextAnimatorState()
    (fresh.name, fresh.isEnabled) = (state.name, state.isEnabled)
    state = fresh
  }

  /// Name in key paths. Default nil.
  open var name: String? {
    get { state.name }
    set { state.name = newValue }
  }
  /// Whether the animator is active. Default true.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { state.isEnabled = newValue }
  }

  // MARK: What is selected

  /// Unit of the selection. An unknown unit means the default. Default character.
  open var by: CATextAnimatorUnit {
    get { CATextAnimatorUnit(rawValue: state.by.rawValue) }
    set { state.by = TextUnit(rawValue: newValue.rawValue) ?? .character }
  }
  /// Start of the range, as a fraction of all units, or in units if `isIndexed`. Default 0.
  open var start: CGFloat {
    get { state.start }
    set { state.start = newValue }
  }
  /// End of the range. Default 1.
  open var end: CGFloat {
    get { state.end }
    set { state.end = newValue }
  }
  /// Offset added to start and end. Default 0.
  open var offset: CGFloat {
    get { state.offset }
    set { state.offset = newValue }
  }
  /// Whether start, end and offset count units. Negative values count from the end: -1 is before the last unit. Default
  /// false.
  open var isIndexed: Bool {
    get { state.isIndexed }
    set { state.isIndexed = newValue }
  }
  /// Strength along the range. An unknown shape means the default. Default square.
  open var shape: CATextAnimatorShape {
    get { CATextAnimatorShape(rawValue: state.shape.rawValue) }
    set { state.shape = TextRangeShape(rawValue: newValue.rawValue) ?? .square }
  }
  /// Factor of the strength, -1...1. Default 1.
  open var amount: CGFloat {
    get { state.amount }
    set { state.amount = newValue }
  }
  /// Easing toward full strength, -1...1. Above 0 the change slows down. Default 0.
  open var easeHigh: CGFloat {
    get { state.easeHigh }
    set { state.easeHigh = newValue }
  }
  /// Easing from zero strength, -1...1. Above 0 the change starts slowly. Default 0.
  open var easeLow: CGFloat {
    get { state.easeLow }
    set { state.easeLow = newValue }
  }
  /// Whether units are selected in random order. Default false.
  open var randomOrder: Bool {
    get { state.isRandom }
    set { state.isRandom = newValue }
  }
  /// Seed of the random order. Default 0.
  open var seed: Int {
    get { state.seed }
    set { state.seed = newValue }
  }

  // MARK: What is changed

  /// Offset of a unit in points, right and down. Default zero.
  open var position: CGPoint {
    get { state.position }
    set { state.position = newValue }
  }
  /// Centre of rotation and scale, in the box of the unit from the top left corner. Default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { state.anchorPoint }
    set { state.anchorPoint = newValue }
  }
  /// Scale of a unit. Default 1.
  open var scale: CGFloat {
    get { state.scale }
    set { state.scale = newValue }
  }
  /// Horizontal scale of a unit, multiplied by `scale`. Default 1.
  open var scaleX: CGFloat {
    get { state.scaleX }
    set { state.scaleX = newValue }
  }
  /// Vertical scale of a unit, multiplied by `scale`. Default 1.
  open var scaleY: CGFloat {
    get { state.scaleY }
    set { state.scaleY = newValue }
  }
  /// Rotation of a unit in radians, clockwise. Default 0.
  open var rotation: CGFloat {
    get { state.rotation }
    set { state.rotation = newValue }
  }
  /// Opacity of a unit, 0...1. Default 1.
  open var opacity: CGFloat {
    get { state.opacity }
    set { state.opacity = newValue }
  }
  /// Colour of a unit. Nil keeps its colour. Default nil.
  open var foregroundColor: CGColor? {
    get { state.foregroundColor }
    set { state.foregroundColor = newValue }
  }
  /// Space added after each character, in points. Default 0.
  open var tracking: CGFloat {
    get { state.tracking }
    set { state.tracking = newValue }
  }
  /// Standard deviation of the blur of a unit, in points. Default 0.
  open var blur: CGFloat {
    get { state.blur }
    set { state.blur = newValue }
  }

  // MARK: Key-value coding

  /// Returns the value for a key, with numbers as `NSNumber`. Nil for keys that were never set.
  open func value(forKey key: String) -> Any? { keyValue(forKeyPath: key) }
  /// Sets the value for a key. A key that animators do not define is stored as in any key-value container.
  open func setValue(_ value: Any?, forKey key: String) { setKeyValue(value, forKeyPath: key) }
  /// Like `value(forKey:)`, through components (`position.x`).
  open func value(forKeyPath keyPath: String) -> Any? { keyValue(forKeyPath: keyPath) }
  /// Like `setValue(_:forKey:)`, through components.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyValue(value, forKeyPath: keyPath) }

  package final func readUndefined(_ key: String) -> Any? { undefinedValues[key] }
  package final func writeUndefined(_ value: Any?, _ key: String) { undefinedValues[key] = value }

  /// Animators with equal values are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CATextAnimator)?.state == state }
  /// Equal animators have equal hashes.
  open override var hash: Int { state.hashValue }
}

extension CATextAnimator: PartContainer {
  package var object: Any? { self }
  package func writeProperty(_ value: Any?, _ key: String) -> Bool { state.table[key]?.write(&state, value) ?? false }
}

/// The unit that a text animator selects.
public struct CATextAnimatorUnit: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Characters including spaces. The default.
  public static let character = Self(rawValue: "character")
  /// Characters that are not spaces.
  public static let letter = Self(rawValue: "letter")
  /// Words between spaces.
  public static let word = Self(rawValue: "word")
  /// Lines after wrapping.
  public static let line = Self(rawValue: "line")
}

/// The strength of a text animator along its range.
public struct CATextAnimatorShape: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Full strength inside the range, none outside. The default.
  public static let square = Self(rawValue: "square")
  /// From zero at the start to full strength at the end and after it.
  public static let rampUp = Self(rawValue: "rampUp")
  /// From full strength at the start to zero at the end.
  public static let rampDown = Self(rawValue: "rampDown")
  /// Linear up to the middle, then down.
  public static let triangle = Self(rawValue: "triangle")
  /// A half circle.
  public static let round = Self(rawValue: "round")
  /// A smooth wave.
  public static let smooth = Self(rawValue: "smooth")
}
