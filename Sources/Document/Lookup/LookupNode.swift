/// A layer, or something in a layer's lists such as a cell, with the way that leads to it.
package struct LookupNode {
  package typealias Step = (list: String, index: Int)

  package let layer: CALayer
  let container: any PropertyContainer
  /// From the layer.
  package var steps: [Step] = []
  /// Names on the way, the layer's first; those that were not given are missing.
  var names: [String] = []
  /// Core Animation's key path of the container from the layer, with a dot at its end; nil where a name is missing.
  var keyPath: String? = ""

  /// Whether the container itself has a name that paths can use.
  private(set) var isNamed = true

  /// A layer and everything in its lists that is not a layer, each before what it holds.
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
        // Of elements with one name, key paths reach the first.
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

  /// As `emitterCells[0].`.
  private var indexedPath: String { steps.map { "\($0.list)[\($0.index)]." }.joined() }

  /// Whether names lead here: the last is the container's own, the others are on the way, in order. `*` stands for one
  /// name, `**` for any number of them.
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
