import ArgumentParser
import Foundation
import Starmine
import StarmineMedia
import StarminePresets

/// One movie to write.
struct RenderJob: Sendable {
  let preset: String
  let path: String
  let edits: EditOptions
  let settings: RenderSettings
  /// Whether there is no other job: messages then need not say which one it is.
  let isAlone: Bool
  /// Whether a bar may be drawn: not beside others.
  let showsBar: Bool

  /// Renders it and says so; nil where an existing file was kept.
  func run(isCancelled: @escaping @Sendable () -> Bool) throws -> RenderRecord? {
    if OutputPath.isKept(path, noOverwrite: settings.noOverwrite) { return nil }
    let source = try PresetReference(preset).source(Movie.presetLoader)
    let (scene, warnings) = try edits.load(source, size: settings.size)
    let movie = Movie(scene)
    let style = showsBar || settings.progress == .json ? settings.progress : .none
    var reporter = ProgressReporter(style: style, output: path)
    defer { reporter.finish() }
    let size = settings.size?.pixels(for: movie.canvas) ?? movie.naturalSize
    reporter.start(RenderStart(movie, size, output: path, preset: preset))
    Log.detail("\(preset): \(movie.frameCount) frames of \(size.width)x\(size.height) at \(movie.framesPerSecond) fps")
    let options = options(movie, size, isCancelled)
    let statistics =
      settings.resume
      ? try ResumedRender(self, movie, source, options).run { reporter.update($0) }
      : try export(movie, options, &reporter)
    reporter.finish()
    let record = RenderRecord(
      statistics, movie, asked: size, output: path, preset: preset, warnings: warnings, settings: settings)
    if style == .json { Log.event(RenderDone(record)) }
    Log.result(record.line(asked: size, odd: settings.odd))
    Log.detail(record.detail)
    return record
  }

  /// Takes the bar away, whatever comes of it.
  private func export(
    _ movie: Movie, _ options: ExportOptions, _ reporter: inout ProgressReporter
  ) throws -> ExportStatistics {
    let result = Result<ExportStatistics, any Error> {
      try movie.export(to: path, options: options) { reporter.update($0) }
    }
    reporter.finish()
    if case .failure(let error) = result, error as? MovieError == .cancelled {
      throw Failure.interrupted("Interrupted; nothing was written to \(path).")
    }
    return try result.get()
  }

  /// Options of the movie's export.
  func options(
    _ movie: Movie, _ size: PixelSize, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> ExportOptions {
    var options = ExportOptions()
    options.pixelSize = settings.size == nil ? nil : size
    (options.frames, options.workers) = (settings.frames?.frames, Threads.count(settings.threads))
    options.video = settings.videoOptions
    options.video.metadata = [
      "title": PresetReference(preset).outputName,
      "comment": "seed \(movie.seed); \(MovieWords.line)",
      "encoder": StarmineCommand.configuration.version,
    ]
    options.oddSides = settings.odd
    options.isCancelled = isCancelled
    return options
  }
}

extension Movie {
  /// Points.
  var canvas: CGSize { size }

  /// Pixels of a frame where nothing else is asked for.
  var naturalSize: PixelSize {
    PixelSize(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }
}
