import ArgumentParser
import CStarmineNotices
import Foundation
import StarmineGraphics
import StarmineEmbedding
import StarminePresets

/// The `starmine` executable.
@main
struct StarmineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "starmine",
    abstract: "Renders particle and layer animations to video, without a screen.",
    discussion: """
      EXAMPLES:
        starmine presets                                what there is
        starmine render fireworks-show                  writes out/fireworks-show.mp4
        starmine render snow --size story --fps 30      another size and rate
        starmine render embers --set fire.birthRate=2   twice as many particles
        starmine render fireworks --set spark.scale=2   one value of one cell
        starmine still confetti --at 2.5 -o party.png   one moment as a picture
        starmine preview fireworks                      play it, turn parameters
        starmine tune snow --mutate 12                  a sheet of variations
        starmine studio fireworks                       tune it in the browser
        starmine import fire.pex -o fire.json           documents of other programs
        starmine render card.json --data people.csv     a movie for each row
        starmine cues song.wav                          its beats, for a timeline
        starmine farm plan fireworks-show -o show       one movie on many machines

      Completion: starmine --generate-completion-script bash|zsh|fish.
      `starmine help COMMAND` says what a command takes.

      Exit codes: \(CommandError.Code.line)
      """,
    version: "starmine \(EngineVersion.text)",
    subcommands: [
      RenderCommand.self, StillCommand.self, SheetCommand.self, AtlasCommand.self, CuesCommand.self,
      PresetsCommand.self,
      SpritesCommand.self,
      ShowCommand.self,
      TuneCommand.self, PreviewCommand.self, ParamsCommand.self, DiffCommand.self, SaveCommand.self, ImportCommand.self,
      ValidateCommand.self, VerifyCommand.self, SchemaCommand.self, FormatsCommand.self, FarmCommand.self,
      BenchCommand.self, MCPCommand.self, VersionCommand.self,
    ] + browserCommands)

  /// Commands that a package which depends on this one does without.
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
      var command = try parseAsRoot()
      try command.run()
      try StandardOutput.flush()
    } catch {
      leave(with: error)
    }
  }

  /// The parser itself would only call a misspelt command an unexpected argument.
  private static func checkCommandName() throws {
    // Swift reads the arguments there, and finds none without it.
    guard access("/proc/self/cmdline", R_OK) == 0 else {
      throw CommandError.failed("/proc is not there, from which the program reads its arguments; mount it")
    }
    guard let given = Swift.CommandLine.arguments.dropFirst().first, !given.hasPrefix("-") else { return }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !names.contains(given) else { return }
    throw CommandError.usage("unknown command \"\(given)\"\(given.alternatives(among: names))")
  }

  /// Prints help to standard output and errors to standard error, and ends the process with the documented code.
  private static func leave(with error: any Error) -> Never {
    // A verdict, not an error: everything has been said.
    if let code = error as? ExitCode { leave(with: code.rawValue) }
    let failure = CommandError(error)
    if let failure { failure.leave() }
    // What the argument parser itself throws: help and version are not errors, everything else is wrong usage.
    guard exitCode(for: error) == .success else {
      let text = Log.style.format == .json ? message(for: error) : fullMessage(for: error)
      CommandError.usage(text).leave(isComplete: true)
    }
    print(fullMessage(for: error))
    leave(with: 0)
  }

  private static func leave(with code: Int32) -> Never {
    do throws(CommandError) { try StandardOutput.flush() } catch { error.leave() }
    Foundation.exit(code)
  }
}

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version, or the licences of the program.")

  @Flag(help: "Print the licence, and the notices of the third-party code in the program.")
  var licenses = false

  func run() {
    guard licenses else { return print(StarmineCommand.configuration.version) }
    var count = 0
    let start = starmine_notices(&count)
    print(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self), terminator: "")
  }
}
