import ArgumentParser
import Foundation
import Starmine
import StarmineMedia
import StarminePresets

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a preset to a video file.",
    discussion: """
      The format follows the file's extension: .mp4, .m4v and .mov hold H.264, .framemd5 a checksum of every frame; \
      for .null frames are drawn and converted, and written nowhere: --stats tells how fast. Frames are the same for \
      every number of threads, and a part of a movie is what the whole has there.

      EXAMPLES:
        starmine render fireworks-show
        starmine render snow -o snow.mp4 --size 1280x720 --fps 30 --duration 5
        starmine render snow --set sky.emitterCells.snow.birthRate=80 --set 'velocity*=150%'
        starmine render confetti --frames 0-119 --progress json --stats stats.json
      """)

  @OptionGroup var scene: SceneOptions

  @Option(name: .shortAndLong, help: "The file to write. Default: out/NAME.mp4.", completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Pixels; the scene is scaled to fit and centred.", valueName: "WxH"))
  var size: SizeArgument?

  @Option(help: ArgumentHelp("Only these frames, both ends included; the first is 0.", valueName: "a-b"))
  var frames: FrameRangeArgument?

  @Option(help: "Threads that draw; 0 is one per core.")
  var threads = 0

  @Option(help: "Quality of H.264: 0 lossless, 18 visually lossless, 51 worst.")
  var crf = 18.0

  @Option(
    help: "Speed of H.264: \(VideoOptions.encoderPresets.joined(separator: ", ")).",
    completion: .list(VideoOptions.encoderPresets))
  var encoderPreset = "veryfast"

  @Option(help: "How to show progress on standard error. A terminal gets a bar, a log a line every five seconds.")
  var progress = ProgressStyle.auto

  @Option(help: ArgumentHelp("Write figures of the render as JSON.", valueName: "file"), completion: .file())
  var stats: String?

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    do {
      try VideoOptions(crf: crf, encoderPreset: encoderPreset).check()
    } catch {
      let nearest = encoderPreset.nearest(in: VideoOptions.encoderPresets)
      let hint = nearest.map { $0 == encoderPreset ? "" : "; did you mean \($0)?" } ?? ""
      throw ValidationError("\(error)\(hint)")
    }
  }

  func run() throws {
    let loaded = try scene.load()
    let movie = Movie(loaded)
    let path = try OutputPath.resolve(output, name: loaded.name, extension: "mp4")
    if let stats { try OutputFile.check(stats) }
    let interruption = Interruption()
    var options = ExportOptions()
    (options.pixelSize, options.frames, options.workers) = (size?.pixels, frames?.frames, threads)
    options.video = VideoOptions(crf: crf, encoderPreset: encoderPreset)
    options.isCancelled = { [request = interruption.request] in request.isMade }
    var reporter = ProgressReporter(style: progress)
    defer { reporter.finish() }
    let statistics: ExportStatistics
    do {
      statistics = try movie.export(to: path, options: options) { reporter.update($0) }
    } catch MovieError.cancelled {
      reporter.finish()
      throw Failure.interrupted("Interrupted; nothing was written to \(path).")
    }
    reporter.finish()
    try write(statistics)
    StandardOutput.report(try summary(of: statistics, movie, path), on: path)
  }

  private func write(_ statistics: ExportStatistics) throws {
    guard let stats else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try OutputFile.write(encoder.encode(statistics), to: stats)
  }

  private func summary(of statistics: ExportStatistics, _ movie: Movie, _ path: String) throws -> String {
    let viewport = try movie.viewport(for: size?.pixels)
    return String(
      format: "%@: %d frames of %dx%d, %.2f s in %.1f s (%.1f fps), %.2f MB", path, statistics.frames, viewport.width,
      viewport.height, Double(statistics.frames) / movie.framesPerSecond, statistics.wallSeconds,
      Double(statistics.frames) / max(statistics.wallSeconds, 1e-9), Double(statistics.outputBytes) / 1e6)
  }
}
