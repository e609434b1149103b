/// Copies of parts, in a document or from another one.
extension DocumentBuilder {
  mutating func duplicate(_ node: SceneModel.Node) throws {
    let (list, index) = try slot(of: node)
    guard node.steps.last != .key("mask"), var item = editor.item(index, at: list) else {
      throw ValueMismatchError("a layer has one mask")
    }
    if case .key(let key)? = node.steps.last, let value = editor[node.steps] {
      let text = String(decoding: editor.bytes[value.span], as: UTF8.self)
      let name = unusedName(key, among: editor.keys(at: list))
      item = DocumentEditor.Item(text: "\(name.keyText(quoted: editor.quotesKeys)): \(text)")
    }
    let taken = Set(editor.names)
    try insert(item, at: index + 1, into: list)
    if node.kind != "cue", case .index? = node.steps.last { try renameParts(of: places, unless: taken) }
  }

  /// The kinds of parts that can be copied, with their list in a layer and the class of this layer.
  private static let copied: [(kind: String, list: String, class: String)] = [
    ("layer", "sublayers", "CALayer"), ("cell", "emitterCells", "CAEmitterLayer"),
    ("behavior", "emitterBehaviors", "CAEmitterLayer"), ("animator", "animators", "CATextLayer"),
  ]

  /// A document whose layer has copies of these parts.
  func copy(_ ids: [String]) throws -> [UInt8] {
    let parts = try parts(ids)
    guard let form = Self.copied.first(where: { $0.kind == parts.first?.kind }),
      parts.allSatisfy({ if case .index? = $0.steps.last { $0.kind == form.kind } else { false } })
    else { throw ValueMismatchError("select layers, cells, behaviours or text animators to copy them") }
    let items = try parts.compactMap { part in
      let (list, index) = try slot(of: part)
      return editor.item(index, at: list)
    }
    var copy = try DocumentEditor(Array("{ layer: { class: \"\(form.class)\" } }".utf8))
    let text = DocumentEditor.Item(text: items.map(\.text).joined(separator: ",\n"))
    _ = try copy.insert(text, at: 0, into: [.key("layer"), .key(form.list)], isMember: false)
    return copy.bytes
  }

  /// Adds the parts of the layer of a document: after a part of their kind, otherwise at the end.
  mutating func paste(_ text: String, near id: String) throws {
    guard let source = try? DocumentEditor(Array(text.utf8)),
      let form = Self.copied.first(where: { source.spans(at: [.key("layer"), .key($0.list)])?.isEmpty == false })
    else { throw ValueMismatchError("the clipboard has no layers, cells, behaviours or text animators") }
    let near = try form.class == "CAEmitterLayer" ? emitting(id) : layer(of: id)
    let from: [DocumentStep] = [.key("layer"), .key(form.list)]
    let spans = source.spans(at: from) ?? []
    try checkCount(spans.count)
    let items = spans.indices.compactMap { source.item($0, at: from) }
    let taken = Set(editor.names)
    if near.kind == form.kind, case .index(let index)? = near.steps.last {
      try insert(items, at: index + 1, into: Array(near.steps.dropLast()))
    } else {
      try insert(items, at: .max, into: list(for: form.kind, in: near))
    }
    try renameParts(of: places, unless: taken)
  }

  /// Inserts items side by side, and selects them.
  mutating func insert(_ items: [DocumentEditor.Item], at index: Int, into list: [DocumentStep]) throws {
    let first = min(index, editor.spans(at: list)?.count ?? 0)
    try insert(DocumentEditor.Item(text: items.map(\.text).joined(separator: ",\n")), at: first, into: list)
    places = items.indices.map { steps(first + $0, of: list) }
  }
}
