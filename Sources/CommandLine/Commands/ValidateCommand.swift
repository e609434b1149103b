import ArgumentParser
import Starmine
import StarminePresets

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check preset documents and report everything that is wrong with them.",
    discussion: """
      EXAMPLES:
        starmine validate my-snow.json
        starmine validate --strict presets/*.json
      """)

  @Argument(help: "Documents, or names of bundled presets.", completion: .file(extensions: ["json", "json5"]))
  var files: [String]

  @Flag(help: "Count what is not supported as an error.")
  var strict = false

  func run() throws {
    var invalid = 0
    for file in files {
      do {
        let scene = try PresetReference(file).load(Movie.presetLoader)
        for problem in scene.unsupported { print(problem) }
        if strict, !scene.unsupported.isEmpty { invalid += 1 } else { print("\(file): valid") }
      } catch  where error is PresetError || error is PresetReference.Failure {
        print(error)
        invalid += 1
      }
    }
    if invalid > 0 {
      throw Failure.failed("\(invalid) of \(files.count) documents \(invalid == 1 ? "is" : "are") not valid")
    }
  }
}
