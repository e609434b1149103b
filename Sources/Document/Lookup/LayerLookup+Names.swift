/// Paths shorter than those of Core Animation: the name of a cell finds it at any depth (`spark.velocity`), `**`
/// matches any number of names (`**.velocity`), and an index selects an element without a name
/// (`emitterCells[0].velocity`).
extension LayerLookup {
  /// Maximum number of candidates in a message.
  private static let candidateLimit = 8

  /// All properties that names and a key match. If properties of cells match, only these.
  package func places(of path: String) -> [(node: LookupNode, found: Found)] {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 32, parts.filter({ $0 == "**" }).count <= 4 else { return [] }
    let all = nodes
    asked += all.count
    guard asked <= Self.mostAsked else { return [] }
    // Tries the longest key first: `position.x` before `x`.
    for count in 0..<parts.count {
      let key = parts[count...].joined(separator: ".")
      let names = parts[..<count].filter { !Self.lists.contains(String($0)) }[...]
      let matches = all.compactMap { node -> (node: LookupNode, found: Found)? in
        guard node.answers(to: names), let found = node.found(key), !found.info.isDerived || count > 0 else {
          return nil
        }
        return (node, found)
      }
      let cells = matches.filter { !$0.node.steps.isEmpty }
      if !matches.isEmpty { return cells.isEmpty ? matches : cells }
    }
    return []
  }

  /// Keys of lists, which short paths omit.
  private static let lists: Set<String> = [
    "emitterCells", "sublayers", "filters", "backgroundFilters", "emitterBehaviors", "animators",
  ]

  /// The property at a path with indices, such as `sky.emitterCells[0].birthRate`; nil for a path without indices.
  func indexed(_ path: String) -> Found? {
    guard path.contains("[") else { return nil }
    var parts = path.split(separator: ".", omittingEmptySubsequences: false)[...]
    var layer = root
    if let first = parts.first, let named = self.layer(named: String(first)) {
      layer = named
      parts.removeFirst()
    }
    var (container, steps): (any PropertyContainer, [LookupNode.Step]) = (layer, [])
    while let part = parts.first, container.info(forKey: parts.joined(separator: ".")) == nil {
      parts.removeFirst()
      var list = String(part)
      var index = Int?.none
      if let match = part.wholeMatch(of: /(\w+)\[(\d{1,9})\]/) {
        (list, index) = (String(match.1), Int(match.2))
      } else if let name = parts.popFirst() {
        index = container.elements(list)?.firstIndex { $0.name == String(name) }
      }
      guard let elements = container.elements(list), let index, elements.indices.contains(index) else { return nil }
      container = elements[index]
      steps = container is CALayer ? [] : steps + [(list, index)]
      if let next = container as? CALayer { layer = next }
    }
    let key = parts.joined(separator: ".")
    guard let info = container.info(forKey: key) else { return nil }
    let keyPath = steps.map { "\($0.list)[\($0.index)]." }.joined() + key
    return Found(
      layer: layer, name: layer.name, keyPath: keyPath,
      place: PropertyPlace(container: container, key: key, info: info, steps: steps))
  }

  /// The error for an ambiguous path, with the shortest unambiguous paths.
  func ambiguous(_ path: String, _ matches: [(node: LookupNode, found: Found)]) -> ValueMismatchError {
    let shown = matches.prefix(Self.candidateLimit).map { shortPath($0.node, $0.found) }
    return Self.ambiguous(path, shown, count: matches.count, pattern: "**.\(path.excerpt())")
  }

  package static func ambiguous(
    _ path: String, _ candidates: [String], count: Int? = nil, pattern: String
  ) -> ValueMismatchError {
    let shown = candidates.prefix(candidateLimit)
    let rest = (count ?? candidates.count) - shown.count
    return ValueMismatchError(
      "\(path.excerpt()) is in \(count ?? candidates.count) places: \(shown.joined(separator: ", "))"
        + "\(rest > 0 ? " and \(rest) more" : ""); use one of these paths, or \(pattern) for all")
  }

  /// The shortest unambiguous path, or the whole path.
  func shortPath(_ node: LookupNode, _ found: Found) -> String {
    for count in 1...max(1, node.names.count) where node.names.count >= count {
      // The last name and the outermost ones: `red.tail.birthRate`.
      let path = (node.names.prefix(count - 1) + node.names.suffix(1)).joined(separator: ".") + "." + found.key
      if places(of: path).count == 1 { return path }
    }
    return found.path
  }

  /// A suggestion for a path without a match: the nearest key of the matched objects, or the nearest name.
  func hint(for path: String) -> String? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard let key = parts.last else { return nil }
    let names = parts.dropLast().filter { !Self.lists.contains(String($0)) }[...]
    let all = nodes
    let owners = all.filter { $0.answers(to: names) }
    let keys = Set(owners.flatMap { $0.container.allKeys })
    if let nearest = String(key).nearest(in: keys.sorted()), nearest != key {
      return "did you mean \((parts.dropLast().map(String.init) + [nearest]).joined(separator: "."))?"
    }
    let known = Set(all.filter { $0.container.info(forKey: String(key)) != nil }.flatMap { $0.names.suffix(1) })
      .sorted()
    if let name = names.last, let nearest = String(name).nearest(in: known), nearest != name {
      return "did you mean \(nearest).\(key)?"
    }
    if known.isEmpty || names.isEmpty { return nil }
    let shown = known.prefix(20).joined(separator: ", ")
    return "\(key) is a property of \(shown)\(known.count > 20 ? ", ..." : "")"
  }

  package struct Entry {
    package let path: String
    package let found: Found
  }

  package var changeable: [Entry] {
    nodes.filter { $0.layer === root || $0.layer.name != nil }.flatMap { node in
      node.container.keys.compactMap { key -> Entry? in
        guard let found = node.found(key), !found.info.isDerived else { return nil }
        return Entry(path: found.path, found: found)
      }
    }
  }
}
