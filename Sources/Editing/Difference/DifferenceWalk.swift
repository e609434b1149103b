import StarmineLayers
import StarminePresets

/// Walks through two scenes side by side and notes what differs.
struct DifferenceWalk {
  private var notes: [Note] = []
  private let root: CALayer
  private let lookup: LayerLookup

  init(_ first: PresetScene) { (root, lookup) = (first.rootLayer, LayerLookup(root: first.rootLayer)) }

  private struct Note {
    var difference: PresetDifference
    /// The element that was added or removed, and the path of what holds it.
    var node: DifferenceNode?
    var parent = ""
  }

  var result: [PresetDifference] { notes.map(\.difference) }

  /// Two whole scenes.
  mutating func compare(_ first: DifferenceNode, _ second: DifferenceNode) {
    compare(first, second, at: "", isSettable: false)
    noteMoves()
  }

  /// - Parameters:
  ///   - path: of the node, with a dot at its end.
  ///   - isSettable: whether `--set` takes keys behind it.
  private mutating func compare(_ first: DifferenceNode, _ second: DifferenceNode, at path: String, isSettable: Bool) {
    if first.kind != second.kind {
      note(.changed, path + "class", first.kind, second.kind, values: (.string(first.kind), .string(second.kind)))
    }
    let keys = first.values.map(\.key)
    let known = Set(keys)
    let all = keys + second.values.map(\.key).filter { !known.contains($0) }
    let (left, right) = (byKey(first), byKey(second))
    let isAnimation = first.place?.animation != nil
    func compareValues(_ keys: [String]) {
      for key in keys {
        noteValue(path + key, left[key], right[key], isSettable: isSettable, isMissingNone: isAnimation)
      }
    }
    compareValues(all.filter { !DifferenceNode.names.contains($0) })
    compareLists(first, second, at: path)
    // Paths lead through names: what is pasted after them would not find its place.
    compareValues(all.filter(DifferenceNode.names.contains))
  }

  private func byKey(_ node: DifferenceNode) -> [String: DifferenceNode.Value] {
    Dictionary(node.values.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func noteValue(
    _ key: String, _ first: DifferenceNode.Value?, _ second: DifferenceNode.Value?, isSettable: Bool,
    isMissingNone: Bool
  ) {
    switch (first, second) {
    case (let first?, let second?): if first.isEqual(to: second) { return }
    // A default says nothing where the other has no such key.
    case (let one?, nil), (nil, let one?): if one.isDefault { return }
    case (nil, nil): return
    }
    var (a, b) = (first?.text, second?.text)
    if a == b, let first, let second {
      (a, b) = (first.document.plainText, second.document.plainText)
      if a == b { b = second.text + " (other pixels)" }
    }
    let missing = isMissingNone ? "none" : nil
    let takes = isSettable && (second?.isSettable ?? (isMissingNone && first?.isSettable == true))
    let argument = takes ? second.map(\.argument) ?? missing : nil
    note(
      .changed, key, a ?? missing, b ?? missing, values: (first?.document.content, second?.document.content),
      set: argument.flatMap { $0 }.map { "\(key)=\($0)" })
  }

  private mutating func note(
    _ change: PresetDifference.Change, _ key: String, _ first: String?, _ second: String?,
    values: (DocumentValue.Content?, DocumentValue.Content?), set: String? = nil, node: DifferenceNode? = nil,
    in parent: String = ""
  ) {
    let difference = PresetDifference(
      key: key, change: change, first: first, second: second, firstValue: values.0.map { DocumentValue($0) },
      secondValue: values.1.map { DocumentValue($0) }, set: set)
    notes.append(Note(difference: difference, node: node, parent: parent))
  }

  // MARK: Lists

  private mutating func compareLists(_ first: DifferenceNode, _ second: DifferenceNode, at path: String) {
    let keys = first.lists.map(\.key)
    for key in keys + second.lists.map(\.key).filter({ !keys.contains($0) }) {
      guard let list = (first.lists + second.lists).first(where: { $0.key == key }) else { continue }
      let (left, right) = (first[list: key], second[list: key])
      let match = ListMatch(left, right, isByPlace: list.isByPlace)
      for (index, node) in left.enumerated() {
        guard let partner = match.partners[index] else {
          let place = self.path(of: node, index, in: key, at: path)
          note(
            .removed, place, node.summary, nil, values: (node.document.content, nil), node: node, in: path)
          continue
        }
        let (place, isSettable) = reach(node, index, in: key, at: path)
        compare(node, right[partner], at: place.isEmpty ? "" : place + ".", isSettable: isSettable)
      }
      for index in match.added {
        let place = self.path(of: right[index], index, in: key, at: path)
        note(
          .added, place, nil, right[index].summary, values: (nil, right[index].document.content), node: right[index],
          in: path)
      }
      if list.isOrdered, match.isReordered { noteOrder(left, right, match, path + key) }
    }
  }

  private mutating func noteOrder(
    _ first: [DifferenceNode], _ second: [DifferenceNode], _ match: ListMatch, _ key: String
  ) {
    let kept = first.indices.filter { match.partners[$0] != nil }
    let titles = kept.map { first[$0].name ?? "[\($0)]" }
    let order = kept.enumerated().sorted { (match.partners[$0.element] ?? 0) < (match.partners[$1.element] ?? 0) }
    let (a, b) = (titles, order.map { titles[$0.offset] })
    func list(_ titles: [String]) -> DocumentValue.Content { .array(titles.map { DocumentValue(.string($0)) }) }
    note(
      .reordered, key, a.joined(separator: ", "), b.joined(separator: ", "), values: (list(a), list(b)))
  }

  /// Layers that are gone in one place and come in another are the same.
  private mutating func noteMoves() {
    var index = 0
    while index < notes.count {
      defer { index += 1 }
      guard notes[index].difference.change == .removed, let node = notes[index].node, node.isNamedLayer,
        let other = notes.firstIndex(where: {
          $0.difference.change == .added && $0.node?.name == node.name && $0.node?.kind == node.kind
        }), let moved = notes[other].node
      else { continue }
      let places = [notes[index].parent, notes[other].parent].map { $0.isEmpty ? "the root" : String($0.dropLast()) }
      let key = notes[index].difference.key
      let start = notes.count
      note(
        .moved, key, places[0], places[1], values: (.string(places[0]), .string(places[1])))
      let (place, isSettable) = reach(node, 0, in: "sublayers", at: notes[index].parent)
      compare(node, moved, at: place.isEmpty ? "" : place + ".", isSettable: isSettable)
      let new = Array(notes[start...])
      notes.removeSubrange(start...)
      notes.remove(at: other)
      let position = other < index ? index - 1 : index
      notes.replaceSubrange(position...position, with: new)
      index = position
    }
  }
}

extension DifferenceNode {
  fileprivate var isNamedLayer: Bool { name != nil && place.map { $0.steps.isEmpty && $0.animation == nil } ?? false }
}

// MARK: Paths

extension DifferenceWalk {
  /// As people read it: a layer's name, or the list with a name or an index.
  private func path(of node: DifferenceNode, _ index: Int, in list: String, at path: String) -> String {
    let isLayer = node.place.map { $0.steps.isEmpty && $0.animation == nil } ?? false
    if isLayer, let name = node.name { return name }
    // The movie and the root layer are not elements of a list.
    if path.isEmpty, list == "movie" { return list }
    if path.isEmpty, list == "layer" { return "" }
    if list == "mask" { return path + list }
    return node.name.map { "\(path)\(list).\($0)" } ?? "\(path)\(list)[\(index)]"
  }

  /// A path that leads to the node in the first scene, and whether `--set` takes it.
  private func reach(
    _ node: DifferenceNode, _ index: Int, in list: String, at path: String
  ) -> (path: String, isSettable: Bool) {
    let usual = self.path(of: node, index, in: list, at: path)
    guard let place = node.place else { return (usual, node.kind == MovieValues.className) }
    if let key = place.animation {
      // Children of a group have the group's place.
      let isReached = !key.contains { "=+*".contains($0) || $0.isWhitespace }
      return (usual, isReached)
    }
    if leads(usual, to: place) { return (usual, true) }
    let steps = place.steps.map { "\($0.list)[\($0.index)]" }
    let way = ([place.layer.indexPath(in: root)].compactMap { $0 }.filter { !$0.isEmpty } + steps).joined(
      separator: ".")
    return leads(way, to: place) ? (way, true) : (usual, false)
  }

  private func leads(_ path: String, to place: DifferenceNode.Place) -> Bool {
    // A layer that is called as the stage is not reached by its name.
    guard path != MovieValues.className, !path.hasPrefix("\(MovieValues.className)."), let probe = place.probe,
      let found = try? lookup.find(path.isEmpty ? probe : "\(path).\(probe)")
    else {
      return false
    }
    return found.layer === place.layer && found.key == probe && found.steps.map(\.index) == place.steps.map(\.index)
      && found.steps.map(\.list) == place.steps.map(\.list)
  }
}

extension DifferenceNode.Place {
  /// A key that the layer, cell or other element has.
  fileprivate var probe: String? {
    var container: any PropertyContainer = layer
    for step in steps {
      guard let elements = container.elements(step.list), elements.indices.contains(step.index) else { return nil }
      container = elements[step.index]
    }
    return container.keys.first { container.info(forKey: $0).map { !$0.isDerived } ?? false }
  }
}

extension DifferenceNode.Value {
  /// As `--set` takes it, with all digits; nil where no text says it.
  fileprivate var argument: String? {
    switch document.content {
    case .string(let text): text
    case .null: "none"
    default: document.line()
    }
  }
}
