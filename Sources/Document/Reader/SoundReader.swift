import Foundation
package import StarmineGraphics
import StarmineLayers

/// A sound file under a document's movie.
package struct PresetSound: Sendable, Equatable {
  package var path: String
  /// Where the file must be.
  package var files = FileScope.everywhere
  /// Seconds from the movie's start.
  package var at = 0.0
  /// Factor of its loudness.
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
  /// Sound files of a document.
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

  /// The file that is named; nil, perhaps with an error in the list, if none is.
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
