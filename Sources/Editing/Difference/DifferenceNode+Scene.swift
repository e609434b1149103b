import StarmineGraphics
import StarmineLayers
import StarminePresets

extension DifferenceNode {
  /// A whole scene: the movie's values, the layers, states, timeline and sound.
  init(scene: PresetScene) {
    let nodes = LayerNodes(scene)
    self.init(kind: "scene")
    if !scene.summary.isEmpty { values = [.text("summary", scene.summary)] }
    if let group = scene.group { values.append(.text("group", group.rawValue)) }
    var movie = DifferenceNode(kind: MovieValues.className, name: MovieValues.className)
    movie.values = MovieProperty.all.map { row in
      var value = nodes.value(row.read(scene), row.info)
      value.isDefault = row.isDefault(in: scene)
      return value
    }
    let parts = SceneParts(nodes)
    lists = [
      List(key: "movie", nodes: [movie]), List(key: "layer", nodes: [nodes.node(scene.rootLayer)]),
      List(key: "states", nodes: parts.states, isOrdered: false, isByPlace: false),
      List(key: "stateTransitions", nodes: parts.transitions, isOrdered: false, isByPlace: false),
      List(key: "timeline", nodes: scene.events.map(parts.event), isByPlace: false),
      List(key: "audio", nodes: scene.sounds.map(parts.sound), isOrdered: false, isByPlace: false),
    ]
  }
}

extension DifferenceNode.Value {
  /// A text that `--set` does not take.
  fileprivate static func text(_ key: String, _ text: String) -> DifferenceNode.Value {
    DifferenceNode.Value(key: key, text: text, document: DocumentValue(.string(text)), isSettable: false)
  }

  fileprivate static func seconds(_ key: String, _ seconds: Double) -> DifferenceNode.Value {
    DifferenceNode.Value(
      key: key, text: ValueText.text(seconds, .seconds), document: DocumentValue(.number(seconds)), isSettable: false)
  }
}

/// Nodes of what a scene has beside its layers.
private struct SceneParts {
  private let nodes: LayerNodes
  private let root: CALayer
  private var layers: [String: CALayer] = [:]

  init(_ nodes: LayerNodes) {
    (self.nodes, root) = (nodes, nodes.scene.rootLayer)
    add(root)
    for addition in nodes.scene.events.flatMap(\.additions) { add(addition.layer) }
  }

  private mutating func add(_ layer: CALayer) {
    if let name = layer.label, layers[name] == nil { layers[name] = layer }
    for sublayer in layer.sublayers ?? [] { add(sublayer) }
    if let mask = layer.mask { add(mask) }
  }

  var states: [DifferenceNode] {
    (root.states?.all ?? []).map { state in
      var node = DifferenceNode(kind: "state", name: state.name)
      node.values = state.values.map { change($0.path, $0.value, on: $0.layer, $0.keyPath) }
      return node
    }
  }

  /// A value that a state or an event sets.
  private func change(_ path: String, _ value: Any?, on layer: CALayer?, _ keyPath: String) -> DifferenceNode.Value {
    let info = layer?.info(atKeyPath: keyPath) ?? PropertyInfo(element: .number, of: nil)
    var result = nodes.value(value, info, key: path)
    result.isSettable = false
    return result
  }

  var transitions: [DifferenceNode] {
    (root.states?.transitions ?? []).map { transition in
      var node = DifferenceNode(kind: "transition", name: "\(transition.from) to \(transition.to)")
      node.lists = animations(transition.steps.map { ($0.layer, $0.key, $0.animation) })
      return node
    }
  }

  /// One list for each layer.
  private func animations(_ all: [(layer: String, key: String, animation: CAAnimation)]) -> [DifferenceNode.List] {
    var lists: [DifferenceNode.List] = []
    for (name, key, animation) in all {
      var node = nodes.node(animation, key: key, on: layers[name] ?? root)
      node.place = nil
      let list = "animations.\(name)"
      if let index = lists.firstIndex(where: { $0.key == list }) {
        lists[index].nodes.append(node)
      } else {
        lists.append(DifferenceNode.List(key: list, nodes: [node], isByPlace: false))
      }
    }
    return lists
  }

  func event(_ event: PresetEvent) -> DifferenceNode {
    var node = DifferenceNode(kind: "event")
    node.values = [.seconds("at", event.time)]
    if let duration = event.transaction?.duration {
      node.values.append(.seconds("transaction.animationDuration", duration))
    }
    if let function = event.transaction?.timingFunction {
      let pace = AnimationSpelling.spelling(function)
      node.values.append(.text("transaction.animationTimingFunction", pace.plainText))
    }
    if event.transaction?.disablesActions == true { node.values.append(.text("transaction.disableActions", "true")) }
    if let state = event.state { node.values.append(.text("state", state)) }
    node.values += event.changes.map { change("set.\($0.path)", $0.value, on: $0.layer, $0.keyPath) }
    let ended = event.endedAnimations.map { ended in ended.layer + (ended.key.map { ".\($0)" } ?? "") }
    if !ended.isEmpty { node.values.append(.text("removeAnimations", ended.joined(separator: ", "))) }
    if !event.removals.isEmpty { node.values.append(.text("remove", event.removals.joined(separator: ", "))) }
    node.lists = additions(event.additions) + animations(event.animations.map { ($0.layer, $0.key, $0.animation) })
    return node
  }

  private func additions(_ additions: [PresetEvent.Addition]) -> [DifferenceNode.List] {
    Dictionary(grouping: additions, by: \.superlayer).sorted { $0.key < $1.key }.map { name, added in
      DifferenceNode.List(key: "addSublayers.\(name)", nodes: added.map { nodes.node($0.layer).withoutPlaces })
    }
  }

  func sound(_ sound: PresetSound) -> DifferenceNode {
    let values: [(value: DifferenceNode.Value, isDefault: Bool)] = [
      (.text("file", sound.path), false), (.seconds("at", sound.at), sound.at == 0),
      (.text("gain", ValueText.text(sound.gain)), sound.gain == 1),
      (.seconds("fadeIn", sound.fadeIn), sound.fadeIn == 0), (.seconds("fadeOut", sound.fadeOut), sound.fadeOut == 0),
      (.text("loop", "\(sound.loops)"), !sound.loops),
    ]
    var node = DifferenceNode(kind: "sound")
    node.values = values.map { value, isDefault in
      var value = value
      value.isDefault = isDefault
      return value
    }
    return node
  }
}

extension DifferenceNode {
  /// For layers that are not in the tree at its beginning: `--set` does not reach them.
  fileprivate var withoutPlaces: DifferenceNode {
    var node = self
    node.place = nil
    node.lists = lists.map { list in
      var list = list
      list.nodes = list.nodes.map(\.withoutPlaces)
      return list
    }
    return node
  }
}
