// Key-value coding as in Core Animation: it converts values where possible, stores undefined keys, and raises an
// exception for a value that cannot be converted to a number (behavior.md 1.18).

extension PropertyContainer {
  func keyValue(forKeyPath keyPath: String) -> Any? {
    switch follow(keyPath[...]) {
    case .property(let container, let key, _): castable(container.readProperty(key))
    case .element(let element): element.object
    case .undefined(let container, let key): container.readUndefined(key)
    case .missing: nil
    }
  }

  func setKeyValue(_ value: Any?, forKeyPath keyPath: String) {
    switch follow(keyPath[...]) {
    case .property(let container, let key, let info):
      info.assign(value, named: keyPath, fallback: container.defaultProperty(key)) {
        container.writeProperty($0, key)
      }
    case .undefined(let container, let key):
      container.writeUndefined(value, key)
    case .element, .missing:
      break
    }
  }
}

/// A wrapper of a value for layers and text, for fonts and colours of other modules.
package protocol ValueWrapper {
  var wrappedValue: Any { get }
}

/// Returns a value for key-value coding. Strings are objects that cast to `String` and to constants; sizes also cast to
/// `CGPoint`.
func castable(_ value: Any?) -> Any? {
  if let size = value as? CGSize { return NSValue(cgSize: size) }
  return (value as? String).map { NSString(string: $0) } ?? value
}

extension PropertyInfo {
  /// Writes a value for key-value coding, converted to the type of the property.
  /// - Parameter fallback: the default of the property, used for nil and unknown names.
  /// - Parameter write: returns false for a value of the wrong type.
  func assign(_ value: Any?, named keyPath: String, fallback: Any?, _ write: (Any?) -> Bool) {
    if write(value) { return }
    for converted in kind.conversions(of: value) where write(converted) { return }
    let isNothing = value == nil || value is NSNull
    if isNothing || kind.isEnumeration, write(fallback) { return }
    // Apple's system stores objects of other classes without a visible effect.
    if kind.holdsObject, write(nil) { return }
    misuse("\(keyPath): expected \(kind), not \(describe(value))")
  }
}

extension ValueKind {
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }

  fileprivate var holdsObject: Bool {
    switch self {
    case .string, .color, .colors, .numbers, .image, .contents, .path, .filters, .behaviors, .animators:
      true
    default: false
    }
  }

  /// Converts a value of another type, best match first: strings to numbers, too large numbers to the limit of the
  /// type, UIKit colours to `CGColor`.
  fileprivate func conversions(of value: Any?) -> [Any] {
    let text = (value as? String).map { NSString(string: $0) }
    switch self {
    case .number: return text.map { [NSNumber(value: $0.doubleValue)] } ?? []
    case .boolean: return text.map { [NSNumber(value: $0.boolValue)] } ?? []
    case .integer:
      guard let number = text?.doubleValue ?? (value as? NSNumber)?.doubleValue else { return [] }
      let whole = number.clampedToInt
      return [NSNumber(value: whole), NSNumber(value: UInt32(truncatingIfNeeded: whole))]
    case .enumeration: return value.map { [LooseValue(value: $0)] } ?? []
    case .color: return [(value as? any ValueWrapper)?.wrappedValue].compactMap { $0 }
    case .colors: return (value as? [Any]).map { [$0.map { ($0 as? any ValueWrapper)?.wrappedValue ?? $0 }] } ?? []
    default: return []
    }
  }
}

extension Double {
  /// The nearest whole number toward zero that fits in an `Int`; 0 for NaN.
  fileprivate var clampedToInt: Int {
    if isNaN { return 0 }
    return Int(exactly: rounded(.towardZero)) ?? (self > 0 ? Int.max : Int.min)
  }
}
