/// Finds what a path such as `sky.emitterCells.snow.birthRate` means in a tree of layers.
///
/// The first component names a layer; without such a name the path belongs to the only layer on which it leads
/// somewhere, or to a root without a name. The tree stays as it is while the lookup is used.
package final class LayerLookup {
  package let root: CALayer
  /// All layers, each before its sublayers, then those that a timeline brings in later.
  package private(set) var layers: [CALayer] = []
  private var names = LayerNames()
  private let index = ElementIndex()
  /// Answers for paths without a name, which all layers are asked about.
  private var answers: [String: [Found]] = [:]
  /// Layers that were asked whether a path leads somewhere on them.
  var asked = 0
  /// Everything that names lead to, found once.
  private var knownNodes: [LookupNode]?
  private static let mostNodes = 20_000

  /// Layers that are asked at most, over all paths: a second of searching.
  static let mostAsked = 2_000_000
  private static let mostNamed = 8
  /// Bytes of a path that can lead somewhere.
  private static let longestPath = 2000

  package init(root: CALayer) {
    self.root = root
    add(root)
  }

  package struct Found {
    package let layer: CALayer
    /// Name at the beginning of the path, nil for a path without one.
    let name: String?
    /// Without the layer's name.
    package let keyPath: String
    let place: PropertyPlace

    package var info: PropertyInfo { place.info }
    /// Owner of the property, under `key`: the layer, or something in its lists.
    package var container: any PropertyContainer { place.container }
    package var key: String { place.key }
    package var steps: [(list: String, index: Int)] { place.steps }
    package var value: Any? { container.readProperty(key) }

    /// With the layer's name, as `--set` takes it.
    package var path: String { layer.label.map { "\($0).\(keyPath)" } ?? keyPath }
  }

  /// Makes a layer with everything in it known: a timeline brings it in.
  package func add(_ layer: CALayer) {
    for layer in layer.withDescendants {
      layers.append(layer)
      names.add(layer)
    }
    answers = [:]
    knownNodes = nil
  }

  /// Everything that names lead to; of very many layers, the first.
  package var nodes: [LookupNode] {
    if let knownNodes { return knownNodes }
    let found = layers.prefix(Self.mostNodes).flatMap(LookupNode.all)
    knownNodes = found
    return found
  }

  package func layer(named name: String) -> CALayer? { names[name].first }

  /// The names there are, in the order of the layers.
  var layerNames: [String] { layers.compactMap(\.label) }

  /// The longest beginning of a path that is a layer's name, and what follows.
  func nameAndRest(of path: String) -> (name: String, rest: String)? {
    path.utf8.count <= Self.longestPath ? names.splits(of: path).last : nil
  }

  /// The property that a path leads to. Errors: nothing there, or several layers where it could belong.
  package func find(_ path: String) throws(ValueMismatchError) -> Found {
    guard path.utf8.count <= Self.longestPath else { throw ValueMismatchError("no property \(path.excerpt())") }
    var matches: [Found] = []
    for (name, rest) in names.splits(of: path) {
      matches += try search(names[name], rest, name: name)
    }
    if matches.isEmpty {
      if answers[path] == nil { answers[path] = try search(layers, path, name: nil) }
      matches = answers[path] ?? []
    }
    if matches.count == 1 { return matches[0] }
    // A root without a name has no other words for its own properties, which are the whole scene's.
    if let own = matches.first, own.layer === root, root.label == nil { return own }
    guard matches.isEmpty else { throw ambiguous(path, matches.map(\.layer)) }
    if let found = indexed(path) { return found }
    let places = places(of: path)
    if places.count == 1 { return places[0].found }
    throw places.isEmpty ? unknown(path) : ambiguous(path, places)
  }

  /// Finds a key path on layers, at most one more than a message names.
  private func search(
    _ layers: [CALayer], _ keyPath: String, name: String?
  ) throws(ValueMismatchError) -> [Found] {
    var found: [Found] = []
    for layer in layers {
      asked += 1
      guard asked <= Self.mostAsked else {
        throw ValueMismatchError(
          "the search for \(keyPath.excerpt()) takes too long; put the layer's own name in front")
      }
      guard let place = index.place(ofKeyPath: keyPath, on: layer) else { continue }
      found.append(Found(layer: layer, name: name, keyPath: keyPath, place: place))
      if found.count > Self.mostNamed { break }
    }
    return found
  }

  // MARK: Patterns

  /// All properties that a path with `*` in place of names leads to; the one that a path without it leads to.
  package func findAll(_ path: String) throws(ValueMismatchError) -> [Found] {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.contains("*") || parts.contains("**") else { return [try find(path)] }
    let isDeep = parts.contains("**")
    let found = (isDeep ? [] : layers).flatMap { layer -> [Found] in
      let isNamed = layer.label.map { parts[0] == "*" || parts[0] == $0 } ?? false
      let named = isNamed ? Self.expand(parts.dropFirst(), in: layer) : []
      return (named.isEmpty ? Self.expand(parts[...], in: layer) : named).compactMap { keyPath in
        index.place(ofKeyPath: keyPath, on: layer).map {
          Found(layer: layer, name: layer.label, keyPath: keyPath, place: $0)
        }
      }
    }
    if !found.isEmpty { return found }
    let deep = places(of: path).map(\.found)
    if !deep.isEmpty { return deep }
    throw ValueMismatchError("no property \(path.excerpt())\(hint(for: path).map { "; \($0)" } ?? "")")
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

  // MARK: Messages

  private func ambiguous(_ path: String, _ layers: [CALayer]) -> ValueMismatchError {
    let named = layers.prefix(Self.mostNamed).map { layer in
      layer.label.map { "\($0).\(path)".excerpt() } ?? "an unnamed \(layer.className)"
    }
    let rest = layers.count > named.count ? " and others" : ""
    return ValueMismatchError(
      "\(path.excerpt()) could belong to several layers: \(named.joined(separator: ", "))\(rest)")
  }

  /// The most telling of: a name that is missing on the way, the nearest property there is, the layers there are.
  private func unknown(_ path: String) -> ValueMismatchError {
    let named = names.splits(of: path).flatMap { name, rest in names[name].prefix(1).map { ($0, name + ".", rest) } }
    let places = named.isEmpty ? layers.prefix(50).map { ($0, "", path) } : named
    let start = "no property \(path.excerpt())"
    for (layer, _, rest) in places {
      if let reason = Self.missingName(rest, on: layer) { return ValueMismatchError("\(start); \(reason)") }
    }
    var known: [String] = []
    for (layer, prefix, _) in places { Self.collectPaths(of: layer, prefix, to: &known) }
    if named.isEmpty { for layer in layers.prefix(50) where layer.label != nil { addNamed(layer, to: &known) } }
    if let nearest = path.nearest(in: known) { return ValueMismatchError("\(start); did you mean \(nearest)?") }
    if let hint = hint(for: path) { return ValueMismatchError("\(start); \(hint)") }
    let hint = names.isEmpty ? "no layer has a name" : "layers are \(layerNames.listed(12))"
    return ValueMismatchError("\(start); \(hint)")
  }

  private func addNamed(_ layer: CALayer, to known: inout [String]) {
    // Longer ones are not compared.
    guard let name = layer.label, name.utf8.count < 80 else { return }
    Self.collectPaths(of: layer, name + ".", to: &known)
  }

  /// Appends the key paths of properties that are reached from a container, as long as they are few enough to compare.
  private static func collectPaths(of container: any PropertyContainer, _ prefix: String, to paths: inout [String]) {
    for key in container.keys where paths.count < 2000 {
      guard let info = container.info(forKey: key) else { continue }
      guard let elements = container.elements(key) else {
        if !info.isDerived { paths.append(prefix + key) }
        continue
      }
      for element in elements {
        guard paths.count < 2000 else { return }
        guard let name = element.name, !name.contains(".") else { continue }
        collectPaths(of: element, "\(prefix)\(key).\(name).", to: &paths)
      }
    }
  }

  /// Says so if the path goes through a list, such as `emitterCells`, that has no element of the given name, or ends
  /// where no property is.
  private static func missingName(_ keyPath: String, on layer: CALayer) -> String? {
    do throws(PropertyError) {
      _ = try layer.property(atKeyPath: keyPath)
    } catch {
      switch error.reason {
      case .noSuchName(let name, let relation, let names):
        return "no '\(name.excerpt())' in \(relation), there are \(names.listed(12))"
      case .notAProperty(let owner): return "it leads to a \(owner)"
      case .unknownKey, .wrongKind: break
      }
    }
    return nil
  }
}
