package import Foundation

/// Plan of a run: scenes, threads and time.
package struct BenchPlan: Sendable {
  package var scenes: [BenchScene]
  /// Numbers of threads; every scene is drawn with each.
  package var threads = [1]
  /// Times that every scene is visited: apart from each other, so that a disturbance does not meet all of them.
  package var rounds = 16
  /// Counted seconds of each scene, in all rounds together.
  package var seconds = 1.6
  /// Seconds within which scenes with uncertain results are visited again, and after which rounds are left out.
  package var limit = 240.0
  /// The program that probes run in; nil: no probes.
  package var executable: URL?
  /// Above 1 for tests of the statistics: every frame takes that much longer.
  package var slowdown = 1.0

  package init(scenes: [BenchScene]) { self.scenes = scenes }
}

/// Carries out a plan.
package struct BenchRun {
  /// Progress for the user.
  package enum Event {
    case visiting(scene: String, threads: Int, step: Int, of: Int)
    case skipped(scene: String, reason: String)
  }

  private let plan: BenchPlan
  private let onEvent: (Event) -> Void
  private let start = Stopwatch.wallSeconds
  private var report: BenchReport

  /// Half the width of a cost's interval above which a scene is visited again.
  private static let wantedUncertainty = 0.005

  package static func run(
    _ plan: BenchPlan, version: String, onEvent: @escaping (Event) -> Void = { _ in }
  ) -> BenchReport {
    var run = BenchRun(plan, version, onEvent)
    let machine = MachineTimes()
    let childrenBefore = MachineTimes.childSeconds
    run.probe()
    run.visitAll()
    run.probe()
    run.visitUncertain()
    run.probe()
    run.report.othersShare = machine?.othersShare(
      cores: run.report.host.cores, childSeconds: MachineTimes.childSeconds - childrenBefore)
    run.report.warnings = run.report.doubts
    return run.report
  }

  private init(_ plan: BenchPlan, _ version: String, _ onEvent: @escaping (Event) -> Void) {
    (self.plan, self.onEvent) = (plan, onEvent)
    let program = plan.executable ?? URL(filePath: "/proc/self/exe")
    report = BenchReport(
      build: BenchBuild(version: version, executable: program), host: .current, date: Date())
  }

  private mutating func probe() { report.probes = (report.probes ?? []) + [MachineProbe.seconds()] }

  private var secondsPerRound: Double { plan.seconds / Double(plan.rounds) }

  private func runner(_ scene: BenchScene, _ threads: Int) -> SceneRunner {
    SceneRunner(
      scene: scene, settings: BenchScene.Settings(workers: threads), slowdown: plan.slowdown)
  }

  /// On a busy machine, rounds that the time does not suffice for are left out, as long as enough are left to compare.
  private mutating func visitAll() {
    let steps = plan.rounds * plan.scenes.count * plan.threads.count
    var step = 0
    for round in 0..<plan.rounds where round < BenchComparison.leastRounds || seconds < plan.limit * 0.8 {
      for scene in plan.scenes {
        for threads in plan.threads {
          step += 1
          onEvent(.visiting(scene: scene.name, threads: threads, step: step, of: steps))
          if round == 0 { begin(scene, threads) } else { visit(scene, threads) }
        }
      }
    }
  }

  /// Since the start.
  private var seconds: Double { Stopwatch.wallSeconds - start }

  /// The first visit also looks at what is drawn.
  private mutating func begin(_ scene: BenchScene, _ threads: Int) {
    guard report.skipped[scene.name] == nil else { return }
    do {
      let (round, survey) = try runner(scene, threads).round(seconds: secondsPerRound, surveys: true)
      guard let survey else { return }
      report.results.append(
        SceneResult(
          scene: scene.name, group: scene.group, threads: threads, cycle: scene.cycle, contents: survey.contents,
          hash: String(survey.hash, radix: 16), probe: try probe(scene, threads), rounds: [round]))
    } catch {
      report.skipped[scene.name] = "\(error)"
      onEvent(.skipped(scene: scene.name, reason: "\(error)"))
    }
  }

  private mutating func visit(_ scene: BenchScene, _ threads: Int) {
    guard let index = report.results.firstIndex(where: { $0.scene == scene.name && $0.threads == threads }),
      let (round, _) = try? runner(scene, threads).round(seconds: secondsPerRound)
    else { return }
    report.results[index].rounds.append(round)
  }

  /// Rounds for the most uncertain scenes until all are certain or the time is over.
  private mutating func visitUncertain() {
    while seconds < plan.limit {
      let uncertain = report.results.map { ($0, $0.minimumCost(.cpu).uncertainty) }
        .filter { $0.1 > Self.wantedUncertainty && $0.0.rounds.count < plan.rounds * 4 }
        .sorted { $0.1 > $1.1 }
      guard !uncertain.isEmpty else { return }
      for (number, (result, _)) in uncertain.prefix(16).enumerated() {
        guard seconds < plan.limit, let scene = plan.scenes.first(where: { $0.name == result.scene }) else { continue }
        onEvent(
          .visiting(scene: scene.name, threads: result.threads, step: number + 1, of: min(16, uncertain.count)))
        visit(scene, result.threads)
      }
    }
  }

  /// In a process of its own, with its calls of malloc counted if the library for it was built.
  private func probe(_ scene: BenchScene, _ threads: Int) throws -> SceneProbe? {
    guard let executable = plan.executable else { return nil }
    var child = ChildProcess(
      executable: executable,
      arguments: ["bench", "child", "probe", scene.name, "--threads", "\(threads)"])
    if let library = MallocCounter.library(beside: executable) {
      child.environment["LD_PRELOAD"] = library.path(percentEncoded: false)
    }
    return try JSONDecoder().decode(SceneProbe.self, from: child.output())
  }
}

extension BenchReport {
  /// Why times may be wrong.
  fileprivate var doubts: [String] {
    var doubts: [String] = []
    if let othersShare, othersShare > 0.1 {
      doubts.append(
        String(format: "other programs used %.0f %% of the machine: times are unreliable", othersShare * 100))
    }
    let drift = MachineProbe.drift(probes ?? [])
    if drift > MachineProbe.tolerance {
      doubts.append(String(format: "the speed of the machine changed by %.0f %%", drift * 100))
    }
    if let governor = host.governor, governor != "performance" {
      doubts.append("the clock rate changes with the load (governor \(governor))")
    }
    let uncertain = results.filter { $0.minimumCost(.cpu).uncertainty > 0.03 }.map(\.key)
    if !uncertain.isEmpty {
      let names = uncertain.prefix(5).joined(separator: ", ") + (uncertain.count > 5 ? ", ..." : "")
      doubts.append("costs with an error above 3 %: \(names)")
    }
    return doubts
  }
}
