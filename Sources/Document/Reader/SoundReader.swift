package struct PresetSound: Sendable, Equatable {
  package var path: String
  /// Scope of the file.
  package var files = FileScope.everywhere
  /// Seconds from the movie's start.
  package var at = 0.0
  package var gain = 1.0
  /// Seconds.
  package var fadeIn = 0.0
  package var fadeOut = 0.0
  package var loops = false
}

/// Reads `audio: [{ file, at, gain, fadeIn, fadeOut, loop }]`.
package struct SoundReader {
  let problems: ProblemList
  let values: ValueReader

  package init(problems: ProblemList, values: ValueReader) {
    (self.problems, self.values) = (problems, values)
  }

  static let keys = ["file", "at", "gain", "fadeIn", "fadeOut", "loop"]
  package static let limit = 100

  package func sounds(_ object: ObjectReader) -> [PresetSound] {
    let items = object.array("audio")
    guard items.count <= Self.limit else {
      object.error("expected at most \(Self.limit) sounds, found \(items.count)", at: object.location, key: "audio")
      return []
    }
    return items.enumerated().compactMap { index, item in
      ObjectReader(item, path: object.path(to: "audio", index), problems: problems).flatMap(sound)
    }
  }

  private func sound(_ object: ObjectReader) -> PresetSound? {
    object.checkKeys(Self.keys)
    guard let path = path(object) else {
      if object["file"] == nil { object.error("missing: the sound file", at: object.location, key: "file") }
      return nil
    }
    var sound = PresetSound(path: path, files: values.images.scope)
    sound.at = number("at", -86_400...86_400, .seconds, object) ?? 0
    sound.gain = number("gain", 0...16, .none, object) ?? 1
    sound.fadeIn = number("fadeIn", 0...86_400, .seconds, object) ?? 0
    sound.fadeOut = number("fadeOut", 0...86_400, .seconds, object) ?? 0
    sound.loops = object.read("loop") { value throws(ValueMismatchError) in try values.boolean(value) } ?? false
    return sound
  }

  /// The path of the file; nil if it is missing or invalid.
  func path(_ object: ObjectReader) -> String? {
    object.read("file") { value throws(ValueMismatchError) in
      guard case .string(let text) = value.content else {
        throw ValueMismatchError("expected a text, found \(value.quoted)")
      }
      return try values.images.url(of: text, "a sound").path
    }
  }

  func number(
    _ key: String, _ range: ClosedRange<Double>, _ unit: PropertyUnit, _ object: ObjectReader
  ) -> Double? {
    object.read(key) { value throws(ValueMismatchError) in
      let number = try values.number(value, unit: unit)
      guard range.contains(number) else {
        throw ValueMismatchError(
          "expected a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText), found \(value.quoted)"
        )
      }
      return number
    }
  }
}

/// Reads and writes `contents: { video: "clip.mp4", start, end, loop, rate }`.
package struct VideoClipReader {
  package let values: ValueReader
  /// Whether the video is the shape of an emitter.
  let isBirthplace: Bool

  package static let keys = ["video", "start", "end", "loop", "rate"]

  /// A video or an image. A path with a number placeholder (`f%03d.png`) is an image sequence.
  func contents(_ value: DocumentValue) throws(ValueMismatchError) -> Any {
    if Self.isMeant(by: value) { return try clip(value) }
    if let path = value.text, !path.hasPrefix("data:"), path.contains(/%0?\d*d/) {
      return try clip(.fields([("video", value)]))
    }
    do {
      return try values.images.image(value)
    } catch {
      throw ValueMismatchError(error.message + Self.hint(for: value), at: error.location)
    }
  }

  /// Whether an object describes a video, even an invalid one.
  private static func isMeant(by value: DocumentValue) -> Bool {
    value[key: "sprite"] == nil
      && value.members.contains { keys.contains($0.key) || $0.key.meant(among: ["video"]) != nil }
  }

  /// A hint for a video file where an image was expected.
  private static func hint(for value: DocumentValue) -> String {
    guard let path = value.text, let end = path.split(separator: ".").last?.lowercased(),
      ["mp4", "m4v", "mov", "webm", "mkv", "avi", "mts", "ts", "mpg", "ogv"].contains(end)
    else { return "" }
    return "; a video clip is written { video: \"\(path.excerpt())\" }"
  }

  private func clip(_ value: DocumentValue) throws(ValueMismatchError) -> VideoClip {
    if let stranger = value.members.first(where: { !Self.keys.contains($0.key) }) {
      let alternatives = stranger.key.alternatives(among: Self.keys)
      throw ValueMismatchError(
        "a video clip has no \"\(stranger.key.excerpt())\"\(alternatives)", at: stranger.location)
    }
    let path = try text("video", value)
    let (start, end) = (try number("start", value, .seconds), try number("end", value, .seconds))
    let rate = try number("rate", value, .none)
    let loops = try member("loop", value, values.boolean)
    let source = try member("video", value) { given throws(ValueMismatchError) in
      try values.images.clip(path, at: given.location)
    }
    guard let source else { throw ValueMismatchError("missing: the path of the clip, \"video\"", at: value.location) }
    if isBirthplace { try values.images.countBirthClip() }
    do throws(VideoClipError) {
      return try VideoClip(source, name: path, start: start ?? 0, end: end, rate: rate ?? 1, loops: loops ?? false)
    } catch {
      guard case .value(let key, _) = error else { throw ValueMismatchError(error.reason, at: value.location) }
      throw ValueMismatchError(error.reason, at: value[key: key]?.location ?? value.location)
    }
  }

  private func text(_ key: String, _ value: DocumentValue) throws(ValueMismatchError) -> String {
    let text = try member(key, value) { given throws(ValueMismatchError) in
      guard case .string(let text) = given.content else {
        throw ValueMismatchError("\(key): expected the path of a clip, found \(given.quoted)")
      }
      return text
    }
    return text ?? ""
  }

  private func number(
    _ key: String, _ value: DocumentValue, _ unit: PropertyUnit
  ) throws(ValueMismatchError) -> Double? {
    try member(key, value) { given throws(ValueMismatchError) in
      do throws(ValueMismatchError) {
        return try values.number(given, unit: unit)
      } catch {
        throw ValueMismatchError("\(key): \(error.message)")
      }
    }
  }

  /// Reads a member with a function. Its mismatch gets the member's location.
  private func member<Result>(
    _ key: String, _ value: DocumentValue, _ read: (DocumentValue) throws(ValueMismatchError) -> Result
  ) throws(ValueMismatchError) -> Result? {
    guard let given = value[key: key] else { return nil }
    do {
      return try read(given)
    } catch {
      throw ValueMismatchError(error.message, at: error.location ?? given.location)
    }
  }

  /// A video in the form of documents and `--set`.
  static func document(_ clip: VideoClip) -> DocumentValue {
    var members: [(String, DocumentValue)] = [("video", .text(clip.name))]
    if clip.start != 0 { members.append(("start", .number(clip.start))) }
    if !clip.isToTheEnd { members.append(("end", .number(clip.end))) }
    if clip.loops { members.append(("loop", .flag(true))) }
    if clip.rate != 1 { members.append(("rate", .number(clip.rate))) }
    return .fields(members)
  }
}
