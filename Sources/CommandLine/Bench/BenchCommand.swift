import StarmineBench

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure rendering speed and compare it with earlier results.",
    discussion: """
      Scenes have fixed seeds. Every result contains a hash of the pixels, which is the same for all thread counts. \
      `starmine bench run --help` explains the columns.

      EXAMPLES:
        starmine bench                                  run all, under five minutes
        starmine bench sprites 'layers-*' --seconds 0.5     run a group and a pattern
        starmine bench particles-100k-8px --threads 1,2     compare thread counts
        starmine bench presets                          cost of a frame by preset
        starmine bench --list                           list the scenes
        starmine bench save before                      write out/bench/before.json
        starmine bench --compare before                 run and compare with it
        starmine bench compare before after --threshold 5%
        starmine bench ab old/starmine layers           run two programs in turn
        starmine bench layers-text-200 --count instructions
        starmine bench capacity                         elements at 60 fps

      Exit codes of comparisons: 0 no change or faster, 3 a scene is slower, 4 not conclusive.
      """,
    subcommands: [
      BenchRunCommand.self, BenchSaveCommand.self, BenchCompareCommand.self, BenchAlternateCommand.self,
      BenchCapacityCommand.self, BenchPresetsCommand.self, BenchCaseCommand.self, BenchChildCommand.self,
    ],
    defaultSubcommand: BenchRunCommand.self)

  static var executable: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  static var version: String { StarmineCommand.configuration.version.replacingOccurrences(of: "starmine ", with: "") }
}

struct BenchRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure scenes (the default).",
    discussion: """
      Columns:
        frame    wall-clock time of a frame: median and half of the interquartile range
        fps      from the median
        items    particles, or layers in scenes without particles
        per item CPU time of all threads
        memory   peak memory of a separate process

      EXAMPLES:
        starmine bench run 'layers-text*'
        starmine bench run empty-frame --threads 1 --csv frame.csv
      """)

  @OptionGroup var options: BenchOptions
  @OptionGroup var comparing: CompareOptions

  @Flag(help: "List the scenes.") var list = false

  @Option(help: ArgumentHelp("Compare with a report file or a saved name.", valueName: "baseline")) var compare: String?

  @Option(
    defaultAsFlag: OutputPath.standard,
    help: "Write all samples and a summary as JSON. Without a file name: to standard output.",
    completion: .file(extensions: ["json"])) var json: String?

  @Option(help: "Write the tables as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?

  @Option(help: "Write one CSV row per scene. -: standard output.", completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(help: "Draw a bar chart, with the baseline if one is given.", completion: .file(extensions: ["png"]))
  var chart: String?

  func run() throws {
    guard !list else { return try printList() }
    let baseline = try compare.map { try BenchStore.report($0) }
    for path in [json, markdown, csv, chart].compactMap({ $0 }) { try BenchStore.check(path) }
    let report = try options.measure()
    if ![json, csv].contains(OutputPath.standard) { print(ReportText(report).table, terminator: "") }
    if let json { try BenchStore.write(report, to: json) }
    if let markdown { try BenchStore.write(ReportText(report).markdown, to: markdown) }
    if let csv { try BenchStore.write(ReportText(report).csv, to: csv) }
    if let chart { try Chart(of: report, baseline: baseline).write(to: chart) }
    guard let baseline else { return }
    if ![json, csv].contains(OutputPath.standard) { print() }
    try comparing.conclude(
      BenchComparison(baseline, report, metric: comparing.metric, threshold: comparing.threshold.share))
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
    commandName: "save", abstract: "Measure scenes and save the report under a name.",
    discussion: "Writes out/bench/NAME.json in the working folder. `bench compare` accepts the name.")

  @Argument(help: "Name of the report.") var name: String
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
      Prints the ratio of the costs of a frame with a 95 % confidence interval. The cost is the least of all rounds. \
      The interval includes 2 % of drift between runs, and more on a busy machine. Reports with instruction counts are \
      compared by instructions.

      A scene is slower if the whole interval is above the threshold. A result is not conclusive if the interval is \
      too wide, if other programs used more than a fifth of the machine, or if the speed of the machine changed. Use \
      `bench ab` for changes below 5 %.

      Exit codes: 0 no change or faster, 3 a scene is slower, 4 not conclusive.

      EXAMPLES:
        starmine bench compare before after
        starmine bench compare a.json b.json --threshold 5% --markdown changes.md
        starmine bench compare before after --json
      """)

  @Argument(help: "Baseline report: a file or a saved name.") var old: String
  @Argument(help: "Report to compare: a file or a saved name.") var new: String
  @OptionGroup var comparing: CompareOptions
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?
  @Option(help: "Draw the ratios and intervals.", completion: .file(extensions: ["png"])) var chart: String?

  func run() throws {
    let (before, after) = (try BenchStore.report(old), try BenchStore.report(new))
    let comparison = BenchComparison(before, after, metric: comparing.metric, threshold: comparing.threshold.share)
    guard !comparison.scenes.isEmpty else {
      throw CommandError.usage("\(old) and \(new) have no common scene with the same number of threads")
    }
    if let markdown { try BenchStore.write(ComparisonText(comparison).markdown, to: markdown) }
    if let chart { try Chart(of: comparison).write(to: chart) }
    try comparing.conclude(comparison, asJSON: json)
  }
}

struct BenchAlternateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab", abstract: "Compare this program with another build of it.",
    discussion: """
      Alternates short runs of both programs until the result is conclusive. On a busy machine, only "no change" can \
      be conclusive. To measure without a clock, compare two reports with --count instructions. Exit codes are those \
      of `bench compare`.

      EXAMPLE:
        starmine bench ab ../before/.build/release/starmine particles --threshold 2%
      """)

  @Argument(help: "Path of the other starmine, the baseline.", completion: .file()) var other: String
  @OptionGroup var selection: SceneSelection
  @OptionGroup var comparing: CompareOptions
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 1
  @Option(help: ArgumentHelp("Length of each run in seconds.", valueName: "s")) var seconds = 0.2

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
    (alternation.metric, alternation.threshold) = (comparing.metric, comparing.threshold.share)
    let progress = BenchProgress()
    var compared: [SceneComparison] = []
    for (index, scene) in scenes.enumerated() {
      progress.show("\(index + 1)/\(scenes.count) \(scene.name)")
      do { compared.append(try alternation.compare(scene)) } catch {
        progress.clear()
        throw CommandError.failed("\(error)")
      }
    }
    progress.clear()
    var comparison = BenchComparison(compared, metric: comparing.metric, threshold: comparing.threshold.share)
    comparison.confidence = Alternation.confidence
    try comparing.conclude(comparison, asJSON: json)
  }
}
