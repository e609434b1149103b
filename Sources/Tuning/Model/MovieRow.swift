import Foundation
import Starmine
import StarmineLayers
import StarminePresets

/// A value of a document's `movie` object, as properties of layers have rows.
struct MovieRow {
  let key: String
  let kind: ValueKind
  var unit = PropertyUnit.none
  var range: ClosedRange<Double>?
  let summary: String

  /// In the order of documents; a test compares the keys.
  static let all: [MovieRow] = [
    MovieRow(key: "size", kind: .size, unit: .points, range: 1...4096, summary: "Canvas."),
    MovieRow(key: "scale", kind: .number, range: 0.5...4, summary: "Pixels per point."),
    MovieRow(key: "fps", kind: .number, unit: .framesPerSecond, range: 1...120, summary: "Frames per second."),
    MovieRow(key: "duration", kind: .number, unit: .seconds, range: 0.1...60, summary: "Length of the movie."),
    MovieRow(key: "background", kind: .color, summary: "Behind the root layer."),
    MovieRow(
      key: "seed", kind: .integer, range: 0...1000,
      summary: "Of all random numbers: the same seed gives the same frames."),
    MovieRow(
      key: "start", kind: .enumeration(PresetScene.Start.allCases.map(\.rawValue)),
      summary: "steady: emitters look as if they had always run; clean: they begin with the movie."),
    MovieRow(key: "speed", kind: .number, range: 0.1...4, summary: "How fast time runs, cues included."),
    MovieRow(
      key: "fit", kind: .enumeration(PresetScene.Fit.allCases.map(\.rawValue)),
      summary: "How the stage and a frame of another shape come together."),
    MovieRow(
      key: "motionBlur", kind: .string,
      summary: "An open shutter: false, true or ANGLE:PHASE:SAMPLES in degrees of a frame."),
    MovieRow(key: "loop", kind: .string, summary: "Repeats without a seam after so long: 6s; blend fades over."),
    MovieRow(key: "bloom", kind: .string, summary: "A glow around what is bright: intensity, or radius and intensity."),
    MovieRow(
      key: "toneMapping", kind: .enumeration(PresetScene.ToneMapping.allCases.map(\.rawValue)),
      summary: "How light beyond white is shown: none cuts it off, filmic fades it out."),
  ]

  /// Values of a document that says nothing.
  static let defaults: [String: DocumentValue] = {
    let text = Array("{ layer: {} }".utf8)
    let folder = URL(fileURLWithPath: ".")
    guard let scene = try? Movie.presetLoader.load(text, file: "empty", directory: folder) else { return [:] }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.key, scene.movieValue($0.key)) })
  }()

  static let records = all.map { PropertyRecord(movie: $0, default: defaults[$0.key] ?? DocumentValue(.null)) }
}
