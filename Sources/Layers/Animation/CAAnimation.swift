/// Told when an animation that was added to a layer begins and ends; never for the children of a group
/// (documented; behavior.md 1.16).
public protocol CAAnimationDelegate: AnyObject {
  /// The animation begins: at its first commit, or when its begin time comes.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation ends: `flag` says whether it ran to its end, instead of being removed before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// Base class of all animations (behavior.md 1.3). A layer works on a copy that it takes when the animation is
/// added; changing the original afterwards does nothing.
open class CAAnimation: CATimedObject, CAAction, NSCopying {
  // Unchecked: documents set some hundred thousand values, and each check takes as long as what it guards.
  @exclusivity(unchecked) fileprivate(set) final var held = AnimationValues()
  /// A layer works with it: its properties stay as they are, only tags can be set (measured; Core Animation raises an
  /// exception where nothing happens here).
  private(set) var isFrozen = false
  /// Values for keys that no row has.
  private var tags: [String: Any] = [:]
  /// Kept strongly, as on Apple's system. Default nil.
  open var delegate: (any CAAnimationDelegate)? {
    didSet { if isFrozen { delegate = oldValue } }
  }

  final var stored: AnimationValues {
    _read { yield held }
    @inline(__always) _modify {
      if isFrozen {
        // An object, which takes no place where this is called.
        let ignored = Ignored()
        yield &ignored.values
      } else {
        yield &held
      }
    }
  }

  /// Takes values that are not read.
  private final class Ignored {
    var values = AnimationValues()
  }

  /// The layer's own copy begins to belong to it.
  func freeze() { isFrozen = true }

  /// Gives an animation without a begin time one.
  func begin(at time: Double) {
    if held.timing.beginTime == 0 { held.timing.beginTime = time }
  }

  /// An animation with the defaults of its class.
  public override required init() {
    super.init()
    prepare()
  }

  /// Defaults of the class.
  func prepare() {}

  /// An animation with the same values, tags and delegate, which belongs to no layer.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    (copy.held, copy.tags, copy.delegate) = (held, tags, delegate)
    return copy
  }

  /// What a layer works on.
  /// - Parameter groups: those that the animation is inside of.
  func copyForLayer(inside groups: [CAAnimation]) -> CAAnimation? { copy() as? CAAnimation }

  /// A copy that shares nothing: a group's animations are copied too.
  package final func independentCopy() -> CAAnimation? { copyForLayer(inside: []) }

  /// Maps the progress; nil, the default, is linear, or the transaction's function when added.
  open var timingFunction: CAMediaTimingFunction? {
    get { stored.timingFunction }
    set { stored.timingFunction = newValue }
  }
  /// Whether the layer drops the animation at its end. Default true.
  open var isRemovedOnCompletion: Bool {
    get { stored.isRemovedOnCompletion }
    set { stored.isRemovedOnCompletion = newValue }
  }

  /// The rates at which the animation would like to be shown; changes nothing here, where every frame is drawn.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { stored.frameRates }
    set { stored.frameRates = newValue }
  }

  // MARK: CAMediaTiming

  final override var timing: Timing { held.timing }
  final override func setTiming<Value: Equatable>(_ path: WritableKeyPath<Timing, Value>, _ value: Value) {
    stored.timing[keyPath: path] = value
  }

  // MARK: Key-value coding

  class var properties: [Property<AnimationValues>] { Property.animation }
  private static let tables = TableCache<AnimationValues>()
  private static var table: PropertyTable<AnimationValues> { tables.table(for: self) { properties } }

  /// The value of a property or of a tag that was set before.
  open func value(forKey key: String) -> Any? {
    if let row = Self.table[key] { return castable(row.read(stored)) }
    if let path = AnimationValues.untyped[key] { return boxed(stored[keyPath: path]) }
    if let linked = LinkedKey.find(key, of: self) { return linked.read(self) }
    return tags[key]
  }

  /// Sets a property, or a tag of any name.
  ///
  /// - Precondition: the value is of the property's kind, or one that converts to it.
  open func setValue(_ value: Any?, forKey key: String) {
    if let row = Self.table[key] {
      row.info.assign(value, named: key, fallback: row.read(Self().stored)) { row.write(&stored, $0) }
    } else if let path = AnimationValues.untyped[key] {
      stored[keyPath: path] = value
    } else if let linked = LinkedKey.find(key, of: self) {
      linked.write(value, to: self, named: key)
    } else {
      tags[key] = value
    }
  }

  /// The default of a property; nil if it is zero, false, empty or unknown (measured).
  open class func defaultValue(forKey key: String) -> Any? { castable(table[key]?.listedDefault(in: Self().stored)) }

  /// Whether a value is written when the animation is archived: what differs from its default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let row = Self.table[key] else { return value(forKey: key) != nil }
    return !row.hasEqualValues(stored, Self().stored)
  }

  /// The properties of the class by key.
  package static var rows: AnimationProperties { AnimationProperties(table: table) }
  /// Sets a property from a document; false for an unknown key or a value of the wrong kind.
  package func set(_ value: Any?, forKey key: String) -> Bool { Self.table[key]?.write(&stored, value) ?? false }
  /// Description of a property of the class.
  package static func info(forKey key: String) -> PropertyInfo? { table[key]?.info }
  /// Sets a property of the class; false for a value of the wrong kind.
  package final func set(_ value: Any?, _ property: AnimationProperty) -> Bool {
    isFrozen ? property.row.write(&stored, value) : property.row.write(&held, value)
  }
  package static var keys: [String] { table.rows.map(\.key) }

  // MARK: CAAction

  /// Adds the animation to the layer under the event's key.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }
}

extension CABasicAnimation {
  /// Sets the value at a key; nothing where a layer works with the animation.
  /// - Parameter key: `fromValue` or `toValue`; any other means `byValue`.
  package final func setEnd(_ key: String, _ value: consuming Any?) {
    if isFrozen { return }
    // Where they lie: a way through `stored` allocates.
    switch key {
    case "fromValue": held.fromValue = value
    case "toValue": held.toValue = value
    default: held.byValue = value
    }
  }
}
