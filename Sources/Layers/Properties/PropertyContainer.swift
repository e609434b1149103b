/// Something with properties that key paths lead through: a layer, an emitter cell, a cell that a layer works with.
package protocol PropertyContainer {
  /// For error messages.
  var className: String { get }
  /// The name by which a key path finds it among its siblings.
  var name: String? { get }
  /// The answer of `value(forKeyPath:)` for a path that ends here.
  var object: Any? { get }
  /// Keys without components, in order.
  var keys: [String] { get }
  /// Keys with components.
  var allKeys: [String] { get }
  /// Those of `keys` that have elements.
  var listKeys: [String] { get }
  /// Nil for a key that no row has; component keys count.
  func info(forKey key: String) -> PropertyInfo?
  func readProperty(_ key: String) -> Any?
  /// The value of a fresh object.
  func defaultProperty(_ key: String) -> Any?
  /// False if the value is of the wrong kind.
  func writeProperty(_ value: Any?, _ key: String) -> Bool
  /// The elements of the list at a key, nil if there is no such list.
  func elements(_ key: String) -> [any PropertyContainer]?
  /// Values for keys that no row has, as in a key-value container.
  func readUndefined(_ key: String) -> Any?
  func writeUndefined(_ value: Any?, _ key: String)
}

extension PropertyContainer {
  package var listKeys: [String] { [] }
}

/// A property as found in a tree of layers and cells.
package struct PropertyEntry {
  /// From the container that was asked, for example `emitterCells.snow.birthRate`.
  package let keyPath: String
  package let info: PropertyInfo
  package let value: Any?

  package init(keyPath: String, info: PropertyInfo, value: Any?) {
    (self.keyPath, self.info, self.value) = (keyPath, info, value)
  }
}

extension PropertyContainer {
  /// Sets a value of any accepted spelling (see `PropertyValue`): like `setValue(_:forKeyPath:)`, but what that ignores
  /// or traps on is an error here, and keys that no row has are refused.
  package func set(_ value: Any?, atKeyPath keyPath: String) throws(PropertyError) {
    let (container, key, info) = try locate(keyPath)
    if !isNotANumber(value), container.writeProperty(value, key) { return }
    throw PropertyError(keyPath: keyPath, reason: .wrongKind(expected: info.kind, given: describe(value)))
  }

  /// The row at a key path and its present value.
  package func property(atKeyPath keyPath: String) throws(PropertyError) -> (info: PropertyInfo, value: Any?) {
    let (container, key, info) = try locate(keyPath)
    return (info, container.readProperty(key))
  }

  /// Every property that can be tuned from here by key path: own ones, then those of named cells and sublayers.
  /// Rows only, without components; of elements with the same name only the first can be reached.
  package var allProperties: [PropertyEntry] {
    keys.flatMap { key -> [PropertyEntry] in
      guard let info = info(forKey: key) else { return [] }
      guard let elements = elements(key) else {
        return info.isDerived ? [] : [PropertyEntry(keyPath: key, info: info, value: readProperty(key))]
      }
      return reachable(elements).flatMap { name, element in
        element.allProperties.map {
          PropertyEntry(keyPath: "\(key).\(name).\($0.keyPath)", info: $0.info, value: $0.value)
        }
      }
    }
  }

  func reachable(_ elements: [any PropertyContainer]) -> [(String, any PropertyContainer)] {
    var seen = Set<String>()
    return elements.compactMap { element in
      guard let name = element.name, !name.contains("."), seen.insert(name).inserted else { return nil }
      return (name, element)
    }
  }
}
