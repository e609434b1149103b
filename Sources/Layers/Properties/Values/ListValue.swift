/// A type that properties hold arrays of.
package protocol ListElement: PropertyValue {
  static var listKind: ValueKind { get }
}

extension CGColor: ListElement {
  package static var listKind: ValueKind { .colors }
}

extension Double: ListElement {
  package static var listKind: ValueKind { .numbers }
}

/// Nothing of an array is written if one element is of the wrong kind.
extension Array: PropertyValue where Element: ListElement {
  package static var kind: ValueKind { Element.listKind }
  package init?(keyValue: Any?) {
    guard let given = keyValue as? [Any] else { return nil }
    let elements = given.compactMap { Element(keyValue: $0) }
    guard elements.count == given.count else { return nil }
    self = elements
  }
  package var keyValue: Any? { compactMap(\.keyValue) }
}
