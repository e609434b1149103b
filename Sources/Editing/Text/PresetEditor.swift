/// Writes changes to the text of a preset document.
///
/// An existing value is replaced in place, a missing one is added to its object, and one that becomes the default is
/// removed. Everything else, including comments, is unchanged.
package struct PresetEditor {
  private let source: PresetSource
  package private(set) var scene: PresetScene
  private var editor: DocumentEditor
  /// Whether a length that the document gives in percent of the stage stays in percent.
  private let keepsPercent: Bool

  var bytes: [UInt8] { editor.bytes }

  /// Errors: the problems of the document.
  package init(_ source: PresetSource, keepsPercent: Bool = false) throws(PresetError) {
    (self.source, scene, self.keepsPercent) = (source, try source.scene(), keepsPercent)
    do {
      editor = try DocumentEditor(source.bytes)
    } catch {
      throw PresetError(file: source.file, error)
    }
  }

  /// Errors: see `PresetScene.apply`; a value without a document form, or a location where no value can be added.
  /// - Returns: notes on unusual values.
  @discardableResult
  package mutating func apply(_ change: PropertyOverride) throws(ValueMismatchError) -> [String] {
    do {
      let edits = try scene.edits(of: change)
      let notes = try scene.write(edits, of: change)
      for edit in edits { try write(edit, of: change) }
      return notes
    } catch let error as ValueMismatchError {
      throw ValueMismatchError("\(change.text): \(error.message)")
    } catch {
      throw ValueMismatchError("\(change.text): the value cannot be written into the document: \(error)")
    }
  }

  /// Writes a value to its location in the document. Removes default values.
  private mutating func write(_ edit: SceneEdit, of change: PropertyOverride) throws {
    guard let object = edit.path(from: scene.rootLayer) else { throw Self.noPlace }
    switch edit {
    case .movie(let row, _):
      guard let whole = MovieProperty[row.documentKey] else { return }
      try put(whole.isDefault(in: scene) ? nil : whole.document(in: scene), whole.key, in: object)
    case .animation(let place, let value):
      guard editor[object] != nil else { throw Self.noPlace }
      if let other = AnimationReader.exclusive[place.key] { try put(nil, other, in: object) }
      try put(value, place.key, in: object)
    case .property(let found, _, let spelled):
      let key = key(of: found, in: object)
      guard let info = found.container.info(forKey: key) else { return }
      let present = found.container.readProperty(key)
      let isDefault = ValueText().text(present, info) == ValueText().text(found.container.defaultProperty(key), info)
      // The root fills the canvas by default, so its defaults differ from those of the class.
      if isDefault, found.container as? CALayer !== scene.rootLayer { return try put(nil, key, in: object) }
      // As the user wrote it, with its unit, if nothing was calculated.
      let given = key == found.key && info.kind != .boolean ? spelled : nil
      let value = given ?? relative(change, key, in: object) ?? ValueSpelling.document(present, info.kind)
      guard let value else { throw ValueMismatchError("the value cannot be written into a document") }
      try put(keepsPercent ? inPercent(value, like: editor[object + [.key(key)]]) : value, key, in: object)
    }
  }

  /// The key to write. A component keeps its own key if the document uses it, and if the whole value would be written
  /// as a matrix. Otherwise the whole value is written.
  private func key(of found: LayerLookup.Found, in object: [DocumentStep]) -> String {
    let (key, keys) = (found.key, found.container.keys)
    if keys.contains(key) || editor[object + [.key(key)]] != nil { return key }
    let whole = keys.filter { key.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    guard let whole, let info = found.container.info(forKey: whole), info.kind != .transform else { return key }
    return whole
  }

  /// A relative value stays relative when it is multiplied or added to.
  private func relative(_ change: PropertyOverride, _ key: String, in object: [DocumentStep]) -> DocumentValue? {
    guard change.operation != .assign, case .string(let text)? = editor[object + [.key(key)]]?.content,
      text.contains("stage."), let number = Double(change.value)
    else { return nil }
    return DocumentValue(.string("(\(text)) \(change.operation == .add ? "+" : "*") \(ValueText.text(number))"))
  }

  /// A point, size or rectangle with its numbers in percent where the old value has percent.
  private func inPercent(_ value: DocumentValue, like old: DocumentValue?) -> DocumentValue {
    guard case .array(let items) = value.content, case .array(let olds)? = old?.content, items.count == olds.count,
      [2, 4].contains(items.count)
    else { return value }
    let sides = [scene.values.stage.width, scene.values.stage.height]
    return .list(
      items.indices.map { index in
        guard case .string(let text) = olds[index].content, text.hasSuffix("%"),
          case .number(let number) = items[index].content
        else { return items[index] }
        return .text("\(ValueText.text((number / sides[index % 2] * 10_000).rounded() / 100))%")
      })
  }

  /// - Parameter value: nil removes the key.
  private mutating func put(_ value: DocumentValue?, _ key: String, in object: [DocumentStep]) throws {
    let path = object + [.key(key)]
    guard let value else { return try editor.remove(at: path) }
    guard try editor.set(value, at: path) else { throw Self.noPlace }
  }

  private static let noPlace = ValueMismatchError("it cannot be inserted: the document has another value there")

  /// Sets given values as defaults of the document's variables, so that it needs no values.
  package mutating func keep(_ given: GivenVariables) throws {
    for variable in scene.variables where given[variable.name] != nil {
      guard let value = variable.spelled else { continue }
      try put(value, "default", in: [.key(VariableReader.key), .key(variable.name)])
    }
  }

  /// Writes cues to the document.
  package mutating func keep(_ cues: [PresetCue]) throws {
    let items = cues.map { DocumentValue.fields([("name", .text($0.name)), ("at", .number($0.time))]) }
    try put(.list(items), CueReader.key, in: [])
  }

  /// The document for another folder, with relative paths to the same files.
  ///
  /// Errors: the result does not load, which would be a programming error.
  package func document(in folder: URL, named name: String?) throws -> [UInt8] {
    var editor = editor
    if let name, editor[[.key("name")]] != nil { _ = try editor.set(DocumentValue(.string(name)), at: [.key("name")]) }
    try moveFiles(&editor, to: folder)
    _ = try source.loader.load(editor.bytes, file: source.file, directory: folder)
    return editor.bytes
  }

  private func moveFiles(_ editor: inout DocumentEditor, to folder: URL) throws(JSON5Error) {
    let schema: [DocumentStep] = [.key("$schema")]
    // A bundled document's schema is next to its source, not next to the program.
    if source.isBundled { return try editor.remove(at: schema) }
    guard folder.standardizedFileURL.path != source.directory.standardizedFileURL.path else { return }
    let files = FilePaths.all(in: editor.root) + [editor[schema]].compactMap { $0 }.filter(FilePaths.isRelative)
    try editor.replaceTexts(files) { text in
      FilePaths.relative(source.directory.appendingPathComponent(text).standardizedFileURL, to: folder)
    }
  }
}

extension PresetError {
  init(file: String, _ error: JSON5Error) {
    self.init(problems: [
      DocumentProblem(severity: .error, file: file, location: error.location, path: "", message: error.message)
    ])
  }
}

/// The text of a document during tuning. Tools store the text, and the scene follows from it, so undoing means using an
/// earlier text.
package struct Draft {
  package let source: PresetSource

  package init(_ source: PresetSource) { self.source = source }

  /// A draft with another text and the same base folder.
  package func with(_ bytes: [UInt8]) -> Draft {
    Draft(
      PresetSource(
        bytes: bytes, file: source.file, directory: source.directory, isBundled: source.isBundled,
        loader: source.loader))
  }

  /// Identifies the text: equal texts have equal revisions.
  package var revision: String { Self.revision(of: source.bytes) }

  /// 64-bit FNV-1a and the length.
  package static func revision(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(String(hash, radix: 36))-\(bytes.count)"
  }

  /// The scene, nil for a text with errors, and all notes.
  package func read() -> (scene: PresetScene?, problems: [DocumentProblem]) {
    do throws(PresetError) {
      let scene = try source.scene()
      return (scene, scene.unsupported + scene.remarks)
    } catch {
      return (nil, error.problems)
    }
  }

  /// The text after changes, with comments and layout kept, and notes on unusual values.
  ///
  /// Errors: problems of the document (`PresetError`), an invalid change (`ValueMismatchError`).
  package func applying(_ changes: [PropertyOverride]) throws -> (draft: Draft, notes: [String]) {
    var changes = changes
    let given = source.values(taking: &changes)
    var editor = try PresetEditor(source.giving(given), keepsPercent: true)
    try editor.keep(given)
    var notes: [String] = []
    for change in changes { notes += try editor.apply(change) }
    return (with(try editor.document(in: source.directory, named: nil)), notes)
  }

  package func saved(in folder: URL, named name: String) throws -> [UInt8] {
    try PresetEditor(source).document(in: folder, named: name)
  }
}
