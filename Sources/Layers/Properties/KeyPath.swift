enum KeyPathDestination {
  case property(any PropertyContainer, key: String, info: PropertyInfo)
  case element(any PropertyContainer)
  case undefined(any PropertyContainer, key: String)
  case missing(name: String, relation: String, elements: [any PropertyContainer])
}

extension PropertyContainer {
  func follow(_ path: Substring) -> KeyPathDestination {
    let key = String(path)
    if let info = info(forKey: key) { return .property(self, key: key, info: info) }
    let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, let elements = elements(String(parts[0])) else { return .undefined(self, key: key) }
    guard let element = elements.first(where: { $0.name.map { $0 == parts[1] } ?? false }) else {
      return .missing(name: String(parts[1]), relation: String(parts[0]), elements: elements)
    }
    return parts.count == 2 ? .element(element) : element.follow(parts[2])
  }

  /// Returns the property at a key path, or nil. `property(atKeyPath:)` reports the reason.
  package func info(atKeyPath keyPath: String) -> PropertyInfo? {
    if let info = info(forKey: keyPath) { return info }
    return if case .property(_, _, let info) = follow(keyPath[...]) { info } else { nil }
  }

  func locate(
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

  /// Suggests the nearest component for a component key of a known property, otherwise the nearest property.
  private func unknown(_ key: String) -> PropertyError.Reason {
    let nearest = key.nearest(in: allKeys) ?? key.prefix { $0 != "." }.description.nearest(in: keys)
    return .unknownKey(key: key, owner: className, nearest: nearest)
  }
}
