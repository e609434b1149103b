extension PresetLoader {
  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text of the document.
  ///   - file: name of the document in messages.
  ///   - directory: base folder of relative image paths.
  /// - Throws: an error with all problems of the document.
  public func load(_ bytes: [UInt8], file: String, directory: URL) throws(PresetError) -> PresetScene {
    try PresetSource(bytes: bytes, file: file, directory: directory, loader: self).scene()
  }

  func load(
    file: String, images: ImageStore, frame: PresetFrame?, parse: () throws(JSON5Error) -> DocumentValue
  ) throws(PresetError) -> PresetScene {
    let (document, read) = try read(file: file, images: images, frame: frame, parse: parse) { $0.scene($1) }
    var scene = read
    scene.remarks += SceneRemarks.all(of: document, file: file, scene: scene)
    scene.checkTexts(file: file)
    return scene
  }

  /// The name and the movie settings of a document without layers. The text after them is not parsed.
  /// - Parameter document: the whole document if it has been parsed.
  func loadStage(
    _ bytes: [UInt8], _ document: DocumentValue?, file: String, images: ImageStore
  ) throws(PresetError) -> PresetScene {
    // Values may contain variables, which may be declared after the layers.
    let hasVariables = bytes.contains(VariableReader.key.utf8)
    let keys = hasVariables ? SceneReader.stageKeys.union([VariableReader.key]) : SceneReader.stageKeys
    return try read(file: file, images: images, frame: nil) { () throws(JSON5Error) in
      if let document { return document }
      return try JSON5Parser.head(bytes, through: keys, memory: memory)
    } decode: { reader, document in
      ObjectReader(document, path: .root, problems: reader.problems).flatMap { reader.stage($0) }
    }.scene
  }

  private func read(
    file: String, images: ImageStore, frame: PresetFrame?, parse: () throws(JSON5Error) -> DocumentValue,
    decode: (SceneReader, DocumentValue) -> PresetScene?
  ) throws(PresetError) -> (document: DocumentValue, scene: PresetScene) {
    let problems = ProblemList(file: file, memory: memory)
    let written: DocumentValue
    do {
      written = try parse()
    } catch {
      problems.error(error.message, at: error.location, path: .root)
      throw PresetError(problems: problems.problems)
    }
    var resolver = VariableResolver(given, images: images, problems: problems)
    let (document, variables) = resolver.resolve(written)
    images.measure(document)
    let values = ValueReader(clock: clock, images: images)
    let scene = decode(SceneReader(problems: problems, values: values, loader: self, frame: frame), document)
    let unsupported = try problems.finish()
    guard var scene else { throw PresetError(problems: problems.problems) }
    (scene.unsupported, scene.variables) = (unsupported, variables)
    scene.remarks += resolver.remarks(file: file)
    if scene.name.isEmpty { scene.name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent }
    return (document, scene)
  }
}

/// Decodes a document except its layers.
package struct SceneReader {
  let problems: ProblemList
  package let values: ValueReader
  let loader: PresetLoader
  var frame: PresetFrame?

  package static let keys = [
    "$schema", "name", "summary", "group", "vars", "movie", "layer", "states", "stateTransitions", "timeline", "audio",
    "cues", "captions",
  ]
  static let stageKeys: Set = ["name", "summary", "group", "movie"]

  /// Nil, with an error, if there is nothing to show.
  func scene(_ document: DocumentValue) -> PresetScene? {
    guard let object = ObjectReader(document, path: .root, problems: problems) else { return nil }
    object.checkKeys(Self.keys)
    guard let layerValue = object["layer"] else {
      object.error("missing: the root layer", at: object.location, key: "layer")
      return nil
    }
    guard var scene = stage(object) else { return nil }
    scene.sounds = SoundReader(problems: problems, values: scene.values).sounds(object)
    scene.values.sounds = scene.sounds
    let values = scene.values
    let cues = CueReader(problems: problems, values: values, loader: loader)
    let errors = problems.errorCount
    scene.cues = cues.cues(object)
    // If cues could not be read, missing ones are not reported.
    let knownCues = problems.errorCount > errors ? nil : scene.cues.timesByName
    let tree = TreeReader(problems: problems, values: values)
    guard let root = tree.layer(layerValue, path: object.path(to: "layer"), filling: scene.size) else { return nil }
    let captions = CaptionReader(problems: problems, values: values, loader: loader)
    if let captions = captions.layer(object, stage: scene.size),
      let layer = tree.layer(captions, path: object.path(to: CaptionReader.key), filling: scene.size)
    {
      root.addSublayer(layer)
    }
    scene.rootLayer = root
    if values.moments.areUsed { root.alignBeginMoments(now: values.movieStart) }
    root.states = StateReader(problems: problems, values: values, root: root).states(object)
    let timeline = TimelineReader(problems: problems, values: values, root: root, cues: knownCues)
    scene.events = timeline.events(object)
    return scene
  }

  func stage(_ object: ObjectReader) -> PresetScene? {
    let empty = DocumentValue(.object([]), at: object.location)
    guard var scene = movie(object["movie"] ?? empty, path: object.path(to: "movie")) else { return nil }
    scene.name = object.string("name") ?? ""
    scene.summary = object.string("summary") ?? ""
    scene.group = group(object)
    scene.takeShape(of: frame)
    return scene
  }

  private func group(_ object: ObjectReader) -> PresetGroup? {
    let names = PresetGroup.allCases.map(\.rawValue)
    let name = object.read("group") { value throws(ValueMismatchError) in
      try values.read(value, kind: .enumeration(names), unit: .none)
    }
    return (name as? String).flatMap(PresetGroup.init)
  }

  private func movie(_ value: DocumentValue, path: DocumentPath) -> PresetScene? {
    guard let object = ObjectReader(value, path: path, problems: problems) else { return nil }
    object.checkKeys(MovieProperty.all.map(\.key) + [MovieProperty.earlierHDRKey])
    var scene = PresetScene(values: values)
    for row in MovieProperty.all {
      object.read(row.key) { value throws(ValueMismatchError) in try row.write(value, &scene) }
    }
    if let old = object.member(MovieProperty.earlierHDRKey) {
      if !object.has("hdr") { scene.settings.hdr = MovieProperty.hdr(earlier: old.value) }
      scene.remarks.append(
        DocumentProblem(
          severity: .remark, file: problems.file, location: old.location, path: path.appending(old.key).text,
          message: "dynamicRange is deprecated; write hdr: \"pq\" instead of high"))
    }
    return scene
  }
}

/// The text and the origin of a document, for threads that load their own scenes.
package struct PresetText: Sendable {
  /// Nil for an unchanged document of another program, whose text is created on demand.
  fileprivate var written: [UInt8]?
  /// The parsed text, so that scenes need not parse it.
  fileprivate var document: DocumentValue?
  package let file: String
  package let directory: URL
  let isBundled: Bool
  fileprivate(set) var translated: TranslatedDocument?

  /// A document without text, if only options matter.
  package static let empty = PresetText(
    written: [], file: "", directory: URL(fileURLWithPath: "/"), isBundled: false, translated: nil)

  package var bytes: [UInt8] {
    get { written ?? translated?.bytes ?? [] }
    set { (written, document) = (newValue, nil) }
  }

  package func source(_ loader: PresetLoader) -> PresetSource { PresetSource(self, loader) }

  /// Parsed once for many scenes. A text with errors is not parsed: each scene reports them.
  package var parsed: PresetText {
    var text = self
    text.document = document ?? (try? JSON5Parser.parse(bytes))
    return text
  }
}

/// A preset document, which can load any number of scenes. They share images.
package struct PresetSource {
  package private(set) var text: PresetText
  package private(set) var loader: PresetLoader
  let images: ImageStore

  package init(bytes: [UInt8], file: String, directory: URL, isBundled: Bool = false, loader: PresetLoader) {
    self.init(
      PresetText(written: bytes, file: file, directory: directory, isBundled: isBundled, translated: nil), loader)
  }

  package init(_ translated: TranslatedDocument, file: String, loader: PresetLoader) {
    self.init(
      PresetText(
        document: translated.document, file: file, directory: translated.directory, isBundled: false,
        translated: translated), loader)
  }

  fileprivate init(_ text: PresetText, _ loader: PresetLoader) {
    (self.text, self.loader) = (text, loader)
    images = ImageStore(directory: text.directory, loader: loader)
  }

  package var bytes: [UInt8] { text.bytes }
  package var file: String { text.file }
  package var directory: URL { text.directory }
  /// Whether the document is bundled with the program. It has no folder then.
  package var isBundled: Bool { text.isBundled }
  package var translated: TranslatedDocument? { text.translated }

  /// The document with the cues of a file or a sound's beats instead of its own; nil: its own.
  package func giving(cues: URL?) -> PresetSource {
    guard let cues else { return self }
    var source = self
    source.loader.cues = cues
    return source
  }

  package func giving(captions file: URL?, look: String?) -> PresetSource {
    var source = self
    source.loader.captions = (file ?? loader.captions.file, look ?? loader.captions.look)
    return source
  }

  /// The document with values for its variables, which take precedence.
  package func giving(_ values: GivenVariables) -> PresetSource {
    var source = self
    source.loader.given = loader.given.merging(values)
    return source
  }

  /// Loads a new scene. Errors: all problems of the document.
  /// - Parameter frame: the frame if known, because the canvas may take its aspect ratio.
  package func scene(in frame: PresetFrame? = nil) throws(PresetError) -> PresetScene {
    // A document of another program can only name files in its folder. Changes by the user may name others.
    if translated != nil { images.scope = FileScope(folder: directory.path) }
    defer { images.scope = loader.files }
    let revised = text.written == nil ? try revised().translated : nil
    var scene = try loader.load(file: file, images: images, frame: frame) { () throws(JSON5Error) in
      if let document = revised?.declaring ?? text.document { return document }
      return try JSON5Parser.parse(text.bytes, memory: loader.memory)
    }
    scene.unsupported = ((revised ?? translated)?.notes ?? []) + scene.unsupported
    // An imported document is read again with the values of its variables, which nothing in it refers to.
    if revised?.variables != nil { scene.remarks.removeAll { $0.path.hasPrefix(VariableReader.key) } }
    return scene
  }

  /// The same with the values of an import's variables in its document. Errors: a value that does not fit.
  package func revised() throws(PresetError) -> PresetSource {
    guard let translated, translated.variables != nil, !loader.given.isEmpty else { return self }
    var source = self
    do {
      source.text.translated = try translated.giving(loader.given)
    } catch {
      throw PresetError(problems: [
        DocumentProblem(
          severity: .error, file: file, location: SourceLocation(line: 0, column: 0), path: "", message: "\(error)")
      ])
    }
    source.text.document = source.translated?.document
    for name in loader.given.values.keys where translated.variables?[key: name] != nil {
      source.loader.given[name] = nil
    }
    return source
  }

  /// The name and movie settings with an empty layer, for lists without images. Errors: problems of these values and
  /// syntax errors before their end.
  package func stage() throws(PresetError) -> PresetScene {
    try loader.loadStage(text.written ?? [], text.document, file: file, images: images)
  }

  package var namedFiles: [String] { images.named.sorted() }

  /// Files of images, videos, and sounds for numbers that the document has requested, readable or not.
  package var imageFiles: [URL] { images.requested.union(images.sounds.requested).sorted { $0.path < $1.path } }
}
