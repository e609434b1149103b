import Foundation
import StarmineGraphics
import StarmineLayers

/// Reads `cues`: a list of `{ name, at }`, paths of files with times, and sounds whose beats are looked for.
struct CueReader {
  let problems: ProblemList
  let values: ValueReader
  /// What it listens with, and the file that counts instead of what the document says.
  let loader: PresetLoader

  static let key = "cues"
  static let cueKeys = ["name", "at"]
  static let soundKeys = ["sound", "find", "name"]
  static let searches = ["beats", "onsets"]

  /// In the order of time.
  func cues(_ object: ObjectReader) -> [PresetCue] {
    var cues: [PresetCue] = []
    if let given = loader.cues {
      do throws(ValueMismatchError) { cues = try file(given.path, in: loader.files) } catch {
        problems.error(error.message, at: SourceLocation(line: 0, column: 0), path: .root)
      }
    } else if let value = object[Self.key] {
      let isList = if case .array = value.content { true } else { false }
      let items = isList ? object.array(Self.key) : [value]
      for (index, item) in items.enumerated() where !problems.isOver {
        cues += self.cues(item, isList ? object.path(to: Self.key, index) : object.path(to: Self.key))
        guard cues.count <= PresetCue.most else {
          problems.fatal("more than \(PresetCue.most) cues", at: item.location, path: object.path(to: Self.key))
          return []
        }
      }
    }
    return cues.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func cues(_ value: DocumentValue, _ path: DocumentPath) -> [PresetCue] {
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
      return cue(object).map { [$0] } ?? []
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
    guard CueFile.endings.contains(url.pathExtension.lowercased()) else {
      return try sound(url, "beats", PresetCue.standardName, values.sounds.first?.at ?? 0)
    }
    do {
      let bytes = try InputFile.bytes(of: url.path, in: scope, atMost: CueFile.mostBytes)
      return try CueFile.cues(bytes, file: url.path)
    } catch let error as InputFileError {
      throw ValueMismatchError("the cues \(url.path.excerpt(200)) cannot be read: \(error.reason)")
    } catch {
      throw ValueMismatchError("\(error)")
    }
  }

  /// `{ sound: "song.mp3", find: "onsets", name: "hit" }`; without a sound the document's first one.
  private func heard(_ object: ObjectReader) throws(ValueMismatchError) -> [PresetCue] {
    var search = "beats"
    if let value = object["find"] {
      guard case .string(let text) = value.content, Self.searches.contains(text) else {
        throw ValueMismatchError("find: " + unknownSpelling(value, among: Self.searches))
      }
      search = text
    }
    let standard = search == "beats" ? PresetCue.standardName : "onset"
    let name = try object["name"].map { value throws(ValueMismatchError) in try Self.name(value) } ?? standard
    if case .string(let path)? = object["sound"]?.content {
      let url = try values.images.url(of: path, "a sound")
      return try sound(url, search, name, values.sounds.first { $0.path == url.path }?.at ?? 0)
    }
    guard let first = values.sounds.first else {
      throw ValueMismatchError("there is no sound to listen to: name a file, or give the document one under \"audio\"")
    }
    return try sound(URL(fileURLWithPath: first.path), search, name, first.at)
  }

  /// - Parameter start: seconds at which the sound begins.
  private func sound(
    _ url: URL, _ search: String, _ name: String, _ start: Double
  ) throws(ValueMismatchError) -> [PresetCue] {
    let found: (beats: [Double], onsets: [Double])
    do { found = try loader.findBeats(url) } catch {
      throw ValueMismatchError("the sound \(url.path.excerpt(200)) cannot be read: \("\(error)".excerpt(400))")
    }
    let times = (search == "beats" ? found.beats : found.onsets).map { $0 + start }.filter(PresetCue.range.contains)
    guard !times.isEmpty else {
      throw ValueMismatchError("\(url.path.excerpt(200)) has no \(search) that can be heard")
    }
    return times.prefix(PresetCue.most).map { PresetCue(name: name, time: $0) }
  }
}
