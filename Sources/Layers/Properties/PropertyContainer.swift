/// An object with properties for key paths: a layer, an emitter cell, or a cell in use by a layer.
package protocol PropertyContainer {
  var className: String { get }
  /// The name in key paths.
  var name: String? { get }
  /// The result of `value(forKeyPath:)` for a path that ends here.
  var object: Any? { get }
  /// Keys without components, in order.
  var keys: [String] { get }
  var allKeys: [String] { get }
  /// Those of `keys` that are lists of objects.
  var listKeys: [String] { get }
  /// Nil for an undefined key. Accepts component keys.
  func info(forKey key: String) -> PropertyInfo?
  func readProperty(_ key: String) -> Any?
  func defaultProperty(_ key: String) -> Any?
  /// Returns false for a value of the wrong type.
  func writeProperty(_ value: Any?, _ key: String) -> Bool
  /// The elements of the list at a key, or nil if there is no such list.
  func elements(_ key: String) -> [any PropertyContainer]?
  /// Values of undefined keys, as in a key-value container.
  func readUndefined(_ key: String) -> Any?
  func writeUndefined(_ value: Any?, _ key: String)
}

extension PropertyContainer {
  package var listKeys: [String] { [] }
}

package struct PropertyEntry {
  /// Key path from the container, for example `emitterCells.snow.birthRate`.
  package let keyPath: String
  package let info: PropertyInfo
  package let value: Any?

  package init(keyPath: String, info: PropertyInfo, value: Any?) {
    (self.keyPath, self.info, self.value) = (keyPath, info, value)
  }
}

extension PropertyContainer {
  /// Sets a value in any accepted form (see `PropertyValue`). Unlike `setValue(_:forKeyPath:)`, it throws an error for
  /// ignored or trapping values and for undefined keys.
  package func set(_ value: Any?, atKeyPath keyPath: String) throws(PropertyError) {
    let (container, key, info) = try locate(keyPath)
    if !isNotANumber(value), container.writeProperty(value, key) { return }
    throw PropertyError(keyPath: keyPath, reason: .wrongKind(expected: info.kind, given: describe(value)))
  }

  /// Returns the property at a key path and its present value.
  package func property(atKeyPath keyPath: String) throws(PropertyError) -> (info: PropertyInfo, value: Any?) {
    let (container, key, info) = try locate(keyPath)
    return (info, container.readProperty(key))
  }

  /// All properties that key paths can reach: those of this object, then of named cells and sublayers. Without
  /// components. Of elements with the same name, only the first is included.
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
