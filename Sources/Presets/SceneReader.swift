public import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
package import StarmineDocument

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
    return scene
  }

  /// The document's name and stage, without a layer: what stands behind them is not read.
  ///
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
struct SceneReader {
  let problems: ProblemList
  package let values: ValueReader
  let loader: PresetLoader
  var frame: PresetFrame?

  static let keys = [
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
