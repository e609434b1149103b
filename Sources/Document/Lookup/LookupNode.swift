/// A layer, or an element of its lists such as a cell, with its path.
package struct LookupNode {
  package typealias Step = (list: String, index: Int)

  package let layer: CALayer
  let container: any PropertyContainer
  package var steps: [Step] = []
  /// Names in the path, beginning with the layer's name. Missing names are left out.
  var names: [String] = []
  /// Core Animation's key path from the layer to the container, with a final dot; nil if a name is missing.
  var keyPath: String? = ""

  private(set) var isNamed = true

  /// A layer and all elements of its lists that are not layers, each before its own elements.
  package static func all(in layer: CALayer) -> [LookupNode] {
    var node = LookupNode(layer: layer, container: layer)
    node.add(layer.label)
    return [node] + node.elements
  }

  private mutating func add(_ name: String?) {
    isNamed = name.map { !$0.isEmpty && !$0.contains(".") } ?? false
    if isNamed, let name { names.append(name) }
  }

  private var elements: [LookupNode] {
    container.listKeys.flatMap { key -> [LookupNode] in
      var seen = Set<String>()
      return (container.elements(key) ?? []).enumerated().flatMap { index, element -> [LookupNode] in
        guard !(element is CALayer) else { return [] }
        var node = LookupNode(layer: layer, container: element)
        (node.steps, node.names) = (steps + [(key, index)], names)
        node.add(element.name)
        // Key paths find only the first of several elements with the same name.
        let isReached = node.isNamed && seen.insert(element.name ?? "").inserted
        node.keyPath = isReached ? keyPath.map { "\($0)\(key).\(element.name ?? "")." } : nil
        return [node] + node.elements
      }
    }
  }

  package func found(_ key: String) -> LayerLookup.Found? {
    guard let info = container.info(forKey: key) else { return nil }
    return LayerLookup.Found(
      layer: layer, name: layer.label, keyPath: keyPath.map { $0 + key } ?? indexedPath + key,
      place: PropertyPlace(container: container, key: key, info: info, steps: steps))
  }

  /// For example `emitterCells[0].`.
  private var indexedPath: String { steps.map { "\($0.list)[\($0.index)]." }.joined() }

  /// Whether names match this node. The last one must be the container's own, the others must be in its path, in order.
  /// `*` matches one name, `**` any number.
  package func answers(to pattern: ArraySlice<Substring>) -> Bool {
    guard !pattern.isEmpty else { return true }
    guard isNamed else { return false }
    if pattern.contains("**") || pattern.contains("*") {
      return Self.fits(pattern, names[...]) || Self.fits(pattern, names.dropFirst())
    }
    guard let own = names.last, pattern.last.map({ $0 == own }) ?? false else { return false }
    var rest = names.dropLast()[...]
    return pattern.dropLast().allSatisfy { name in
      guard let place = rest.firstIndex(where: { $0 == name }) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  private static func fits(_ pattern: ArraySlice<Substring>, _ names: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return names.isEmpty }
    if first == "**" {
      return fits(pattern.dropFirst(), names) || !names.isEmpty && fits(pattern, names.dropFirst())
    }
    guard let name = names.first, first == "*" || first == name else { return false }
    return fits(pattern.dropFirst(), names.dropFirst())
  }
}
