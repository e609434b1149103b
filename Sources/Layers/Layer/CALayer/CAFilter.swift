/// A filter of a layer. `filters` apply to the layer with its sublayers, `backgroundFilters` to everything below it.
///
///     let blur = CAFilter(type: "gaussianBlur")
///     blur.name = "blur"
///     blur.setValue(8, forKey: "inputRadius")
///     layer.filters = [blur]
///     layer.setValue(4, forKeyPath: "filters.blur.inputRadius")
///
/// On Apple's system this class is private, but layer documents use its names (behavior.md 6). Core Image names are
/// accepted too. The layer copies its filters when you assign them. Later, use key paths of the layer.
open class CAFilter: NSObject, NSCopying {
  package private(set) var state: FilterState
  /// Values of undefined keys.
  private var undefinedValues: [String: Any] = [:]

  /// Creates a filter with neutral values, if the type has them. An unknown type has no effect.
  public init(type: String) { state = FilterState(type: type) }

  /// The same as `init(type:)`, as in Core Image (assumed: the class is private).
  public convenience init(name: String) { self.init(type: name) }

  init(_ state: FilterState) { self.state = state }

  /// Returns a filter with the same type and values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAFilter(state)
    copy.undefinedValues = undefinedValues
    return copy
  }

  /// The supported types.
  public static var types: [String] { FilterKind.allCases.map(\.rawValue) }

  /// Type as given.
  public final var type: String { state.type }
  /// All names of the filter, including those of Core Image.
  package final var typeNames: [String] { state.kind?.names ?? [type] }
  /// Whether there is a filter of the type.
  package final var isKnown: Bool { state.kind != nil }
  /// Keys of the inputs.
  public final var inputKeys: [String] { state.kind?.inputKeys ?? [] }

  /// Name in key paths. Default nil.
  open var name: String? {
    get { state.name }
    set { state.name = newValue }
  }
  /// Whether the filter is active. Default true.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { state.isEnabled = newValue }
  }

  /// Resets all values to their defaults.
  open func setDefaults() {
    var fresh = FilterState(type: state.type)
    (fresh.name, fresh.isEnabled) = (state.name, state.isEnabled)
    state = fresh
  }

  // MARK: Key-value coding

  /// Returns the value for a key, with numbers as `NSNumber`. Nil for keys that were never set.
  open func value(forKey key: String) -> Any? { keyValue(forKeyPath: key) }
  /// Sets the value for a key. A key that filters do not define is stored as in any key-value container.
  ///
  /// - Precondition: the value has the type of the key, or one that converts to it.
  open func setValue(_ value: Any?, forKey key: String) { setKeyValue(value, forKeyPath: key) }
  /// Returns the value of an input or of a custom key, or nil.
  open func value(forKeyPath keyPath: String) -> Any? { keyValue(forKeyPath: keyPath) }
  /// Sets an input or a custom key.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyValue(value, forKeyPath: keyPath) }

  package final func readUndefined(_ key: String) -> Any? { undefinedValues[key] }
  package final func writeUndefined(_ value: Any?, _ key: String) { undefinedValues[key] = value }

  /// Filters with equal values are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CAFilter)?.state == state }
  /// Equal filters have equal hashes.
  open override var hash: Int { state.type.hashValue }
}

extension CAFilter: PartContainer {
  package var object: Any? { self }
  package func writeProperty(_ value: Any?, _ key: String) -> Bool { state.table[key]?.write(&state, value) ?? false }
}
