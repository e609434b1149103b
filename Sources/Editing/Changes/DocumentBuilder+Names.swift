extension DocumentBuilder {
  /// A name that is unused in the document: `spark`, `spark2`.
  func unusedName(_ name: String, among taken: Set<String>? = nil) -> String {
    var numbers: [String: Int] = [:]
    return unusedName(name, among: taken ?? Set(editor.names), from: &numbers)
  }

  /// - Parameter numbers: the next number by prefix, because thousands of names may have the same one.
  private func unusedName(_ name: String, among taken: Set<String>, from numbers: inout [String: Int]) -> String {
    if !taken.contains(name) { return name }
    let stem = String(name.reversed().drop { $0.isNumber }.reversed())
    var number = numbers[stem] ?? 2
    while taken.contains("\(stem)\(number)") { number += 1 }
    numbers[stem] = number + 1
    return "\(stem)\(number)"
  }

  mutating func rename(_ node: SceneModel.Node, to name: String) throws {
    try check(name, for: node)
    var steps = node.steps
    switch node.kind {
    case "variable", "animation":
      guard case .key(let old)? = steps.popLast() else {
        throw ValueMismatchError("an animation in a group cannot have a name")
      }
      guard name == old || !editor.keys(at: steps).contains(name) else {
        throw ValueMismatchError("there is a \(name.excerpt()) already")
      }
      try editor.renameKey(at: node.steps, to: name)
      if node.kind == "variable" { try renameVariable(old, name) }
      steps.append(.key(name))
    case "layer", "cell", "behavior", "filter", "cue":
      let isOnlyOne = node.name.map { old in editor.names.count { $0 == old } == 1 } ?? false
      let path = steps + [.key("name")]
      if name.isEmpty {
        try editor.remove(at: path)
      } else if node.name == nil, editor[path] == nil {
        try insertName(name, into: steps)
      } else {
        _ = try editor.set(DocumentValue(.string(name)), at: path)
      }
      if let old = node.name, isOnlyOne, !name.isEmpty { try renameReferences(old, name, isCue: node.kind == "cue") }
    default: throw ValueMismatchError("\((node.name ?? node.class).excerpt()) keeps its name")
    }
    places = [steps]
  }

  /// As the first member, where people expect it.
  private mutating func insertName(_ name: String, into steps: [DocumentStep]) throws {
    let item = DocumentEditor.Item(DocumentValue(.string(name)), key: "name", quotingKeys: editor.quotesKeys)
    try insert(item, at: 0, into: steps, isMember: true)
  }

  private func check(_ name: String, for node: SceneModel.Node) throws(ValueMismatchError) {
    switch node.kind {
    case "variable":
      guard PresetVariable.isName(name) else {
        throw ValueMismatchError("expected a name of letters, digits, _ and - that does not start with a digit")
      }
    case "cue":
      guard PresetCue.isName(name) else {
        throw ValueMismatchError("expected a name of letters, digits, _ and -; \"now\" and \"every\" are reserved")
      }
    default:
      let isFree = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !".=+*{}[]\"\\".unicodeScalars.contains($0) }
      let isRight = name.utf8.count <= 100 && isFree && (node.kind != "animation" || !name.isEmpty)
      guard isRight else {
        throw ValueMismatchError("expected a name of at most 100 letters, digits, spaces, _ and -")
      }
    }
  }

  // MARK: References

  /// Strings that contain a variable in braces.
  func texts(naming variable: String) -> [DocumentValue] {
    var texts: [DocumentValue] = []
    editor.root.visit { _, value in
      guard case .string(let text) = value.content, let template = VariableTemplate(text) else { return }
      if template.parts.contains(.variable(variable)) { texts.append(value) }
    }
    return texts
  }

  private mutating func renameVariable(_ old: String, _ new: String) throws {
    try editor.replaceTexts(texts(naming: old)) { text in
      let parts = VariableTemplate(text)?.parts ?? []
      return parts.map { part in
        switch part {
        case .text(let plain): VariableTemplate.literal(plain)
        case .variable(let name): "{\(name == old ? new : name)}"
        }
      }.joined()
    }
  }

  private mutating func renameReferences(_ old: String, _ new: String, isCue: Bool) throws {
    let separator: Character = isCue ? " " : "."
    let renamed = { (text: String) in
      text.split(separator: separator, omittingEmptySubsequences: false).map { $0 == old ? new : String($0) }
        .joined(separator: String(separator))
    }
    let keys: Set = isCue ? ["at"] : ["keyPath", "remove", "removeAnimations"]
    var (texts, members) = ([DocumentValue](), [DocumentMember]())
    editor.root.visit { key, value in
      if case .string(let text) = value.content, keys.contains(key), renamed(text) != text { texts.append(value) }
      let isState = editor[[.key("states"), .key(key)]]?.span == value.span
      let isByPath = isState || ["set", "animations", "addSublayers"].contains(key)
      guard !isCue, isByPath, case .object(let all) = value.content else { return }
      members += all.filter { renamed($0.key) != $0.key }
    }
    // An animation's key may equal a name. Names of layers are only in events.
    let events = ["timeline", "states", "stateTransitions"].compactMap { editor[[.key($0)]]?.span }
    members.removeAll { member in !events.contains { $0.contains(member.start) } }
    try editor.replaceTexts(texts, keys: members, with: renamed)
  }

  /// Renames the layers and cells of copies whose names are taken, and updates their animations.
  mutating func renameParts(of copies: [[DocumentStep]], unless taken: Set<String>) throws {
    var (names, taken, numbers) = ([String: String](), taken, [String: Int]())
    var texts: [DocumentValue] = []
    for copy in copies.compactMap({ editor[$0] }) {
      copy.visitParts { value in
        guard let name = value[key: "name"], let text = name.text else { return }
        texts.append(name)
        guard names[text] == nil else { return }
        let new = unusedName(text, among: taken, from: &numbers)
        names[text] = new
        taken.insert(new)
      }
      copy.visit { key, value in if key == "keyPath" { texts.append(value) } }
    }
    try editor.replaceTexts(texts) { text in
      names[text]
        ?? text.split(separator: ".", omittingEmptySubsequences: false)
        .map { names[String($0)] ?? String($0) }.joined(separator: ".")
    }
  }
}

extension DocumentEditor {
  func keys(at path: [DocumentStep]) -> Set<String> {
    Set(self[path]?.members.map(\.key) ?? [])
  }

  var names: [String] {
    var names: [String] = []
    root.visit { key, value in if key == "name", case .string(let name) = value.content { names.append(name) } }
    return names
  }
}

extension DocumentValue {
  /// Calls a closure for every value in this one with its key. Elements of a list have the key of the list.
  func visit(under key: String = "", _ body: (_ key: String, DocumentValue) -> Void) {
    body(key, self)
    switch content {
    case .array(let items): for item in items { item.visit(under: key, body) }
    case .object(let members): for member in members { member.value.visit(under: member.key, body) }
    default: break
    }
  }

  /// Calls a closure for this layer, cell or behaviour and all layers and cells in it.
  func visitParts(_ body: (DocumentValue) -> Void) {
    body(self)
    for key in ["sublayers", "emitterCells"] {
      for item in self[key: key]?.items ?? [] { item.visitParts(body) }
    }
    self[key: "mask"]?.visitParts(body)
  }
}
