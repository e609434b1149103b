extension PresetLoader {
  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - bytes: its text, in UTF-8.
  ///   - file: how messages call the document.
  ///   - directory: what its relative image paths start from.
  /// - Throws: every error of the document at once.
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

  /// The document's name and stage, without a layer: what stands behind them is not read.
  /// - Parameter document: the whole of it, where that has been read already.
  func loadStage(
    _ bytes: [UInt8], _ document: DocumentValue?, file: String, images: ImageStore
  ) throws(PresetError) -> PresetScene {
    // Values may name variables, which may be declared behind the layers.
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

/// Decodes the parts of a document around its layers.
package struct SceneReader {
  let problems: ProblemList
  package let values: ValueReader
  let loader: PresetLoader
  var frame: PresetFrame?

  package static let keys = [
    "$schema", "name", "summary", "group", "vars", "movie", "layer", "states", "stateTransitions", "timeline", "audio",
    "cues", "captions",
  ]
  /// Those of what is known of a scene without its layers.
  static let stageKeys: Set = ["name", "summary", "group", "movie"]

  /// Nil if there is nothing to show, which is in the list of problems then.
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
    // Of cues that could not be read none is missed.
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
          message: "dynamicRange is an earlier name; write hdr: \"pq\" for high"))
    }
    return scene
  }
}

/// A document with what is known of its origin, for threads that load scenes of their own.
package struct PresetText: Sendable {
  /// Nil for another program's document that was not changed: its text is made where something asks for it.
  fileprivate var written: [UInt8]?
  /// What the text says, where that is known: scenes are made without reading the text again.
  fileprivate var document: DocumentValue?
  package let file: String
  package let directory: URL
  let isBundled: Bool
  let translated: TranslatedDocument?

  /// A document without a text, for what depends on options alone.
  package static let empty = PresetText(
    written: [], file: "", directory: URL(fileURLWithPath: "/"), isBundled: false, translated: nil)

  /// The text. Setting it keeps the notes of an import.
  package var bytes: [UInt8] {
    get { written ?? translated?.bytes ?? [] }
    set { (written, document) = (newValue, nil) }
  }

  package func source(_ loader: PresetLoader) -> PresetSource { PresetSource(self, loader) }

  /// The same, read once for many scenes. A text with errors stays a text: each scene reports them.
  package var parsed: PresetText {
    var text = self
    text.document = document ?? (try? JSON5Parser.parse(bytes))
    return text
  }
}

/// A preset document, from which any number of scenes can be loaded. They share their images.
package struct PresetSource {
  package let text: PresetText
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
  /// How messages call the document.
  package var file: String { text.file }
  /// Folder that relative paths of images start from.
  package var directory: URL { text.directory }
  /// Whether the document is bundled with the program. It then has no folder.
  package var isBundled: Bool { text.isBundled }
  /// Origin of the document, if another program wrote it.
  package var translated: TranslatedDocument? { text.translated }

  /// The same document with the cues of a file, or a sound's beats, instead of its own; nil: its own.
  package func giving(cues: URL?) -> PresetSource {
    guard let cues else { return self }
    var source = self
    source.loader.cues = cues
    return source
  }

  /// The same document with captions in place of its own.
  package func giving(captions file: URL?, look: String?) -> PresetSource {
    var source = self
    source.loader.captions = (file ?? loader.captions.file, look ?? loader.captions.look)
    return source
  }

  /// The same document with values for its variables, which count more than those it has.
  package func giving(_ values: GivenVariables) -> PresetSource {
    var source = self
    source.loader.given = loader.given.merging(values)
    return source
  }

  /// A new scene. Errors: all problems of the document.
  /// - Parameter frame: what it is drawn into, if that is known: the stage may take its shape.
  package func scene(in frame: PresetFrame? = nil) throws(PresetError) -> PresetScene {
    // Another program's document names files of its own folder only; what the user changes in it may name others.
    if translated != nil { images.scope = FileScope(folder: directory.path) }
    defer { images.scope = loader.files }
    var scene = try loader.load(file: file, images: images, frame: frame) { () throws(JSON5Error) in
      if let document = text.document { return document }
      return try JSON5Parser.parse(text.bytes, memory: loader.memory)
    }
    scene.unsupported = (translated?.notes ?? []) + scene.unsupported
    return scene
  }

  /// The name and stage, with an empty layer: for lists, since no picture is drawn. Errors: problems of these and of
  /// the syntax up to them; the rest of the document is not read.
  package func stage() throws(PresetError) -> PresetScene {
    try loader.loadStage(text.written ?? [], text.document, file: file, images: images)
  }

  /// Paths of all files that the document named so far, there or not.
  package var namedFiles: [String] { images.named.sorted() }

  /// Files of images, of clips, and of sounds that numbers follow, that the document asked for so far, whether they
  /// could be read or not.
  package var imageFiles: [URL] { images.requested.union(images.sounds.requested).sorted { $0.path < $1.path } }
}
