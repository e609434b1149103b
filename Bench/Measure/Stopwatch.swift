import Foundation
import StarmineMedia

/// Where the time of a frame goes.
package enum BenchStage: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
  /// The layer tree becomes an immutable one.
  case commit
  /// The tree at a time becomes a display list.
  case evaluate
  /// Commands and particles are sorted into tiles.
  case bin
  /// Tiles, and what is drawn apart from them, become pixels.
  case raster
  /// Pixels become what an encoder takes.
  case convert
  /// The encoder and the file.
  case encode
}

/// Cost of one frame, seconds.
struct FrameCost: Equatable {
  var wall = 0.0
  /// CPU time of all threads.
  var cpu = 0.0
  /// The CPU time by stage.
  var split: [BenchStage: Double] = [:]
}

/// Times the stages of one frame after the other.
struct Stopwatch {
  private var cost = FrameCost()
  private let start = Stopwatch.wallSeconds
  private let startCPU = CPUClock.processSeconds
  private var lastCPU: Double

  init() { lastCPU = startCPU }

  static var wallSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Gives the time since the last stage, or since the start, to a stage.
  mutating func finish(_ stage: BenchStage) {
    let now = CPUClock.processSeconds
    cost.split[stage, default: 0] += now - lastCPU
    lastCPU = now
  }

  /// For what measures itself.
  mutating func replace(with other: FrameCost) { cost = other }

  /// The frame is over.
  func stop() -> FrameCost {
    guard cost.wall == 0 else { return cost }
    var result = cost
    result.wall = Stopwatch.wallSeconds - start
    result.cpu = CPUClock.processSeconds - startCPU
    return result
  }
}
