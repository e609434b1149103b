package import Foundation
import StarmineLayers
import StarmineMedia
package import StarmineRaster
import StarmineScene

/// The scenes whose capacities to look for.
package struct CapacityPlan: Sendable {
  package var scenes = CapacityScene.all
  /// The rate to hold.
  package var framesPerSecond = 60.0
  /// Threads that draw.
  package var threads = 1
  package var kernels = KernelLevel.fast
  /// From much to little, for each scene.
  package var ramps = 6
  /// Pixels of a frame: full HD.
  var viewport = BenchScene.viewport

  package init() {}
}

/// Capacities and what they were measured on: the contents of a JSON file.
package struct CapacityReport: Codable, Sendable {
  package var date: String
  package var build: BenchBuild
  package var host: BenchHost
  package var kernels: String
  package var results: [CapacityResult] = []
  /// Geometric means over the scenes: numbers to compare machines and builds by, without a unit.
  package var scoreP50: Bootstrap.Estimate?
  package var scoreP95: Bootstrap.Estimate?
  /// Share of the machine that other programs had meanwhile, 0...1.
  package var othersShare: Double?
  package var warnings: [String] = []

  /// - Parameter executable: the program that measures.
  package init(
    _ plan: CapacityPlan, version: String, executable: URL, onScene: (_ name: String, _ step: Int) -> Void = { _, _ in }
  ) throws {
    date = ISO8601DateFormatter().string(from: Date())
    build = BenchBuild(version: version, executable: executable)
    (host, kernels) = (.current, plan.kernels.rawValue)
    let machine = MachineTimes()
    for (number, scene) in plan.scenes.enumerated() {
      onScene(scene.name, number + 1)
      let steps = try onFreshThread { try CapacityPlayer(scene, plan).steps() }
      guard
        let result = CapacityResult(
          scene: scene.name, unit: scene.unit, threads: plan.threads, framesPerSecond: plan.framesPerSecond,
          steps: steps)
      else { continue }
      results.append(result)
    }
    scoreP50 = Self.score(results, \.p50, drawn: 0)
    scoreP95 = Self.score(results, \.p95, drawn: 1)
    othersShare = machine?.othersShare(cores: host.cores, childSeconds: 0)
    if let othersShare, othersShare > 0.1 {
      warnings.append(
        String(format: "other programs had %.0f %% of the machine meanwhile: it holds more", othersShare * 100))
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

  /// Replaces the file only when everything is written.
  package func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try OutputFile.write(encoder.encode(self), to: path)
  }
}

/// Draws one scene in any size, on the thread that made it.
struct CapacityPlayer {
  private let ladder: any CapacityLadder
  private let plan: CapacityPlan
  private let renderer: Renderer
  private let start = CACurrentMediaTime()

  init(_ scene: CapacityScene, _ plan: CapacityPlan) {
    ladder = scene.makeLadder()
    self.plan = plan
    renderer = Renderer(workers: plan.threads, kernels: plan.kernels)
  }

  func steps() throws -> [CapacityStep] {
    var ramp = CapacityRamp(target: 1 / plan.framesPerSecond)
    ramp.ramps = plan.ramps
    var buffer = PixelBuffer(width: plan.viewport.width, height: plan.viewport.height)
    var list: DisplayList?
    return ramp.run { size, frames in
      let tree = ladder.tree(count: size)
      var seconds: [Double] = []
      var counted = 0
      // The first two frames of a size also fetch memory.
      for frame in -2..<frames {
        let watch = Stopwatch()
        let time = start + Double(frame + 2) / 60
        let current = evaluate(tree, at: time, in: plan.viewport, recycling: list.take(), workers: renderer.workers)
        renderer.render(current, into: &buffer)
        list = current
        guard frame >= 0 else { continue }
        seconds.append(watch.stop().wall)
        counted += ladder.count(in: current, of: tree)
      }
      return (Double(counted) / Double(frames), seconds)
    }
  }
}
