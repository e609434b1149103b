/// Layers by their names, in the order of the tree; by their ids where no layer has such a name.
struct LayerNames {
  private var layers: [String: [CALayer]] = [:]
  private var ids: [String: [CALayer]] = [:]
  /// How many dots names have: what parts the name from the key in a path such as `a.b.opacity`.
  private var dots = Set<Int>()

  /// Adds a layer, without what is in it.
  mutating func add(_ layer: CALayer) {
    if let name = layer.name { Self.add(layer, name, &layers, &dots) }
    if let id = layer.id { Self.add(layer, id, &ids, &dots) }
  }

  private static func add(
    _ layer: CALayer, _ name: String, _ layers: inout [String: [CALayer]], _ dots: inout Set<Int>
  ) {
    if layers[name] == nil { dots.insert(name.utf8.count { $0 == UInt8(ascii: ".") }) }
    layers[name, default: []].append(layer)
  }

  subscript(name: String) -> [CALayer] { layers[name] ?? ids[name] ?? [] }

  var isEmpty: Bool { layers.isEmpty && ids.isEmpty }

  /// Every way to read a path as the name of a layer and something behind it.
  func splits(of path: String) -> [(name: String, rest: String)] {
    var (result, count) = ([(String, String)](), 0)
    for place in path.utf8.indices where path.utf8[place] == UInt8(ascii: ".") {
      defer { count += 1 }
      guard dots.contains(count) else { continue }
      let name = String(path[..<place])
      if layers[name] != nil || ids[name] != nil {
        result.append((name, String(path[path.utf8.index(after: place)...])))
      }
    }
    return result
  }

  /// The first layer of a name that fits; those that do not are forgotten.
  mutating func first(_ name: String, where fits: (CALayer) -> Bool) -> CALayer? {
    Self.first(name, &layers) { $0.name == name && fits($0) } ?? Self.first(name, &ids) { $0.id == name && fits($0) }
  }

  private static func first(
    _ name: String, _ layers: inout [String: [CALayer]], where fits: (CALayer) -> Bool
  ) -> CALayer? {
    guard let known = layers[name], !known.isEmpty else { return nil }
    if fits(known[0]) { return known[0] }
    layers[name] = Array(known.drop { !fits($0) })
    return layers[name]?.first
  }
}

extension CALayer {
  /// Beside the name: what key paths find the layer by where no layer has it as its name.
  package var id: String? { readProperty("id") as? String }

  package var label: String? { name ?? id }

  /// The layer and everything in it, each before its mask and its sublayers.
  var withDescendants: [CALayer] {
    var (result, pending) = ([CALayer](), [self])
    while let layer = pending.popLast() {
      result.append(layer)
      pending.append(contentsOf: (layer.sublayers ?? []).reversed())
      if let mask = layer.mask { pending.append(mask) }
    }
    return result
  }

  /// Whether the layer is in the tree of another, or is it.
  func isInside(_ root: CALayer) -> Bool {
    var ancestor: CALayer? = self
    while let layer = ancestor {
      if layer === root { return true }
      ancestor = layer.superlayer
    }
    return false
  }
}
