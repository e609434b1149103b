public import Layers

/// Finds what a path such as `sky.emitterCells.snow.birthRate` means in a tree of layers.
///
/// The first component names a layer; without such a name the path belongs to the only layer on which it leads
/// somewhere.
public struct LayerLookup {
  let root: CALayer

  public init(root: CALayer) {
    self.root = root
  }

  public struct Found {
    public let layer: CALayer
    /// Without the layer's name.
    public let keyPath: String
    public let info: PropertyInfo
    public let value: Any?
  }

  /// All layers, each before its sublayers.
  var layers: [CALayer] {
    var result: [CALayer] = []
    var pending = [root]
    while let layer = pending.popLast() {
      result.append(layer)
      pending.append(contentsOf: (layer.sublayers ?? []).reversed())
    }
    return result
  }

  func layer(named name: String) -> CALayer? { layers.first { $0.name == name } }

  /// The property that a path leads to. Errors: nothing there, or several layers where it could belong.
  public func find(_ path: String) throws(ValueMismatch) -> Found {
    let named = layers.compactMap { layer -> Found? in
      guard let name = layer.name, path.hasPrefix(name + ".") else { return nil }
      return find(String(path.dropFirst(name.count + 1)), on: layer)
    }
    let matches = named.isEmpty ? layers.compactMap { find(path, on: $0) } : named
    if matches.count == 1 { return matches[0] }
    throw matches.isEmpty ? unknown(path) : ambiguous(path, matches.map(\.layer))
  }

  private func find(_ keyPath: String, on layer: CALayer) -> Found? {
    guard let property = try? layer.property(atKeyPath: keyPath) else { return nil }
    return Found(layer: layer, keyPath: keyPath, info: property.info, value: property.value)
  }

  private func ambiguous(_ path: String, _ layers: [CALayer]) -> ValueMismatch {
    let names = layers.map { layer in layer.name.map { "\($0).\(path)" } ?? "an unnamed \(layer.className)" }
    return ValueMismatch("\(path) could belong to several layers: \(names.joined(separator: ", "))")
  }

  private func unknown(_ path: String) -> ValueMismatch {
    let known = layers.flatMap { layer in
      layer.allProperties.flatMap { entry in
        [entry.keyPath] + (layer.name.map { ["\($0).\(entry.keyPath)"] } ?? [])
      }
    }
    if let nearest = path.nearest(in: known) {
      return ValueMismatch("no property \(path); did you mean \(nearest)?")
    }
    return ValueMismatch("no property \(path); \(reason(path))")
  }

  /// What the layer that the path seems to speak of says about it.
  private func reason(_ path: String) -> String {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    let names = layers.compactMap(\.name)
    let speaksOfLayer = parts.count == 2 && names.contains(parts[0])
    let keyPath = speaksOfLayer ? parts[1] : path
    let candidates = speaksOfLayer ? layers.filter { $0.name == parts[0] } : layers
    for layer in candidates {
      do {
        _ = try layer.property(atKeyPath: keyPath)
      } catch {
        switch error.reason {
        case .noSuchName, .notAProperty: return error.description
        case .unknownKey(_, _, let nearest) where nearest != nil: return error.description
        case .unknownKey, .wrongKind: continue
        }
      }
    }
    return names.isEmpty ? "no layer has a name" : "layers are \(names.joined(separator: ", "))"
  }
}
