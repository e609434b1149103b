public import Foundation
import Raster

/// Counts the machine instructions of a frame with a tool outside of the program. The count hardly depends on what else
/// the machine does, so that it can be a gate where times cannot.
public struct InstructionCounter: Sendable {
  /// Which tool counts.
  public enum Tool: String, Sendable, CaseIterable {
    /// The processor's own counter; virtual machines often have none.
    case perf
    /// Valgrind's simulator: everywhere, and about fifty times slower than the program. It knows no AVX-512, so the
    /// kernels that run are those of AVX2.
    case callgrind
  }

  /// Why nothing can be counted.
  public struct Unavailable: Error, CustomStringConvertible {
    public var description: String
  }

  public let tool: Tool
  private let executable: URL

  /// Takes the first tool that works here.
  ///
  /// - Parameter executable: the program that is counted.
  public init(executable: URL) throws {
    self.executable = executable
    let working = Tool.allCases.first { tool in
      (try? Self(tool: tool, executable: URL(filePath: "/bin/true")).count(arguments: [])) ?? 0 > 0
    }
    guard let working else {
      throw Unavailable(
        description:
          "instructions cannot be counted: neither `perf stat -e instructions:u` (Debian: linux-perf; needs a "
          + "processor that counts) nor `valgrind --tool=callgrind` (Debian: valgrind) works here")
    }
    tool = working
  }

  private init(tool: Tool, executable: URL) { (self.tool, self.executable) = (tool, executable) }

  /// The difference between drawing two cycles and one, so that starting up does not count.
  public func perFrame(_ scene: BenchScene, _ settings: BenchScene.Settings) throws -> Double {
    func count(cycles: Int) throws -> Double {
      try self.count(arguments: [
        "bench", "child", "draw", scene.name, "--frames", "\(scene.cycle * cycles)", "--threads", "\(settings.workers)",
        "--kernels", settings.kernels.rawValue,
      ])
    }
    return (try count(cycles: 2) - count(cycles: 1)) / Double(scene.cycle)
  }

  /// Instructions of one run of the program.
  private func count(arguments: [String]) throws -> Double {
    let file = FileManager.default.temporaryDirectory.appending(path: "starmine-count-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let options =
      switch tool {
      case .perf: ["perf", "stat", "-x", ",", "-e", "instructions:u", "-o", path, "--"]
      case .callgrind: ["valgrind", "--tool=callgrind", "--callgrind-out-file=\(path)"]
      }
    let child = ChildProcess(
      executable: URL(filePath: "/usr/bin/env"),
      arguments: options + [executable.path(percentEncoded: false)] + arguments)
    _ = try child.output()
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let count = Self.count(in: text, of: tool) else {
      throw Unavailable(description: "\(tool.rawValue) has counted no instructions")
    }
    return count
  }

  /// What a tool's file says; nil where it says nothing.
  static func count(in text: String, of tool: Tool) -> Double? {
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
