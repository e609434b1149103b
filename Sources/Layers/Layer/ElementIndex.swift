/// The location of a property: its owner, its key, and the path to the owner through lists of a layer.
package struct PropertyPlace {
  package let container: any PropertyContainer
  package let key: String
  package let info: PropertyInfo
  package let steps: [(list: String, index: Int)]

  package init(
    container: any PropertyContainer, key: String, info: PropertyInfo, steps: [(list: String, index: Int)]
  ) {
    (self.container, self.key, self.info, self.steps) = (container, key, info, steps)
  }
}

/// An index of list elements for many key paths. It searches each list once. The layers must not change meanwhile.
package final class ElementIndex {
  private struct Key: Hashable {
    let layer: ObjectIdentifier
    let path: Substring
  }

  private struct List {
    /// Retained, so that no other layer gets the same identity.
    let layer: CALayer
    let elements: [any PropertyContainer]
    var places: [String: Int] = [:]
  }

  private var lists: [Key: List] = [:]

  /// Creates an empty index.
  package init() {}

  /// Returns the property at a key path from a layer, or nil if there is none.
  package func place(ofKeyPath keyPath: String, on layer: CALayer) -> PropertyPlace? {
    var (owner, rest): (any PropertyContainer, Substring) = (layer, keyPath[...])
    var steps: [(list: String, index: Int)] = []
    while true {
      let key = String(rest)
      if let info = owner.info(forKey: key) {
        return PropertyPlace(container: owner, key: key, info: info, steps: steps)
      }
      let parts = rest.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let place = Key(layer: ObjectIdentifier(layer), path: keyPath[..<parts[0].endIndex])
      guard let list = list(String(parts[0]), of: owner, layer, place), let index = list.places[String(parts[1])] else {
        return nil
      }
      steps.append((String(parts[0]), index))
      (owner, rest) = (list.elements[index], parts[2])
    }
  }

  private func list(_ key: String, of owner: any PropertyContainer, _ layer: CALayer, _ place: Key) -> List? {
    if let known = lists[place] { return known }
    guard let elements = owner.elements(key) else { return nil }
    var list = List(layer: layer, elements: elements)
    for (index, element) in elements.enumerated() {
      guard let name = element.name, list.places[name] == nil else { continue }
      list.places[name] = index
    }
    lists[place] = list
    return list
  }
}
