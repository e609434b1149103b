/// Writes changes into the text of a preset document, in place.
///
/// A value that the document has is replaced where it stands; one that it has not is added to its object; one that is
/// the default again is taken out. Everything else, comments included, stays as it was written.
package struct PresetEditor {
  private let source: PresetSource
  package private(set) var scene: PresetScene
  private var editor: DocumentEditor

  /// The text with every change so far.
  var bytes: [UInt8] { editor.bytes }

  /// Errors: the problems of the document.
  package init(_ source: PresetSource) throws(PresetError) {
    (self.source, scene) = (source, try source.scene())
    do {
      editor = try DocumentEditor(source.bytes)
    } catch {
      throw PresetError(file: source.file, error)
    }
  }

  /// Errors: as `PresetScene.apply`; a value that cannot be spelled in a document, or a place where none can be added.
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

  /// Writes a value where the document has it; one at its default is taken out.
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
      let isDefault =
        ValueText().text(present, info) == ValueText().text(found.container.defaultProperty(key), info)
      // The root fills the stage where it does not say otherwise: its defaults are not those of the class.
      if isDefault, found.container as? CALayer !== scene.rootLayer { return try put(nil, key, in: object) }
      // As the user spelled it, with its unit, where nothing was calculated.
      let given = key == found.key && info.kind != .boolean ? spelled : nil
      let value = given ?? relative(change, key, in: object) ?? ValueSpelling.document(present, info.kind)
      guard let value else { throw ValueMismatchError("the value cannot be written into a document") }
      try put(value, key, in: object)
    }
  }

  /// The key to write: a part of a value keeps its own key where the document uses it, and where the whole could only
  /// be spelled as a matrix; otherwise the whole is written.
  private func key(of found: LayerLookup.Found, in object: [DocumentStep]) -> String {
    let (key, keys) = (found.key, found.container.keys)
    if keys.contains(key) || editor[object + [.key(key)]] != nil { return key }
    let whole = keys.filter { key.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    guard let whole, let info = found.container.info(forKey: whole), info.kind != .transform else { return key }
    return whole
  }

  /// A value that follows the stage keeps doing so when it is multiplied or added to.
  private func relative(_ change: PropertyOverride, _ key: String, in object: [DocumentStep]) -> DocumentValue? {
    guard change.operation != .assign, case .string(let text)? = editor[object + [.key(key)]]?.content,
      text.contains("stage."), let number = Double(change.value)
    else { return nil }
    return DocumentValue(.string("(\(text)) \(change.operation == .add ? "+" : "*") \(ValueText.text(number))"))
  }

  /// - Parameter value: nil takes the key out.
  private mutating func put(_ value: DocumentValue?, _ key: String, in object: [DocumentStep]) throws {
    let path = object + [.key(key)]
    guard let value else { return try editor.remove(at: path) }
    guard try editor.set(value, at: path) else { throw Self.noPlace }
  }

  private static let noPlace = ValueMismatchError("the document has no place for it")

  /// Makes given values the defaults of the document's variables, so that it needs none any more.
  package mutating func keep(_ given: GivenVariables) throws {
    for variable in scene.variables where given[variable.name] != nil {
      guard let value = variable.spelled else { continue }
      try put(value, "default", in: [.key(VariableReader.key), .key(variable.name)])
    }
  }

  /// Writes cues into the document, whatever they came from.
  package mutating func keep(_ cues: [PresetCue]) throws {
    let items = cues.map { cue in
      DocumentValue(
        .object([
          DocumentMember("name", DocumentValue(.string(cue.name))),
          DocumentMember("at", DocumentValue(.number(cue.time))),
        ]))
    }
    try put(DocumentValue(.array(items)), CueReader.key, in: [])
  }

  // MARK: The result

  /// The document for another folder: relative paths lead to the same files from there.
  ///
  /// Errors: what was written does not load, which would be a mistake of this type.
  package func document(in folder: URL, named name: String?) throws -> [UInt8] {
    var editor = editor
    if let name, editor[[.key("name")]] != nil { _ = try editor.set(DocumentValue(.string(name)), at: [.key("name")]) }
    try moveFiles(&editor, to: folder)
    _ = try source.loader.load(editor.bytes, file: source.file, directory: folder)
    return editor.bytes
  }

  private func moveFiles(_ editor: inout DocumentEditor, to folder: URL) throws(JSON5Error) {
    let schema: [DocumentStep] = [.key("$schema")]
    // A bundled document's schema lies beside its source, not beside the program.
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

/// The text of a document while it is tuned. What tools keep of it is the text; the scene follows, so undoing is going
/// back to an earlier text.
package struct Draft {
  package let source: PresetSource

  package init(_ source: PresetSource) { self.source = source }

  /// Another text in the place of this one: relative paths start from the same folder.
  package func with(_ bytes: [UInt8]) -> Draft {
    Draft(
      PresetSource(
        bytes: bytes, file: source.file, directory: source.directory, isBundled: source.isBundled,
        loader: source.loader))
  }

  /// Names the text: equal texts have equal names.
  package var revision: String { Self.revision(of: source.bytes) }

  /// FNV-1a in 64 bits, with the length.
  package static func revision(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(String(hash, radix: 36))-\(bytes.count)"
  }

  /// The scene, nil where the text has errors, and everything that is to be said about it.
  package func read() -> (scene: PresetScene?, problems: [DocumentProblem]) {
    do throws(PresetError) {
      let scene = try source.scene()
      return (scene, scene.unsupported + scene.remarks)
    } catch {
      return (nil, error.problems)
    }
  }

  /// The text with changes, comments and layout kept, and notes on unusual values.
  ///
  /// Errors: problems of the document (`PresetError`), a change that does not fit (`ValueMismatchError`).
  package func applying(_ changes: [PropertyOverride]) throws -> (draft: Draft, notes: [String]) {
    var changes = changes
    let given = GivenVariables(taking: &changes)
    var editor = try PresetEditor(source.giving(given))
    try editor.keep(given)
    var notes: [String] = []
    for change in changes { notes += try editor.apply(change) }
    return (with(try editor.document(in: source.directory, named: nil)), notes)
  }

  package func saved(in folder: URL, named name: String) throws -> [UInt8] {
    try PresetEditor(source).document(in: folder, named: name)
  }
}
