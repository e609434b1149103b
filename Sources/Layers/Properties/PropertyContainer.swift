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

// MARK: For tools: errors instead of silence

extension PropertyContainer {
  /// Sets a value of any accepted spelling (see `PropertyValue`): like `setValue(_:forKeyPath:)`, but what that ignores
  /// or traps on is an error here, and keys that no row has are refused.
  package func set(_ value: Any?, atKeyPath keyPath: String) throws(PropertyError) {
    let (container, key, info) = try locate(keyPath)
    guard !container.writeProperty(value, key) else { return }
    throw PropertyError(keyPath: keyPath, reason: .wrongKind(expected: info.kind, given: describe(value)))
  }

  /// The row at a key path and its present value.
  package func property(atKeyPath keyPath: String) throws(PropertyError) -> (info: PropertyInfo, value: Any?) {
    let (container, key, info) = try locate(keyPath)
    return (info, container.readProperty(key))
  }

  /// The row at a key path; nil if the path leads to no property. For the reason ask `property(atKeyPath:)`.
  package func info(atKeyPath keyPath: String) -> PropertyInfo? {
    if case .property(_, _, let info) = follow(keyPath[...]) { info } else { nil }
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

  private func reachable(_ elements: [any PropertyContainer]) -> [(String, any PropertyContainer)] {
    var seen = Set<String>()
    return elements.compactMap { element in
      guard let name = element.name, !name.contains("."), seen.insert(name).inserted else { return nil }
      return (name, element)
    }
  }
}

// MARK: Key-value coding

extension PropertyContainer {
  func keyValue(forKeyPath keyPath: String) -> Any? {
    switch follow(keyPath[...]) {
    case .property(let container, let key, _): container.readProperty(key)
    case .element(let element): element.object
    case .undefined(let container, let key): container.readUndefined(key)
    case .missing: nil
    }
  }

  /// Unknown names are ignored and undefined keys stored, as Core Animation does; unknown spellings of an enumeration
  /// fall back to its default; other wrong kinds are a mistake in the program.
  func setKeyValue(_ value: Any?, forKeyPath keyPath: String) {
    switch follow(keyPath[...]) {
    case .property(let container, let key, let info):
      if container.writeProperty(value, key) { return }
      guard case .enumeration = info.kind, text(in: value) != nil else {
        preconditionFailure("\(keyPath): expected \(info.kind), not \(describe(value))")
      }
      _ = container.writeProperty(container.defaultProperty(key), key)
    case .undefined(let container, let key):
      container.writeUndefined(value, key)
    case .element, .missing:
      break
    }
  }
}

// MARK: Following a path

/// Where a key path leads.
private enum Destination {
  case property(any PropertyContainer, key: String, info: PropertyInfo)
  case element(any PropertyContainer)
  case undefined(any PropertyContainer, key: String)
  case missing(name: String, relation: String, elements: [any PropertyContainer])
}

extension PropertyContainer {
  private func follow(_ path: Substring) -> Destination {
    let key = String(path)
    if let info = info(forKey: key) { return .property(self, key: key, info: info) }
    let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, let elements = elements(String(parts[0])) else { return .undefined(self, key: key) }
    guard let element = elements.first(where: { $0.name.map { $0 == parts[1] } ?? false }) else {
      return .missing(name: String(parts[1]), relation: String(parts[0]), elements: elements)
    }
    return parts.count == 2 ? .element(element) : element.follow(parts[2])
  }

  private func locate(
    _ keyPath: String
  ) throws(PropertyError) -> (container: any PropertyContainer, key: String, info: PropertyInfo) {
    switch follow(keyPath[...]) {
    case .property(let container, let key, let info):
      return (container, key, info)
    case .element(let element):
      throw PropertyError(keyPath: keyPath, reason: .notAProperty(owner: element.className))
    case .missing(let name, let relation, let elements):
      let names = reachable(elements).map(\.0)
      throw PropertyError(keyPath: keyPath, reason: .noSuchName(name: name, relation: relation, names: names))
    case .undefined(let container, let key):
      throw PropertyError(keyPath: keyPath, reason: container.unknown(key))
    }
  }

  /// A component key of a known property is answered with the nearest component, otherwise with the nearest property.
  private func unknown(_ key: String) -> PropertyError.Reason {
    let nearest = key.nearest(in: allKeys) ?? key.prefix { $0 != "." }.description.nearest(in: keys)
    return .unknownKey(key: key, owner: className, nearest: nearest)
  }
}

/// How a wrong value is named in messages.
private func describe(_ value: Any?) -> String {
  guard let value else { return "nothing" }
  let text = String(describing: value)
  return "'\(text.count > 40 ? text.prefix(40) + "..." : text[...])' (\(type(of: value)))"
}
