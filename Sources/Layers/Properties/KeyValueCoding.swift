// Key-value coding as Core Animation has it: it converts where it can, stores what it does not know, and raises an
// exception where a number is asked for and something without a number is given (behavior.md 1.18).

extension PropertyContainer {
  func keyValue(forKeyPath keyPath: String) -> Any? {
    switch follow(keyPath[...]) {
    case .property(let container, let key, _): castable(container.readProperty(key))
    case .element(let element): element.object
    case .undefined(let container, let key): container.readUndefined(key)
    case .missing: nil
    }
  }

  /// Unknown names are ignored and undefined keys stored.
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

/// Stands for a value that layers and texts understand: another module's fonts and colours.
package protocol ValueWrapper {
  /// A `CTFont` or a `CGColor`.
  var wrappedValue: Any { get }
}

/// A value as key-value coding gives it out: a text is an object, which casts to `String` and to constants, and a size
/// is one that casts to `CGPoint` as well.
func castable(_ value: Any?) -> Any? {
  if let size = value as? CGSize { return NSValue(cgSize: size) }
  return (value as? String).map { NSString(string: $0) } ?? value
}

extension PropertyInfo {
  /// Writes what key-value coding was given, converted where it is of another kind.
  /// - Parameter fallback: the property's default, which nil and unknown names stand for.
  /// - Parameter write: false for a value of the wrong kind.
  func assign(_ value: Any?, named keyPath: String, fallback: Any?, _ write: (Any?) -> Bool) {
    if write(value) { return }
    for converted in kind.conversions(of: value) where write(converted) { return }
    let isNothing = value == nil || value is NSNull
    if isNothing || kind.isEnumeration, write(fallback) { return }
    // Apple's system stores any object where it expects one, and shows nothing of it.
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

  /// A value of another kind as values of this one, the most fitting first: texts as numbers, numbers that are too
  /// large for their type at its end, UIKit's colours as Core Graphics'.
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
  /// The nearest whole number toward zero that an `Int` holds; 0 for NaN.
  fileprivate var clampedToInt: Int {
    if isNaN { return 0 }
    return Int(exactly: rounded(.towardZero)) ?? (self > 0 ? Int.max : Int.min)
  }
}
