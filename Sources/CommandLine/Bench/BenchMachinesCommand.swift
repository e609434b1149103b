import ArgumentParser
import Foundation
import StarmineBench

/// Prints what two machines hold, side by side.
struct BenchMachinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare-machines", abstract: "Compare the capacity of two machines.",
    discussion: """
      Reads the files that `starmine bench capacity --json FILE` wrote on each machine. Prints the ratio of the \
      medians for each scene and the geometric mean. Compares only scenes that have the same frame rate.

      EXAMPLES:
        starmine bench compare-machines laptop.json server.json
        starmine bench compare-machines laptop.json server.json --json
        starmine bench compare-machines laptop.json server.json --markdown machines.md
      """)

  @Argument(help: "File of the baseline machine.", completion: .file(extensions: ["json"])) var first: String
  @Argument(help: "File of the other machine.", completion: .file(extensions: ["json"])) var second: String
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?

  func run() throws {
    let comparison = MachineComparison(try Self.report(first), try Self.report(second))
    guard !comparison.scenes.isEmpty else {
      throw CommandError.usage("\(first) and \(second) have no common scene at the same frame rate")
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
