package import Foundation
import StarmineMedia

/// Results of a run of the suite: the contents of a JSON file.
package struct BenchReport: Codable, Sendable {
  /// Grows when older programs could not read the file.
  package static let format = 1

  package var format = BenchReport.format
  /// ISO 8601.
  package var date: String
  package var build: BenchBuild
  package var host: BenchHost
  package var results: [SceneResult]
  /// Scenes that could not be drawn, and why.
  package var skipped: [String: String] = [:]
  /// Share of the machine that other programs had meanwhile, 0...1; nil where the system does not say.
  package var othersShare: Double?
  /// Costs of `MachineProbe` before, between and after; nil in reports of older programs.
  package var probes: [Double]?
  /// Figures of the results, for readers that want no samples; written with every report.
  package var summary: [SceneSummary]?
  /// Why the times may be wrong; empty where nothing is known.
  package var warnings: [String] = []

  package init(build: BenchBuild, host: BenchHost, date: Date, results: [SceneResult] = []) {
    self.date = ISO8601DateFormatter().string(from: date)
    (self.build, self.host, self.results) = (build, host, results)
  }

  /// Why a file is not read.
  package struct Unreadable: Error, CustomStringConvertible {
    package var description: String
  }

  /// Reads what `write` has written.
  package init(readingFrom path: String) throws {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw Unreadable(description: "\(path) cannot be read: \(error.localizedDescription)")
    }
    guard let report = try? JSONDecoder().decode(BenchReport.self, from: data) else {
      throw Unreadable(description: "\(path) is not a report of `starmine bench`")
    }
    guard report.format <= Self.format else {
      throw Unreadable(description: "\(path) was written by a newer starmine (\(report.build.version))")
    }
    self = report
  }

  /// Replaces the file only when everything is written.
  package func write(to path: String) throws {
    var report = self
    report.summary = results.map(SceneSummary.init)
    try OutputFile.write(JSONText.line(report), to: path)
  }
}

/// Costs of one scene with one number of threads.
package struct SceneResult: Codable, Sendable {
  package var scene: String
  package var group: BenchScene.Group
  package var threads: Int
  /// Frames of the cycle that every round repeats.
  package var cycle: Int
  /// Per frame.
  package var contents: FrameContents
  /// Hash of the pixels of one cycle's frames, hexadecimal.
  package var hash: String
  package var probe: SceneProbe?
  /// Machine instructions per frame; nil where they were not counted.
  package var instructionsPerFrame: Double?
  package var rounds: [BenchRound]

  package init(
    scene: String, group: BenchScene.Group, threads: Int, cycle: Int, contents: FrameContents, hash: String,
    probe: SceneProbe? = nil, rounds: [BenchRound]
  ) {
    (self.scene, self.group, self.threads, self.cycle) = (scene, group, threads, cycle)
    (self.contents, self.hash, self.probe, self.rounds) = (contents, hash, probe, rounds)
  }

  /// Identifies the result in another report.
  package var key: String { "\(scene) x\(threads)" }

  /// Seconds of wall clock of every frame.
  var wall: [Double] { rounds.flatMap(\.wall) }

  /// Particles, or layers where there are no particles.
  package var items: Double { contents.particles > 0 ? contents.particles : contents.layers }

  /// Cost of an undisturbed frame.
  func minimumCost(_ metric: BenchMetric) -> MinimumCost {
    MinimumCost(rounds: rounds.map { metric == .cpu ? $0.cpu : $0.wall }, cycle: cycle)
  }
}

/// Which clock counts.
package enum BenchMetric: String, Codable, Sendable, CaseIterable {
  /// CPU time of all threads: what other programs' load changes least.
  case cpu
  /// Wall-clock time, which a user waits for.
  case wall
}

/// Results of a scene's samples.
package struct SceneSummary: Codable, Sendable, Equatable {
  package var scene: String
  package var threads: Int
  package var framesPerSecond: Double
  /// Milliseconds of wall clock per frame: the median, half of the middle half's width, the 95th percentile.
  package var frameMilliseconds: Double
  package var spreadMilliseconds: Double
  package var p95Milliseconds: Double
  /// CPU milliseconds of an undisturbed frame, with its 95 % interval.
  package var costMilliseconds: Bootstrap.Estimate
  package var instructionsPerFrame: Double?

  package init(_ result: SceneResult) {
    let figures = SceneFigures(result)
    (scene, threads, framesPerSecond) = (result.scene, result.threads, figures.framesPerSecond)
    (frameMilliseconds, spreadMilliseconds, p95Milliseconds) = (figures.p50, figures.spread, figures.p95)
    costMilliseconds = result.minimumCost(.cpu).estimate * 1000
    instructionsPerFrame = result.instructionsPerFrame
  }
}

/// The figures of a scene that reports show.
package struct SceneFigures: Sendable {
  /// Milliseconds of wall clock per frame.
  package var p50, p95, p99, longest: Double
  /// Half of the width of the middle half, milliseconds.
  package var spread: Double
  package var framesPerSecond: Double
  /// CPU nanoseconds per particle, or per layer where there are no particles; nil where there is neither.
  package var nanosecondsPerItem: Double?
  /// Covered pixels per second of wall clock, millions; nil where nothing is drawn.
  package var megapixelsPerSecond: Double?
  /// CPU milliseconds per frame; stages that the scene does not have are missing.
  package var split: [BenchStage: Double]

  package init(_ result: SceneResult) {
    let wall = result.wall.sorted()
    func milliseconds(_ share: Double) -> Double { Statistics.percentile(ofSorted: wall, share) * 1000 }
    (p50, p95, p99, longest) = (milliseconds(0.5), milliseconds(0.95), milliseconds(0.99), milliseconds(1))
    spread = (milliseconds(0.75) - milliseconds(0.25)) / 2
    framesPerSecond = p50 > 0 ? 1000 / p50 : 0
    let cpu = Statistics.median(result.rounds.flatMap(\.cpu))
    nanosecondsPerItem = result.items > 0 ? cpu / result.items * 1e9 : nil
    let pixels = result.contents.pixels
    megapixelsPerSecond = pixels > 0 && p50 > 0 ? pixels / p50 / 1000 : nil
    split = [:]
    for stage in BenchStage.allCases {
      let seconds = result.rounds.flatMap { $0.split[stage] ?? [] }
      if !seconds.isEmpty { split[stage] = Statistics.median(seconds) * 1000 }
    }
  }
}
