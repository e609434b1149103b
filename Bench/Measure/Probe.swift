import Foundation
import StarmineMedia

/// Costs of a scene in a process of its own.
package struct SceneProbe: Codable, Sendable, Equatable {
  /// Seconds of the first frame in a process that has drawn nothing: caches, memory and threads are fetched then.
  package var firstFrameSeconds: Double
  /// Most memory that the process had resident: program, scene and frame.
  package var peakMemoryBytes: Int
  /// Calls of malloc and its kin per frame when everything has been drawn before; nil where they are not counted.
  package var allocationsPerFrame: Double?

  /// Draws the scene in this process.
  package init(of scene: BenchScene, _ settings: BenchScene.Settings) throws {
    self = try onFreshThread {
      let player = try scene.makePlayer(settings)
      let first = Stopwatch()
      var watch = Stopwatch()
      try player.draw(frame: 0, &watch)
      let firstFrameSeconds = first.stop().wall
      let cycle = { for frame in 0..<scene.cycle { try player.draw(frame: frame, &watch) } }
      // Memory that follows the fullest frame is there after a cycle; a second one is for what is kept and then reused.
      if scene.cycle > 1 {
        try cycle()
        try cycle()
      }
      let before = MallocCounter.calls
      try cycle()
      let calls = before.flatMap { before in MallocCounter.calls.map { Double($0 - before) } }
      return SceneProbe(
        firstFrameSeconds: firstFrameSeconds, peakMemoryBytes: Self.peakMemory(),
        allocationsPerFrame: calls.map { $0 / Double(scene.cycle) })
    }
  }

  private init(firstFrameSeconds: Double, peakMemoryBytes: Int, allocationsPerFrame: Double?) {
    (self.firstFrameSeconds, self.peakMemoryBytes) = (firstFrameSeconds, peakMemoryBytes)
    self.allocationsPerFrame = allocationsPerFrame
  }

  /// Not `getrusage`: there a program begins with the peak of the one that started it.
  private static func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
}

/// The library of Bench/MallocCounter.
enum MallocCounter {
  /// As the package names it.
  static let fileName = "libMallocCounter.so"

  /// Nil where the library was not preloaded.
  static var calls: UInt64? { function.map { $0() } }

  private static let function: (@convention(c) () -> UInt64)? = {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "starmine_malloc_calls") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
  }()

  /// Beside an executable of the package; nil where it was not built.
  static func library(beside executable: URL) -> URL? {
    let url = executable.deletingLastPathComponent().appending(path: fileName)
    return FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) ? url : nil
  }
}
