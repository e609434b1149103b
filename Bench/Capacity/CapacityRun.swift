package import Foundation
import StarmineLayers
import StarmineMedia
import StarmineRaster
import StarmineScene

/// The scenes whose capacities to look for.
package struct CapacityPlan: Sendable {
  package var scenes = CapacityScene.all
  /// The rate to hold.
  package var framesPerSecond = 60.0
  /// Threads that draw.
  package var threads = 1
  /// From much to little, for each scene.
  package var ramps = 6
  /// Whether an export is measured too, for the encoder's part.
  package var measuresExport = false
  /// Pixels of a frame: full HD.
  var viewport = BenchScene.viewport

  package init() {}
}

/// Capacities and what they were measured on: the contents of a JSON file.
package struct CapacityReport: Codable, Sendable {
  package var date: String
  package var build: BenchBuild
  package var host: BenchHost
  package var results: [CapacityResult] = []
  /// Geometric means over the scenes: numbers to compare machines and builds by, without a unit.
  package var scoreP50: Bootstrap.Estimate?
  package var scoreP95: Bootstrap.Estimate?
  /// Nil where it was not asked for, and in reports of older programs.
  package var export: ExportCapacity?
  /// Share of the machine that other programs had meanwhile, 0...1.
  package var othersShare: Double?
  package var warnings: [String] = []

  /// A report of what was measured already.
  package init(build: BenchBuild, host: BenchHost, date: Date, results: [CapacityResult]) {
    self.date = ISO8601DateFormatter().string(from: date)
    (self.build, self.host, self.results) = (build, host, results)
  }

  /// - Parameter executable: the program that measures.
  package init(
    _ plan: CapacityPlan, version: String, executable: URL, onScene: (_ name: String, _ step: Int) -> Void = { _, _ in }
  ) throws {
    self.init(
      build: BenchBuild(version: version, executable: executable), host: .current, date: Date(),
      results: [])
    let machine = MachineTimes()
    for (number, scene) in plan.scenes.enumerated() {
      onScene(scene.name, number + 1)
      if let result = try onFreshThread({ CapacityPlayer(scene, plan).result() }) { results.append(result) }
    }
    if plan.measuresExport { export = ExportCapacity(plan) }
    scoreP50 = Self.score(results, \.p50, drawn: 0)
    scoreP95 = Self.score(results, \.p95, drawn: 1)
    othersShare = machine?.othersShare(cores: host.cores, childSeconds: 0)
    if let othersShare, othersShare > 0.1 {
      warnings.append(
        String(format: "other programs used %.0f %% of the machine: its capacity is higher", othersShare * 100))
    }
  }

  package static func score(
    _ results: [CapacityResult], _ value: KeyPath<CapacityResult, Bootstrap.Estimate>, drawn index: Int
  ) -> Bootstrap.Estimate? {
    guard !results.isEmpty else { return nil }
    let count = results.map { $0.drawn[index].count }.min() ?? 0
    let draws = (0..<count).map { number in Statistics.geometricMean(results.map { $0.drawn[index][number] }) }
    return Bootstrap.estimate(Statistics.geometricMean(results.map { $0[keyPath: value].value }), draws)
  }

  /// Reads what `write` has written.
  package init(readingFrom path: String) throws(BenchReport.Unreadable) {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw BenchReport.Unreadable(description: "\(path) cannot be read: \(error.localizedDescription)")
    }
    guard let report = try? JSONDecoder().decode(CapacityReport.self, from: data), !report.results.isEmpty else {
      throw BenchReport.Unreadable(description: "\(path) is not a report of `starmine bench capacity --json`")
    }
    self = report
  }

  /// Replaces the file only when everything is written.
  package func write(to path: String) throws {
    try OutputFile.write(JSONText.line(self), to: path)
  }
}

/// Draws one scene in any size, on the thread that made it.
struct CapacityPlayer {
  private let scene: CapacityScene
  private let ladder: any CapacityLadder
  private let plan: CapacityPlan
  private let renderer: Renderer
  private let start = CACurrentMediaTime()

  init(_ scene: CapacityScene, _ plan: CapacityPlan) {
    (self.scene, self.plan) = (scene, plan)
    ladder = scene.makeLadder()
    renderer = Renderer(workers: plan.threads)
  }

  /// Nil where nothing rises with the count.
  func result() -> CapacityResult? {
    var ramp = CapacityRamp(target: 1 / plan.framesPerSecond)
    ramp.ramps = plan.ramps
    var buffer = PixelBuffer(width: plan.viewport.width, height: plan.viewport.height)
    var list: DisplayList?
    let steps = ramp.run { size, frames in
      let (count, costs) = draw(size, frames: frames, into: &buffer, recycling: &list)
      return (count, costs.map(\.wall))
    }
    var result = CapacityResult(
      scene: scene.name, unit: scene.unit, threads: plan.threads, framesPerSecond: plan.framesPerSecond, steps: steps)
    guard let most = result.map({ min($0.p50.value, ramp.limits.upperBound) }), most >= Self.leastOfLimit else {
      return result
    }
    let samples = [8, 4, 2, 1].map { part in
      draw(Int(most / part), frames: Self.framesOfLimit, into: &buffer, recycling: &list)
    }
    result?.limit = Self.limit(samples)
    return result
  }

  /// Fewer tell nothing about the resource that limits them. Frames that are drawn of each size.
  private static let (leastOfLimit, framesOfLimit) = (64.0, 7)

  /// Other programs only ever make a frame dearer: the cheapest counts.
  private static func limit(_ samples: [(count: Double, costs: [FrameCost])]) -> CapacityLimit? {
    let cheapest = samples.compactMap { sample in
      sample.costs.min { $0.cpu < $1.cpu }.map { (count: sample.count, cost: $0) }
    }
    guard let full = cheapest.last?.cost, full.cpu > 0 else { return nil }
    return CapacityLimit(
      cheapest.map { CapacityCurve.Point(count: $0.count, seconds: $0.cost.cpu) },
      evaluationShare: (full.split[.evaluate] ?? 0) / full.cpu)
  }

  /// Costs of a number of frames of about a size, and how much they held on average.
  private func draw(
    _ size: Int, frames: Int, into buffer: inout PixelBuffer, recycling list: inout DisplayList?
  ) -> (count: Double, costs: [FrameCost]) {
    let tree = ladder.tree(count: size)
    var (costs, counted) = ([FrameCost](), 0)
    // The first two frames of a size also fetch memory.
    for frame in -2..<frames {
      var watch = Stopwatch()
      let time = start + Double(frame + 2) / 60
      let current = evaluate(tree, at: time, in: plan.viewport, recycling: list.take(), workers: renderer.workers)
      watch.finish(.evaluate)
      renderer.render(current, into: &buffer)
      let cost = watch.stop()
      list = current
      guard frame >= 0 else { continue }
      costs.append(cost)
      counted += ladder.count(in: current, of: tree)
    }
    return (Double(counted) / Double(frames), costs)
  }
}
