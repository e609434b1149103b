import ArgumentParser
import Foundation
import StarmineRendering
import StarmineMedia
import StarminePresets

/// Figures of a render: what `--stats` writes (`schema/stats.schema.json`).
struct RenderRecord: Encodable, Sendable {
  var version: String
  var preset: String
  var output: String
  var seed: UInt32
  var width: Int
  var height: Int
  var framesPerSecond: Double
  var codec: String
  var warnings: [String]
  /// Counts and costs, on the same level.
  var statistics: ExportStatistics

  init(_ result: RenderPlan.Result, _ plan: RenderPlan, preset: String, settings: RenderSettings) {
    let (movie, format) = (plan.movie, plan.format)
    let size = settings.odd.size(result.size, for: format)
    (statistics, output, self.preset) = (result.statistics, plan.path, preset)
    warnings = plan.sceneNotes + plan.scene.unsupported.map(\.description) + (plan.notes + result.notes).map(\.text)
    (seed, width, height, framesPerSecond) = (movie.seed, size.width, size.height, movie.framesPerSecond)
    version = StarmineCommand.configuration.version.replacingOccurrences(of: "starmine ", with: "")
    codec = format.name
  }

  private enum Key: CodingKey {
    case version, preset, output, seed, width, height, framesPerSecond, codec, warnings
  }

  func encode(to encoder: any Encoder) throws {
    try statistics.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(version, forKey: .version)
    try container.encode(preset, forKey: .preset)
    try container.encode(output, forKey: .output)
    try container.encode(seed, forKey: .seed)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(framesPerSecond, forKey: .framesPerSecond)
    try container.encode(codec, forKey: .codec)
    try container.encode(warnings, forKey: .warnings)
  }

  /// The result line; says where a side was odd.
  func line(asked: PixelSize, odd: OddSides) -> String {
    let text = String(
      format: "%@: %@ of %dx%d, %.2f s in %.1f s (%.1f fps), %.2f MB", output, statistics.frames.counted("frame"),
      width, height,
      Double(statistics.frames) / framesPerSecond, statistics.wallSeconds,
      Double(statistics.frames) / max(statistics.wallSeconds, 1e-9), Double(statistics.outputBytes) / 1e6)
    guard asked.width != width || asked.height != height else { return text }
    return text
      + " (\(asked.width)x\(asked.height) \(odd == .pad ? "padded by a pixel" : "scaled"): \(codec) takes even sides)"
  }

  /// Where the time went.
  var detail: String {
    String(
      format: "%@, %d threads, CPU %.2f s: evaluate %.2f, raster %.2f, convert %.2f, encode %.2f; peak %.0f MB", codec,
      statistics.threads, statistics.cpuSeconds, statistics.evaluateSeconds, statistics.rasterSeconds,
      statistics.convertSeconds, statistics.encodeSeconds, Double(statistics.peakMemoryBytes) / 1e6)
  }
}

/// The first event of a render's stream (`schema/events.schema.json`).
struct RenderStart: Encodable {
  var event = "start"
  var output: String
  var preset: String
  var frames: Int
  var width: Int
  var height: Int
  var framesPerSecond: Double
  var seed: UInt32

  init(_ movie: Movie, _ size: PixelSize, output: String, preset: String) {
    (self.output, self.preset, frames, width, height) = (output, preset, movie.frameCount, size.width, size.height)
    (framesPerSecond, seed) = (movie.framesPerSecond, movie.seed)
  }
}

/// The last event of a render that went well.
struct RenderDone: Encodable {
  var event = "done"
  var output: String
  var frame: Int
  var frames: Int
  var elapsed: Double
  var bytes: Int

  init(_ record: RenderRecord) {
    (output, frame, frames) = (record.output, record.statistics.frames, record.statistics.frames)
    (elapsed, bytes) = (record.statistics.wallSeconds, record.statistics.outputBytes)
  }
}
