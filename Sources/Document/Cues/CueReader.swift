/// Reads `cues`: a list of `{ name, at }`, paths of files with times, and sounds with detected beats.
package struct CueReader {
  let problems: ProblemList
  let values: ValueReader
  /// Analyses sounds. Its cue file replaces the cues of the document.
  let loader: PresetLoader

  package init(problems: ProblemList, values: ValueReader, loader: PresetLoader) {
    (self.problems, self.values, self.loader) = (problems, values, loader)
  }

  package static let key = "cues"
  static let cueKeys = ["name", "at"]
  static let soundKeys = ["sound", "find", "name"]

  package func cues(_ object: ObjectReader) -> [PresetCue] {
    var cues: [PresetCue] = []
    if let given = loader.cues {
      do throws(ValueMismatchError) { cues = try file(given.path, in: loader.files) } catch {
        problems.error(error.message, at: SourceLocation(line: 0, column: 0), path: .root)
      }
    } else if let value = object[Self.key] {
      let isList = if case .array = value.content { true } else { false }
      let items = isList ? object.array(Self.key) : [value]
      for (index, item) in items.enumerated() where !problems.isOver {
        let path = isList ? object.path(to: Self.key, index) : object.path(to: Self.key)
        cues += self.cues(item, path, isList ? index : nil)
        guard cues.count <= PresetCue.most else {
          problems.fatal("more than \(PresetCue.most) cues", at: item.location, path: object.path(to: Self.key))
          return []
        }
      }
    }
    return cues.inOrder
  }

  /// - Parameter index: index in the document's list.
  private func cues(_ value: DocumentValue, _ path: DocumentPath, _ index: Int?) -> [PresetCue] {
    switch value.content {
    case .string(let text):
      return attempt(value, path) { () throws(ValueMismatchError) in
        try file(text, in: values.images.scope)
      }
    case .object(let members) where members.contains { $0.key == "sound" || $0.key == "find" }:
      guard let object = ObjectReader(value, path: path, problems: problems) else { return [] }
      object.checkKeys(Self.soundKeys)
      return attempt(value, path) { () throws(ValueMismatchError) in try heard(object) }
    default:
      guard let object = ObjectReader(value, path: path, problems: problems) else { return [] }
      object.checkKeys(Self.cueKeys)
      guard var cue = cue(object) else { return [] }
      cue.index = index
      return [cue]
    }
  }

  private func attempt(
    _ value: DocumentValue, _ path: DocumentPath, _ body: () throws(ValueMismatchError) -> [PresetCue]
  ) -> [PresetCue] {
    do { return try body() } catch {
      problems.error(error.message, at: value.location, path: path)
      return []
    }
  }

  private func cue(_ object: ObjectReader) -> PresetCue? {
    let name = object["name"] == nil ? PresetCue.standardName : object.read("name", Self.name)
    guard object.has("at") else {
      object.error("missing: seconds from the start", at: object.location, key: "at")
      return nil
    }
    let time = object.read("at") { value throws(ValueMismatchError) in
      let time = try values.number(value, unit: .seconds)
      guard PresetCue.range.contains(time) else {
        throw ValueMismatchError("expected seconds from 0 to 86400, found \(value.quoted)")
      }
      return time
    }
    return name.flatMap { name in time.map { PresetCue(name: name, time: $0) } }
  }

  private static func name(_ value: DocumentValue) throws(ValueMismatchError) -> String {
    guard case .string(let text) = value.content, PresetCue.isName(text) else {
      throw ValueMismatchError("expected a name of letters, digits, _ and -, found \(value.quoted)")
    }
    return text
  }

  // MARK: Files

  private func file(_ path: String, in scope: FileScope) throws(ValueMismatchError) -> [PresetCue] {
    let url = try values.images.url(of: path, "a file of cues", in: scope)
    guard CueFile.isMeant(by: url) else { return try sound(url, .beats, PresetCue.standardName, in: scope) }
    do {
      let bytes = try InputFile.bytes(of: url.path, in: scope, atMost: CueFile.mostBytes)
      return try CueFile.cues(bytes, file: url.path)
    } catch let error as InputFileError {
      throw ValueMismatchError("the cues \(url.path.excerpt(200)) cannot be read: \(error.reason)")
    } catch {
      throw ValueMismatchError("\(error)")
    }
  }

  /// Reads `{ sound: "song.mp3", find: "onsets", name: "hit" }`. Default `sound`: the first one of the document.
  private func heard(_ object: ObjectReader) throws(ValueMismatchError) -> [PresetCue] {
    var search = PresetCue.Search.beats
    if let value = object["find"] {
      guard case .string(let text) = value.content, let found = PresetCue.Search(rawValue: text) else {
        throw ValueMismatchError("find: " + unknownSpelling(value, among: PresetCue.Search.allCases.map(\.rawValue)))
      }
      search = found
    }
    let name = try object["name"].map { value throws(ValueMismatchError) in try Self.name(value) }
    return try sound(soundFile(object), search, name ?? search.standardName, in: values.images.scope)
  }

  private func soundFile(_ object: ObjectReader) throws(ValueMismatchError) -> URL {
    if let value = object["sound"] {
      guard case .string(let path) = value.content else {
        throw ValueMismatchError("sound: expected the path of a sound, found \(value.quoted)")
      }
      return try values.images.url(of: path, "a sound")
    }
    guard let first = values.sounds.first else {
      throw ValueMismatchError("the document has no sound. Name a file, or add a sound to \"audio\"")
    }
    return URL(fileURLWithPath: first.path)
  }

  /// A sound of the document starts at its own time, other sounds at 0.
  private func sound(
    _ url: URL, _ search: PresetCue.Search, _ name: String, in scope: FileScope
  ) throws(ValueMismatchError) -> [PresetCue] {
    let found: [Double]
    do { found = try loader.findBeats(url, search, scope) } catch {
      throw ValueMismatchError("the sound \(url.path.excerpt(200)) cannot be read: \("\(error)".excerpt(400))")
    }
    let path = url.standardizedFileURL.path
    let start = values.sounds.first { URL(fileURLWithPath: $0.path).standardizedFileURL.path == path }?.at ?? 0
    let times = found.map { $0 + start }.filter(PresetCue.range.contains)
    guard !times.isEmpty else {
      throw ValueMismatchError("\(url.path.excerpt(200)) has no \(search.rawValue) that can be detected")
    }
    return times.prefix(PresetCue.most).map { PresetCue(name: name, time: $0) }
  }
}
