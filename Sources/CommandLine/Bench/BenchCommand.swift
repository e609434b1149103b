import ArgumentParser
import Foundation
import StarmineBench
import StarmineMedia

/// Throughput: how fast this machine draws.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure how fast this machine draws, and whether it has become slower.",
    discussion: """
      Scenes have fixed seeds. The hash is of their pixels: it depends on neither threads nor kernels, so that a \
      faster but different picture is noticed. `starmine bench run --help` says what the columns mean.

      EXAMPLES:
        starmine bench                                  all, under five minutes
        starmine bench sprites 'layers-*' --seconds 0.5     groups and patterns
        starmine bench particles-100k-8px --threads 1,2     what threads bring
        starmine bench presets                          what a frame of each costs
        starmine bench --list                           what there is
        starmine bench save before                      as out/bench/before.json
        starmine bench --compare before                 run and compare with it
        starmine bench compare before after --threshold 5%
        starmine bench ab old/starmine layers           two programs in turn
        starmine bench layers-text-200 --count instructions
        starmine bench capacity                         how many hold 60 fps, and why

      Exit codes of comparisons: 0 no change or faster, 3 a scene is slower, 4 cannot be told.
      """,
    subcommands: [
      BenchRunCommand.self, BenchSaveCommand.self, BenchCompareCommand.self, BenchAlternateCommand.self,
      BenchCapacityCommand.self, BenchPresetsCommand.self, BenchCaseCommand.self, BenchChildCommand.self,
    ],
    defaultSubcommand: BenchRunCommand.self)

  /// This program.
  static var executable: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  static var version: String { StarmineCommand.configuration.version.replacingOccurrences(of: "starmine ", with: "") }
}

struct BenchRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure scenes (the default).",
    discussion: """
      fps and times of frames are wall clock: the median with half of the middle half's width, fps of the median. \
      Items are particles, or layers where there are no particles; time per item is CPU time of all threads. memory \
      is the most that a process of its own took. --wide adds percentiles, the first frame of that process, its calls \
      of malloc and its kin per frame once everything has been drawn, and the pixels that commands and sprites cover.

      EXAMPLES:
        starmine bench run 'layers-text*'
        starmine bench run empty-frame --threads 1 --csv frame.csv
      """)

  @OptionGroup var options: BenchOptions
  @OptionGroup var comparing: CompareOptions

  @Flag(help: "List the scenes.") var list = false

  @Flag(help: "Print every column: percentiles, first frame, pixels, allocations.") var wide = false

  @Option(help: ArgumentHelp("Compare with this report or saved name.", valueName: "baseline")) var compare: String?

  @Option(
    defaultAsFlag: OutputPath.standard,
    help: "Write everything, all samples and a summary included; without a file name to standard output.",
    completion: .file(extensions: ["json"])) var json: String?

  @Option(help: "Write the tables as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?

  @Option(
    help: "Write one row for each scene; - is standard output.", completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(help: "Draw bars, beside those of the baseline if there is one.", completion: .file(extensions: ["png"]))
  var chart: String?

  func run() throws {
    guard !list else { return try printList() }
    let baseline = try compare.map { try BenchStore.report($0) }
    for path in [json, markdown, csv, chart].compactMap({ $0 }) { try BenchStore.check(path) }
    let report = try options.measure()
    if ![json, csv].contains(OutputPath.standard) {
      print(wide ? ReportText(report).wideTable : ReportText(report).table, terminator: "")
    }
    if let json { try BenchStore.write(report, to: json) }
    if let markdown { try BenchStore.write(ReportText(report).markdown, to: markdown) }
    if let csv { try BenchStore.write(ReportText(report).csv, to: csv) }
    if let chart { try Chart(of: report, baseline: baseline).write(to: chart) }
    guard let baseline else { return }
    if ![json, csv].contains(OutputPath.standard) { print() }
    try comparing.conclude(
      BenchComparison(baseline, report, metric: comparing.metric, thresholds: comparing.thresholds()))
  }

  private struct SceneRecord: Encodable {
    var name: String
    var group: String
    var summary: String
  }

  private func printList() throws {
    if json != nil {
      return try printJSON(
        BenchScene.all.map {
          SceneRecord(name: $0.name, group: $0.group.rawValue, summary: $0.summary)
        })
    }
    for group in BenchScene.Group.allCases {
      print("\(group.rawValue):")
      for scene in BenchScene.all where scene.group == group {
        print("  \(scene.name.padding(toLength: 30, withPad: " ", startingAt: 0))\(scene.summary)")
      }
    }
  }
}

struct BenchSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Measure scenes and keep the report under a name.",
    discussion: "The report is out/bench/NAME.json in the working directory; `bench compare` takes the name.")

  @Argument(help: "What to call it.") var name: String
  @OptionGroup var options: BenchOptions

  func run() throws {
    let path = try BenchStore.path(ofName: name)
    let report = try options.measure()
    try BenchStore.write(report, to: path)
    print(ReportText(report).table, terminator: "")
    print("\nSaved as \(path)")
  }
}

struct BenchCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare two reports, scene by scene.",
    discussion: """
      The ratio of the costs of an undisturbed frame (the least of its rounds), with the interval that \
      holds it with 95 % probability; in it are 2 % by which machines drift from one run to another, and more \
      where they were busy. A scene is slower when the whole interval lies beyond the threshold; no change when \
      the ratio exceeds the threshold by no more than that drift, and three times the threshold can be ruled out; \
      no answer otherwise. Reports with instruction counts are compared by these. Where other programs had more \
      than a fifth of the machine, or the machine itself drifted between the reports, there is no answer. For \
      changes below 5 %, `bench ab` tells more.

      Exit codes: 0 no change or faster, 3 a scene is slower, 4 none is slower and one has no answer.

      EXAMPLES:
        starmine bench compare before after
        starmine bench compare a.json b.json --threshold 5% --markdown changes.md
        starmine bench compare before after --json
      """)

  @Argument(help: "The report that counts as 1: a file, or a name given to save.") var old: String
  @Argument(help: "The other report.") var new: String
  @OptionGroup var comparing: CompareOptions
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?
  @Option(help: "Draw the ratios with their intervals.", completion: .file(extensions: ["png"])) var chart: String?

  func run() throws {
    let (before, after) = (try BenchStore.report(old), try BenchStore.report(new))
    let comparison = BenchComparison(
      before, after, metric: comparing.metric, thresholds: try comparing.thresholds())
    guard !comparison.scenes.isEmpty else {
      throw CommandError.usage("\(old) and \(new) have no scene in common (with the same number of threads)")
    }
    if let markdown { try BenchStore.write(ComparisonText(comparison).markdown, to: markdown) }
    if let chart { try Chart(of: comparison).write(to: chart) }
    try comparing.conclude(comparison, asJSON: json)
  }
}

struct BenchAlternateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab", abstract: "Compare this program with another one, in turn on one machine.",
    discussion: """
      Each scene is drawn by both programs in short runs, old, new, new, old, until a verdict stands. Where other \
      programs had more than a fifth of the machine meanwhile, or the machine itself drifted, there is no answer, \
      but for "no change" where both met the same: the interval is within the threshold, whichever went first. \
      `bench compare` of two reports with --count instructions needs no clock. Exit codes are those of compare.

      EXAMPLE:
        starmine bench ab ../before/.build/release/starmine particles --threshold 2%
      """)

  @Argument(help: "The other starmine, which counts as 1.", completion: .file()) var other: String
  @OptionGroup var selection: SceneSelection
  @OptionGroup var comparing: CompareOptions
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Threads that draw; 0 is one per core.") var threads = 1
  @Option(help: ArgumentHelp("Seconds of each short run.", valueName: "s")) var seconds = 0.2

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds \(seconds): expected above 0 and up to 60")
    }
  }

  func run() throws {
    let scenes = try selection.chosen()
    guard FileManager.default.isExecutableFile(atPath: other) else {
      throw CommandError.usage("\(other) is not a program")
    }
    var alternation = Alternation(old: URL(fileURLWithPath: other), new: BenchCommand.executable)
    alternation.threads = threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount
    alternation.seconds = seconds
    let thresholds = try comparing.thresholds()
    alternation.metric = comparing.metric
    let progress = BenchProgress()
    var compared: [SceneComparison] = []
    for (index, scene) in scenes.enumerated() {
      progress.show("\(index + 1)/\(scenes.count) \(scene.name)")
      alternation.threshold = thresholds[scene.name]
      do { compared.append(try alternation.compare(scene)) } catch {
        progress.clear()
        throw CommandError.failed("\(error)")
      }
    }
    progress.clear()
    var comparison = BenchComparison(compared, metric: comparing.metric, threshold: thresholds.usual)
    comparison.confidence = Alternation.confidence
    try comparing.conclude(comparison, asJSON: json)
  }
}
