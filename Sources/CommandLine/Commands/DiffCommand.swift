import ArgumentParser
import Foundation
import StarmineRendering
import StarmineEmbedding
import StarminePresets

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "List the differences between two presets.",
    discussion: """
      Compares movie settings, layers, cells, filters, behaviours, animations, states, timeline and sound. Elements \
      are matched by name, then by similarity and position. Where possible, keys and values are printed as --set \
      accepts them.

      EXAMPLES:
        starmine diff fireworks snow
        starmine diff snow snow-deep --json
        starmine diff snow snow-deep --exit-code
      """)

  @Argument(help: "First preset or document.", completion: Completion.preset) var first: String
  @Argument(help: "Second preset or document.", completion: Completion.preset) var second: String

  @Flag(help: "Print JSON.") var json = false

  @Flag(help: "Exit with 3 if there is a difference.") var exitCode = false

  @OptionGroup var log: LogOptions

  /// A difference (`schema/diff.schema.json`).
  private struct Record: Encodable {
    var key: String
    var change: String
    var first: TypedValue?
    var second: TypedValue?
    var set: String?
  }

  func run() throws {
    let scenes = try [first, second].map { try PresetReference($0).load(Movie.presetLoader) }
    let differences = PresetDifference.between(scenes[0], scenes[1])
    if json {
      try printJSON(
        differences.map { entry in
          Record(
            key: entry.key, change: entry.change.rawValue,
            first: entry.firstValue.map { TypedValue($0, text: entry.first ?? "") },
            second: entry.secondValue.map { TypedValue($0, text: entry.second ?? "") }, set: entry.set)
        })
    } else if differences.isEmpty {
      print("no difference")
    } else {
      for entry in differences { print(entry.line) }
    }
    if exitCode, !differences.isEmpty { throw ExitCode(CommandError.Code.no.rawValue) }
  }
}
