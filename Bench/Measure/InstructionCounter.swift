package import Foundation
import StarmineCore
import StarmineRendering

/// Counts the machine instructions of a frame with a tool outside of the program. The count hardly depends on what else
/// the machine does, so that it can be a gate where times cannot.
package struct InstructionCounter {
  /// Which tool counts.
  package enum Tool: String, Sendable, CaseIterable {
    /// The processor's own counter; virtual machines often have none.
    case perf
    /// Valgrind's simulator: everywhere, and about fifty times slower than the program. It knows no AVX-512, so the
    /// kernels that run are those of AVX2.
    case callgrind
  }

  /// Why nothing can be counted.
  package struct Unavailable: Error, CustomStringConvertible {
    package var description: String
  }

  package let tool: Tool
  private let executable: URL
  private let folder: TemporaryFolder

  /// Takes the first tool that works here.
  ///
  /// - Parameter executable: the program that is counted.
  package init(executable: URL) throws {
    let folder = try TemporaryFolder()
    let working = Tool.allCases.first { tool in
      let trial = Self(tool: tool, executable: URL(filePath: "/bin/true"), folder: folder)
      return (try? trial.count(arguments: [])) ?? 0 > 0
    }
    guard let working else {
      throw Unavailable(
        description:
          "cannot count instructions: neither `perf stat -e instructions:u` (Debian: linux-perf; needs a "
          + "processor with counters) nor `valgrind --tool=callgrind` (Debian: valgrind) works here")
    }
    let program = working == .callgrind ? try Self.stripped(executable, in: folder) : executable
    self.init(tool: working, executable: program, folder: folder)
  }

  private init(tool: Tool, executable: URL, folder: TemporaryFolder) {
    (self.tool, self.executable, self.folder) = (tool, executable, folder)
  }

  /// Valgrind 3.19 gives up on the debug information that Swift 6.3 writes.
  private static func stripped(_ executable: URL, in folder: TemporaryFolder) throws -> URL {
    let copy = folder.url.appending(path: executable.lastPathComponent)
    let child = ChildProcess(
      executable: URL(filePath: "/usr/bin/env"),
      arguments: ["strip", "-o", copy.path(percentEncoded: false), executable.path(percentEncoded: false)])
    do { _ = try child.output() } catch {
      throw Unavailable(description: "cannot count instructions: `strip` (Debian: binutils) failed: \(error)")
    }
    return copy
  }

  /// The difference between drawing two cycles and one, so that starting up does not count.
  package func perFrame(_ scene: BenchScene, _ settings: BenchScene.Settings) throws -> Double {
    func count(cycles: Int) throws -> Double {
      try self.count(arguments: [
        "bench", "child", "draw", scene.name, "--frames", "\(scene.cycle * cycles)", "--threads", "\(settings.workers)",
      ])
    }
    return (try count(cycles: 2) - count(cycles: 1)) / Double(scene.cycle)
  }

  /// Instructions of one frame in the middle of a preset's movie at 1920x1080 on one thread, without an encoder: the
  /// difference between two frames and one.
  package func perFrame(ofPreset name: String) throws -> Double {
    let middle = try Movie(presetNamed: name).frameCount / 2
    func count(to last: Int) throws -> Double {
      try self.count(arguments: [
        "render", name, "--frames", "\(middle - 1)-\(last)", "--size", "1920x1080", "--threads", "1", "--quiet",
        "-o", folder.path("frames.null"),
      ])
    }
    return try count(to: middle) - count(to: middle - 1)
  }

  /// Instructions of one run of the program.
  private func count(arguments: [String]) throws -> Double {
    let path = folder.path("count")
    let options =
      switch tool {
      case .perf: ["perf", "stat", "-x", ",", "-e", "instructions:u", "-o", path, "--"]
      case .callgrind: ["valgrind", "--tool=callgrind", "--callgrind-out-file=\(path)"]
      }
    let child = ChildProcess(
      executable: URL(filePath: "/usr/bin/env"),
      arguments: options + [executable.path(percentEncoded: false)] + arguments)
    _ = try child.output()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard let count = Self.count(in: text, of: tool) else {
      throw Unavailable(description: "\(tool.rawValue) counted no instructions")
    }
    return count
  }

  /// The count in a tool's file; nil where it has none.
  package static func count(in text: String, of tool: Tool) -> Double? {
    for line in text.split(separator: "\n") {
      switch tool {
      case .perf where line.contains("instructions"):
        return line.split(separator: ",").first.flatMap { Double($0) }
      case .callgrind where line.hasPrefix("totals:") || line.hasPrefix("summary:"):
        return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
      default: continue
      }
    }
    return nil
  }
}
