import ArgumentParser
import Foundation
import StarmineBench

/// Reports that were saved.
struct BenchReportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports", abstract: "List the saved reports.",
    discussion: """
      EXAMPLES:
        starmine bench reports
        starmine bench reports --json
      """)

  @Flag(help: "Print JSON.") var json = false

  private struct Record: Encodable {
    var name: String
    var date: String
    var version: String
    var revision: String?
    var processor: String
    var scenes: Int
    var othersShare: Double?
  }

  func run() throws {
    let reports = BenchStore.saved()
    if json {
      return try printJSON(
        reports.map { name, report in
          Record(
            name: name, date: report.date, version: report.build.version, revision: report.build.revision,
            processor: report.host.processorText, scenes: report.results.count, othersShare: report.othersShare)
        })
    }
    guard !reports.isEmpty else { return print("no reports. `starmine bench save NAME` writes one to out/bench") }
    var table = TextTable(heading: ["name", "date", "revision", "scenes", "others had"], textColumns: [0, 1, 2])
    table.rows = reports.map { name, report in
      [
        name, report.date, report.build.revision.map { String($0.prefix(10)) } ?? report.build.version,
        "\(report.results.count)", report.othersShare.map { String(format: "%.0f %%", $0 * 100) } ?? "-",
      ]
    }
    print(table.aligned)
  }
}

/// How costs went from report to report.
struct BenchHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show the costs of scenes over all saved reports.",
    discussion: """
      Reads the reports of `bench save` in order of date. Costs are CPU milliseconds of a frame.

      EXAMPLES:
        starmine bench history
        starmine bench history 'layers-*' --chart history.png
      """)

  @Argument(
    help: ArgumentHelp("Scenes, groups or patterns. Default: all.", valueName: "scene"),
    completion: .list(BenchScene.Group.allCases.map(\.rawValue) + BenchScene.all.map(\.name)))
  var scenes: [String] = []

  @Option(help: "Draw a chart with a line per scene.", completion: .file(extensions: ["png"])) var chart: String?

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let history = BenchHistory(BenchStore.saved().map { ($0.name, $0.report) }) { scene in
      scenes.isEmpty
        || scenes.contains { fnmatch($0, scene.scene, 0) == 0 || $0 == scene.group.rawValue }
    }
    guard !history.lines.isEmpty else {
      throw CommandError.usage(
        scenes.isEmpty
          ? "no reports. `starmine bench save NAME` writes one to out/bench"
          : "no saved report has a scene like \(scenes.joined(separator: ", ")); `starmine bench reports` lists them")
    }
    if let chart {
      try OutputPath.makeFolder(of: chart)
      try Chart(of: history).write(to: chart)
    }
    if json { try printJSON(history) } else { print(history.table.aligned) }
  }
}
