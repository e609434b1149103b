package import StarmineBench

struct SceneSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Scenes, groups, or patterns such as 'layers-*'. Default: all. --list prints the names.", valueName: "scene"),
    completion: .list(BenchScene.Group.allCases.map(\.rawValue) + BenchScene.all.map(\.name)))
  var scenes: [String] = []

  /// In the order of the suite, without duplicates.
  func chosen() throws -> [BenchScene] {
    let all = BenchScene.all
    guard !scenes.isEmpty else { return all }
    let wanted = try scenes.map { text in
      let names = all.filter { $0.group.rawValue == text || fnmatch(text, $0.name, 0) == 0 }.map(\.name)
      guard !names.isEmpty else { throw unknown(text) }
      return names
    }
    let names = Set(wanted.flatMap { $0 })
    return all.filter { names.contains($0.name) }
  }

  private func unknown(_ text: String) -> CommandError {
    let names = BenchScene.all.map(\.name) + BenchScene.Group.allCases.map(\.rawValue)
    let hint = text.nearest(in: names).map { "; did you mean \"\($0)\"?" } ?? "."
    let groups = BenchScene.Group.allCases.map(\.rawValue).joined(separator: ", ")
    return .usage("unknown scene \"\(text)\"\(hint) Groups: \(groups). `starmine bench --list` prints the scenes.")
  }
}

struct ThreadList: ExpressibleByArgument {
  let counts: [Int]

  init(counts: [Int]) { self.counts = counts }

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard !parts.contains(where: { $0 == nil || !(0...1024).contains($0 ?? -1) }) else { return nil }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    counts = Set(parts.compactMap { $0 }.map { $0 == 0 ? cores : $0 }).sorted()
  }

  var defaultValueDescription: String { counts.map(String.init).joined(separator: ",") }
}

struct BenchOptions: ParsableArguments {
  @OptionGroup var selection: SceneSelection

  @Option(help: ArgumentHelp("Numbers of render threads, such as 1,2,4. 0: one per core.", valueName: "n"))
  var threads = ThreadList(counts: [1])

  @Option(help: ArgumentHelp("Measured time per scene in seconds.", valueName: "s")) var seconds = 1.6

  @Option(help: ArgumentHelp("Number of rounds that the time is split into.", valueName: "n"))
  var rounds = 16

  @Option(
    help: ArgumentHelp(
      "Time limit in seconds. After it, scenes get at most four rounds.",
      valueName: "s")) var limit = 240.0

  @Option(help: ArgumentHelp("Count machine instructions with perf or valgrind instead of time.", valueName: "what"))
  var count: Counted?

  enum Counted: String, ExpressibleByArgument, CaseIterable {
    case instructions
  }

  func validate() throws {
    guard seconds >= 0, seconds <= 3600 else { throw ValidationError("--seconds \(seconds): expected 0 to 3600") }
    guard (1...1000).contains(rounds) else { throw ValidationError("--rounds \(rounds): expected 1 to 1000") }
    guard limit >= 0, limit <= 86_400 else { throw ValidationError("--limit \(limit): expected 0 to 86400") }
  }

  func measure() throws -> BenchReport {
    var plan = BenchPlan(scenes: try selection.chosen())
    plan.threads = threads.counts
    (plan.seconds, plan.rounds, plan.limit) = (seconds, rounds, limit)
    plan.slowdown = Self.plantedSlowdown
    let progress = BenchProgress()
    defer { progress.clear() }
    guard count == nil else { return try countInstructions(&plan, progress) }
    plan.executable = BenchCommand.executable
    return BenchRun.run(plan, version: BenchCommand.version) { event in
      switch event {
      case .visiting(let scene, let threads, let step, let steps):
        progress.show("\(step)/\(steps) \(scene)\(threads > 1 ? " x\(threads)" : "")")
      case .skipped(let scene, let reason):
        progress.clear()
        note("Skipped: \(scene): \(reason)")
      }
    }
  }

  /// Seconds added to every frame. Only for tests of the comparison.
  static var plantedSlowdown: Double {
    ProcessInfo.processInfo.environment["STARMINE_BENCH_SLOWDOWN"].flatMap { Double($0) } ?? 1
  }

  private func countInstructions(_ plan: inout BenchPlan, _ progress: BenchProgress) throws -> BenchReport {
    let counter: InstructionCounter
    do { counter = try InstructionCounter(executable: BenchCommand.executable) } catch {
      throw CommandError.failed("\(error)")
    }
    (plan.rounds, plan.seconds, plan.limit) = (1, 0, 0)
    var report = BenchRun.run(plan, version: BenchCommand.version)
    for index in report.results.indices {
      let result = report.results[index]
      guard let scene = plan.scenes.first(where: { $0.name == result.scene }) else { continue }
      progress.show("\(index + 1)/\(report.results.count) \(scene.name), counting with \(counter.tool.rawValue)")
      do {
        report.results[index].instructionsPerFrame = try counter.perFrame(
          scene, BenchScene.Settings(workers: result.threads))
      } catch { throw CommandError.failed("\(error)") }
    }
    report.warnings = ["times were measured only once; compare instructions only"]
    return report
  }
}

struct CompareOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Smallest change to report, such as 3% or 0.03.", valueName: "share"))
  var threshold = ShareArgument(share: 0.03)

  @Option(help: ArgumentHelp("Clock to compare: cpu or wall.", valueName: "clock")) var metric = BenchMetric.cpu

  @Option(help: "Output format: table or markdown.")
  var format = Format.table

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown
  }

  /// Prints the comparison and exits with its code.
  func conclude(_ comparison: BenchComparison, asJSON: Bool = false) throws {
    if asJSON { try printJSON(comparison) } else { try printText(ComparisonText(comparison)) }
    if comparison.exitCode != 0 { throw ExitCode(comparison.exitCode) }
  }

  private func printText(_ text: ComparisonText) throws {
    switch format {
    case .table: print(text.table, terminator: "")
    case .markdown: print(text.markdown, terminator: "")
    }
  }
}

struct ShareArgument: ExpressibleByArgument {
  let share: Double

  init(share: Double) { self.share = share }

  init?(argument: String) {
    let number = argument.hasSuffix("%") ? Double(argument.dropLast()).map { $0 / 100 } : Double(argument)
    guard let number, number > 0, number <= 1 else { return nil }
    share = number
  }

  var defaultValueDescription: String { String(format: "%g%%", share * 100) }
}

extension BenchMetric: ExpressibleByArgument {}
