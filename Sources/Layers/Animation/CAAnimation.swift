/// Methods that are called when an animation of a layer begins and ends. The children of a group do not call them
/// (documented; behavior.md 1.16).
public protocol CAAnimationDelegate: AnyObject {
  /// Called when the animation begins: at its first commit, or at its begin time.
  func animationDidStart(_ anim: CAAnimation)
  /// Called when the animation ends. `flag` is true if it ran to its end, and false if it was removed before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// Base class of all animations (behavior.md 1.3). A layer copies an animation when you add it, so later changes of the
/// original have no effect.
open class CAAnimation: CATimedObject, CAAction, NSCopying {
  // Unchecked: documents set several hundred thousand values, and each check takes as long as the access.
  @exclusivity(unchecked) fileprivate(set) final var held = AnimationValues()
  /// Whether a layer uses the animation. Its properties cannot change then, only tags can (measured; Core Animation
  /// raises an exception where this class ignores the change).
  private(set) var isFrozen = false
  /// Values of undefined keys.
  private var tags: [String: Any] = [:]
  /// The delegate. The reference is strong, as on Apple's system. Default nil.
  open var delegate: (any CAAnimationDelegate)? {
    didSet { if isFrozen { delegate = oldValue } }
  }

  final var stored: AnimationValues {
    _read { yield held }
    @inline(__always) _modify {
      if isFrozen {
        // An object, because it uses no stack space in the caller.
        let ignored = Ignored()
        yield &ignored.values
      } else {
        yield &held
      }
    }
  }

  private final class Ignored {
    var values = AnimationValues()
  }

  func freeze() { isFrozen = true }

  /// Sets the begin time of an animation that has none.
  func begin(at time: Double) {
    if held.timing.beginTime == 0 { held.timing.beginTime = time }
  }

  /// Creates an animation with the defaults of its class.
  public override required init() {
    super.init()
    prepare()
  }

  /// Sets the defaults of the class.
  func prepare() {}

  /// Returns an animation with the same values, tags and delegate that is not on a layer.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    (copy.held, copy.tags, copy.delegate) = (held, tags, delegate)
    return copy
  }

  /// Returns the copy that a layer uses.
  /// - Parameter groups: the groups that contain the animation.
  func copyForLayer(inside groups: [CAAnimation]) -> CAAnimation? { copy() as? CAAnimation }

  /// Returns a copy that shares nothing. The animations of a group are copied too.
  package final func independentCopy() -> CAAnimation? { copyForLayer(inside: []) }

  /// Easing of the animation. Nil means linear, or the function of the transaction when the animation is added. Default
  /// nil.
  open var timingFunction: CAMediaTimingFunction? {
    get { stored.timingFunction }
    set { stored.timingFunction = newValue }
  }
  /// Whether the animation is removed when it completes. Default true.
  open var isRemovedOnCompletion: Bool {
    get { stored.isRemovedOnCompletion }
    set { stored.isRemovedOnCompletion = newValue }
  }

  /// Preferred frame rates. Stored only: every frame is drawn.
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

  /// Returns the value of a property, or of a tag that was set before.
  open func value(forKey key: String) -> Any? {
    if let row = Self.table[key] { return castable(row.read(stored)) }
    if let path = AnimationValues.untyped[key] { return boxed(stored[keyPath: path]) }
    if let linked = LinkedKey.find(key, of: self) { return linked.read(self) }
    return tags[key]
  }

  /// Sets a property, or a tag with any name.
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

  /// Returns the default of a property. Nil if it is zero, false, empty or unknown (measured).
  open class func defaultValue(forKey key: String) -> Any? { castable(table[key]?.listedDefault(in: Self().stored)) }

  /// Returns whether an archive needs the value, because it differs from the default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let row = Self.table[key] else { return value(forKey: key) != nil }
    return !row.hasEqualValues(stored, Self().stored)
  }

  package static var rows: AnimationProperties { AnimationProperties(table: table) }
  /// Sets a property from a document. Returns false for an unknown key or a value of the wrong type.
  package func set(_ value: Any?, forKey key: String) -> Bool { Self.table[key]?.write(&stored, value) ?? false }
  package static func info(forKey key: String) -> PropertyInfo? { table[key]?.info }
  /// Sets a property of the class. Returns false for a value of the wrong type.
  package final func set(_ value: Any?, _ property: AnimationProperty) -> Bool {
    isFrozen ? property.row.write(&stored, value) : property.row.write(&held, value)
  }
  package static var keys: [String] { table.rows.map(\.key) }

  // MARK: CAAction

  /// Adds the animation to the layer with the event as its key.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }
}

extension CABasicAnimation {
  /// Sets one of the three end values, unless a layer uses the animation.
  /// - Parameter key: `fromValue` or `toValue`; any other means `byValue`.
  package final func setEnd(_ key: String, _ value: consuming Any?) {
    if isFrozen { return }
    // Written directly: a key path through `stored` allocates.
    switch key {
    case "fromValue": held.fromValue = value
    case "toValue": held.toValue = value
    default: held.byValue = value
    }
  }
}
