import Foundation
import Starmine
import Testing

/// Movies that are drawn in floats.
struct DepthTests {
  @Test(arguments: [("8", Movie.Depth.bytes), ("'8'", .bytes), ("'float'", .float), ("'auto'", .auto)])
  func documentsSetTheDepth(text: String, depth: Movie.Depth) throws {
    let folder = try DepthFolder()
    let path = folder.path("a.json")
    try Data("{ movie: { depth: \(text) }, layer: {} }".utf8).write(to: URL(filePath: path))
    #expect(try Movie(presetNamed: path).depth == depth)
  }

  @Test(arguments: [("true", Movie.Dither.on), ("false", .off), ("'auto'", .auto), ("'true'", .on)])
  func documentsSetDithering(text: String, dither: Movie.Dither) throws {
    let folder = try DepthFolder()
    let path = folder.path("a.json")
    try Data("{ movie: { dither: \(text) }, layer: {} }".utf8).write(to: URL(filePath: path))
    #expect(try Movie(presetNamed: path).dither == dither)
  }

  /// Along a ramp of 16 steps over 512 pixels, groups of 8 x 8 pixels have the mean of the ramp instead of a step, in
  /// floats and in bytes alike; a flat colour beside it stays as it is. Off in bytes unless it is asked for.
  @Test(arguments: [Movie.Depth.bytes, .float]) func gradientsAreDithered(depth: Movie.Depth) throws {
    func worst(_ dither: Movie.Dither) throws -> Double {
      let movie = rampMovie()
      (movie.depth, movie.dither) = (depth, dither)
      let frame = pixels(try movie.still(at: 0, workers: 1))
      #expect(Set(frame[(40 * 512)...]) == [0xFF28_2828])
      #expect(pixels(try movie.still(at: 0, workers: 3)) == frame)
      return (0..<64).map { group in
        var sum = 0
        for y in 0..<8 { for x in 0..<8 { sum += Int(frame[512 * y + 8 * group + x] & 255) } }
        return abs(Double(sum) / 64 - (20 + 16 * (8 * Double(group) + 4) / 512))
      }.max() ?? 0
    }
    #expect(try worst(.on) < 0.05)
    #expect(try worst(.off) > 0.3)
    #expect(try worst(.auto) == worst(depth == .float ? .on : .off))
  }

  private func rampMovie() -> Movie {
    Movie(size: CGSize(width: 512, height: 64)) {
      let (root, ramp) = (CALayer(), CAGradientLayer())
      root.frame = CGRect(x: 0, y: 0, width: 512, height: 64)
      root.backgroundColor = CGColor(red: 40 / 255, green: 40 / 255, blue: 40 / 255, alpha: 1)
      (ramp.frame, ramp.startPoint, ramp.endPoint) = (
        CGRect(x: 0, y: 0, width: 512, height: 32), CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5)
      )
      ramp.colors = [20, 36].map { CGColor(red: $0 / 255, green: $0 / 255, blue: $0 / 255, alpha: 1) }
      root.addSublayer(ramp)
      return root
    }
  }

  /// The same on any number of threads, and finer than bytes.
  @Test func framesAreTheSameOnAnyThreads() throws {
    let one = try sums(.float, workers: 1)
    #expect(try sums(.float, workers: 3) == one)
    let bytes = try sums(.bytes, workers: 1)
    #expect(Set(bytes).isDisjoint(with: one) && one.count == bytes.count)
  }

  /// A rasterized layer keeps fractions of bytes and light above white.
  @Test(arguments: ["color(srgb 1.9 1.2 0.4)", "color(srgb 0.3337 0.1234 0.0567)"])
  func rasterizedLayersKeepTheirDepth(color: String) throws {
    let folder = try DepthFolder()
    func bytes(_ effect: String) throws -> Data {
      let path = folder.path("\(effect.prefix(4)).json")
      let layer = "{ frame: [10, 10, 40, 40], backgroundColor: '\(color)'\(effect) }"
      let text = "{ movie: { size: [150, 267], duration: 5 }, layer: { sublayers: [\(layer)] } }"
      try Data(text.utf8).write(to: URL(filePath: path))
      let output = folder.path("\(effect.prefix(4))-%04d.exr")
      #expect(try export(path, .auto, workers: 2, to: output, format: "exr").depthRemark == nil)
      return try Data(contentsOf: URL(filePath: folder.path("\(effect.prefix(4))-0081.exr")))
    }
    #expect(try bytes("") == bytes(", shouldRasterize: true"))
  }

  /// Light of the whole frame is finished alike on any threads, in bytes too.
  @Test(arguments: [Movie.Depth.bytes, .float]) func lightIsTheSameOnAnyThreads(depth: Movie.Depth) throws {
    let one = try sums(depth, workers: 1, preset: "embers")
    #expect(try sums(depth, workers: 3, preset: "embers") == one)
  }

  /// A file of more than 8 bits is drawn in floats, unless the movie says otherwise.
  @Test(arguments: [("png-16", "png"), ("prores4444", "mov"), ("exr", "exr")])
  func deepFilesAreDrawnInFloats(format: String, ending: String) throws {
    let folder = try DepthFolder()
    func bytes(_ depth: Movie.Depth) throws -> Data {
      let name = ending == "mov" ? "\(depth).mov" : "\(depth)-%04d.\(ending)"
      _ = try export("fireworks", depth, workers: 2, to: folder.path(name), format: format)
      let first = ending == "mov" ? name : "\(depth)-0081.\(ending)"
      return try Data(contentsOf: URL(filePath: folder.path(first)))
    }
    let auto = try bytes(.auto)
    #expect(try bytes(.float) == auto)
    #expect(try bytes(.bytes) != auto)
  }

  /// Checksums of frames.
  private func sums(_ depth: Movie.Depth, workers: Int, preset: String = "fireworks") throws -> [Substring] {
    let folder = try DepthFolder()
    let path = folder.path("a.framemd5")
    _ = try export(preset, depth, workers: workers, to: path)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.map { $0.suffix(32) }
  }

  private func export(
    _ preset: String, _ depth: Movie.Depth, workers: Int, to path: String, format: String? = nil
  ) throws -> ExportStatistics {
    let movie = try Movie(presetNamed: preset)
    movie.depth = depth
    var options = ExportOptions()
    (options.pixelSize, options.workers, options.frames) = (PixelSize(width: 150, height: 267), workers, 81..<85)
    options.format = format
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
