import Foundation
import Media
import Presets
import Starmine
import Testing

/// A picture that is kept in Tests/Golden: a preset at one time, small.
struct GoldenScene: CustomTestStringConvertible, Sendable {
  var preset: String
  /// Seconds from the movie's start.
  var time: Double

  /// Longer side of the pictures, pixels.
  static let side = 240
  var name: String { "\(preset)-\(time)" }
  var testDescription: String { name }

  /// Every bundled preset, near its start, in the middle and near its end.
  static var all: [GoldenScene] {
    PresetLibrary.names.flatMap { preset -> [GoldenScene] in
      guard let duration = try? Movie(presetNamed: preset).duration else { return [] }
      return [0.15, 0.5, 0.85].map { GoldenScene(preset: preset, time: (duration * $0 * 10).rounded() / 10) }
    }
  }

  /// What is drawn, and what it is drawn to.
  func makeList() throws -> DisplayList {
    let movie = try Movie(presetNamed: preset)
    let fit = Double(Self.side) / Double(max(movie.size.width, movie.size.height))
    let size = PixelSize(width: Int(movie.size.width * fit), height: Int(movie.size.height * fit))
    return evaluate(movie.snapshot(at: time), at: Movie.startTime + time, in: try movie.viewport(for: size))
  }
}
