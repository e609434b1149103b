struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check documents and report all problems.",
    discussion: """
      Reports errors, unsupported features, and likely mistakes such as cells that draw nothing. Checks all files even \
      if one is missing or invalid. Exits with 2 if a document is invalid.

      EXAMPLES:
        starmine validate my-snow.json
        starmine validate --strict presets/*.json
        starmine validate fireworks --json
        starmine validate countdown --var title=2027
      """)

  @Argument(
    help: "Documents, preset names, or - for standard input.",
    completion: .file(extensions: ["json", "json5"]))
  var files: [String]

  @Flag(help: "Treat unsupported features and notes as errors.")
  var strict = false

  @Flag(help: "Print JSON with one object per problem.") var json = false

  @OptionGroup var variableOptions: VariableOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    var problems: [ProblemRecord] = []
    var invalid = 0
    for file in files {
      let (found, isValid) = check(file)
      problems += found
      if !isValid { invalid += 1 }
      guard !json else { continue }
      for problem in found { print(problem.text) }
      if isValid { print("\(file): valid") }
    }
    if json { try printJSON(problems) }
    if invalid > 0 {
      throw CommandError.usage(
        "\(invalid) of \(files.count.counted("document")) \(invalid == 1 ? "is" : "are") not valid")
    }
  }

  private func check(_ file: String) -> (problems: [ProblemRecord], isValid: Bool) {
    do {
      let scene = try PresetReference(file).source(Movie.presetLoader).giving(variableOptions.given).scene()
      let empty = Movie(scene).emptinessNote.map { DocumentProblem(remark: $0, file: file) }
      let remarks = scene.unsupported + scene.remarks + [empty].compactMap { $0 }
      return (remarks.map(ProblemRecord.init), !strict || remarks.isEmpty)
    } catch let error as PresetError {
      return (error.problems.map(ProblemRecord.init), false)
    } catch {
      return ([ProblemRecord(file: file, message: CommandError(error)?.message ?? "\(error)")], false)
    }
  }
}

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
