/// A scene for programs: the tree of layers, cells and other objects with properties, and their values without
/// defaults. `PropertyRecord.classes` contains the properties.
package struct SceneModel: Encodable, Sendable {
  package struct Node: Encodable, Sendable {
    package let id: String
    /// Nil for the movie and the root layer.
    package let parent: String?
    package let kind: String
    package let `class`: String
    package let name: String?
    /// Prefix of keys for `--set`; nil if there is no path.
    package let prefix: String?
    package let values: [String: DocumentValue]
    /// Coordinates of a layer on the canvas: images of x, y and the origin, `[a, b, c, d, x, y]` in points.
    package var place: [Double]?
    /// The animated property, or nil.
    package var target: PropertyRecord?
    /// Properties of a node without a class: variables, cues.
    package var rows: [PropertyRecord]?
    package var bar: Bar?
    /// Location in the document; empty if the node is not in the document.
    var steps: [DocumentStep] = []

    enum CodingKeys: String, CodingKey {
      case id, parent, kind, `class`, name, prefix, values, place, target, rows, bar
    }
  }

  package let name: String
  package let summary: String
  /// Points.
  package let size: [Double]
  package let framesPerSecond: Double
  /// Duration of the file in seconds.
  package let length: Double
  package let frames: Int
  /// Scene seconds per movie second.
  package let speed: Double
  /// At most a thousand cues, in seconds of the file.
  package let cues: [Moment]
  /// At most a thousand events.
  package let events: [Moment]
  package let nodes: [Node]

  package struct Moment: Encodable, Sendable {
    package let name: String
    package let time: Double
    /// For `DocumentChange`, if the document contains the time as a number; otherwise nil.
    package let id: String?
  }

  /// Interval of an animation in seconds, in the times of the document.
  package struct Bar: Encodable, Sendable {
    package let start: Double
    /// Nil: without an end.
    package let end: Double?
    /// Duration of one repetition, forward and backward.
    package let period: Double
    /// Seconds of a delay per second of the file: a delay in a group uses the group's clock.
    package let pace: Double
  }

  package static let limit = 2000

  package init(_ scene: PresetScene) {
    (name, summary) = (scene.name, scene.summary)
    size = [scene.size.width, scene.size.height]
    (framesPerSecond, length, frames) = (scene.framesPerSecond, scene.duration / scene.speed, scene.frameCount)
    speed = scene.speed
    cues = scene.cues.prefix(1000).map { cue in
      Moment(name: cue.name, time: cue.time / scene.speed, id: cue.index.map { "\(CueReader.key)[\($0)]" })
    }
    events = scene.events.prefix(1000).map { event in
      Moment(name: event.about, time: event.time / scene.speed, id: event.index.map { "timeline[\($0)]" })
    }
    var walk = SceneWalk(scene)
    walk.addVariables()
    walk.addMovie()
    walk.addCues()
    walk.add(scene.rootLayer, id: "layer", parent: nil, [.key("layer")])
    nodes = walk.nodes
  }
}

extension PresetEvent {
  fileprivate var about: String {
    let parts = [
      state.map { "state \($0)" }, changes.first.map { $0.path + (changes.count > 1 ? " and others" : "") },
      additions.isEmpty ? nil : "layers come", removals.first.map { "\($0) goes" },
      animations.isEmpty && endedAnimations.isEmpty ? nil : "animations",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ").excerpt(120)
  }
}

/// Collects the nodes of a scene, each before its children.
struct SceneWalk {
  private(set) var nodes: [SceneModel.Node] = []
  private let scene: PresetScene
  private let lookup: LayerLookup
  private let texts: ValueText
  private var tries = 0
  private static let mostTries = 20_000

  init(_ scene: PresetScene) {
    self.scene = scene
    (lookup, texts) = (LayerLookup(root: scene.rootLayer), scene.valueText)
  }

  mutating func addVariables() {
    guard !scene.variables.isEmpty else { return }
    let values = scene.variables.compactMap { variable in variable.document.map { (variable.name, $0) } }
    var node = SceneModel.Node(
      id: VariableReader.key, parent: nil, kind: "variables", class: VariableReader.key, name: "variables",
      prefix: "\(VariableReader.key).", values: Dictionary(values) { $1 })
    (node.rows, node.steps) = (scene.variables.map { PropertyRecord($0) }, [.key(VariableReader.key)])
    nodes.append(node)
    for variable in scene.variables {
      var part = SceneModel.Node(
        id: "\(node.id).\(variable.name)", parent: node.id, kind: "variable", class: variable.kind.rawValue,
        name: variable.name, prefix: node.prefix, values: node.values.filter { $0.key == variable.name })
      (part.rows, part.steps) = ([PropertyRecord(variable)], node.steps + [.key(variable.name)])
      nodes.append(part)
    }
  }

  /// Cues in the document, without those of files and sounds.
  mutating func addCues() {
    let own = scene.cues.filter { $0.index != nil }
    guard !own.isEmpty else { return }
    let key = CueReader.key
    nodes.append(SceneModel.Node(id: key, parent: nil, kind: key, class: key, name: key, prefix: nil, values: [:]))
    for cue in own.prefix(Self.mostCues) {
      guard let index = cue.index else { continue }
      var node = SceneModel.Node(
        id: "\(key)[\(index)]", parent: key, kind: "cue", class: "cue", name: cue.name, prefix: "\(key)[\(index)].",
        values: ["at": DocumentValue(.number(cue.time))])
      (node.rows, node.steps) = ([PropertyRecord.cue], [.key(key), .index(index)])
      nodes.append(node)
    }
  }

  private static let mostCues = 300

  mutating func addMovie() {
    var values: [String: DocumentValue] = [:]
    for row in MovieProperty.controls where !row.isDefault(in: scene) {
      values[row.key] = ValueSpelling.model(row.read(scene), row.info, texts)
    }
    nodes.append(
      SceneModel.Node(
        id: "movie", parent: nil, kind: "movie", class: MovieValues.className, name: "stage", prefix: "movie.",
        values: values))
  }

  mutating func add(_ layer: CALayer, id: String, parent: String?, _ steps: [DocumentStep]) {
    let names = layer.label.map { [$0] } ?? []
    let own = nodes.count
    let way = Way(layer: layer, place: steps, names: names, keyPath: "", steps: [])
    add(layer, id: id, parent: parent, way, kind: "layer")
    if nodes.count > own { addAnimations(of: layer, nodes[own]) }
    if let mask = layer.mask { add(mask, id: "\(id)/mask", parent: id, steps + [.key("mask")]) }
    for (index, sublayer) in (layer.sublayers ?? []).enumerated() {
      add(sublayer, id: "\(id)/\(index)", parent: id, steps + [.key("sublayers"), .index(index)])
    }
  }

  private mutating func addAnimations(of layer: CALayer, _ owner: SceneModel.Node) {
    for key in layer.animationKeys() ?? [] {
      guard let animation = layer.animation(forKey: key), !(animation is CATransition) else { continue }
      let isReached = !key.contains { "=+*".contains($0) || $0.isWhitespace }
      let place = AnimationPlace(
        layer: layer, key: key, id: "\(owner.id)/animations.\(key)",
        steps: owner.steps + [.key("animations"), .key(key)],
        prefix: isReached ? owner.prefix.map { "\($0)animations.\(key)." } : nil)
      add(animation, place, owner.id, AnimationBar(animation, on: layer, scene))
    }
  }

  private struct AnimationPlace {
    let layer: CALayer
    let key: String
    var id: String
    var steps: [DocumentStep]
    var prefix: String?
  }

  private mutating func add(
    _ animation: CAAnimation, _ place: AnimationPlace, _ parent: String, _ bar: AnimationBar
  ) {
    guard nodes.count < SceneModel.limit else { return }
    let values = AnimationModel(animation, on: place.layer, key: place.key, texts: texts)
    var node = SceneModel.Node(
      id: place.id, parent: parent, kind: "animation", class: values.className, name: values.name,
      prefix: place.prefix, values: values.values, target: values.target)
    (node.steps, node.bar) = (place.steps, bar.model)
    nodes.append(node)
    for (index, child) in ((animation as? CAAnimationGroup)?.animations ?? []).enumerated() {
      var next = place
      next.id += "/\(index)"
      next.steps += [.key("animations"), .index(index)]
      next.prefix = place.prefix.map { "\($0)animations[\(index)]." }
      add(child, next, place.id, bar.child(child))
    }
  }

  private struct Way {
    let layer: CALayer
    let place: [DocumentStep]
    var names: [String]
    /// From the layer, with a final dot.
    var keyPath: String
    var steps: [(list: String, index: Int)]
  }

  private mutating func add(
    _ container: any PropertyContainer, id: String, parent: String?, _ way: Way, kind: String
  ) {
    guard nodes.count < SceneModel.limit else { return }
    var node = SceneModel.Node(
      id: id, parent: parent, kind: kind, class: container.className, name: container.name,
      prefix: prefix(of: container, way), values: values(of: container), place: (container as? CALayer).map(place))
    node.steps = way.steps.reduce(way.place) { $0 + [.key($1.list), .index($1.index)] }
    nodes.append(node)
    for key in container.listKeys {
      for (index, element) in (container.elements(key) ?? []).enumerated() where !(element is CALayer) {
        var next = way
        let isNamed = element.name.map { !$0.isEmpty && !$0.contains(".") } ?? false
        if isNamed, let name = element.name { next.names.append(name) }
        next.keyPath += isNamed ? "\(key).\(element.name ?? "")." : "\(key)[\(index)]."
        next.steps.append((key, index))
        add(element, id: "\(id)/\(key)[\(index)]", parent: id, next, kind: Self.kind(of: key))
      }
    }
  }

  private static func kind(of list: String) -> String {
    switch list {
    case "emitterCells": "cell"
    case "emitterBehaviors": "behavior"
    case "animators": "animator"
    default: "filter"
    }
  }

  // MARK: Values

  private func values(of container: any PropertyContainer) -> [String: DocumentValue] {
    var result: [String: DocumentValue] = [:]
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived else { continue }
      let value = container.readProperty(key)
      guard texts.text(value, info) != texts.text(container.defaultProperty(key), info) else { continue }
      result[key] = ValueSpelling.model(value, info, texts, sprite: scene.sprite(value))
    }
    return result
  }

  private func place(of layer: CALayer) -> [Double] {
    let root = scene.rootLayer
    let origin = layer.convert(CGPoint.zero, to: root)
    let (x, y) = (layer.convert(CGPoint(x: 1, y: 0), to: root), layer.convert(CGPoint(x: 0, y: 1), to: root))
    let numbers = [x.x - origin.x, x.y - origin.y, y.x - origin.x, y.y - origin.y, origin.x, origin.y]
    return numbers.map { $0.isFinite ? Double($0) : 0 }
  }

  // MARK: Paths

  /// The shortest unambiguous prefix of a path to this container.
  private mutating func prefix(of container: any PropertyContainer, _ way: Way) -> String? {
    guard let probe = container.keys.first(where: { container.info(forKey: $0).map { !$0.isDerived } ?? false }) else {
      return nil
    }
    for candidate in candidates(way) where tries < Self.mostTries {
      tries += 1
      guard let found = try? lookup.find(candidate + probe), found.layer === way.layer, found.key == probe,
        found.steps.map(\.index) == way.steps.map(\.index), found.steps.map(\.list) == way.steps.map(\.list)
      else { continue }
      return candidate
    }
    return nil
  }

  private func candidates(_ way: Way) -> [String] {
    var result: [String] = []
    if let own = way.names.last, way.names.count == (way.layer.label == nil ? 0 : 1) + way.steps.count {
      result.append("\(own).")
      if way.names.count > 1, let first = way.names.first { result.append("\(first).\(own).") }
      result.append(way.names.joined(separator: ".") + ".")
    }
    if let name = way.layer.label { result.append("\(name).\(way.keyPath)") }
    result.append(way.keyPath)
    guard !way.place.contains(.key("mask")) else { return result }
    let indices = way.place.map { if case .index(let index) = $0 { "sublayers[\(index)]." } else { "" } }
    result.append(indices.joined() + way.keyPath)
    return result
  }
}
