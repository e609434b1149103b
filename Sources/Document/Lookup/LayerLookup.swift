/// Finds the property at a path such as `sky.emitterCells.snow.birthRate` in a layer tree.
///
/// The first component is the name of a layer. Otherwise the path refers to the only layer that it matches, or to a
/// root without a name. The tree must not change while the lookup is used.
package final class LayerLookup {
  package let root: CALayer
  /// All layers, each before its sublayers, then layers that a timeline adds later.
  package private(set) var layers: [CALayer] = []
  private var names = LayerNames()
  private let index = ElementIndex()
  /// Cached results for paths without a layer name, which search all layers.
  private var answers: [String: [Found]] = [:]
  /// Number of searched layers.
  var asked = 0
  private var knownNodes: [LookupNode]?
  private static let mostNodes = 20_000

  /// Maximum number of searched layers over all paths, about one second.
  static let mostAsked = 2_000_000
  private static let mostNamed = 8
  /// Maximum length of a path in bytes.
  private static let longestPath = 2000

  package init(root: CALayer) {
    self.root = root
    add(root)
  }

  package struct Found {
    package let layer: CALayer
    /// Layer name at the start of the path, or nil.
    let name: String?
    package let keyPath: String
    let place: PropertyPlace

    package var info: PropertyInfo { place.info }
    /// Owner of the property `key`: the layer, or an element of its lists.
    package var container: any PropertyContainer { place.container }
    package var key: String { place.key }
    package var steps: [(list: String, index: Int)] { place.steps }
    package var value: Any? { container.readProperty(key) }

    /// Path with the layer's name, as for `--set`.
    package var path: String { layer.label.map { "\($0).\(keyPath)" } ?? keyPath }
  }

  /// Adds a layer with its descendants, for the timeline.
  package func add(_ layer: CALayer) {
    for layer in layer.withDescendants {
      layers.append(layer)
      names.add(layer)
    }
    answers = [:]
    knownNodes = nil
  }

  /// All nodes, limited if there are very many layers.
  package var nodes: [LookupNode] {
    if let knownNodes { return knownNodes }
    let found = layers.prefix(Self.mostNodes).flatMap(LookupNode.all)
    knownNodes = found
    return found
  }

  package func layer(named name: String) -> CALayer? { names[name].first }

  var layerNames: [String] { layers.compactMap(\.label) }

  /// Splits a path into the longest layer name at its start and the rest.
  func nameAndRest(of path: String) -> (name: String, rest: String)? {
    path.utf8.count <= Self.longestPath ? names.splits(of: path).last : nil
  }

  /// Returns the property at a path. Errors: no match, or several layers match.
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
    // A root without a name has only this path for its properties.
    if let own = matches.first, own.layer === root, root.label == nil { return own }
    guard matches.isEmpty else { throw ambiguous(path, matches.map(\.layer)) }
    if let found = indexed(path) { return found }
    let places = places(of: path)
    if places.count == 1 { return places[0].found }
    throw places.isEmpty ? unknown(path) : ambiguous(path, places)
  }

  /// Searches a key path on layers. Stops at one match more than a message lists.
  private func search(
    _ layers: [CALayer], _ keyPath: String, name: String?
  ) throws(ValueMismatchError) -> [Found] {
    var found: [Found] = []
    for layer in layers {
      asked += 1
      guard asked <= Self.mostAsked else {
        throw ValueMismatchError("the search for \(keyPath.excerpt()) takes too long. Start with the name of the layer")
      }
      guard let place = index.place(ofKeyPath: keyPath, on: layer) else { continue }
      found.append(Found(layer: layer, name: name, keyPath: keyPath, place: place))
      if found.count > Self.mostNamed { break }
    }
    return found
  }

  // MARK: Patterns

  /// Returns all properties that match a path with `*` for names, or the one at a path without `*`.
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

  /// The most useful error: a missing name in the path, the nearest property, or the existing layers.
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
    guard let name = layer.label, name.utf8.count < 80 else { return }
    Self.collectPaths(of: layer, name + ".", to: &known)
  }

  /// Appends key paths of properties in a container, up to the number that is compared.
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

  /// Returns a message if the path refers to a missing element of a list, such as `emitterCells`, or ends at an object.
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
