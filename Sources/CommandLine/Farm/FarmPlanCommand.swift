struct FarmPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Prepare a folder for rendering a movie in segments.",
    discussion: """
      Writes plan.json and copies the document and its images to the folder. Later changes of the originals have no \
      effect. Fails if the document uses an unsupported feature. Fonts are not copied: install the same fonts on all \
      machines.

      EXAMPLES:
        starmine farm plan fireworks-show -o show
        starmine farm plan snow -o snow --size 4k --movie snow-4k.mov
        starmine farm plan card.json --data people.csv -o 'cards/{name}.segments'
      """)

  @Argument(
    help: "Preset name (see `starmine presets`), path of a document, or - for standard input.",
    completion: Completion.preset)
  var preset: String

  @OptionGroup var edits: EditOptions
  @OptionGroup var settings: RenderSettings
  @OptionGroup var outputs: OutputOptions
  @OptionGroup var data: DataOptions

  @Option(name: .shortAndLong, help: "Output folder. Default: out/NAME.segments.", completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Name of the final movie. The extension selects the format. Default: NAME.mp4.",
      valueName: "name"))
  var movie: String?

  @Option(
    help: ArgumentHelp(
      "Number of frames per segment. Must be a multiple of \(VideoFormat.segmentFrames) if the encoder restarts.",
      valueName: "n"))
  var segmentFrames = VideoFormat.segmentFrames

  func validate() throws {
    guard (1...FarmPlan.largestSegmentFrames).contains(segmentFrames) else {
      throw ValidationError("--segment-frames \(segmentFrames): expected 1 to \(FarmPlan.largestSegmentFrames)")
    }
    try data.check([preset], output: nil)
    if edits.captions != nil { throw ValidationError("--captions: first run starmine import FILE -o FILE.json") }
    if let movie, movie.contains("/") { throw ValidationError("--movie \(movie): expected a name without a folder") }
  }

  func run() throws {
    let name = PresetReference(preset).outputName
    if let table = data.data {
      let run = try DataRun(
        data, table, preset: preset, edits: edits, size: settings.size, output: output, extension: "segments")
      if outputs.dryRun { return try run.describe() }
      return try run.each { source, path in
        let row = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let own = source.giving(cues: edits.cueFile)
        try plan(own.keeping(own.loader.given.merging(edits.given)), in: path, named: row)
      }
    }
    // An existing folder belongs to the plan; the plan is not put inside it.
    let path = try output ?? OutputPath.resolve(nil, name: name, extension: "segments")
    try OutputPath.makeFolder(of: path)
    let source = try PresetReference(preset).source(Movie.presetLoader).giving(cues: edits.cueFile)
    try plan(edits.given.isEmpty ? source : source.keeping(edits.given), in: path, named: name)
  }

  private func plan(_ source: PresetSource, in path: String, named name: String) throws {
    let words = try MovieArguments.read(MovieOptionList.withoutVariables)
    let standard = "\(name).\(outputs.defaultExtension(isClear: edits.isClear))"
    let job = words.job(to: movie ?? outputs.numbered(standard))
    let cues = try RenderJob(
      preset: preset, path: job.path, edits: edits, settings: settings, outputs: outputs, isAlone: true, showsBar: false
    ).request(source).scene().scene.cues
    // Cue and sound files for analysis do not exist on other machines.
    let source = cues.isEmpty ? source : try source.keeping(cues)
    let render = try job.plan(source) { false }
    let unsupported = render.scene.unsupported
    try EditOptions.report(unsupported, strict: edits.strict || unsupported.contains { !$0.isCutText })
    EditOptions.say(render.sceneNotes)
    try checkSegmentFrames(render.format)
    if outputs.dryRun { return render.lines.forEach { Log.result($0) } }
    var plan = try FarmPlan(
      render, source, preset: preset, segmentFrames: segmentFrames, isFrozen: true
    ).sealed()
    if try isThere(plan, path) { return }
    let folder = try SegmentFolder(path: path, plan: plan)
    plan.secondsPerFrame = try SegmentWork.secondsPerFrame(render.movie, plan.frames, to: plan.output, render.options)
    try freeze(source, try SegmentFolder(path: folder.path, plan: plan))
    Log.result(Self.summary(try SegmentFolder(reading: folder.path)))
  }

  private func checkSegmentFrames(_ format: VideoFormat) throws {
    guard !format.hasRestarts || segmentFrames % VideoFormat.segmentFrames == 0 else {
      let nearest = (segmentFrames / VideoFormat.segmentFrames + 1) * VideoFormat.segmentFrames
      throw CommandError.usage(
        "--segment-frames \(segmentFrames): \(format.name) needs a multiple of \(VideoFormat.segmentFrames) "
          + "frames, such as \(nearest)")
    }
  }

  /// Whether the folder contains this plan. Another plan is not changed.
  private func isThere(_ plan: FarmPlan, _ path: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path + "/plan.json") else { return false }
    let old = try SegmentFolder(reading: path)
    let differences = plan.differences(from: old.plan)
    guard differences.isEmpty else {
      throw CommandError.usage(
        "\(path) has a different plan (\(differences.joined(separator: "; "))). Remove the folder, or use another")
    }
    Log.result("\(path): this plan exists already")
    return true
  }

  /// The copies are written before the plan, so that they exist when the plan does.
  private func freeze(_ source: PresetSource, _ folder: SegmentFolder) throws {
    try folder.freeze(source.bytes, as: folder.plan.document)
    for file in folder.plan.sources where file != folder.plan.document {
      try folder.freeze(InputFile.bytes(of: file.path, atMost: 1 << 30), as: file)
    }
    try folder.create()
  }

  private static func summary(_ folder: SegmentFolder) -> String {
    let plan = folder.plan
    let seconds = (plan.secondsPerFrame ?? 0) * Double(min(plan.segmentFrames, plan.frameCount))
    return String(
      format: "%@: %@ of %@, %dx%d; about %.1f s per segment on one core", folder.path,
      plan.segmentCount.counted("segment"), plan.segmentFrames.counted("frame"), plan.width, plan.height, seconds)
  }
}

extension PresetSource {
  /// Arguments for the given colours, which a palette does not change. In a frozen document they are only defaults.
  fileprivate func givenColors(_ scene: PresetScene) -> [String] {
    scene.variables.filter { $0.kind == .color }.flatMap { variable in
      loader.given[variable.name].map { ["--var", "\(variable.name)=\($0.text)"] } ?? []
    }
  }
}

extension FarmPlan {
  /// The plan of a movie.
  /// - Parameter source: the document from which the movie's scene was loaded, with its images.
  /// - Parameter isFrozen: whether the folder will contain copies of all files.
  init(_ render: RenderPlan, _ source: PresetSource, preset: String, segmentFrames: Int, isFrozen: Bool) throws {
    let (movie, options, format) = (render.movie, render.options, render.format)
    if let other = render.companions.first {
      throw CommandError.usage(
        "segments make one file, and the delivery preset also writes \(other.path); use --format \(format.key), then "
          + "--format \(other.format.key), instead of --for")
    }
    let frames = options.frames ?? 0..<movie.frameCount
    guard !frames.isEmpty, frames.upperBound <= movie.frameCount else {
      throw MovieError.noSuchFrames(asked: frames, frameCount: movie.frameCount)
    }
    let tracks = format.keepsSound ? movie.soundtracks : []
    let size = try movie.exportedSize(to: render.path, options)
    let encoder = try Self.media { () throws(VideoError) in try format.encoderIdentity(options.video) }
    let sha256 = try Self.media { () throws(VideoError) in try Digest.sha256(source.bytes) }
    let sounds = try Self.sources(tracks.map(\.path), isFrozen ? "sounds" : nil)
    let words = isFrozen ? MovieOptionList.withoutVariables + source.givenColors(render.scene) : MovieOptionList.own
    self.init(
      program: ProgramIdentity.text, encoder: encoder, title: PresetReference(preset).outputName,
      output: URL(fileURLWithPath: render.path).lastPathComponent, formatKey: format.key,
      hdr: format.hdr, words: words,
      document: Source(path: source.file, copy: isFrozen ? "document.json" : "", sha256: sha256),
      directory: source.directory.standardizedFileURL.path,
      images: try Self.sources(source.imageFiles.map(\.path), isFrozen ? "images" : nil),
      sounds: zip(tracks, sounds).map { Sound($0, $1) }, width: size.width, height: size.height,
      framesPerSecond: movie.framesPerSecond, frames: frames, segmentFrames: segmentFrames,
      metadata: options.video.metadata)
  }

  private static func sources(_ paths: [String], _ folder: String?) throws -> [Source] {
    try paths.enumerated().map { index, path in
      let sha256 = try media { () throws(VideoError) in try InputFile.sha256(of: path) }
      return Source(path: path, copy: folder.map { "\($0)/\(index)" } ?? "", sha256: sha256)
    }
  }

  private static func media<Value>(_ body: () throws(VideoError) -> Value) throws -> Value {
    do throws(VideoError) { return try body() } catch { throw MovieError.video(error) }
  }
}

/// The movie of a folder, from its copies only.
struct FarmMovie {
  let movie: Movie
  private(set) var options: ExportOptions

  /// Errors: another version of the program or the encoder, a missing or changed copy.
  init(_ folder: SegmentFolder, threads: Int, isCancelled: @escaping @Sendable () -> Bool) throws {
    let plan = folder.plan
    try Self.checkVersion(folder)
    let words = try Self.arguments(plan)
    try Self.checkSources(folder)
    let bytes = try InputFile.bytes(of: folder.copyPath(plan.document), in: folder.scope, atMost: 1 << 30)
    let source = PresetSource(
      bytes: bytes, file: plan.document.path, directory: URL(fileURLWithPath: plan.directory, isDirectory: true),
      loader: Self.loader(folder))
    let job = words.job(to: plan.output, threads: threads)
    let render = try job.request(source, isCancelled).plan(to: plan.output)
    try EditOptions.report(render.scene.unsupported.filter { !$0.isCutText }, strict: true)
    (movie, options) = (render.movie, render.options)
    options.video.metadata = plan.metadata
  }

  private static func arguments(_ plan: FarmPlan) throws -> MovieArguments {
    do { return try MovieArguments.read(plan.words) } catch {
      throw FarmError.unusable("the plan has invalid options: \(MovieArguments.message(for: error))")
    }
  }

  /// The join of a folder's segments. Errors: another version of the program or the encoder.
  static func join(_ folder: SegmentFolder) throws -> FarmJoin {
    try checkVersion(folder)
    return FarmJoin(folder, options: try videoOptions(folder.plan))
  }

  /// The encoder options, which do not depend on the document.
  private static func videoOptions(_ plan: FarmPlan) throws -> VideoOptions {
    // The document has no effect here.
    let request = try arguments(plan).job(to: plan.output).request(PresetText.empty.source(Movie.presetLoader))
    return request.exportOptions(nil, to: plan.output).video
  }

  private static func checkVersion(_ folder: SegmentFolder) throws {
    let plan = folder.plan
    guard plan.program == ProgramIdentity.text else {
      throw FarmError.unusable(
        "\(folder.path) was planned by \(plan.program); this is \(ProgramIdentity.text). Other versions may draw "
          + "different frames. Use the same version everywhere, or plan again")
    }
    let encoder = try VideoFormat(named: plan.formatKey).encoderIdentity(videoOptions(plan))
    guard plan.encoder == encoder else {
      throw FarmError.unusable(
        "\(folder.path) was planned for \(plan.encoder), but here is \(encoder). Use the same encoder, or plan again")
    }
  }

  private static func checkSources(_ folder: SegmentFolder) throws {
    for source in folder.plan.sources {
      let path = folder.copyPath(source)
      let found: String
      do throws(VideoError) { found = try InputFile.sha256(of: path, in: folder.scope) } catch {
        throw FarmError.unusable("\(path), the copy of \(source.path), cannot be read: \(error); plan again")
      }
      guard found == source.sha256 else {
        throw FarmError.unusable("\(path), the copy of \(source.path), was changed; plan again")
      }
    }
  }

  /// Images, videos, and sounds that numbers follow are read from their copies.
  private static func loader(_ folder: SegmentFolder) -> PresetLoader {
    var loader = Movie.presetLoader
    let copies = Dictionary(folder.plan.images.map { ($0.path, folder.copyPath($0)) }) { $1 }
    func copy(of url: URL) throws -> URL {
      guard let copy = copies[url.path] else { throw FarmError.unusable("it is not part of the plan") }
      return URL(fileURLWithPath: copy)
    }
    let (read, open, listen) = (loader.loadImage, loader.openClip, loader.loadLevels)
    let measure = loader.measureImage
    // Documents may name any files, but they are read from the plan's folder.
    let scope = folder.scope
    loader.measureImage = { url, _ in (try? copy(of: url)).flatMap { measure($0, scope) } }
    loader.loadImage = { url, _ in try read(copy(of: url), scope) }
    loader.openClip = { url, _ in try open(copy(of: url), scope) }
    loader.loadLevels = { query, _ in
      var query = query
      query.url = try copy(of: query.url)
      return try listen(query, scope)
    }
    return loader
  }
}
