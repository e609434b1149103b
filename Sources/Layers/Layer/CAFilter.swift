public import Foundation
package import StarmineScene

/// A filter of a layer: `filters` change the layer with its sublayers, `backgroundFilters` what lies below it.
///
/// Apple's class of this name is private, but its names are those that layer documents carry (behavior.md 6); the
/// names of Core Image are taken as well. A layer keeps the values that a filter has when it is assigned; later changes
/// go through key paths on the layer (`filters.blur.inputRadius`), which can be animated.
///
/// Types and what they take: `gaussianBlur` (`inputRadius`, the standard deviation in points), `colorControls`
/// (`inputSaturation`, `inputBrightness`, `inputContrast`), `colorSaturate`, `colorBrightness`, `colorContrast`
/// (`inputAmount`), `colorHueRotate` (`inputAngle`, radians), `colorInvert`, `colorMatrix` (`inputColorMatrix`, four
/// rows of five factors), `colorMonochrome` (`inputColor`, `inputAmount`), `multiplyColor` (`inputColor`), `sepiaTone`
/// (`inputAmount`), `bloom` (`inputRadius`, `inputIntensity`: light spreads around what is bright; sums of additive
/// particles count beyond white).
open class CAFilter: NSObject, NSCopying {
  package private(set) var state: FilterState
  /// Values for keys that no row has.
  private var undefinedValues: [String: Any] = [:]

  /// A filter that changes nothing yet, where its type has a value to say so. An unknown type draws nothing.
  public init(type: String) { state = FilterState(type: type) }

  /// The same as `init(type:)`, as in Core Image (assumed: the class is private).
  public convenience init(name: String) { self.init(type: name) }

  init(_ state: FilterState) { self.state = state }

  /// A filter of the same type with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAFilter(state)
    copy.undefinedValues = undefinedValues
    return copy
  }

  /// The types there are.
  public static var types: [String] { FilterKind.allCases.map(\.rawValue) }

  /// As it was given.
  public final var type: String { state.type }
  /// The names of that filter, Core Image's among them.
  package final var typeNames: [String] { state.kind?.names ?? [type] }
  /// Whether there is a filter of the type.
  package final var isKnown: Bool { state.kind != nil }
  /// Keys of the values that the filter takes.
  public final var inputKeys: [String] { state.kind?.inputKeys ?? [] }

  /// Name by which key paths find the filter in its layer. Default nil.
  open var name: String? {
    get { state.name }
    set { state.name = newValue }
  }
  /// Whether the filter acts. Default true.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { state.isEnabled = newValue }
  }

  /// Gives every value its default again.
  open func setDefaults() {
    var fresh = FilterState(type: state.type)
    (fresh.name, fresh.isEnabled) = (state.name, state.isEnabled)
    state = fresh
  }

  // MARK: Key-value coding

  /// The value for a key, numbers as `NSNumber`; nil for keys that were never set.
  open func value(forKey key: String) -> Any? { keyValue(forKeyPath: key) }
  /// Sets the value for a key; a key that no filter has is stored as in any key-value container.
  ///
  /// - Precondition: the value is of the key's kind, or one that converts to it.
  open func setValue(_ value: Any?, forKey key: String) { setKeyValue(value, forKeyPath: key) }
  /// The value of an input or a key of one's own; nil if it is not set.
  open func value(forKeyPath keyPath: String) -> Any? { keyValue(forKeyPath: keyPath) }
  /// Sets an input, or a key of one's own.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyValue(value, forKeyPath: keyPath) }

  package final func readUndefined(_ key: String) -> Any? { undefinedValues[key] }
  package final func writeUndefined(_ value: Any?, _ key: String) { undefinedValues[key] = value }

  /// Filters of equal values are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CAFilter)?.state == state }
  /// Equal filters have equal hashes.
  open override var hash: Int { state.type.hashValue }
}

extension CAFilter: PropertyContainer {
  package var className: String { "filter \"\(type)\"" }
  package var object: Any? { self }
  package var keys: [String] { state.keys }
  package var allKeys: [String] { state.allKeys }
  package func info(forKey key: String) -> PropertyInfo? { state.row(forKey: key)?.info }
  package func readProperty(_ key: String) -> Any? { state.row(forKey: key)?.read(state) }
  package func defaultProperty(_ key: String) -> Any? { state.row(forKey: key)?.read(FilterState(type: type)) }
  package func writeProperty(_ value: Any?, _ key: String) -> Bool {
    state.row(forKey: key)?.write(&state, value) ?? false
  }
  package func elements(_ key: String) -> [any PropertyContainer]? { nil }
}
