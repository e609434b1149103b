package import Foundation
import StarmineLayers
package import StarminePresets

/// Writes changes into the text of a preset document, in place.
///
/// A value that the document has is replaced where it stands; one that it has not is added to its object; one that is
/// the default again is taken out. Everything else, comments included, stays as it was written.
package struct PresetEditor {
  private let source: PresetSource
  private var scene: PresetScene
  private var editor: DocumentEditor

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
  ///
  /// - Returns: notes on unusual values.
  @discardableResult
  package mutating func apply(_ change: PropertyOverride) throws(ValueMismatch) -> [String] {
    if let movie = MovieChange(change) {
      try scene.apply(change)
      try write(try movie.property())
      return []
    }
    if let operation = ColorOperation(change), scene.isFree(change.path) { return try apply(operation, change) }
    if let animation = AnimationChange(change), scene.isFree(change.path) { return try apply(animation, change) }
    let lookup = LayerLookup(root: scene.rootLayer)
    let targets = try lookup.findAll(change.path)
    let notes = try scene.apply(change)
    for target in targets {
      guard let place = DocumentPlace(of: target, in: scene.rootLayer) else {
        throw ValueMismatch("\(change.text): the document has no place for it")
      }
      try write(change, to: place)
    }
    return notes
  }

  private mutating func apply(
    _ operation: ColorOperation, _ change: PropertyOverride
  ) throws(ValueMismatch) -> [String] {
    let steps = try operation.steps(in: scene)
    try scene.apply(change)
    for step in steps {
      guard let place = DocumentPlace(of: step.found, in: scene.rootLayer) else { continue }
      try set(step.value, at: place.steps + [.key(step.found.key)])
    }
    return []
  }

  private mutating func apply(
    _ animation: AnimationChange, _ change: PropertyOverride
  ) throws(ValueMismatch) -> [String] {
    let steps = try animation.steps(in: scene)
    try scene.apply(change)
    for step in steps {
      guard let object = DocumentPlace.steps(to: animation, on: step.layer, in: scene.rootLayer),
        editor[object] != nil
      else { throw ValueMismatch("\(change.text): the document has no place for it") }
      let path = object + [.key(animation.key)]
      if let other = AnimationReader.exclusive[animation.key] { try remove(at: object + [.key(other)], change) }
      if let value = step.value { try set(value, at: path) } else { try remove(at: path, change) }
    }
    return []
  }

  private mutating func remove(at path: [DocumentStep], _ change: PropertyOverride) throws(ValueMismatch) {
    do {
      try editor.remove(at: path)
    } catch {
      throw ValueMismatch("\(change.text): \(error)")
    }
  }

  /// The whole value in the `movie` object; one at its default is taken out.
  private mutating func write(_ property: MovieProperty) throws(ValueMismatch) {
    guard let whole = MovieProperty[property.documentKey] else { return }
    let path: [DocumentStep] = [.key("movie"), .key(whole.key)]
    if !whole.isDefault(in: scene) { return try set(whole.document(in: scene), at: path) }
    do {
      try editor.remove(at: path)
    } catch {
      throw ValueMismatch("movie.\(whole.key) cannot be taken out of the document: \(error)")
    }
  }

  private mutating func write(_ change: PropertyOverride, to place: DocumentPlace) throws(ValueMismatch) {
    let key = place.key(of: change, in: editor)
    guard let info = place.container.info(forKey: key) else { return }
    let present = place.container.readProperty(key)
    // The root fills the stage where it does not say otherwise: its defaults are not those of the class.
    let isDefault =
      !place.isRoot && ValueText().text(present, info) == ValueText().text(place.container.defaultProperty(key), info)
    if isDefault { return try remove(at: place.steps + [.key(key)], change) }
    // As the user spelled it, with its unit, where nothing was calculated.
    if let relative = relative(change, at: place.steps + [.key(key)]) {
      return try set(relative, at: place.steps + [.key(key)])
    }
    let isPlain = change.operation == .assign && change.path.hasSuffix(key) && info.kind != .boolean
    let given =
      isPlain ? DocumentValue(argument: change.value, kind: info.kind) : ValueSpelling.document(present, info.kind)
    guard let given else { throw ValueMismatch("\(change.text): the value cannot be written into a document") }
    try set(given, at: place.steps + [.key(key)])
  }

  /// A value that follows the stage keeps doing so when it is multiplied or added to.
  private func relative(_ change: PropertyOverride, at path: [DocumentStep]) -> DocumentValue? {
    guard change.operation != .assign, case .string(let text)? = editor[path]?.content, text.contains("stage."),
      let number = Double(change.value)
    else { return nil }
    return DocumentValue(.string("(\(text)) \(change.operation == .add ? "+" : "*") \(ValueText.text(number))"))
  }

  private mutating func set(_ value: DocumentValue, at path: [DocumentStep]) throws(ValueMismatch) {
    do {
      guard try editor.set(value, at: path) else { throw ValueMismatch("the document has no place for the value") }
    } catch let error as ValueMismatch {
      throw error
    } catch {
      throw ValueMismatch("the value cannot be written into the document: \(error)")
    }
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
