extension OddSides: ExpressibleByArgument {}

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render presets and documents to video files.",
    discussion: """
      The extension of the output selects the format: \(VideoFormat.extensions.joined(separator: ", ")). If several \
      formats share the extension, --format selects one (see `starmine formats`). With --background clear, .mov and \
      .webm files have an alpha channel.

      Frames do not depend on the number of threads. A failed movie does not stop the other ones.

      EXAMPLES:
        starmine render fireworks-show
        starmine render snow -o snow.mp4 --size story --fps 30 --duration 5
        starmine render fireworks --set spark.velocity=200 --set '**.birthRate*=150%'
        starmine render embers --palette ice --speed 0.5
        starmine render confetti --frames 0-119 --progress json --stats stats.json
        starmine render rain snow -o 'out/{name}-square.mp4' --size square --jobs 2
        starmine render fireworks-show -o show.mp4 --resume
        starmine render confetti --for overlay
        starmine render embers --background clear -o embers.webm
        starmine render snow -o 'frames/snow-%05d.png' --motion-blur
        starmine render snow --format y4m -o - > snow.y4m
        starmine render confetti --over clip.mp4 --at 0.5s -o party.mp4
        starmine render --captions talk.srt --over clip.mp4 -o talk.mp4
        starmine save snow --palette gold -o - | starmine render - -o gold.mp4
        starmine render card.json --var title=ANN -o ann.mp4
        starmine render card.json --data people.csv -o 'out/{name}.mp4' --jobs 2
      """)

  @Argument(
    help: "Preset names (see `starmine presets`), paths of documents, or - for standard input. Default: the captions.",
    completion: Completion.preset)
  var presets: [String] = []

  @OptionGroup var edits: EditOptions
  @OptionGroup var settings: RenderSettings
  @OptionGroup var outputs: OutputOptions
  @OptionGroup var footage: FootageOptions
  @OptionGroup var data: DataOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Output file, folder, or - for standard output. {name} and {seed} are replaced. Numbered pictures need a number "
        + "pattern: a-%05d.png. Default: out/NAME.mp4.", valueName: "output"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Number of movies to render at the same time, 1 to 64.", valueName: "n")) var jobs = 1

  @Option(help: ArgumentHelp("Write statistics as JSON.", valueName: "file"), completion: .file())
  var stats: String?

  mutating func validate() throws {
    if presets.isEmpty, let captions = edits.captions {
      (presets, edits.captions) = ([captions], nil)
    }
    guard !presets.isEmpty else { throw ValidationError("Name a preset, a document, or --captions FILE") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs \(jobs): expected 1 to 64") }
    try footage.check(edits, settings, outputs)
    try data.check(presets, output: output)
    guard presets.filter({ $0 == OutputPath.standard }).count <= 1 else {
      throw ValidationError("standard input (-) can be read only once")
    }
    if output == OutputPath.standard {
      guard outputs.format != nil || outputs.profile != nil else {
        throw ValidationError("-o -: standard output needs a format, such as --format y4m")
      }
      guard presets.count == 1 else { throw ValidationError("-o -: standard output takes one movie. Name one preset") }
    }
  }

  func run() throws {
    if settings.progress == .json { Log.change { $0.format = .json } }
    if [stats, output].contains(OutputPath.standard) { Log.change { $0.isOutputTaken = true } }
    if let table = data.data { return try renderRows(table) }
    let list = try makeJobs()
    if outputs.dryRun { return try list.forEach { try $0.describe() } }
    for job in list { try OutputPath.makeFolder(of: job.path) }
    if let stats { try OutputPath.makeFolder(of: stats) }
    let interruption = Interruption()
    let request = interruption.request
    if list.count == 1 {
      let record = try renderAlone(list[0], request)
      if let record, let stats { try write([record], to: stats) }
      return
    }
    let isCancelled: @Sendable () -> Bool = { request.isMade }
    try RenderBatch(jobs: list, lanes: jobs).run(isCancelled: isCancelled) { records in
      if let stats { try write(records, to: stats) }
    }
  }

  private func renderRows(_ table: String) throws {
    var settings = settings
    let ending = outputs.defaultExtension(isClear: edits.isClear)
    let run = try DataRun(
      data, table, preset: presets[0], edits: edits, size: settings.size, output: output, extension: ending)
    if outputs.dryRun { return try run.describe() }
    let name = PresetReference(presets[0]).outputName
    let ledger =
      settings.resume
      ? try FinishedRows(run.pattern, name: name, run.document.text, words: MovieOptionList.own) : nil
    // A row is either finished or not; its segments are not kept.
    settings.resume = false
    let list = run.items.map { item in
      let work = RowWork(document: run.document, item: item, ledger: ledger, scope: run.pattern.scope)
      let path = output == nil ? outputs.numbered(item.path) : item.path
      return job(presets[0], to: path, work, of: run.items.count, settings)
    }
    for job in list { try OutputPath.makeFolder(of: job.path) }
    if let stats { try OutputPath.makeFolder(of: stats) }
    let request = Interruption().request
    let batch = RenderBatch(jobs: list, lanes: jobs, failures: run.failures.map(\.place))
    try batch.run(isCancelled: { request.isMade }) { records in
      if let stats { try write(records, to: stats) }
    }
    ledger?.remove()
  }

  /// - Parameter count: total number of jobs, of which some run in parallel.
  private func job(
    _ preset: String, to path: String, _ row: RowWork? = nil, of count: Int, _ settings: RenderSettings
  ) -> RenderJob {
    let lanes = min(jobs, count)
    var settings = settings
    if lanes > 1 {
      let threads = settings.threads > 0 ? settings.threads : ProcessInfo.processInfo.activeProcessorCount
      settings.threads = max(1, threads / lanes)
    }
    return RenderJob(
      preset: preset, row: row, path: path, edits: edits, settings: settings, outputs: outputs, footage: footage,
      isAlone: count == 1 && row == nil, showsBar: lanes == 1 && row == nil)
  }

  /// In JSON events, an error names its output.
  private func renderAlone(_ job: RenderJob, _ request: Interruption.Request) throws -> RenderRecord? {
    do {
      return try job.run { request.isMade }
    } catch {
      guard Log.style.format == .json, let failure = CommandError(error) else { throw error }
      Log.error(failure.message, code: failure.code.rawValue, output: job.path)
      throw CommandError.said(failure.code)
    }
  }

  /// Errors: two inputs with the same output.
  private func makeJobs() throws -> [RenderJob] {
    var owners: [String: String] = [:]
    return try presets.map { preset in
      let name = PresetReference(preset).outputName
      let seed = ["seed": edits.seed.map { "\($0)" } ?? "default"]
      let path = try self.path(name, seed)
      if let other = owners.updateValue(preset, forKey: path) {
        let hint = output == nil ? "Name the outputs with -o" : "Add {name} to -o"
        throw CommandError.usage("\(other) and \(preset) would both be written to \(path). \(hint)")
      }
      return job(preset, to: path, of: presets.count, settings)
    }
  }

  private func path(_ name: String, _ seed: [String: String]) throws -> String {
    if output == OutputPath.standard { return OutputPath.standardDevice }
    let path = try OutputPath.path(
      output, name: name, extension: outputs.defaultExtension(isClear: edits.isClear), seed)
    // A generated name.
    return output == nil || path.hasPrefix((output ?? "") + "/") || output?.hasSuffix("/") == true
      ? outputs.numbered(path) : path
  }

  private func write(_ records: [RenderRecord], to path: String) throws {
    let isOne = presets.count == 1 && data.data == nil
    let text = isOne ? try JSONText.page(records[0]) : try JSONText.page(records)
    try OutputPath.write(text + Data("\n".utf8), to: path)
  }
}

struct RenderSettings: ParsableArguments {
  @Option(help: RequestedSize.help, completion: RequestedSize.completion)
  var size: RequestedSize?

  @Option(help: ArgumentHelp("Range of frames to render, both ends included. The first frame is 0.", valueName: "a-b"))
  var frames: FrameRangeArgument?

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.")
  var threads = 0

  @Option(
    help: """
      Quality. H.264 and HEVC: 0 (lossless) to 51 (worst), 18 is visually lossless. AV1 and VP9: 0 (best) to 63. \
      WebP: 0 (worst) to 100. JPEG: 1 (best) to 31. Default: set by the format.
      """)
  var crf: Double?

  @Option(
    help: """
      Speed of the encoder. H.264 and HEVC: \(VideoOptions.encoderPresets.joined(separator: ", ")). AV1: 0 (slowest) \
      to 13. VP9: 0 (slowest) to 8. Default: set by the format.
      """,
    completion: .list(VideoOptions.encoderPresets))
  var encoderPreset: String?

  @Option(
    help: ArgumentHelp(
      "What to do if the format needs an even size and a side is odd: add one pixel, scale, or fail.",
      valueName: "mode"))
  var odd = OddSides.pad

  @Flag(help: "Fail if the output exists.")
  var noOverwrite = false

  @Flag(help: "Continue an interrupted render. Finished segments are kept beside the output.")
  var resume = false

  @Option(help: "Progress on standard error: a bar, lines for logs, or json with one event per line.")
  var progress = ProgressStyle.auto

  var videoOptions: VideoOptions { VideoOptions(crf: crf, encoderPreset: encoderPreset) }

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
  }
}
