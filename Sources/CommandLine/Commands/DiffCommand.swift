import ArgumentParser
import StarmineEditing
import StarminePresets
import StarmineRendering

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "List the differences between two presets.",
    discussion: """
      Compares the lines of `show --full`, all movie settings, and sounds. Elements are matched by name, then by \
      position. With --exit-code, a difference gives exit code 3.

      EXAMPLES:
        starmine diff fireworks snow
        starmine diff snow snow-deep --exit-code
      """)

  @Argument(help: "First preset or document.", completion: Completion.preset) var first: String
  @Argument(help: "Second preset or document.", completion: Completion.preset) var second: String

  @Flag(help: "Exit with 3 if there is a difference.") var exitCode = false

  @OptionGroup var log: LogOptions

  func run() throws {
    let scenes = try [first, second].map { try PresetReference($0).load(Movie.presetLoader) }
    let lines = SceneDifference.lines(scenes[0], scenes[1])
    print(lines.isEmpty ? "no difference" : lines.joined(separator: "\n"))
    if exitCode, !lines.isEmpty { throw ExitCode(CommandError.Code.no.rawValue) }
  }
}
