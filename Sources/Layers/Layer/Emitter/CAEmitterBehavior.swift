/// A behaviour of living particles, for example a force, a light, or a change over their life.
///
/// The class is private on Apple's system. Its names are those of Apple's headers (documented, behavior.md 10.1).
/// Assign behaviours to `emitterBehaviors` of a layer for the particles of all cells, or to those of a cell. The owner
/// copies their values at that time. Later, use key paths of the layer, such as `emitterBehaviors.wind.force`. They are
/// animatable and affect living particles.
///
/// Lengths are in points, times in seconds, and angles in radians unless stated otherwise. The types turbulence,
/// vortex, polarAcceleration, floor, walls and ribbon do not exist on Apple's system (ours).
open class CAEmitterBehavior: NSObject, NSCopying {
  package private(set) var state: EmitterBehaviorState
  /// Values of undefined keys.
  private var undefinedValues: [String: Any] = [:]

  /// Creates a behaviour with default values. An unknown type has no effect.
  public init(type: String) { state = EmitterBehaviorState(type: type) }

  init(_ state: EmitterBehaviorState) { self.state = state }

  /// The same as `init(type:)`.
  public class func behavior(withType type: String) -> CAEmitterBehavior { CAEmitterBehavior(type: type) }

  /// Returns the supported types, first those of Apple.
  public class func behaviorTypes() -> [String] { EmitterBehaviorKind.allCases.map(\.rawValue) }

  /// Returns a copy with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAEmitterBehavior(state)
    copy.undefinedValues = undefinedValues
    return copy
  }

  /// Type as given.
  public final var type: String { state.type }
  /// Name in key paths. Default nil.
  open var name: String? {
    get { state.name }
    set { state.name = newValue }
  }
  /// Whether the behaviour is active. Default true.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { state.isEnabled = newValue }
  }

  /// Keys of the values of the behaviour.
  public final var inputKeys: [String] { state.kind?.rows.map(\.key) ?? [] }

  /// Returns `description`, `unit`, `default`, and the usual `minimum` and `maximum` of a value. Nil for an unknown key
  /// path. The names of the entries are our choice.
  public final func attributes(forKeyPath keyPath: String) -> [String: Any]? {
    guard let row = state.table[keyPath] else { return nil }
    var result: [String: Any] = ["description": row.summary, "type": row.kind.description]
    if row.unit != .none { result["unit"] = row.unit.rawValue }
    if let range = row.range { (result["minimum"], result["maximum"]) = (range.lowerBound, range.upperBound) }
    result["default"] = row.read(EmitterBehaviorState(type: type))
    return result
  }

  // MARK: Key-value coding

  /// Returns the value for a key, with numbers as `NSNumber`. Nil for keys that were never set.
  open func value(forKey key: String) -> Any? { keyValue(forKeyPath: key) }
  /// Sets the value for a key. A key that the behaviour does not define is stored as in any key-value container.
  open func setValue(_ value: Any?, forKey key: String) { setKeyValue(value, forKeyPath: key) }
  /// Like `value(forKey:)`, through components (`position.x`).
  open func value(forKeyPath keyPath: String) -> Any? { keyValue(forKeyPath: keyPath) }
  /// Like `setValue(_:forKey:)`, through components.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyValue(value, forKeyPath: keyPath) }

  package final func readUndefined(_ key: String) -> Any? { undefinedValues[key] }
  package final func writeUndefined(_ value: Any?, _ key: String) { undefinedValues[key] = value }

  /// Behaviours with equal values are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CAEmitterBehavior)?.state == state }
  /// Equal behaviours have equal hashes.
  open override var hash: Int { state.type.hashValue }
}

extension CAEmitterBehavior: PartContainer {
  package var object: Any? { self }
  package func writeProperty(_ value: Any?, _ key: String) -> Bool { state.table[key]?.write(&state, value) ?? false }
  package var isKnown: Bool { state.kind != nil }
}
