import CStarmineNotices

@main
struct StarmineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "starmine",
    abstract: "Render particle and layer animations to video.",
    discussion: """
      EXAMPLES:
        starmine presets                                list the presets
        starmine render fireworks-show                  write out/fireworks-show.mp4
        starmine render snow --size story --fps 30      set size and frame rate
        starmine render fireworks --set spark.scale=2   change one property
        starmine still confetti --at 2.5 -o party.png   write one frame as PNG
        starmine preview fireworks                      play in the terminal
        starmine studio fireworks                       edit in the browser
        starmine tune snow --mutate 12                  compare random variations
        starmine import fire.pex -o fire.json           import another format
        starmine render card.json --data people.csv     write one movie per row
        starmine farm plan fireworks-show -o show       render on many machines

      SHELL COMPLETION:
        starmine --generate-completion-script bash   (or zsh, fish)

      EXIT CODES:
      \(CommandError.Code.table)
      """,
    version: "starmine \(EngineVersion.text)",
    groupedSubcommands: [
      CommandGroup(
        name: "Render",
        subcommands: [
          RenderCommand.self, StillCommand.self, SheetCommand.self, AtlasCommand.self, FarmCommand.self,
          VerifyCommand.self,
        ]),
      CommandGroup(
        name: "Edit",
        subcommands: browserCommands + [
          PreviewCommand.self, TuneCommand.self, SaveCommand.self, ImportCommand.self, ValidateCommand.self,
          DiffCommand.self, CuesCommand.self,
        ]),
      CommandGroup(
        name: "Reference",
        subcommands: [
          PresetsCommand.self, ShowCommand.self, ParamsCommand.self, SpritesCommand.self, FormatsCommand.self,
          SchemaCommand.self, VersionCommand.self,
        ]),
      CommandGroup(name: "Other", subcommands: [BenchCommand.self, MCPCommand.self]),
    ])

  /// The package has no studio as a dependency of another package.
  #if STARMINE_STUDIO
    private static let browserCommands: [any ParsableCommand.Type] = [StudioCommand.self]
  #else
    private static let browserCommands: [any ParsableCommand.Type] = []
  #endif

  static func main() {
    Signals.install()
    StandardOutput.prepare()
    Log.takeFormat(of: Swift.CommandLine.arguments.dropFirst())
    do {
      try checkCommandName()
      InputRegister.start()
      // The parser has a single help screen, which `HelpPage` arranges.
      let arguments = Swift.CommandLine.arguments.dropFirst()
      var command = try parseAsRoot(arguments.map { $0 == HelpPage.allOption ? "--help" : $0 })
      try command.run()
      try StandardOutput.flush()
    } catch {
      leave(with: error)
    }
  }

  /// The parser would report a misspelt command as an unexpected argument.
  private static func checkCommandName() throws {
    // Swift reads the arguments there. Without it, there are none.
    guard access("/proc/self/cmdline", R_OK) == 0 else {
      throw CommandError.failed("/proc is not mounted. The program reads its arguments from it. Mount /proc")
    }
    guard let given = Swift.CommandLine.arguments.dropFirst().first, !given.hasPrefix("-") else { return }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !names.contains(given) else { return }
    throw CommandError.usage("unknown command \"\(given)\"\(given.alternatives(among: names))")
  }

  /// Prints help to standard output and errors to standard error, and exits with the documented code.
  private static func leave(with error: any Error) -> Never {
    // A result, not an error. Everything was printed.
    if let code = error as? ExitCode { leave(with: code.rawValue) }
    let failure = CommandError(error)
    if let failure { failure.leave() }
    // Errors of the argument parser: help and version are not errors, all others are usage errors.
    guard exitCode(for: error) == .success else {
      let text = Log.style.format == .json ? message(for: error) : HelpPage.shortUsage(fullMessage(for: error))
      CommandError.usage(text).leave(isComplete: true)
    }
    let showsAll = Swift.CommandLine.arguments.contains(HelpPage.allOption)
    print(HelpPage.arranged(fullMessage(for: error), showsAll: showsAll))
    leave(with: 0)
  }

  private static func leave(with code: Int32) -> Never {
    do throws(CommandError) { try StandardOutput.flush() } catch { error.leave() }
    Foundation.exit(code)
  }
}

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version or the licences.")

  @Flag(help: "Print the licence and the notices of third-party code.")
  var licenses = false

  func run() {
    guard licenses else { return print(StarmineCommand.configuration.version) }
    var count = 0
    let start = starmine_notices(&count)
    print(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self), terminator: "")
  }
}
