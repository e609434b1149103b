import StarmineRendering
import Foundation
package import StarmineCore
import StarmineMedia

/// What a frame of a bundled preset costs where users meet it: the middle frames of its movie, as an export draws them
/// on one thread, without an encoder.
package struct PresetCost: Codable, Sendable {
  package let name: String
  /// CPU milliseconds of a frame, from trees to drawing commands.
  package let evaluate: Double
  /// Those of light beyond white, bloom and tone mapping: what drawing takes less without them.
  package let light: Double
  /// Those from drawing commands to pixels, without light.
  package let raster: Double
  /// Those from pixels to YUV.
  package let convert: Double
  /// Mean of the particles of a frame.
  package let particles: Double
  /// Of the pixels of all frames; it depends on neither threads nor kernels.
  package let hash: String

  package var frame: Double { evaluate + light + raster + convert }

  /// Pixels of a frame.
  package static let size = PixelSize(width: 1920, height: 1080)

  /// - Parameters:
  ///   - frames: how many from the middle of the movie, at least 1; all where it has fewer.
  ///   - rounds: drawings of all frames; each stage counts with the least of them. At least 1.
  package init(measuring name: String, frames: Int, rounds: Int) throws {
    let part = try MiddleFrames(name, frames)
    let (full, plain) = try (part.least(of: rounds), part.least(of: rounds, hasLight: false))
    func milliseconds(_ seconds: Double) -> Double { 1000 * seconds / Double(max(1, full.frames)) }
    self.name = name
    evaluate = milliseconds(full.evaluateSeconds)
    light = milliseconds(max(0, full.rasterSeconds - plain.rasterSeconds))
    raster = milliseconds(min(full.rasterSeconds, plain.rasterSeconds))
    convert = milliseconds(full.convertSeconds)
    particles = Double(full.particlesTotal) / Double(max(1, full.frames))
    hash = try part.hash()
  }
}

/// The middle of a preset's movie.
private struct MiddleFrames {
  private let name: String
  private let count: Int
  private let folder: TemporaryFolder

  init(_ name: String, _ count: Int) throws {
    (self.name, self.count, folder) = (name, count, try TemporaryFolder())
  }

  func least(of rounds: Int, hasLight: Bool = true) throws -> ExportStatistics {
    var least = try export(to: "frames.null", hasLight: hasLight)
    for _ in 1..<max(1, rounds) {
      let round = try export(to: "frames.null", hasLight: hasLight)
      least.evaluateSeconds = min(least.evaluateSeconds, round.evaluateSeconds)
      least.rasterSeconds = min(least.rasterSeconds, round.rasterSeconds)
      least.convertSeconds = min(least.convertSeconds, round.convertSeconds)
    }
    return least
  }

  func hash() throws -> String {
    _ = try export(to: "frames.framemd5")
    return String(try InputFile.sha256(of: folder.path("frames.framemd5")).prefix(12))
  }

  private func export(to file: String, hasLight: Bool = true) throws -> ExportStatistics {
    let movie = try Movie(presetNamed: name)
    if !hasLight { (movie.bloom, movie.toneMapping) = (nil, .none) }
    var options = ExportOptions()
    (options.pixelSize, options.workers) = (PresetCost.size, 1)
    let count = min(count, movie.frameCount)
    let first = (movie.frameCount - count) / 2
    options.frames = first..<first + count
    return try movie.export(to: folder.path(file), options: options)
  }
}
