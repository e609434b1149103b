package import StarmineLayers

/// Finds what a path such as `sky.emitterCells.snow.birthRate` means in a tree of layers.
///
/// The first component names a layer; without such a name the path belongs to the only layer on which it leads
/// somewhere.
package struct LayerLookup {
  let root: CALayer
  /// Layers that a timeline brings in later: they have names, too.
  var added: [CALayer] = []

  package init(root: CALayer) {
    self.root = root
  }

  package struct Found {
    package let layer: CALayer
    /// Without the layer's name.
    package let keyPath: String
    package let info: PropertyInfo
    package let value: Any?

    /// With the layer's name, as `--set` takes it.
    package var path: String { layer.name.map { "\($0).\(keyPath)" } ?? keyPath }
  }

  /// All layers, each before its sublayers.
  var layers: [CALayer] {
    var result: [CALayer] = []
    var pending = added + [root]
    while let layer = pending.popLast() {
      result.append(layer)
      pending.append(contentsOf: (layer.sublayers ?? []).reversed())
      if let mask = layer.mask { pending.append(mask) }
    }
    return result
  }

  func layer(named name: String) -> CALayer? { layers.first { $0.name == name } }

  /// The property that a path leads to. Errors: nothing there, or several layers where it could belong.
  package func find(_ path: String) throws(ValueMismatch) -> Found {
    let named = layers.compactMap { layer -> Found? in
      guard let name = layer.name, path.hasPrefix(name + ".") else { return nil }
      return find(String(path.dropFirst(name.count + 1)), on: layer)
    }
    let matches = named.isEmpty ? layers.compactMap { find(path, on: $0) } : named
    if matches.count == 1 { return matches[0] }
    throw matches.isEmpty ? unknown(path) : ambiguous(path, matches.map(\.layer))
  }

  /// All properties that a path with `*` in place of names leads to; the one that a path without it leads to.
  package func findAll(_ path: String) throws(ValueMismatch) -> [Found] {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.contains("*") else { return [try find(path)] }
    let found = layers.flatMap { layer -> [Found] in
      let isNamed = layer.name.map { parts[0] == "*" || parts[0] == $0 } ?? false
      let named = isNamed ? Self.expand(parts.dropFirst(), in: layer) : []
      return (named.isEmpty ? Self.expand(parts[...], in: layer) : named).compactMap { find($0, on: layer) }
    }
    if !found.isEmpty { return found }
    let hint = parts.last.flatMap { key in String(key).nearest(in: layers.flatMap(Self.keys)) }
    throw ValueMismatch(
      "no property \(path)\(hint.map { $0 == parts.last ?? "" ? "" : "; did you mean \($0)?" } ?? "")")
  }

  /// Key paths of the properties that a pattern leads to.
  private static func expand(_ parts: ArraySlice<Substring>, in container: any PropertyContainer) -> [String] {
    let key = parts.joined(separator: ".")
    if container.info(forKey: key).map({ !$0.isDerived }) ?? false { return [key] }
    guard parts.count > 2, let list = parts.first.map(String.init), let elements = container.elements(list) else {
      return []
    }
    let pattern = parts[parts.startIndex + 1]
    var seen = Set<String>()
    return elements.flatMap { element -> [String] in
      guard let name = element.name, !name.contains("."), seen.insert(name).inserted, pattern == "*" || pattern == name
      else { return [] }
      return expand(parts.dropFirst(2), in: element).map { "\(list).\(name).\($0)" }
    }
  }

  /// Keys of a container and of everything in it.
  private static func keys(_ container: any PropertyContainer) -> [String] {
    container.allKeys + container.keys.flatMap { key in (container.elements(key) ?? []).flatMap(keys) }
  }

  private func find(_ keyPath: String, on layer: CALayer) -> Found? {
    guard let property = try? layer.property(atKeyPath: keyPath) else { return nil }
    return Found(layer: layer, keyPath: keyPath, info: property.info, value: property.value)
  }

  private func ambiguous(_ path: String, _ layers: [CALayer]) -> ValueMismatch {
    let names = layers.map { layer in layer.name.map { "\($0).\(path)" } ?? "an unnamed \(layer.className)" }
    return ValueMismatch("\(path) could belong to several layers: \(names.joined(separator: ", "))")
  }

  /// The most telling of: a name that is missing on the way, the nearest property there is, the layers there are.
  private func unknown(_ path: String) -> ValueMismatch {
    if let reason = missingName(path) { return ValueMismatch("no property \(path); \(reason)") }
    let known = layers.flatMap { layer in
      layer.allProperties.flatMap { entry in
        [entry.keyPath] + (layer.name.map { ["\($0).\(entry.keyPath)"] } ?? [])
      }
    }
    if let nearest = path.nearest(in: known) { return ValueMismatch("no property \(path); did you mean \(nearest)?") }
    let names = layers.compactMap(\.name)
    let hint = names.isEmpty ? "no layer has a name" : "layers are \(names.joined(separator: ", "))"
    return ValueMismatch("no property \(path); \(hint)")
  }

  /// Says so if the path goes through a list, such as `emitterCells`, that has no element of the given name.
  private func missingName(_ path: String) -> String? {
    for layer in layers {
      let ownName = layer.name.map { $0 + "." } ?? ""
      let keyPath = ownName.isEmpty || !path.hasPrefix(ownName) ? path : String(path.dropFirst(ownName.count))
      do throws(PropertyError) {
        _ = try layer.property(atKeyPath: keyPath)
      } catch {
        switch error.reason {
        case .noSuchName(let name, let relation, let names):
          return "no '\(name)' in \(relation), there are \(names.joined(separator: ", "))"
        case .notAProperty(let owner): return "it leads to a \(owner)"
        case .unknownKey, .wrongKind: continue
        }
      }
    }
    return nil
  }
}
