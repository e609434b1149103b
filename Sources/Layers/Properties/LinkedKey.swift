/// A property for key-value coding only, such as a linked object or a read-only value. Documents cannot use it.
struct LinkedKey<Root: AnyObject>: Sendable {
  let isOwned: @Sendable (Root) -> Bool
  let read: @Sendable (Root) -> Any?
  /// Nil for read-only properties.
  private let set: (@Sendable (Root, Any?) -> Void)?

  /// Creates a read-only property.
  init<Owner>(reading read: @escaping @Sendable (Owner) -> Any?) {
    isOwned = { $0 is Owner }
    self.read = { ($0 as? Owner).flatMap(read) }
    set = nil
  }

  /// An object of another class counts as nil: Apple's system stores it without a visible effect.
  /// - Parameter convert: returns nil for a value of the wrong type.
  init<Owner, Value>(
    _ path: any ReferenceWritableKeyPath<Owner, Value?> & Sendable,
    _ convert: @escaping @Sendable (Any) -> Value? = { $0 as? Value }
  ) {
    isOwned = { $0 is Owner }
    read = { ($0 as? Owner).flatMap { $0[keyPath: path] }.map { $0 as Any } }
    set = { root, value in (root as? Owner)?[keyPath: path] = value.flatMap(convert) }
  }

  func write(_ value: Any?, to root: Root, named key: String) {
    guard let set else { misuse("\(key): read-only") }
    set(root, value)
  }
}
