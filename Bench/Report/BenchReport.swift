public import Foundation
public import Raster

/// What a run of the suite measured: the contents of a JSON file.
public struct BenchReport: Codable, Sendable {
  /// Grows when older programs could not read the file.
  public static let format = 1

  public var format = BenchReport.format
  /// ISO 8601.
  public var date: String
  public var build: BenchBuild
  public var host: BenchHost
  public var kernels: String
  public var results: [SceneResult]
  /// Scenes that could not be drawn, and why.
  public var skipped: [String: String] = [:]
  /// Share of the machine that other programs had meanwhile, 0...1; nil where the system does not say.
  public var othersShare: Double?
  /// Why the times may be wrong; empty where nothing is known.
  public var warnings: [String] = []

  public init(build: BenchBuild, host: BenchHost, kernels: KernelLevel, date: Date, results: [SceneResult] = []) {
    self.date = ISO8601DateFormatter().string(from: date)
    (self.build, self.host, self.kernels, self.results) = (build, host, kernels.rawValue, results)
  }

  /// Why a file is not read.
  public struct Unreadable: Error, CustomStringConvertible {
    public var description: String
  }

  /// Reads what `write` has written.
  public init(readingFrom path: String) throws {
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
  public func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}

/// What one scene cost with one number of threads.
public struct SceneResult: Codable, Sendable {
  public var scene: String
  public var group: BenchScene.Group
  public var threads: Int
  /// Frames of the cycle that every round repeats.
  public var cycle: Int
  /// Per frame.
  public var contents: FrameContents
  /// Of the frames of one cycle, hexadecimal.
  public var hash: String
  public var probe: SceneProbe?
  /// Machine instructions per frame; nil where nobody counted.
  public var instructionsPerFrame: Double?
  public var rounds: [BenchRound]

  package init(
    scene: String, group: BenchScene.Group, threads: Int, cycle: Int, contents: FrameContents, hash: String,
    probe: SceneProbe? = nil, rounds: [BenchRound]
  ) {
    (self.scene, self.group, self.threads, self.cycle) = (scene, group, threads, cycle)
    (self.contents, self.hash, self.probe, self.rounds) = (contents, hash, probe, rounds)
  }

  /// What identifies it in another report.
  public var key: String { "\(scene) x\(threads)" }

  /// Seconds of wall clock of every frame.
  var wall: [Double] { rounds.flatMap(\.wall) }

  /// Particles, or layers where there are no particles.
  public var items: Double { contents.particles > 0 ? contents.particles : contents.layers }

  /// What a frame costs when nobody disturbs.
  func quietCost(_ metric: BenchMetric) -> QuietCost {
    QuietCost(rounds: rounds.map { metric == .cpu ? $0.cpu : $0.wall }, cycle: cycle)
  }
}

/// Which clock counts.
public enum BenchMetric: String, Codable, Sendable, CaseIterable {
  /// CPU time of all threads: what other programs' load changes least.
  case cpu
  /// What a user waits for.
  case wall
}

/// The figures of a scene that reports show.
public struct SceneFigures: Sendable {
  /// Milliseconds of wall clock per frame.
  public var p50, p95, p99, longest: Double
  public var framesPerSecond: Double
  /// CPU nanoseconds per particle, or per layer where there are no particles; nil where there is neither.
  public var nanosecondsPerItem: Double?
  /// Covered pixels per second of wall clock, millions; nil where nothing is drawn.
  public var megapixelsPerSecond: Double?
  /// CPU milliseconds per frame; stages that the scene does not have are missing.
  public var split: [BenchStage: Double]

  public init(_ result: SceneResult) {
    let wall = result.wall.sorted()
    func milliseconds(_ share: Double) -> Double { Statistics.percentile(ofSorted: wall, share) * 1000 }
    (p50, p95, p99, longest) = (milliseconds(0.5), milliseconds(0.95), milliseconds(0.99), milliseconds(1))
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
