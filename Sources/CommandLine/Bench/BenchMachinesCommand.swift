import ArgumentParser
import Foundation
import StarmineBench

/// Prints what two machines hold, side by side.
struct BenchMachinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare-machines", abstract: "Compare what two machines hold.",
    discussion: """
      The files are what `starmine bench capacity --json FILE` wrote on each machine. The ratio is that of the \
      numbers that half of the frames hold; its interval lies between the ends of both intervals. The sentence \
      says the geometric mean over the scenes that both have at the same rate. Each machine draws with as many \
      threads as it was asked to.

      EXAMPLES:
        starmine bench compare-machines laptop.json server.json
        starmine bench compare-machines laptop.json server.json --json
        starmine bench compare-machines laptop.json server.json --markdown machines.md
      """)

  @Argument(help: "The machine that counts as 1.", completion: .file(extensions: ["json"])) var first: String
  @Argument(help: "The other machine.", completion: .file(extensions: ["json"])) var second: String
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Write the page as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?

  func run() throws {
    let comparison = MachineComparison(try Self.report(first), try Self.report(second))
    guard !comparison.scenes.isEmpty else {
      throw CommandError.usage("\(first) and \(second) have no scene in common at the same rate that both hold")
    }
    let text = MachineText(comparison, names: (Self.name(of: first), Self.name(of: second)))
    if let markdown {
      try BenchStore.check(markdown)
      try BenchStore.write(text.markdown, to: markdown)
    }
    if json { return try printJSON(comparison) }
    print(text.table, terminator: "")
  }

  private static func report(_ path: String) throws -> CapacityReport {
    do { return try CapacityReport(readingFrom: path) } catch { throw CommandError.usage("\(error)") }
  }

  /// The file's name without its ending.
  private static func name(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}
