import ArgumentParser
import Foundation
import Starmine
import StarminePresets

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the presets that come with the program.",
    discussion: """
      EXAMPLE:
        starmine presets
      """)

  func run() throws {
    let names = PresetLibrary.names
    let width = names.map(\.count).max() ?? 0
    for name in names {
      let scene = try PresetReference(name).load(Movie.presetLoader)
      print(name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + scene.summary)
    }
  }
}
