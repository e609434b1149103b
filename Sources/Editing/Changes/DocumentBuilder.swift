/// Applies structural changes to the text of a document.
struct DocumentBuilder {
  let scene: PresetScene
  let nodes: [SceneModel.Node]
  var editor: DocumentEditor
  /// The parts that the change selects.
  var places: [[DocumentStep]] = []

  init(_ source: PresetSource) throws {
    scene = try source.scene()
    nodes = SceneModel(scene).nodes
    editor = try DocumentEditor(source.bytes)
  }

  package mutating func apply(_ change: DocumentChange) throws {
    switch change.action {
    case .add: try add(change)
    case .duplicate: try duplicate(node(change.node))
    case .paste: try paste(change.text ?? "", near: change.node)
    case .remove: for node in try parts(change.ids).reversed() { try remove(node) }
    case .move:
      let moved = try parts(change.ids)
      if let into = change.into {
        try move(moved, into: node(into), at: change.index)
      } else {
        try move(moved, by: change.by ?? 0)
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

  /// Nodes in the order of the document, without those inside other ones.
  func parts(_ ids: [String]) throws(ValueMismatchError) -> [SceneModel.Node] {
    let ids = Set(ids)
    if let unknown = ids.subtracting(nodes.map(\.id)).first { _ = try node(unknown) }
    let found = nodes.filter { ids.contains($0.id) }
    try checkCount(found.count)
    return found.filter { node in !found.contains { $0.id != node.id && node.steps.starts(with: $0.steps) } }
  }

  func checkCount(_ count: Int) throws(ValueMismatchError) {
    let most = DocumentChange.mostParts
    if count > most { throw ValueMismatchError("a change can contain at most \(most) parts, not \(count)") }
  }

  func parent(of node: SceneModel.Node) -> SceneModel.Node? {
    node.parent.flatMap { id in nodes.first { $0.id == id } }
  }

  /// The list or object that contains a part. Errors: the document requires the part.
  func slot(of node: SceneModel.Node) throws(ValueMismatchError) -> (list: [DocumentStep], index: Int) {
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

  func steps(_ index: Int, of list: [DocumentStep]) -> [DocumentStep] {
    guard case .object(let members)? = editor[list]?.content else { return list + [.index(index)] }
    return members.indices.contains(index) ? list + [.key(members[index].key)] : list
  }

  mutating func insert(
    _ item: DocumentEditor.Item, at index: Int, into list: [DocumentStep], isMember: Bool = false
  ) throws {
    guard try editor.insert(item, at: index, into: list, isMember: isMember) else {
      throw ValueMismatchError("it cannot be inserted: the document has another value there")
    }
    places = [steps(min(index, (editor.spans(at: list)?.count ?? 1) - 1), of: list)]
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
    places = [left > 0 && isList ? steps(min(index, left - 1), of: list) : parent(of: node)?.steps ?? []]
  }

  /// Removes an empty list.
  private mutating func dropIfEmpty(_ list: [DocumentStep]) throws {
    guard case .key(let key)? = list.last, Self.forms.contains(where: { $0.list == key }),
      editor.spans(at: list)?.isEmpty == true
    else { return }
    try editor.remove(at: list)
  }

  private mutating func move(_ moved: [SceneModel.Node], by way: Int) throws {
    let node = try (way < 0 ? moved.first : moved.last) ?? node("")
    let (list, index) = try slot(of: node)
    let (target, isOver) = index.addingReportingOverflow(way)
    guard node.kind != "cue", !isOver, editor.spans(at: list)?.indices.contains(target) == true,
      node.steps.last != .key("mask")
    else { throw ValueMismatchError("it cannot be moved \(way < 0 ? "up" : "down")") }
    try move(moved, to: list, at: way < 0 ? target : target + 1)
  }

  /// The list for a type of node in its owner.
  func list(for kind: String, in owner: SceneModel.Node) throws(ValueMismatchError) -> [DocumentStep] {
    let isEmitter = owner.kind == "cell" || owner.class == "CAEmitterLayer"
    let fits =
      switch kind {
      case "cell", "behavior": isEmitter
      case "animator": owner.class == "CATextLayer"
      default: owner.kind == "layer"
      }
    guard fits, let form = Self.forms.first(where: { $0.kind == kind }) else {
      throw ValueMismatchError("\((owner.name ?? owner.class).excerpt()) takes no \(kind)")
    }
    return Self.list(of: form, in: owner.steps)
  }

  private mutating func move(_ moved: [SceneModel.Node], into owner: SceneModel.Node, at index: Int?) throws {
    for node in moved {
      guard case .index? = node.steps.last else { throw ValueMismatchError("a mask cannot leave its layer") }
      guard !owner.steps.starts(with: node.steps) else {
        throw ValueMismatchError("a \(node.kind) cannot be moved into itself")
      }
    }
    try move(moved, to: list(for: moved.first?.kind ?? "", in: owner), at: max(0, index ?? .max))
  }

  private mutating func move(_ moved: [SceneModel.Node], to list: [DocumentStep], at index: Int) throws {
    var (target, index, items) = (list, index, [DocumentEditor.Item]())
    for node in moved.reversed() {
      guard node.kind == moved.first?.kind, node.steps.last != .key("mask") else {
        throw ValueMismatchError("select parts of one kind to move them")
      }
      let (list, own) = try slot(of: node)
      guard let item = editor.item(own, at: list) else { continue }
      items.insert(item, at: 0)
      if target == list, index > own { index -= 1 }
      try editor.removeItem(own, at: list, takesComments: true)
      try dropIfEmpty(list)
      // Later items have moved.
      if target.count > list.count, target.starts(with: list), case .index(let step) = target[list.count], step > own {
        target[list.count] = .index(step - 1)
      }
    }
    try insert(items, at: index, into: target)
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
  func layer(of id: String) throws(ValueMismatchError) -> SceneModel.Node {
    var found: SceneModel.Node? = try? node(id)
    while let node = found, node.kind != "layer" { found = parent(of: node) }
    if let found { return found }
    return try node("layer")
  }

  func emitting(_ id: String) throws(ValueMismatchError) -> SceneModel.Node {
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
    let cue = DocumentValue.fields([
      ("name", .text(PresetCue.standardName)), ("at", .number((time * 1000).rounded() / 1000)),
    ])
    try insert(DocumentEditor.Item(cue, quotingKeys: editor.quotesKeys), at: .max, into: list)
  }

  private mutating func addCurve(of key: String, to node: SceneModel.Node) throws {
    guard node.kind == "cell", let curve = LifeCurve(key, node.values) else {
      throw ValueMismatchError("\(key.excerpt()) cannot have a curve over the lifetime")
    }
    let list = node.steps + [.key("emitterBehaviors")]
    if let present = nodes.first(where: { $0.parent == node.id && curve.isMeant(by: $0) }) {
      return places = [present.steps]
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
    places = [steps]
  }
}
