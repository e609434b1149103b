import StarmineBench

struct BenchCapacityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity", abstract: "Measure how many particles and layers can be drawn at a frame rate.",
    discussion: """
      Prints the number of elements that half of the frames, and 95 % of them, draw in time. Names the limit of each \
      scene, memory or arithmetic. Without a list of scenes, also measures a short export.

      The method follows MotionMark: increase the count until frames take twice their time, then decrease it. The \
      result comes from a convex fit, its interval from a bootstrap. The score is the geometric mean of the scenes.

      EXAMPLES:
        starmine bench capacity
        starmine bench capacity --json laptop.json
        starmine bench capacity 'layers-*' --fps 30 --threads 1 --chart capacity.png
      """)

  @Argument(
    help: ArgumentHelp(
      "Scenes or patterns such as 'layers-*'. Default: all. Scenes: "
        + CapacityScene.all.map(\.name).joined(separator: ", ") + ".",
      valueName: "scene"),
    completion: .list(CapacityScene.all.map(\.name)))
  var scenes: [String] = []

  @Option(help: "Frame rate to reach.") var fps = 60.0
  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0
  @Option(help: "Number of measurements per scene. More give narrower intervals.") var ramps = 6
  @Option(
    defaultAsFlag: OutputPath.standard,
    help: "Write all samples as JSON. Without a file name: to standard output.",
    completion: .file(extensions: ["json"])) var json: String?
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?
  @Option(help: "Write one CSV row per scene.", completion: .file(extensions: ["csv"])) var csv: String?
  @Option(help: "Draw the curves.", completion: .file(extensions: ["png"])) var chart: String?

  func validate() throws {
    guard fps >= 1, fps <= 1000 else { throw ValidationError("--fps \(fps): expected 1 to 1000") }
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard (2...100).contains(ramps) else { throw ValidationError("--ramps \(ramps): expected 2 to 100") }
  }

  func run() throws {
    for path in [json, markdown, csv, chart].compactMap({ $0 }) { try BenchStore.check(path) }
    var plan = CapacityPlan()
    plan.scenes = try chosen()
    (plan.framesPerSecond, plan.ramps) = (fps, ramps)
    plan.measuresExport = scenes.isEmpty
    plan.threads = threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount
    let progress = BenchProgress()
    let report = try CapacityReport(plan, version: BenchCommand.version, executable: BenchCommand.executable) {
      name, step in progress.show("\(step)/\(plan.scenes.count) \(name)")
    }
    progress.clear()
    if ![json, markdown, csv].contains(OutputPath.standard) { print(CapacityText(report).table, terminator: "") }
    if let json { try BenchStore.write(report, to: json) }
    if let markdown { try BenchStore.write(CapacityText(report).markdown, to: markdown) }
    if let csv { try BenchStore.write(CapacityText(report).csv, to: csv) }
    if let chart { try Chart(of: report).write(to: chart) }
  }

  private func chosen() throws -> [CapacityScene] {
    guard !scenes.isEmpty else { return CapacityScene.all }
    for text in scenes where !CapacityScene.all.contains(where: { fnmatch(text, $0.name, 0) == 0 }) {
      throw CommandError.usage("unknown scene \"\(text)\"\(text.alternatives(among: CapacityScene.all.map(\.name)))")
    }
    return CapacityScene.all.filter { scene in scenes.contains { fnmatch($0, scene.name, 0) == 0 } }
  }
}
