struct RowWork: Sendable {
  let document: RowDocument
  let item: DataRun.Item
  let ledger: FinishedRows?
  /// Scope of the output after all links are followed.
  let scope: FileScope
}

struct RenderJob: Sendable {
  let preset: String
  /// A table row with values for the document's variables.
  var row: RowWork?
  let path: String
  let edits: EditOptions
  let settings: RenderSettings
  let outputs: OutputOptions
  var footage: FootageOptions?
  /// Whether this is the only job, so that messages need not name it.
  let isAlone: Bool
  /// Whether to show a progress bar: not for parallel jobs.
  let showsBar: Bool

  /// Renders and reports the result; nil if an existing file was kept.
  func run(isCancelled: @escaping @Sendable () -> Bool) throws -> RenderRecord? {
    if OutputPath.isKept(path, noOverwrite: settings.noOverwrite) { return nil }
    if let row, try row.ledger?.has(row.item) == true {
      Log.detail("\(path): finished before, kept")
      return nil
    }
    let source =
      try row?.document.source(row?.item.given ?? .init()) ?? PresetReference(preset).source(Movie.presetLoader)
    let plan = try self.plan(source, isCancelled)
    if plan.companions.contains(where: { OutputPath.isKept($0.path, noOverwrite: settings.noOverwrite) }) { return nil }
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
    // The process ends with its only job, so the layers need not be deallocated.
    if isAlone { _ = Unmanaged.passRetained(movie) }
    return record
  }

  /// Prints what would be written, with the notes of `run`.
  func describe() throws {
    let plan = try self.plan(PresetReference(preset).source(Movie.presetLoader)) { false }
    plan.lines.forEach { Log.result($0) }
    try prepare(plan)
  }

  /// Prints the notes that are known before the first frame.
  private func prepare(_ plan: RenderPlan) throws {
    // A table row was reported before.
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
    // Removes the bar in any case.
    reporter.finish()
    if case .failure(.cancelled) = result {
      throw CommandError.interrupted("Interrupted. \(plan.companions.last?.path ?? path) was not written.")
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
    if footage?.over == nil { plan.describe(title: PresetReference(preset).outputName, words: MovieOptionList.line) }
    return plan
  }

  var label: String { row?.item.place ?? preset }
}

extension RenderPlan {
  /// Adds title, command and program to the metadata.
  mutating func describe(title: String, words: String) {
    options.video.metadata = [
      "title": title, "comment": "seed \(movie.seed); \(words)", "encoder": StarmineCommand.configuration.version,
    ]
    for index in companions.indices { companions[index].describe(title: title, words: words) }
  }
}

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

  /// The result line. It mentions a changed size if a side was odd.
  func line(asked: PixelSize, odd: OddSides) -> String {
    let text = String(
      format: "%@: %@ of %dx%d, %.2f s in %.1f s (%.1f fps), %.2f MB", output, statistics.frames.counted("frame"),
      width, height,
      Double(statistics.frames) / framesPerSecond, statistics.wallSeconds,
      Double(statistics.frames) / max(statistics.wallSeconds, 1e-9), Double(statistics.outputBytes) / 1e6)
    guard asked.width != width || asked.height != height else { return text }
    return text
      + " (\(asked.width)x\(asked.height) \(odd == .pad ? "padded by a pixel" : "scaled"): \(codec) needs even sides)"
  }

  var detail: String {
    String(
      format: "%@, %d threads, CPU %.2f s: evaluate %.2f, raster %.2f, convert %.2f, encode %.2f; peak %.0f MB", codec,
      statistics.threads, statistics.cpuSeconds, statistics.evaluateSeconds, statistics.rasterSeconds,
      statistics.convertSeconds, statistics.encodeSeconds, Double(statistics.peakMemoryBytes) / 1e6)
  }
}

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

/// The last event of a successful render.
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
