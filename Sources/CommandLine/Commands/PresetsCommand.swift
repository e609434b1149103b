import ArgumentParser
import Foundation
import Starmine
import StarminePresets

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the presets that come with the program.",
    discussion: """
      EXAMPLES:
        starmine presets
        starmine presets fireworks               those with the word in name or summary
        starmine presets --json
      """)

  @Argument(help: "A word to look for.", completion: .list(PresetLibrary.names)) var word: String?

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup var log: LogOptions

  func run() throws {
    let scenes = try PresetLibrary.names.map { try PresetReference($0).load(Movie.presetLoader) }
    let found = scenes.filter { scene in
      word.map { scene.name.localizedCaseInsensitiveContains($0) || scene.summary.localizedCaseInsensitiveContains($0) }
        ?? true
    }
    if let word, found.isEmpty {
      throw Failure.usage(
        "no preset has \"\(word)\" in its name or summary\(word.alternatives(among: PresetLibrary.names))")
    }
    if json { return try printJSON(found.map(PresetRecord.init)) }
    let width = found.map(\.name.count).max() ?? 0
    for scene in found {
      let name = scene.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      print(name + scene.summary)
      if word != nil { print(String(repeating: " ", count: width + 2) + scene.stageText) }
    }
  }
}

/// A bundled preset (`schema/presets.schema.json`).
private struct PresetRecord: Encodable {
  var name: String
  var summary: String
  var width: Int
  var height: Int
  var framesPerSecond: Double
  var duration: Double
  var seed: UInt32
  var start: String
  var fit: String

  init(_ scene: PresetScene) {
    (name, summary, width, height) = (scene.name, scene.summary, scene.pixelSize.width, scene.pixelSize.height)
    (framesPerSecond, duration, seed) = (scene.framesPerSecond, scene.duration, scene.seed)
    (start, fit) = (scene.start.rawValue, scene.fit.rawValue)
  }
}

extension PresetScene {
  /// `1920x1080, 60 fps, 12 s`.
  fileprivate var stageText: String {
    "\(pixelSize.width)x\(pixelSize.height), \(ValueText.text(framesPerSecond)) fps, \(ValueText.text(duration)) s, "
      + (fit == .contain ? "fixed shape" : "any shape")
  }
}
