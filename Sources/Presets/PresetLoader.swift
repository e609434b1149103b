public import Foundation
public import StarmineGraphics
package import StarmineLayers
package import StarmineScene

/// Reads preset documents.
public struct PresetLoader {
  /// Media time in seconds at which the movie starts; what "now" means in a document.
  package var clock = 1000.0
  /// Bytes of memory that a document may take with its layers. Default: a quarter of the memory that is left, at
  /// least 64 MB and at most 4 GB. Pictures have a limit of their own.
  package var memory = DocumentMemory.standardLimit
  /// Cells of an emitter, or of a cell: names are looked for among all of them.
  package static let mostCells = 4000
  /// Files that documents, and changes of them, may name. Default: all.
  package var files = FileScope.everywhere
  /// Reads an image file. It, and the other functions that open files, get where the file must be: names may lead
  /// elsewhere by now, so what is open is checked, not the name.
  package var loadImage: (URL, FileScope) throws -> CGImage
  /// Pixels of the image in a file or in bytes as the header says, before it is read; nil where that is not known.
  package var measureImage: (URL, FileScope) -> Int? = { _, _ in nil }
  package var measurePicture: ([UInt8]) -> Int? = { _ in nil }
  /// Reads a picture that is in a document (`data:image/png;base64,...`).
  package var decodeImage: ([UInt8]) throws -> CGImage = { _ in
    throw ValueMismatchError("pictures inside of documents cannot be read here")
  }
  /// Draws a generated picture. Default: anew for each document.
  package var makeSprite: (Sprite) -> CGImage = { $0.makeImage() }
  /// Opens a video file as what layers may show.
  package var openClip: (URL, FileScope) throws -> any FrameSource = { _, _ in
    throw ValueMismatchError("clips cannot be read here")
  }
  /// Listens to a sound file: levels from 0 to 1 and how many there are in a second, of the frequencies in a band, in
  /// hertz, with the seconds in which they fall.
  package var loadLevels: (SoundLevelQuery, FileScope) throws -> (values: [Double], rate: Double) = { _, _ in
    throw ValueMismatchError("sounds cannot be read here")
  }
  /// Listens to a sound file: seconds of its beats, or of everything that begins in it, in order.
  package var findBeats: (URL, PresetCue.Search, FileScope) throws -> [Double] = { _, _, _ in
    throw ValueMismatchError("sounds cannot be read here")
  }
  /// A file of cues, or a sound with beats, instead of the cues that documents have; nil: theirs.
  package var cues: URL?
  /// Values for the variables of documents. Default: none, which leaves them at their defaults.
  package var given = GivenVariables()
  /// Reads a document of another program at a place, where it may be, which messages call by a name; nil for what is
  /// none.
  package var translate: (URL, FileScope, String) throws -> TranslatedDocument? = { _, _, _ in nil }

  /// A loader that reads images with a function; `Movie.presetLoader` is ready-made.
  public init(loadImage: @escaping (URL) throws -> CGImage) {
    self.loadImage = { url, _ in try loadImage(url) }
  }

  /// The same loader with values for the variables of documents, as texts.
  package func giving(_ variables: [String: String]) -> PresetLoader {
    var loader = self
    loader.given = given.merging(GivenVariables(variables))
    return loader
  }

  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - bytes: its text, in UTF-8.
  ///   - file: how messages call the document.
  ///   - directory: what its relative image paths start from.
  /// - Throws: every error of the document at once.
  public func load(_ bytes: [UInt8], file: String, directory: URL) throws(PresetError) -> PresetScene {
    try load(bytes, file: file, images: ImageStore(directory: directory, loader: self))
  }

  func load(
    _ bytes: [UInt8], file: String, images: ImageStore, frame: PresetFrame? = nil
  ) throws(PresetError) -> PresetScene {
    let (document, read) = try read(file: file, images: images, frame: frame) { () throws(JSON5Error) in
      try JSON5Parser.parse(bytes, memory: memory)
    } decode: {
      $0.scene($1)
    }
    var scene = read
    scene.remarks += SceneRemarks.all(of: document, file: file, scene: scene)
    return scene
  }

  /// The document's name and stage, without a layer: what stands behind them is not read.
  func loadStage(_ bytes: [UInt8], file: String, images: ImageStore) throws(PresetError) -> PresetScene {
    // Variables may be declared behind the layers.
    let hasVariables = bytes.contains(VariableReader.key.utf8)
    return try read(file: file, images: images, frame: nil) { () throws(JSON5Error) in
      try hasVariables
        ? JSON5Parser.parse(bytes, memory: memory)
        : JSON5Parser.head(bytes, through: SceneReader.stageKeys, memory: memory)
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
struct SceneReader {
  let problems: ProblemList
  let values: ValueReader
  let loader: PresetLoader
  var frame: PresetFrame?

  static let keys = [
    "$schema", "name", "summary", "group", "vars", "movie", "layer", "states", "stateTransitions", "timeline", "audio",
    "cues",
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
    scene.rootLayer = root
    if values.moments.areUsed { root.alignBeginMoments(now: values.movieStart) }
    root.states = StateReader(problems: problems, values: values, root: root).states(object)
    let timeline = TimelineReader(problems: problems, values: values, root: root, cues: knownCues)
    scene.events = timeline.events(object)
    return scene
  }

  /// The name, and all of the stage but its layers.
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
