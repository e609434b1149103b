struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Render a movie again and compare it with its file.",
    discussion: """
      Use the preset and the options of the `starmine render` command that wrote the file. Lossless files must be \
      identical. Lossy files must match within the error of their encoder. WebP files cannot be verified.

      Exits with 0 if the frames match. Otherwise prints the first frame that differs and exits with 3.

      EXAMPLES:
        starmine verify snow.mp4 snow
        starmine verify movie.mov fire.json --sample 20
        starmine verify snow.gif snow --size square
      """)

  @Argument(help: "Movie file, or the pattern of a sequence: a-%05d.png.", completion: .file())
  var movie: String

  @Argument(help: "Preset or document that was rendered.", completion: Completion.preset)
  var preset: String

  @Option(help: ArgumentHelp("Number of evenly spaced frames to compare. Default: all.", valueName: "n"))
  var sample: Int?

  @OptionGroup var edits: EditOptions
  @OptionGroup var settings: RenderSettings
  @OptionGroup var outputs: OutputOptions

  func validate() throws {
    if let sample, !(1...Self.mostFrames).contains(sample) {
      throw ValidationError("--sample \(sample): expected 1 to \(Self.mostFrames)")
    }
    let writing = [
      ("--dry-run", outputs.dryRun), ("--resume", settings.resume), ("--no-overwrite", settings.noOverwrite),
    ]
    if let (option, _) = writing.first(where: \.1) {
      throw ValidationError("\(option): verify does not write files. Leave out the option")
    }
  }

  /// Maximum number of compared frames.
  private static let mostFrames = 200_000

  func run() throws {
    guard OutputPath.isThere(movie) else { throw CommandError.usage("\(movie): no such file") }
    let interruption = Interruption()
    let request = interruption.request
    let job = RenderJob(
      preset: preset, path: movie, edits: edits, settings: settings, outputs: outputs, isAlone: true, showsBar: false)
    let plan = try job.plan(PresetReference(preset).source(Movie.presetLoader)) { request.isMade }
    let orders = try orders(of: plan.frames.count)
    var options = plan.options
    if outputs.maxSize != nil {
      // The size of the file, which may be smaller because of a size limit.
      let found = try VideoReader(path: movie).description()
      options.pixelSize = PixelSize(width: found.width, height: found.height)
    }
    var reporter = ProgressReporter(style: settings.progress)
    let result = Result<Void, MovieError> { () throws(MovieError) in
      try plan.movie.compare(with: movie, frames: orders, options: options) { reporter.update($0) }
    }
    reporter.finish()
    if case .failure(.cancelled) = result { throw CommandError.interrupted("Interrupted.") }
    try result.get()
    let how = plan.format.isExact ? "" : " within the error of \(plan.format.name)"
    Log.result("\(movie): \(orders.count) of \(plan.frames.count) frames match \(preset)\(how)")
  }

  /// Evenly spaced frames of the file, including the first and last.
  private func orders(of count: Int) throws -> [Int] {
    guard let sample, sample < count else {
      guard count <= Self.mostFrames else {
        throw CommandError.usage("\(movie): \(count) frames; the limit is \(Self.mostFrames). Use --sample")
      }
      return Array(0..<count)
    }
    return sample == 1 ? [0] : (0..<sample).map { $0 * (count - 1) / (sample - 1) }
  }
}
