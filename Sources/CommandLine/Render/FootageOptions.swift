import ArgumentParser
import Foundation
import Starmine
import StarmineMedia

/// A clip to draw over.
struct FootageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw over this clip. Size, times, sound, subtitles, chapters and metadata are the clip's; light adds to its "
        + "picture.", valueName: "clip"), completion: .file())
  var over: String?

  @Option(help: "With --over: where in the clip the movie begins: 3, 3s or 500ms. Default: at its beginning.")
  var at: SecondsArgument?

  @Option(help: "With --over: where in the clip nothing more is drawn. Default: at its end, or after --duration.")
  var until: SecondsArgument?

  func validate() throws {
    guard over != nil else {
      if at != nil { throw ValidationError("--at goes with --over, a clip to draw over") }
      if until != nil { throw ValidationError("--until goes with --over, a clip to draw over") }
      return
    }
    if let until, until.seconds <= (at?.seconds ?? 0) {
      throw ValidationError("--until \(until.seconds): expected a time after --at \(at?.seconds ?? 0)")
    }
  }

  /// Options that would contradict the clip.
  func check(_ edits: EditOptions, _ settings: RenderSettings, _ outputs: OutputOptions) throws {
    guard over != nil else { return }
    let given = [
      ("--size", settings.size != nil), ("--fps", edits.fps != nil), ("--frames", settings.frames != nil),
      ("--background", edits.background != nil), ("--for", outputs.profile != nil),
      ("--additive-alpha", outputs.additiveAlpha != nil),
    ].filter(\.1).map(\.0)
    if !given.isEmpty {
      throw ValidationError(
        "--over: the clip says size, rate and background; leave out \(given.joined(separator: ", "))")
    }
    let pointless = [
      ("--odd", settings.odd != .pad), ("--max-size", outputs.maxSize != nil),
      ("--first-number", outputs.firstNumber != 0), ("--gif-palette", outputs.gifPalette != .movie),
      ("--gif-dither", outputs.gifDither != .pattern),
    ].filter(\.1).map(\.0)
    if !pointless.isEmpty {
      throw ValidationError(
        "--over: a clip is written once, in its own size, into a file with sound; leave out "
          + pointless.joined(separator: ", "))
    }
    if settings.resume { throw ValidationError("--over: a clip is written in one piece; leave out --resume") }
    let sound = [
      ("--audio", !outputs.audio.isEmpty), ("--audio-gain", outputs.audioGain != 0),
      ("--audio-fade", outputs.audioFade != nil), ("--audio-loop", outputs.audioLoop),
    ].filter(\.1).map(\.0)
    if !sound.isEmpty {
      throw ValidationError(
        "--over: the clip's own sound is kept as it is; leave out \(sound.joined(separator: ", "))")
    }
  }
}

/// One clip to write anew with a movie over it.
struct FootageJob {
  let job: RenderJob
  let clip: String

  /// Subject of a render, and what it is drawn over.
  private struct Plan {
    let movie: Movie
    let part: FootagePart
    let format: VideoFormat
    let options: ExportOptions
    let warnings: [String]
    let notes: [String]

    /// Pixels of the clip and of the file.
    var size: PixelSize {
      PixelSize(width: part.footage.pixelSize.width, height: part.footage.pixelSize.height)
    }
  }

  func run(isCancelled: @escaping @Sendable () -> Bool) throws -> RenderRecord {
    let plan = try makePlan(isCancelled)
    let movie = plan.movie
    plan.notes.forEach { Log.note($0) }
    let style = job.showsBar || job.settings.progress == .json ? job.settings.progress : .none
    var reporter = ProgressReporter(style: style, output: job.path)
    defer { reporter.finish() }
    reporter.start(RenderStart(movie, plan.size, output: job.path, preset: job.preset))
    var remarks: [String] = []
    let result = Result<ExportStatistics, any Error> {
      try movie.export(over: plan.part, to: job.path, options: plan.options) {
        Log.warning($0)
        remarks.append($0)
      } progress: {
        reporter.update($0)
      }
    }
    reporter.finish()
    if case .failure(let error) = result, error as? MovieError == .cancelled {
      throw Failure.interrupted("Interrupted; nothing was written to \(job.path).")
    }
    let record = RenderRecord(
      try result.get(), movie, asked: plan.size, output: job.path, preset: job.preset,
      warnings: plan.warnings + plan.notes + remarks, plan.format, settings: job.settings)
    if style == .json { Log.event(RenderDone(record)) }
    Log.result(record.line(asked: plan.size, odd: job.settings.odd), on: job.path)
    Log.detail(record.detail)
    return record
  }

  /// Says what it would write.
  func describe() throws {
    let plan = try makePlan { false }
    let footage = plan.part.footage
    let end = plan.part.end.map { "\(ValueText.text($0)) s" } ?? "the end"
    let rows = [
      ("clip", clip), ("format", "\(plan.format.name) (\(plan.format.key)); \(plan.format.use)"),
      ("size", "\(plan.size.width)x\(plan.size.height)"),
      (
        "frames",
        "\(footage.frameCount), \(ValueText.text(footage.framesPerSecond)) per second on average, "
          + "\(ValueText.text(footage.duration)) s"
      ), ("drawn", "from \(ValueText.text(plan.part.start)) s to \(end)"),
    ]
    Log.result(job.path)
    for row in rows { Log.result("  " + row.0.padding(toLength: 12, withPad: " ", startingAt: 0) + row.1) }
    plan.notes.forEach { Log.note($0) }
    let remarks = try FootageWriter.remarks(
      on: job.path, over: footage, format: plan.format, options: plan.options.video)
    remarks.forEach { Log.warning($0) }
  }

  private func makePlan(_ isCancelled: @escaping @Sendable () -> Bool) throws -> Plan {
    try checkPlace()
    let threads = Threads.count(job.settings.threads)
    let footage = try Footage(
      path: clip, threads: min(16, threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount))
    let start = job.footage?.at?.seconds ?? 0
    guard start < footage.duration else {
      throw Failure.usage("--at \(ValueText.text(start)) s: the clip ends at \(ValueText.text(footage.duration)) s")
    }
    let source = try PresetReference(job.preset).source(Movie.presetLoader)
    let size = SizeArgument(argument: "\(footage.width)x\(footage.height)")
    let (scene, warnings) = try job.edits.load(source, size: size)
    // Loading has said so where the background is transparent.
    let left = scene.background.alpha < 1 ? nil : scene.partsRemark(isOverClip: true)
    let movie = Movie(scene)
    job.outputs.fill(movie)
    let end = job.footage?.until?.seconds ?? job.edits.duration.map { start + $0.seconds }
    // A loop keeps its own length.
    if movie.loop != nil, movie.loop?.length == nil { movie.loop?.length = movie.duration }
    for remark in try movie.loopRemarks() { Log.warning(remark) }
    (movie.framesPerSecond, movie.duration) = (footage.framesPerSecond, footage.duration * movie.speed)
    let sound = movie.soundtracks.isEmpty ? [] : ["\(job.path): the sound of the scene is left out; the clip's is kept"]
    movie.soundtracks = []
    var options = ExportOptions()
    options.workers = threads
    options.video = job.settings.videoOptions
    job.outputs.fill(&options)
    options.isCancelled = isCancelled
    let format = try VideoFormat(forPath: job.path, named: options.format, over: footage)
    try FootageWriter.check(format)
    try job.check(options.video, format)
    return Plan(
      movie: movie, part: FootagePart(footage, from: start, until: end), format: format, options: options,
      warnings: warnings, notes: sound + [left].compactMap { $0 } + choice(format, footage, options))
  }

  /// Why another format was taken than the extension usually means.
  private func choice(_ format: VideoFormat, _ footage: Footage, _ options: ExportOptions) -> [String] {
    guard options.format == nil, let usual = try? VideoFormat(forPath: job.path), usual.key != format.key else {
      return []
    }
    let reason =
      footage.traits.hasAlpha
      ? "the clip has alpha; --format \(usual.key) writes it over black" : "the clip is HDR, and keeps its curve"
    return ["\(job.path): \(format.name), since \(reason)"]
  }

  /// The clip is never what is written.
  private func checkPlace() throws {
    let places = [clip, job.path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path }
    guard places[0] != places[1] else {
      throw Failure.usage("\(job.path): this is the clip itself; name another file with -o")
    }
  }
}
