import ArgumentParser
import Foundation
import StarmineBench
import StarmineMedia
import StarmineRaster

/// Measurements that the suite runs in processes of their own; prints JSON.
struct BenchChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "One part of a measurement in a process of its own.", shouldDisplay: false)

  enum Part: String, ExpressibleByArgument, CaseIterable {
    /// First frame, memory, allocations.
    case probe
    /// A short run with all its times.
    case sample
    /// Frames and nothing else.
    case draw
  }

  @Argument var part: Part
  @Argument var scene: String
  @Option var threads = 1
  @Option var seconds = 0.2
  @Option var frames = 1

  func run() throws {
    guard let scene = BenchScene.all.first(where: { $0.name == scene }) else {
      throw CommandError.usage("unknown scene \"\(scene)\"")
    }
    let settings = BenchScene.Settings(workers: max(1, threads))
    do {
      switch part {
      case .probe: try write(SceneProbe(of: scene, settings))
      case .sample:
        try write(
          SceneSample(of: scene, settings, seconds: seconds, slowdown: BenchOptions.plantedSlowdown))
      case .draw: try scene.draw(frames: frames, settings)
      }
    } catch { throw CommandError.failed("\(scene.name): \(error)") }
  }

  private func write(_ value: some Encodable) throws {
    print(String(decoding: try JSONText.line(value), as: UTF8.self))
  }
}
