import Foundation
import Testing

/// Help screens are short and complete.
@Suite struct HelpTests {
  private static let commands = [
    "render", "still", "sheet", "atlas", "cues", "presets", "sprites", "show", "tune", "preview", "params", "diff",
    "save", "import", "validate", "verify", "schema", "formats", "farm", "farm plan", "farm segment", "farm join",
    "farm status", "farm slurm", "bench", "bench run", "bench compare", "bench ab", "bench capacity", "mcp", "version",
  ]

  @Test(arguments: commands) func linesFit(command: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    for option in ["--help", "--help-all"] {
      let help = try starmine.finish(starmine.start(command.split(separator: " ").map(String.init) + [option]))
      #expect(help.code == 0)
      for line in help.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
      // The subject of an abstract is the command.
      #expect(help.output.contains(/^OVERVIEW: [A-Z][a-z]+ .*\./), "\(help.output.prefix(80))")
    }
  }

  @Test func renderShowsTheMostUsedOptions() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let help = try starmine.run("render", "--help").output
    for title in ["SCENE", "PICTURE", "FILE", "SOUND", "RUN"] { #expect(help.contains("\n\(title):\n")) }
    #expect(!help.contains("\nOPTIONS:"))
    #expect(Self.options(in: help).count == 15)
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count < 90)
  }

  @Test func allOptionsAreShownOnDemand() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let help = try starmine.run("render", "--help-all").output
    let completions = try starmine.run("--generate-completion-script", "bash").output
    #expect(Self.options(in: help).count > 50 && !help.contains("\nOPTIONS:"))
    for name in Self.options(in: help) { #expect(completions.contains("--\(name)")) }
  }

  @Test func longUsageLinesNameArgumentsOnly() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    #expect(try starmine.run("cues", "--help").output.contains("USAGE: starmine cues <file> [<options>]\n"))
    #expect(try starmine.run("cues").errors.contains("Usage: starmine cues <file> [<options>]\n"))
    #expect(try starmine.run("mcp", "--help").output.contains("USAGE: starmine mcp [--threads <threads>] [--time"))
  }

  private static func options(in help: String) -> [String] {
    help.matches(of: /(?m)^ {2}(?:-\w, )?--([a-z-]+)/).map { String($0.1) }
  }
}
