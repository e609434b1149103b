import Foundation
import Starmine
import Testing

/// Movies that are drawn in floats.
struct DepthTests {
  @Test(arguments: [("8", Movie.Depth.bytes), ("'8'", .bytes), ("'float'", .float)])
  func documentsSayIt(text: String, depth: Movie.Depth) throws {
    let folder = try DepthFolder()
    let path = folder.path("a.json")
    try Data("{ movie: { depth: \(text) }, layer: {} }".utf8).write(to: URL(filePath: path))
    #expect(try Movie(presetNamed: path).depth == depth)
  }

  /// The same on any number of threads, and finer than bytes.
  @Test func framesAreTheSameOnAnyThreads() throws {
    let one = try sums(.float, workers: 1)
    #expect(try sums(.float, workers: 3) == one)
    let bytes = try sums(.bytes, workers: 1)
    #expect(Set(bytes).isDisjoint(with: one) && one.count == bytes.count)
  }

  /// Effects that are drawn in bytes all the same are told.
  @Test(arguments: [("fireworks", false), ("embers", true)])
  func whatEndsAtWhiteIsTold(preset: String, ends: Bool) throws {
    let folder = try DepthFolder()
    let statistics = try export(preset, .float, workers: 2, to: folder.path("a.null"))
    #expect((statistics.depthRemark != nil) == ends)
    #expect(try export(preset, .bytes, workers: 2, to: folder.path("b.null")).depthRemark == nil)
  }

  /// Checksums of frames.
  private func sums(_ depth: Movie.Depth, workers: Int) throws -> [Substring] {
    let folder = try DepthFolder()
    let path = folder.path("a.framemd5")
    _ = try export("fireworks", depth, workers: workers, to: path)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.map { $0.suffix(32) }
  }

  private func export(
    _ preset: String, _ depth: Movie.Depth, workers: Int, to path: String
  ) throws -> ExportStatistics {
    let movie = try Movie(presetNamed: preset)
    movie.depth = depth
    var options = ExportOptions()
    (options.pixelSize, options.workers, options.frames) = (PixelSize(width: 150, height: 267), workers, 81..<85)
    return try movie.export(to: path, options: options)
  }
}

/// A folder for a test's files.
private final class DepthFolder {
  private let url = FileManager.default.temporaryDirectory.appending(path: "depth-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
