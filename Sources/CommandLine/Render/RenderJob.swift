import ArgumentParser
import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// A row of a table, as a movie.
struct RowWork: Sendable {
  let document: RowDocument
  let item: DataRun.Item
  /// Where it is noted as finished.
  let ledger: RowLedger?
  /// Where the output must be when all links are followed.
  let scope: FileScope
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
    let plan = try self.plan(source, isCancelled)
    let movie = plan.movie
    try prepare(plan)
    let style = showsBar || settings.progress == .json ? settings.progress : .none
    var reporter = ProgressReporter(style: style, output: path)
    defer { reporter.finish() }
    reporter.start(RenderStart(movie, plan.size, output: path, preset: preset))
    let frames = "\(movie.frameCount.counted("frame")) of \(plan.size.width)x\(plan.size.height)"
    Log.detail("\(preset): \(frames) at \(movie.framesPerSecond) fps")
    let result = try write(plan, source, &reporter)
    reporter.finish()
    let record = RenderRecord(result, plan, preset: preset, settings: settings)
    if style == .json { Log.event(RenderDone(record)) }
    result.notes.forEach(Self.say)
    Log.result(record.line(asked: result.size, odd: settings.odd), on: path)
    Log.detail(record.detail)
    if let row { try row.ledger?.note(row.item) }
    // The process ends with the only job: nothing waits until thousands of layers are taken apart.
    if isAlone { _ = Unmanaged.passRetained(movie) }
    return record
  }

  /// Prints what would be written, with the notes that `run` prints.
  func describe() throws {
    let plan = try self.plan(PresetReference(preset).source(Movie.presetLoader)) { false }
    plan.lines.forEach { Log.result($0) }
    try prepare(plan)
  }

  /// Prints all that is known before the first frame.
  private func prepare(_ plan: RenderPlan) throws {
    // A row of a table was reported before.
    if row == nil { try edits.report(plan.scene, plan.sceneNotes) }
    plan.notes.forEach(Self.say)
  }

  private static func say(_ note: RenderPlan.Note) {
    if note.isWarning { Log.warning(note.text) } else { Log.note(note.text) }
  }

  private func write(
    _ plan: RenderPlan, _ source: PresetSource, _ reporter: inout ProgressReporter
  ) throws -> RenderPlan.Result {
    if settings.resume {
      let statistics = try ResumedRender(self, plan, source).run { reporter.update($0) }
      return RenderPlan.Result(statistics: statistics, size: plan.size, notes: plan.notes(on: statistics))
    }
    let result = Result<RenderPlan.Result, MovieError> { () throws(MovieError) in
      try plan.export {
        Log.note($0)
      } progress: {
        reporter.update($0)
      }
    }
    // The bar goes away, whatever comes of it.
    reporter.finish()
    if case .failure(.cancelled) = result {
      throw CommandError.interrupted("Interrupted. \(path) was not written.")
    }
    return try result.get()
  }

  func request(_ source: PresetSource, _ isCancelled: @escaping @Sendable () -> Bool = { false }) -> RenderRequest {
    var request = edits.request(source)
    (request.size, request.frames) = (settings.size, settings.frames?.frames)
    (request.oddSides, request.workers, request.isCancelled) = (
      settings.odd, Threads.count(settings.threads), isCancelled
    )
    request.video = settings.videoOptions
    request.video.scope = row?.scope ?? .everywhere
    outputs.fill(&request)
    request.clip = footage?.clip
    return request
  }

  func plan(_ source: PresetSource, _ isCancelled: @escaping @Sendable () -> Bool) throws -> RenderPlan {
    var plan = try request(source, isCancelled).plan(to: path)
    if footage?.over == nil { plan.describe(title: PresetReference(preset).outputName, words: MovieWords.line) }
    return plan
  }

  /// What messages call it.
  var label: String { row?.item.place ?? preset }
}

extension RenderPlan {
  /// Writes title, origin and program into the file.
  mutating func describe(title: String, words: String) {
    options.video.metadata = [
      "title": title, "comment": "seed \(movie.seed); \(words)", "encoder": StarmineCommand.configuration.version,
    ]
  }
}
