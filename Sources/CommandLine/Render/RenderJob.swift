import ArgumentParser
import Foundation
import Starmine
import StarmineMedia
import StarminePresets

/// A row of a table, as a movie.
struct RowWork: Sendable {
  let document: RowDocument
  let item: DataRun.Item
  /// Where it is noted as finished.
  let ledger: RowLedger?
}

/// One movie to write.
struct RenderJob: Sendable {
  let preset: String
  /// A row of a table that gives the document's variables their values.
  var row: RowWork?
  let path: String
  let edits: EditOptions
  let settings: RenderSettings
  let outputs: OutputOptions
  /// A clip that it is drawn over, if there is one.
  var footage: FootageOptions?
  /// A file for document and checksums, if one is asked for.
  var manifest: String?
  /// Whether there is no other job: messages then need not say which one it is.
  let isAlone: Bool
  /// Whether a bar may be drawn: not beside others.
  let showsBar: Bool

  /// Renders it and says so; nil where an existing file was kept.
  func run(isCancelled: @escaping @Sendable () -> Bool) throws -> RenderRecord? {
    if OutputPath.isKept(path, noOverwrite: settings.noOverwrite) { return nil }
    if let row, try row.ledger?.has(row.item) == true {
      Log.detail("\(path): finished before, kept")
      return nil
    }
    let source =
      try row?.document.source(row?.item.given ?? .init()) ?? PresetReference(preset).source(Movie.presetLoader)
    let (plan, warnings) = try self.plan(source, isCancelled)
    let movie = plan.movie
    var size = plan.size
    for remark in try movie.loopRemarks() { Log.warning(remark) }
    let style = showsBar || settings.progress == .json ? settings.progress : .none
    var reporter = ProgressReporter(style: style, output: path)
    defer { reporter.finish() }
    reporter.start(RenderStart(movie, size, output: path, preset: preset))
    let frames = "\(movie.frameCount.counted("frame")) of \(size.width)x\(size.height)"
    Log.detail("\(preset): \(frames) at \(movie.framesPerSecond) fps")
    var remarks: [String] = []
    let statistics =
      settings.resume
      ? try ResumedRender(self, plan, source).run { reporter.update($0) }
      : try export(plan, &size, &remarks, &reporter)
    reporter.finish()
    let record = RenderRecord(
      statistics, movie, asked: size, output: path, preset: preset, warnings: warnings + plan.notes + remarks,
      plan.format, settings: settings)
    if style == .json { Log.event(RenderDone(record)) }
    say(plan, statistics)
    Log.result(record.line(asked: size, odd: settings.odd), on: path)
    Log.detail(record.detail)
    if let manifest { try RenderManifest(record, plan, source, size: size).write(to: manifest) }
    if let row { try row.ledger?.note(row.item) }
    // The process ends with the only job: nothing waits until thousands of layers are taken apart.
    if isAlone { _ = Unmanaged.passRetained(movie) }
    return record
  }

  /// Says what it would write.
  func describe() throws {
    let (plan, _) = try self.plan(PresetReference(preset).source(Movie.presetLoader)) { false }
    plan.lines.forEach { Log.result($0) }
    try plan.movie.loopRemarks().forEach { Log.warning($0) }
    if let footage = plan.clip?.part.footage {
      let remarks = try FootageWriter.remarks(on: path, over: footage, format: plan.format, options: plan.options.video)
      remarks.forEach { Log.warning($0) }
    }
    plan.notes.forEach { Log.note($0) }
  }

  /// Results that differ from what one may think.
  private func say(_ plan: RenderPlan, _ statistics: ExportStatistics) {
    (plan.notes + (statistics.soundRemarks ?? [])).forEach { Log.note($0) }
    if let remark = statistics.depthRemark { Log.note("\(path): \(remark)") }
    let takesAlpha = plan.clip == nil && plan.format.hasAlpha && plan.format.alpha != .premultiplied
    let isMeant = takesAlpha && plan.movie.wantsAlpha(plan.options)
    if isMeant, statistics.isOpaque {
      Log.note(
        "\(path): no frame is transparent, although the background is; a layer's role: \"scenery\" says "
          + "what to leave out")
    }
    guard let first = statistics.otherFiles.first else { return }
    let count = statistics.otherFiles.count
    Log.warning(
      "\(path): \(count == 1 ? "a file" : "\(count) files") of an earlier sequence \(count == 1 ? "is" : "are") still "
        + "there (\(first)); an editor would take them for part of this one")
    if let gap = NumberedPath(path)?.firstGap {
      Log.warning("\(gap): missing; an editor may take the sequence to end there")
    }
  }

  /// The movie as it is going to be drawn, and what is unusual about its document.
  func plan(
    _ source: PresetSource, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (RenderPlan, warnings: [String]) {
    if let clip = footage?.over { return try self.plan(over: clip, source, isCancelled) }
    let (scene, warnings) = try load(source, size: settings.size)
    return (try plan(scene, isCancelled), warnings)
  }

  /// The scene, and what is unusual about it, which was said of a row before.
  func load(_ source: PresetSource, size: AskedSize?) throws -> (scene: PresetScene, notes: [String]) {
    try row == nil ? edits.load(source, size: size) : edits.scene(from: source, size: size)
  }

  /// What messages call it.
  var label: String { row?.item.place ?? preset }

  /// The movie of a loaded scene as it is going to be drawn.
  func plan(_ scene: PresetScene, _ isCancelled: @escaping @Sendable () -> Bool) throws -> RenderPlan {
    let movie = Movie(scene)
    outputs.fill(movie)
    let asked = settings.size?.pixels(for: movie.canvas) ?? movie.naturalSize
    let options = self.options(movie, asked, isCancelled)
    let format = try movie.format(to: path, options)
    try check(options.video, format)
    try checkLight(format)
    _ = try movie.exportedSize(to: path, options)
    // A document's sound is left out where there is no place for it; one that is asked for is not.
    if !outputs.audio.isEmpty, !format.keepsSound {
      throw CommandError.usage("--audio: \(VideoError.noSound(format: format.name))")
    }
    if edits.fps == nil { slowDown(movie, for: format) }
    let frames = options.frames ?? 0..<max(1, movie.frameCount)
    return RenderPlan(movie: movie, format: format, size: asked, frames: frames, options: options, path: path)
  }

  /// Says what is asked of light that the format does not hold.
  func checkLight(_ format: VideoFormat) throws {
    guard format.hdr == nil, outputs.white != nil || outputs.peak != nil else { return }
    throw CommandError.usage(
      "\(outputs.white != nil ? "--white" : "--peak") goes with --hdr pq or hlg, or a document of dynamicRange high")
  }

  /// Takes another rate where readers would not show the movie's own.
  private func slowDown(_ movie: Movie, for format: VideoFormat) {
    let rate = format.suitableRate(for: movie.framesPerSecond)
    guard rate != movie.framesPerSecond else { return }
    Log.note(
      "\(format.name) counts hundredths of a second: \(ValueText.text(rate)) frames per second instead of "
        + "\(ValueText.text(movie.framesPerSecond)); --fps takes another rate")
    movie.framesPerSecond = rate
  }

  func check(_ options: VideoOptions, _ format: VideoFormat) throws {
    if let crf = options.crf, !format.takesQuality {
      throw CommandError.usage("--crf \(ValueText.text(crf)) has no meaning for \(format.name): one quality only")
    }
    if let preset = options.encoderPreset, !format.takesSpeed {
      throw CommandError.usage("--encoder-preset \(preset) has no meaning for \(format.name): one speed only")
    }
    do {
      try options.check(for: format)
    } catch {
      let nearest = settings.encoderPreset.flatMap { given in
        given.nearest(in: VideoOptions.encoderPresets).flatMap { $0 == given ? nil : $0 }
      }
      throw CommandError.usage("\(error)\(nearest.map { "; did you mean \($0)?" } ?? "")")
    }
  }

  /// How often a file that became too large is drawn again.
  private static let attempts = 8
  /// Share of the pixels that would just do: files do not shrink quite as fast as their pictures.
  private static let caution = 0.95
  /// Fewest pixels of a side that are tried.
  private static let leastSide = 16

  /// Draws with fewer pixels until the file is as small as it has to be.
  private func export(
    _ plan: RenderPlan, _ size: inout PixelSize, _ remarks: inout [String], _ reporter: inout ProgressReporter
  ) throws -> ExportStatistics {
    var options = plan.options
    for _ in 1..<Self.attempts {
      do {
        return try export(plan, options, &remarks, &reporter)
      } catch MovieError.video(.tooLarge(_, let bytes, let frames, let maximum))
        where min(size.width, size.height) > Self.leastSide
      {
        let whole = Double(bytes) * Double(plan.frames.count) / Double(max(1, frames))
        let share = min(0.9, (Double(maximum) / whole).squareRoot() * Self.caution)
        let side = { (length: Int) in max(Self.leastSide, Int(Double(length) * share)) }
        size = PixelSize(width: side(size.width), height: side(size.height))
        options.pixelSize = size
        Log.note("\(path): larger than \(maximum) bytes; once more with \(size.width)x\(size.height)")
      }
    }
    return try export(plan, options, &remarks, &reporter)
  }

  /// Takes the bar away, whatever comes of it.
  ///
  /// - Parameter remarks: gets what the file does not have of the clip.
  private func export(
    _ plan: RenderPlan, _ options: ExportOptions, _ remarks: inout [String], _ reporter: inout ProgressReporter
  ) throws -> ExportStatistics {
    let result = Result<ExportStatistics, any Error> {
      guard let part = plan.clip?.part else {
        return try plan.movie.export(to: path, options: options) { reporter.update($0) }
      }
      return try plan.movie.export(over: part, to: path, options: options) {
        Log.warning($0)
        remarks.append($0)
      } progress: {
        reporter.update($0)
      }
    }
    reporter.finish()
    if case .failure(let error) = result, error as? MovieError == .cancelled {
      throw CommandError.interrupted("Interrupted; nothing was written to \(path).")
    }
    return try result.get()
  }

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
    outputs.fill(&options)
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
