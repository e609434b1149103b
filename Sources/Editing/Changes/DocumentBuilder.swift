/// Applies structural changes to the text of a document.
struct DocumentBuilder {
  let scene: PresetScene
  let nodes: [SceneModel.Node]
  var editor: DocumentEditor
  private(set) var place: [DocumentStep] = []

  init(_ source: PresetSource) throws {
    scene = try source.scene()
    nodes = SceneModel(scene).nodes
    editor = try DocumentEditor(source.bytes)
  }

  package mutating func apply(_ change: DocumentChange) throws {
    switch change.action {
    case .add: try add(change)
    case .duplicate: try duplicate(node(change.node))
    case .remove: try remove(node(change.node))
    case .move:
      let node = try node(change.node)
      if let into = change.into {
        try move(node, into: self.node(into), at: change.index)
      } else {
        try move(node, by: change.by ?? 0)
      }
    case .rename: try rename(node(change.node), to: change.name ?? "")
    case .put: try put(change)
    }
  }

  // MARK: Places

  func node(_ id: String) throws(ValueMismatchError) -> SceneModel.Node {
    guard let node = nodes.first(where: { $0.id == id }) else {
      throw ValueMismatchError("the document has no part \(id.excerpt())")
    }
    return node
  }

  func parent(of node: SceneModel.Node) -> SceneModel.Node? {
    node.parent.flatMap { id in nodes.first { $0.id == id } }
  }

  /// The list or object that contains a part. Errors: the document requires the part.
  private func slot(of node: SceneModel.Node) throws(ValueMismatchError) -> (list: [DocumentStep], index: Int) {
    let list = Array(node.steps.dropLast())
    switch node.steps.last {
    case .index(let index) where editor.spans(at: list)?.indices.contains(index) == true: return (list, index)
    case .key(let key) where !list.isEmpty:
      guard case .object(let members)? = editor[list]?.content,
        let index = members.firstIndex(where: { $0.key == key })
      else { break }
      return (list, index)
    default: break
    }
    throw ValueMismatchError("\((node.name ?? node.class).excerpt()) cannot be moved: the document needs it")
  }

  private func steps(_ index: Int, of list: [DocumentStep]) -> [DocumentStep] {
    guard case .object(let members)? = editor[list]?.content else { return list + [.index(index)] }
    return members.indices.contains(index) ? list + [.key(members[index].key)] : list
  }

  mutating func setPlace(_ steps: [DocumentStep]) { place = steps }

  mutating func insert(
    _ item: DocumentEditor.Item, at index: Int, into list: [DocumentStep], isMember: Bool = false
  ) throws {
    guard try editor.insert(item, at: index, into: list, isMember: isMember) else {
      throw ValueMismatchError("it cannot be inserted: the document has another value there")
    }
    place = steps(min(index, (editor.spans(at: list)?.count ?? 1) - 1), of: list)
  }

  // MARK: Removing and moving

  private mutating func remove(_ node: SceneModel.Node) throws {
    let (list, index) = try slot(of: node)
    if node.kind == "variable", let name = node.name, let user = texts(naming: name).first {
      throw ValueMismatchError("\(name) stays: line \(user.location.line) says \(user.quoted)")
    }
    try editor.removeItem(index, at: list, takesComments: true)
    try dropIfEmpty(list)
    let left = editor.spans(at: list)?.count ?? 0
    let isList = if case .index? = node.steps.last { true } else { node.kind != "layer" }
    place = left > 0 && isList ? steps(min(index, left - 1), of: list) : parent(of: node)?.steps ?? []
  }

  /// Removes an empty list.
  private mutating func dropIfEmpty(_ list: [DocumentStep]) throws {
    guard case .key(let key)? = list.last, Self.lists.contains(key), editor.spans(at: list)?.isEmpty == true else {
      return
    }
    try editor.remove(at: list)
  }

  private static let lists: Set = [
    "sublayers", "emitterCells", "emitterBehaviors", "filters", "animators", "animations", VariableReader.key,
    CueReader.key,
  ]

  private mutating func move(_ node: SceneModel.Node, by way: Int) throws {
    let (list, index) = try slot(of: node)
    let count = editor.spans(at: list)?.count ?? 0
    let (target, isOver) = index.addingReportingOverflow(way)
    guard node.kind != "cue", !isOver, (0..<count).contains(target), node.steps.last != .key("mask") else {
      throw ValueMismatchError("it cannot be moved \(way < 0 ? "up" : "down")")
    }
    guard let item = editor.item(index, at: list) else { return }
    try editor.removeItem(index, at: list, takesComments: true)
    try insert(item, at: target, into: list)
  }

  /// The list for a type of node in its owner.
  private func list(for kind: String, in owner: SceneModel.Node) throws(ValueMismatchError) -> [DocumentStep] {
    let isEmitter = owner.kind == "cell" || owner.class == "CAEmitterLayer"
    switch kind {
    case "layer" where owner.kind == "layer": return owner.steps + [.key("sublayers")]
    case "cell" where isEmitter: return owner.steps + [.key("emitterCells")]
    case "behavior" where isEmitter: return owner.steps + [.key("emitterBehaviors")]
    case "animator" where owner.class == "CATextLayer": return owner.steps + [.key("animators")]
    default: throw ValueMismatchError("\((owner.name ?? owner.class).excerpt()) takes no \(kind)")
    }
  }

  private mutating func move(_ node: SceneModel.Node, into owner: SceneModel.Node, at index: Int?) throws {
    let (list, own) = try slot(of: node)
    var target = try self.list(for: node.kind, in: owner)
    guard case .index? = node.steps.last else { throw ValueMismatchError("a mask cannot leave its layer") }
    guard !owner.steps.starts(with: node.steps) else {
      throw ValueMismatchError("a \(node.kind) cannot be moved into itself")
    }
    guard let item = editor.item(own, at: list) else { return }
    var index = max(0, index ?? .max)
    if target == list, index > own { index -= 1 }
    try editor.removeItem(own, at: list, takesComments: true)
    try dropIfEmpty(list)
    // Later items have moved.
    if target.count > list.count, target.starts(with: list), case .index(let step) = target[list.count], step > own {
      target[list.count] = .index(step - 1)
    }
    try insert(item, at: index, into: target)
  }

  // MARK: Adding

  private mutating func add(_ change: DocumentChange) throws {
    guard let part = NewPart.all.first(where: { $0.kind == change.kind }) else {
      throw ValueMismatchError("\"\((change.kind ?? "").excerpt())\" is not a supported kind of part")
    }
    switch part.group {
    case .start, .layer: try add(part, "layer", near: layer(of: change.node))
    case .cell: try add(part, "cell", near: emitting(change.node))
    case .cellInside: try append(part, list(for: "cell", in: emitting(change.node)))
    case .behavior: try append(part, list(for: "behavior", in: emitting(change.node)))
    case .animator: try append(part, list(for: "animator", in: layer(of: change.node)))
    case .life: try addCurve(of: change.key ?? "scale", to: node(change.node))
    case .animation: try addAnimation(of: change.key ?? part.key ?? "opacity", to: node(change.node))
    case .cue: try addCue(at: change.time ?? 0)
    case .variable:
      let list: [DocumentStep] = [.key(VariableReader.key)]
      let name = unusedName(part.key ?? part.kind, among: editor.keys(at: list))
      let item = DocumentEditor.Item(try value(of: part), key: name, quotingKeys: editor.quotesKeys)
      try insert(item, at: .max, into: list, isMember: true)
    }
  }

  /// The nearest layer that contains a node, or the node itself.
  private func layer(of id: String) throws(ValueMismatchError) -> SceneModel.Node {
    var found: SceneModel.Node? = try? node(id)
    while let node = found, node.kind != "layer" { found = parent(of: node) }
    if let found { return found }
    return try node("layer")
  }

  private func emitting(_ id: String) throws(ValueMismatchError) -> SceneModel.Node {
    var found: SceneModel.Node? = try node(id)
    while let node = found, node.kind != "cell", node.class != "CAEmitterLayer" { found = parent(of: node) }
    guard let found else { throw ValueMismatchError("select an emitter or a cell first") }
    return found
  }

  /// Inserts a part after a node of the same type, otherwise at the end.
  private mutating func add(_ part: NewPart, _ kind: String, near node: SceneModel.Node) throws {
    guard node.kind == kind, case .index(let index)? = node.steps.last else {
      return try append(part, list(for: kind, in: node))
    }
    try insert(item(of: part), at: index + 1, into: Array(node.steps.dropLast()))
  }

  private mutating func append(_ part: NewPart, _ list: [DocumentStep]) throws {
    try insert(item(of: part), at: .max, into: list)
  }

  private func value(of part: NewPart) throws -> DocumentValue { try JSON5Parser.parse(Array(part.text(scene).utf8)) }

  private func item(of part: NewPart) throws -> DocumentEditor.Item {
    var value = try value(of: part)
    if case .object(var members) = value.content, let place = members.firstIndex(where: { $0.key == "name" }) {
      members[place].value = DocumentValue(.string(unusedName(part.kind)))
      value.content = .object(members)
    }
    return DocumentEditor.Item(value, quotingKeys: editor.quotesKeys)
  }

  private mutating func addCue(at time: Double) throws {
    guard PresetCue.range.contains(time) else { throw ValueMismatchError("expected a cue at 0 to 86400 seconds") }
    let list: [DocumentStep] = [.key(CueReader.key)]
    let present = editor[list]
    let isList = if case .array? = present?.content { true } else { false }
    if let present, !isList {
      // A single file or sound becomes the first item of a list.
      _ = try editor.set(DocumentValue(.array([present])), at: list)
    }
    let moment = DocumentValue(.number((time * 1000).rounded() / 1000))
    let cue = DocumentValue(
      .object([
        DocumentMember("name", DocumentValue(.string(PresetCue.standardName))), DocumentMember("at", moment),
      ]))
    try insert(DocumentEditor.Item(cue, quotingKeys: editor.quotesKeys), at: .max, into: list)
  }

  private mutating func addCurve(of key: String, to node: SceneModel.Node) throws {
    guard node.kind == "cell", let curve = LifeCurve(key, node.values) else {
      throw ValueMismatchError("\(key.excerpt()) cannot have a curve over the lifetime")
    }
    let list = node.steps + [.key("emitterBehaviors")]
    if let present = nodes.first(where: { $0.parent == node.id && curve.isMeant(by: $0) }) {
      return place = present.steps
    }
    try insert(DocumentEditor.Item(curve.document, quotingKeys: editor.quotesKeys), at: .max, into: list)
  }

  private mutating func addAnimation(of key: String, to node: SceneModel.Node) throws {
    let owner = try layer(of: node.id)
    var keyPath = key
    if node.kind == "cell" {
      var (names, next) = ([String](), Optional(node))
      while let cell = next, cell.kind == "cell" {
        guard let name = cell.name, !name.isEmpty, !name.contains(".") else {
          throw ValueMismatchError("an animated cell needs a name. Press F2 to name it")
        }
        names.insert("emitterCells.\(name).", at: 0)
        next = parent(of: cell)
      }
      keyPath = names.joined() + key
    }
    let value = try NewAnimation(keyPath, of: owner, in: scene).document
    let list = owner.steps + [.key("animations")]
    let name = unusedName(String(key.split(separator: ".").last ?? "animation"), among: editor.keys(at: list))
    let item = DocumentEditor.Item(value, key: name, quotingKeys: editor.quotesKeys)
    try insert(item, at: .max, into: list, isMember: true)
  }

  // MARK: Copies

  private mutating func duplicate(_ node: SceneModel.Node) throws {
    let (list, index) = try slot(of: node)
    guard node.steps.last != .key("mask"), var item = editor.item(index, at: list) else {
      throw ValueMismatchError("a layer has one mask")
    }
    if case .key(let key)? = node.steps.last, let value = editor[node.steps] {
      let text = String(decoding: editor.bytes[value.span], as: UTF8.self)
      let name = unusedName(key, among: editor.keys(at: list))
      item = DocumentEditor.Item(text: "\(name.keyText(quoted: editor.quotesKeys)): \(text)")
    }
    try insert(item, at: index + 1, into: list)
    if node.kind != "cue", case .index? = node.steps.last { try renameParts(of: place) }
  }

  // MARK: Values

  private mutating func put(_ change: DocumentChange) throws {
    guard let match = change.node.wholeMatch(of: /(cues|timeline)\[(\d{1,6})\]/), let index = Int(match.2),
      change.key == "at", let text = change.value, text.utf8.count <= 200
    else { throw ValueMismatchError("only the key at of a cue or timeline event can be set, to at most 200 bytes") }
    let steps: [DocumentStep] = [.key(String(match.1)), .index(index)]
    guard editor[steps] != nil else { throw ValueMismatchError("the document has no part \(change.node)") }
    let value = Double(text).flatMap { $0.isFinite ? DocumentValue(.number($0)) : nil }
    guard try editor.set(value ?? DocumentValue(.string(text)), at: steps + [.key("at")]) else {
      throw ValueMismatchError("it cannot be inserted: the document has another value there")
    }
    place = steps
  }
}
