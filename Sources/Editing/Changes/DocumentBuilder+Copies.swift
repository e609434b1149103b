/// Copies of parts, in a document or from another one.
extension DocumentBuilder {
  mutating func duplicate(_ node: SceneModel.Node) throws {
    let (list, index) = try slot(of: node)
    let copies = items([(list, index)], of: editor, unless: editor.keys(at: list))
    guard node.steps.last != .key("mask"), let item = copies.first else {
      throw ValueMismatchError("a layer has one mask")
    }
    let taken = Set(editor.names)
    try insert(item, at: index + 1, into: list)
    if node.kind != "cue", case .index? = node.steps.last { try renameParts(of: places, unless: taken) }
  }

  /// The kinds of parts that can be copied, with their list: in a layer of this class, or in the document.
  typealias Form = (kind: String, list: String, class: String?)
  static let forms: [Form] = [
    ("layer", "sublayers", "CALayer"), ("cell", "emitterCells", "CAEmitterLayer"),
    ("behavior", "emitterBehaviors", "CAEmitterLayer"), ("animator", "animators", "CATextLayer"),
    ("filter", "filters", "CALayer"), ("animation", "animations", "CALayer"), ("variable", VariableReader.key, nil),
    ("cue", CueReader.key, nil),
  ]
  /// Kinds that documents store as members of an object. The other kinds are elements of an array.
  private static let members: Set = ["animation", "variable"]

  static func list(of form: Form, in owner: [DocumentStep] = [.key("layer")]) -> [DocumentStep] {
    (form.class == nil ? [] : owner) + [.key(form.list)]
  }

  /// Whether a part is an item of its owner's list. False for masks, the root layer, and animations in groups.
  private func isListed(_ node: SceneModel.Node) -> Bool {
    let isMember = if case .key? = node.steps.last { true } else { false }
    return isMember == Self.members.contains(node.kind)
  }

  /// Returns a document that contains copies of the parts.
  func copy(_ ids: [String]) throws -> [UInt8] {
    let parts = try parts(ids)
    guard let form = Self.forms.first(where: { $0.kind == parts.first?.kind }),
      parts.allSatisfy({ $0.kind == form.kind && isListed($0) })
    else { throw ValueMismatchError("select parts of one kind to copy them, without the root layer and masks") }
    let text = try items(parts.map(slot), of: editor, unless: []).map(\.text).joined(separator: ",\n")
    var copy = try DocumentEditor(Array("{ layer: { class: \"\(form.class ?? "CALayer")\" } }".utf8))
    let isMember = Self.members.contains(form.kind)
    _ = try copy.insert(.init(text: text), at: 0, into: Self.list(of: form), isMember: isMember)
    return copy.bytes
  }

  /// Adds the parts of a document: after a part of their kind, otherwise at the end.
  mutating func paste(_ text: String, near id: String) throws {
    guard let source = try? DocumentEditor(Array(text.utf8)),
      let form = Self.forms.first(where: { source.spans(at: Self.list(of: $0))?.isEmpty == false })
    else { throw ValueMismatchError("the clipboard has no layers, animations, variables or other parts of a document") }
    let from = Self.list(of: form)
    let spans = source.spans(at: from) ?? []
    try checkCount(spans.count)
    var near = try node(id)
    if near.kind != form.kind { near = try form.class == "CAEmitterLayer" ? emitting(id) : layer(of: id) }
    let isBeside = near.kind == form.kind && isListed(near)
    let (list, index) = try isBeside ? slot(of: near) : (list(for: form.kind, in: near), .max - 1)
    let taken = Set(editor.names)
    let items = items(spans.indices.map { (from, $0) }, of: source, unless: editor.keys(at: list))
    try insert(items, at: index + 1, into: list, isMember: Self.members.contains(form.kind))
    if form.kind != "cue" { try renameParts(of: places, unless: taken) }
  }

  /// The texts of parts of a document. Members get keys that are not taken.
  private func items(
    _ slots: [(list: [DocumentStep], index: Int)], of source: DocumentEditor, unless taken: Set<String>
  ) -> [DocumentEditor.Item] {
    var taken = taken
    return slots.compactMap { list, index in
      let members = source[list]?.members ?? []
      let key = members.isEmpty ? nil : unusedName(members[index].key, among: taken)
      if let key { taken.insert(key) }
      return source.item(index, at: list, key: key)
    }
  }

  /// Inserts items side by side, and selects them.
  mutating func insert(
    _ items: [DocumentEditor.Item], at index: Int, into list: [DocumentStep], isMember: Bool = false
  ) throws {
    let first = min(index, editor.spans(at: list)?.count ?? 0)
    let text = items.map(\.text).joined(separator: ",\n")
    try insert(DocumentEditor.Item(text: text), at: first, into: list, isMember: isMember)
    places = items.indices.map { steps(first + $0, of: list) }
  }
}
