/// A number of a document that follows a sound: `birthRate: { audio: "bass", from: 10, to: 400 }`.
///
/// It becomes an animation through a table of levels, created when the document is loaded. In silence, and before and
/// after the sound, the number is `from`.
package struct SoundFollower {
  let problems: ProblemList
  package let values: ValueReader

  package static let keys = ["audio", "from", "to", "file", "at", "loop", "release"]
  /// Frequency bands by name, in hertz; nil: all frequencies.
  package static let bands: [(name: String, hertz: ClosedRange<Double>?)] = [
    ("loudness", nil), ("bass", 20...150), ("mids", 150...2000), ("treble", 2000...16_000),
  ]
  /// Prefix of the animation's key, before the key path.
  private static let keyPrefix = "audio."
  /// Bytes per level in an animation.
  private static let levelMemory = 64

  package static func isMeant(by value: DocumentValue) -> Bool {
    guard case .object(let members) = value.content else { return false }
    return members.contains { $0.key == "audio" }
  }

  static func animationKey(_ keyPath: String) -> String { keyPrefix + keyPath }

  /// Returns the number in silence. Errors: the property is not a number.
  func start(_ value: DocumentValue, _ info: PropertyInfo) throws(ValueMismatchError) -> Double {
    guard info.kind == .number else {
      throw ValueMismatchError("only a number can follow a sound; \(info.key) is \(info.kind)")
    }
    guard case .object(let members) = value.content, let from = members.first(where: { $0.key == "from" }) else {
      return 0
    }
    do {
      return try values.along(info.key).number(from.value, unit: info.unit)
    } catch {
      throw ValueMismatchError(error.message, at: from.value.location)
    }
  }

  /// The animation of a property on the movie's clock; nil with an error for an invalid value.
  func animation(
    _ value: DocumentValue, _ info: PropertyInfo, keyPath: String, path: DocumentPath
  ) -> CAKeyframeAnimation? {
    guard let object = ObjectReader(value, path: path, problems: problems) else { return nil }
    object.checkKeys(Self.keys)
    if object["to"] == nil { object.error("missing: the value at the loudest moment", at: value.location, key: "to") }
    let number = { (given: DocumentValue) throws(ValueMismatchError) in
      try values.along(info.key).number(given, unit: info.unit)
    }
    guard info.kind == .number, let sound = sound(object), let to = object.read("to", number),
      let query = query(object, sound)
    else { return nil }
    let read = { (_: DocumentValue) throws(ValueMismatchError) in
      try values.images.sounds.levels(query, in: sound.files)
    }
    guard let table = object.read("audio", read),
      problems.use(Self.levelMemory * table.values.count, at: value.location, path: path)
    else { return nil }
    let animation = CAKeyframeAnimation(
      keyPath: keyPath, levels: table.values, rate: table.rate, from: object.read("from", number) ?? 0, to: to)
    animation.beginTime = values.movieStart + sound.at
    values.moments.note(animation.beginTime, of: animation)
    if sound.loops { animation.repeatCount = .infinity }
    return animation
  }

  /// The named sound, or the first one of the document.
  private func sound(_ object: ObjectReader) -> PresetSound? {
    let reader = SoundReader(problems: problems, values: values)
    var sound: PresetSound
    if object["file"] != nil {
      guard let path = reader.path(object) else { return nil }
      sound = PresetSound(path: path, files: values.images.scope)
    } else if let first = values.sounds.first {
      sound = first
    } else {
      object.error(
        "the document has no sound to follow. Name a file, or add a sound to \"audio\"", at: object.location,
        key: "file")
      return nil
    }
    sound.at = reader.number("at", -86_400...86_400, .seconds, object) ?? sound.at
    sound.loops = object.read("loop", values.boolean) ?? sound.loops
    return sound
  }

  private func query(_ object: ObjectReader, _ sound: PresetSound) -> SoundLevelQuery? {
    let release = SoundReader(problems: problems, values: values).number("release", 0...10, .seconds, object) ?? 0.1
    return object.read("audio") { given throws(ValueMismatchError) in
      SoundLevelQuery(url: URL(fileURLWithPath: sound.path), band: try band(given), release: release)
    }
  }

  /// The name of a band, or its lowest and highest frequency.
  private func band(_ value: DocumentValue) throws(ValueMismatchError) -> ClosedRange<Double>? {
    if case .string(let name) = value.content {
      if let row = Self.bands.first(where: { $0.name == name }) { return row.hertz }
      throw ValueMismatchError("band: " + unknownSpelling(value, among: Self.bands.map(\.name)))
    }
    let hertz = try values.numbers(value, count: 2, unit: .none, example: "\"bass\" or [20, 150] in hertz")
    guard hertz[0] >= 10, hertz[1] <= 20_000, hertz[0] < hertz[1] else {
      throw ValueMismatchError("expected frequencies from 10 to 20000 hertz, low to high, found \(value.quoted)")
    }
    return hertz[0]...hertz[1]
  }
}

package struct SoundLevelQuery: Hashable {
  package var url: URL
  /// Frequency band in hertz; nil: all frequencies.
  package var band: ClosedRange<Double>?
  /// Seconds.
  package var release: Double
}

/// Levels of the sounds that numbers follow, analysed once per band.
package final class SoundStore {
  /// Levels from 0 to 1, and their number per second.
  typealias Table = (values: [Double], rate: Double)

  private let load: (SoundLevelQuery, FileScope) throws -> Table
  private var tables: [SoundLevelQuery: Table] = [:]
  package private(set) var requested = Set<URL>()
  /// Maximum number of tables, because each takes time to create.
  private static let limit = 100

  init(load: @escaping (SoundLevelQuery, FileScope) throws -> Table) { self.load = load }

  func levels(_ query: SoundLevelQuery, in scope: FileScope) throws(ValueMismatchError) -> Table {
    if let table = tables[query] { return table }
    requested.insert(query.url)
    guard tables.count < Self.limit else {
      throw ValueMismatchError("more than \(Self.limit) sound bands up to here")
    }
    do {
      let table = try load(query, scope)
      tables[query] = table
      return table
    } catch {
      throw ValueMismatchError("the sound \(query.url.path.excerpt(200)) cannot be read: \("\(error)".excerpt(400))")
    }
  }
}

extension DocumentValue {
  fileprivate var isObject: Bool {
    if case .object = content { true } else { false }
  }
}

extension TreeReader {
  /// Lists of a layer whose elements have numbers.
  private static let partKeys = ["emitterCells", "emitterBehaviors", "filters", "animators"]

  /// Adds animations of numbers that follow a sound, for the layer, its cells, filters, behaviours and animators.
  /// - Parameter prefix: path from the layer to the object, with a final dot.
  func followSounds(_ layer: CALayer, _ object: ObjectReader, prefix: String = "") {
    for member in object.members {
      if problems.isOver { return }
      if SoundFollower.isMeant(by: member.value), let info = layer.info(atKeyPath: prefix + member.key) {
        follow(layer, info, member, keyPath: prefix + member.key, path: object.path(to: member.key))
      } else if case .array(let items) = member.value.content, Self.partKeys.contains(member.key) {
        // Items that are not objects have an error already.
        for (index, item) in items.enumerated() where item.isObject {
          guard let part = ObjectReader(item, path: object.path(to: member.key, index), problems: problems) else {
            return
          }
          followSounds(layer, ofPart: part, prefix: prefix + member.key)
        }
      }
    }
  }

  private func followSounds(_ layer: CALayer, ofPart part: ObjectReader, prefix: String) {
    if case .string(let name)? = part["name"]?.content {
      followSounds(layer, part, prefix: "\(prefix).\(name).")
    } else if let member = part.members.first(where: { SoundFollower.isMeant(by: $0.value) }) {
      part.error("an object that follows a sound needs a name", at: member.location, key: member.key)
    }
  }

  private func follow(
    _ layer: CALayer, _ info: PropertyInfo, _ member: DocumentMember, keyPath: String, path: DocumentPath
  ) {
    let follower = SoundFollower(problems: problems, values: values)
    guard let animation = follower.animation(member.value, info, keyPath: keyPath, path: path) else { return }
    for problem in layer.problems(with: animation, forKey: nil) {
      problems.error("\(problem)".excerpt(200), at: member.location, path: path)
    }
    layer.add(animation, forKey: SoundFollower.animationKey(keyPath))
  }
}
