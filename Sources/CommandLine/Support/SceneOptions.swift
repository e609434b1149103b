import ArgumentParser
import Foundation
import Starmine
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarminePresets

/// Which scene, and what is changed in it.
struct SceneOptions: ParsableArguments {
  @Argument(
    help: "A preset's name (see `starmine presets`) or the path of a preset document.",
    completion: Completion.preset)
  var preset: String

  @Option(help: "Frames per second.")
  var fps: Double?

  @Option(help: "Length of the movie: 8, 8s or 500ms.")
  var duration: SecondsArgument?

  @Option(help: "Seed of all random numbers. The same seed gives the same frames.")
  var seed: UInt32?

  @Option(help: ArgumentHelp("Colour behind the scene.", valueName: "#rrggbb"))
  var background: ColorArgument?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Change a property: KEY=VALUE, KEY+=VALUE or KEY*=VALUE. Repeatable.",
      discussion: """
        KEY is a layer's name with Core Animation's key path, such as sky.emitterCells.snow.birthRate; the name may be \
        left out where only one layer fits; * stands for every name. VALUE takes units: 90deg, 0.5pi, 2s, 50%, \
        #ff8800cc, 10,20.
        """, valueName: "key=value"), completion: Completion.keyPath)
  var changes: [OverrideArgument] = []

  @Flag(help: "Fail where the document asks for something that is not supported, instead of leaving it out.")
  var strict = false

  func validate() throws {
    if let fps, !(fps >= 0.001 && fps <= 1000) {
      throw ValidationError("--fps \(fps): expected 0.001 to 1000 frames per second")
    }
    if let duration, !(duration.seconds > 0 && duration.seconds <= 86400) {
      throw ValidationError("--duration \(duration.seconds): expected more than 0 and at most 86400 seconds")
    }
  }

  func source() throws -> PresetSource {
    try PresetReference(preset).source(Movie.presetLoader)
  }

  /// Reads the document and applies every option; says what is unusual about it.
  func load() throws -> PresetScene {
    let (scene, notes) = try self.scene(from: source())
    try SceneOptions.report(scene.unsupported, strict: strict)
    for text in notes { note("Note: \(text)") }
    return scene
  }

  /// A new scene with every option applied, and what is unusual about the values.
  func scene(from source: PresetSource) throws -> (scene: PresetScene, notes: [String]) {
    var scene = try source.scene()
    if let fps { scene.framesPerSecond = fps }
    if let duration { scene.duration = duration.seconds }
    if let seed { scene.seed = seed }
    if let background { scene.background = background.color }
    var notes: [String] = []
    for change in changes {
      do {
        notes += try scene.apply(change.change)
      } catch {
        throw Failure.usage("--set \(error.message)")
      }
    }
    return (scene, notes)
  }

  /// Prints what is not supported, once.
  static func report(_ problems: [DocumentProblem], strict: Bool) throws {
    guard !problems.isEmpty else { return }
    let text = problems.map(\.description).joined(separator: "\n")
    if strict { throw Failure.failed(text) }
    note("Warning: " + text)
  }
}
