import ArgumentParser
import Foundation
import Starmine
import StarminePresets
import StarmineTuning

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "List the values in which two presets differ.",
    discussion: """
      Layers and cells are matched by name, those without one by their place.

      EXAMPLES:
        starmine diff fireworks my-fireworks.json
        starmine diff snow snow-deep --json
      """)

  @Argument(help: "A preset or document.", completion: Completion.preset) var first: String
  @Argument(help: "Another one.", completion: Completion.preset) var second: String

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let scenes = try [first, second].map { try PresetReference($0).load(Movie.presetLoader) }
    let differences = PresetDifference.between(scenes[0], scenes[1])
    if json {
      try printJSON(differences)
    } else if differences.isEmpty {
      print("no difference")
    } else {
      for entry in differences { print("\(entry.key): \(entry.first ?? "-") -> \(entry.second ?? "-")") }
    }
  }
}

/// Prints a value as indented JSON with sorted keys.
func printJSON(_ value: some Encodable) throws {
  print(String(decoding: try prettyJSON(value), as: UTF8.self))
}

func prettyJSON(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return try encoder.encode(value)
}
