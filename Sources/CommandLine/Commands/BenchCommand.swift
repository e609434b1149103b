public import ArgumentParser
import Bench
import Foundation
import Layers
public import Raster

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure how fast this machine draws particles, with no file written.",
    discussion: """
      Times are wall clock, medians over frames; ns are per particle, ms per frame, evaluation always on one thread. The hash is of the
      pixels: it does not depend on threads or kernels.

      EXAMPLES:
        starmine bench                                     every scene
        starmine bench particles-100k-8px --threads 2
        starmine bench sprites-16px --kernels reference --json bench.json
      """)

  @Argument(
    help: ArgumentHelp("Scenes; all of them by default. --list names them.", valueName: "scene"),
    completion: .list(BenchScene.all.map(\.name)))
  var scenes: [String] = []

  @Flag(help: "List the scenes.") var list = false

  @Option(help: "Threads that draw; 0 is one per core.") var threads = 1

  @Option(help: "Frames that are counted.") var frames = 20

  @Option(
    help: ArgumentHelp("Which code draws: fast, or the plain Swift that it is checked against.", valueName: "level"))
  var kernels = KernelLevel.fast

  @Option(help: "Also write all samples to this file.", completion: .file(extensions: ["json"])) var json: String?

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard (1...100_000).contains(frames) else { throw ValidationError("--frames \(frames): expected 1 to 100000") }
  }

  func run() throws {
    guard !list else {
      for scene in BenchScene.all { print("\(padded(scene.name, 24))\(scene.summary)") }
      return
    }
    let chosen = try scenes.isEmpty ? BenchScene.all : scenes.map(scene(named:))
    let workers = threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount
    print("\(padded("scene", 24))particles   evaluate     raster      fps  hash")
    var results: [BenchResult] = []
    for scene in chosen {
      let result = scene.run(frames: frames, workers: workers, kernels: kernels)
      print(line(result))
      results.append(result)
    }
    if let json { try write(results, to: json) }
  }

  private func scene(named name: String) throws -> BenchScene {
    if let scene = BenchScene.all.first(where: { $0.name == name }) { return scene }
    let names = BenchScene.all.map(\.name)
    let hint = name.nearest(in: names).map { "; did you mean \"\($0)\"?" } ?? "."
    throw Failure.usage("unknown scene \"\(name)\"\(hint) Scenes: \(names.joined(separator: ", "))")
  }

  private func line(_ result: BenchResult) -> String {
    guard result.particlesPerFrame > 0 else {
      // Nothing to share the time among: per frame.
      return String(
        format: "%@        -  %6.2f ms  %7.2f ms  %7.1f  %016llx", padded(result.scene.name, 24),
        BenchResult.median(result.evaluateSeconds) * 1000, BenchResult.median(result.rasterSeconds) * 1000,
        result.framesPerSecond, result.frameHash)
    }
    return String(
      format: "%@%9.0f  %6.1f ns  %7.0f ns  %7.1f  %016llx", padded(result.scene.name, 24), result.particlesPerFrame,
      result.evaluateNanosecondsPerParticle, result.rasterNanosecondsPerParticle, result.framesPerSecond,
      result.frameHash)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text.padding(toLength: width, withPad: " ", startingAt: 0)
  }

  private func write(_ results: [BenchResult], to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(results.map(Report.init)).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// One scene's samples as written to a file.
  private struct Report: Encodable {
    var scene: String
    var threads: Int
    var particlesPerFrame: Double
    var evaluateSeconds: [Double]
    var rasterSeconds: [Double]
    var evaluateCPUSeconds: [Double]
    var rasterCPUSeconds: [Double]
    var frameHash: String

    init(_ result: BenchResult) {
      scene = result.scene.name
      threads = result.workers
      particlesPerFrame = result.particlesPerFrame
      evaluateSeconds = result.evaluateSeconds
      rasterSeconds = result.rasterSeconds
      (evaluateCPUSeconds, rasterCPUSeconds) = (result.evaluateCPUSeconds, result.rasterCPUSeconds)
      frameHash = String(result.frameHash, radix: 16)
    }
  }
}

extension KernelLevel: ExpressibleByArgument {}
