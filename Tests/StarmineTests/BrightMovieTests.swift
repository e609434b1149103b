import Foundation
import Starmine
import StarmineMedia
import Testing

/// Movies whose files keep light beyond white.
struct BrightMovieTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bright-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Three sheets of half-bright orange that add up to 1.5 times white, and grey beside them.
  private func movie(_ settings: String = "hdr: 'pq'") throws -> Movie {
    let sheet = "{ frame: [0, 0, 60, 60], backgroundColor: '#804020', compositingFilter: 'plusL' }"
    let grey = "{ frame: [60, 0, 60, 60], backgroundColor: '#404040' }"
    let text = """
      { movie: { size: [120, 80], fps: 10, duration: 0.4, \(settings) },
        layer: { sublayers: [\(grey), \(sheet), \(sheet), \(sheet)] } }
      """
    try Data(text.utf8).write(to: URL(filePath: path("a.json")))
    return try Movie(presetNamed: path("a.json"))
  }

  private func export(
    _ movie: Movie, to name: String, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportStatistics {
    var options = ExportOptions()
    change(&options)
    return try movie.export(to: path(name), options: options)
  }

  @Test func documentsAskForIt() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let movie = try movie("hdr: 'pq', white: 100, peak: 600")
    #expect(movie.hdr == .pq && movie.white == 100 && movie.peak == 600)
    let format = try movie.format(to: "a.mp4", ExportOptions())
    let hdr = try HighDynamicRange(.pq, white: 100, peak: 600)
    #expect(format.key == "hevc-10" && format.hdr == hdr)
    for name in ["a.gif", "a-%d.png", "a-%d.exr", "a.mkv"] {
      #expect(try movie.format(to: name, ExportOptions()).hdr == nil)
    }
    movie.depth = .bytes
    #expect(try movie.format(to: "a.mp4", ExportOptions()).hdr == nil)
    (movie.depth, movie.peak) = (.auto, 50)
    #expect(throws: MovieError.self) { try movie.format(to: "a.mp4", ExportOptions()) }
  }

  /// 1.506 of white, encoded, is 2.15 times its light in red, of which BT.2020 has 0.6274 in its own; with green and
  /// blue 1.53, below the peak.
  @Test func filesHaveTheLight() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let light = try #require(try export(try movie(), to: "a.mp4") { $0.workers = 1 }.light)
    let red = 1 + 2.275 * (3 * 128.0 / 255 - 1)
    let (green, blue) = (pow((3 * 64.0 / 255 + 0.055) / 1.055, 2.4), pow((3 * 32.0 / 255 + 0.055) / 1.055, 2.4))
    let wide = 0.627404 * red + 0.329283 * green + 0.043313 * blue
    let shown = 203 * wide
    #expect(abs(light.most - shown) < 0.5)
    let grey = 203 * pow((64.0 / 255 + 0.055) / 1.055, 2.4)
    #expect(abs(light.mean - (shown + grey) * 3600 / 9600) < 0.5)
    let three = try export(try movie(), to: "b.mp4") { $0.workers = 3 }
    #expect(three.light == light)
    let bytes = try ["a.mp4", "b.mp4"].map { try Data(contentsOf: URL(filePath: path($0))) }
    #expect(bytes[0] == bytes[1])
  }

  /// Pictures without HDR show such a movie as filmic does; light above white can be painted.
  @Test func picturesStayBelowWhite() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (high, filmic, plain) = (try movie(), try movie("toneMapping: 'filmic'"), try movie("seed: 1"))
    let stills = try [high, filmic, plain].map { movie in
      let picture = try movie.still(at: 0, workers: 1)
      return (0..<80).flatMap { y in (0..<120).map { picture[$0, y] } }
    }
    #expect(stills[0] == stills[1] && stills[0] != stills[2])
    let painted = try plain.still(at: 0, FrameOptions(marksHighlights: true), workers: 1)
    #expect(painted[30, 30] == 0xFFFF_00FF && painted[90, 30] == 0xFF40_4040 && painted[30, 70] == 0xFF00_0000)
    #expect(try export(high, to: "a.gif").light == nil)
  }

  /// What a file keeps does not change the next picture, or the next file without HDR, of the same movie.
  @Test func exportsLeaveNoTrace() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (used, fresh) = (try movie(), try movie())
    #expect(try export(used, to: "a.mp4").light != nil)
    let pictures = try [used, fresh].map { movie in
      let picture = try movie.still(at: 0, workers: 1)
      return (0..<80).flatMap { y in (0..<120).map { picture[$0, y] } }
    }
    #expect(pictures[0] == pictures[1])
    let files = try ["b", "c"].enumerated().map { number, name in
      _ = try export([used, fresh][number], to: "\(name).framemd5")
      return try String(contentsOfFile: path("\(name).framemd5"), encoding: .utf8)
    }
    #expect(files[0] == files[1])
  }

  @Test func framesOfBytesAreWrittenWithoutHDR() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try export(movie("hdr: 'pq', depth: 8"), to: "a.mp4").light == nil)
  }
}
