import StarmineImport

struct SceneOptions: ParsableArguments {
  @Argument(
    help: "Preset name (see `starmine presets`), path of a document, or - for standard input.",
    completion: Completion.preset)
  var preset: String

  @OptionGroup var edits: EditOptions

  func source() throws -> PresetSource {
    try PresetReference(preset).source(Movie.presetLoader)
  }

  var outputName: String { PresetReference(preset).outputName }

  /// Reads the document, applies the options, and prints notes.
  /// - Parameter size: requested size in pixels.
  func load(size: RequestedSize? = nil) throws -> RequestedScene {
    try edits.load(request(source(), size: size))
  }

  func request(_ source: PresetSource, size: RequestedSize? = nil) -> RenderRequest {
    var request = edits.request(source)
    request.size = size
    return request
  }
}

struct EditOptions: ParsableArguments {
  @Option(help: "Frames per second: 30, 29.97 or 30000/1001. Default: from the document.")
  var fps: String?

  @Option(help: "Length of the movie: 8, 8s or 500ms. Default: from the document.")
  var duration: SecondsArgument?

  @Option(help: ArgumentHelp("Playback speed. 0.5 makes the movie twice as long. Default: 1.", valueName: "factor"))
  var speed: String?

  @Option(
    help: ArgumentHelp(
      "Make a seamless loop of this length: 6s. blend crossfades the end into the start: blend, or 6s,blend.",
      valueName: "mode"))
  var loop: LoopArgument?

  @Option(help: "Seed of the random numbers. The same seed gives the same frames.")
  var seed: UInt32?

  @Option(help: ArgumentHelp("Background colour: clear, #102030, navy or hsl(220 50% 20%).", valueName: "colour"))
  var background: String?

  @Option(
    help: ArgumentHelp(
      "Recolour all cells and variables: \(Palette.all.map(\.name).joined(separator: ", ")), or a "
        + "comma-separated list of colours.",
      valueName: "colours"), completion: .list(Palette.all.map(\.name)))
  var palette: String?

  @Option(
    help: ArgumentHelp("Grade the finished picture with a .cube colour table (1D or 3D).", valueName: "file"),
    completion: .file())
  var lut: String?

  @Option(
    help: ArgumentHelp(
      "How to fit the scene into another aspect ratio: contain (show all), cover (crop), stretch (distort) or reflow "
        + "(lay out again). Default: from the document.", valueName: "mode"),
    completion: .list(MovieSettings.Fit.allCases.map(\.rawValue)))
  var fit: String?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a property, as in spark.velocity=200. += adds, *= multiplies. Repeatable.",
      discussion: """
        KEY is a cell or layer name with a property, or a full key path: sky.emitterCells.snow.birthRate. * matches \
        one name, ** any number of names: **.velocity. movie.KEY sets a property of the movie. hue+20, \
        saturation*1.2 and brightness*0.8 change the colours of all cells. VALUE can have a unit: 90deg, 2s, 50%, \
        orange, #ff8800cc, 10,20, stage.width/2.
        """, valueName: "key=value"), completion: Completion.keyPath)
  var changes: [OverrideArgument] = []

  @OptionGroup var variableOptions: VariableOptions

  @Option(
    help: ArgumentHelp(
      "Cues for the timeline: a CSV or label file, or a sound whose beats are detected. Replaces the document's cues.",
      valueName: "file"), completion: .file())
  var cues: String?

  @Option(
    help: ArgumentHelp(
      "Captions: a .srt or .vtt file, or JSON with times of words. Replaces the document's captions.",
      valueName: "file"), completion: .file())
  var captions: String?

  @Option(
    help: ArgumentHelp("Look of the captions: \(Captions.looks.joined(separator: ", ")).", valueName: "name"),
    completion: .list(Captions.looks))
  var captionsLook: String?

  @Option(help: ArgumentHelp("Draw particles only. Transforms and masks of layers still apply.", valueName: "parts"))
  var only: PartsArgument.Only?

  @Option(help: ArgumentHelp("Leave out the scenery and the background.", valueName: "parts"))
  var without: PartsArgument.Without?

  @Option(
    help: ArgumentHelp(
      "Keep the scenery, which is left out over a video and over a transparent background.", valueName: "parts"))
  var with: PartsArgument.Without?

  @Option(help: ArgumentHelp("State of the document to start in.", valueName: "name")) var state: String?

  @Flag(help: "Fail if the document uses an unsupported feature. Default: print a warning.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Memory limit: 2G, 800M. A lower limit draws fewer frames at a time. Default: the free memory.",
      valueName: "size"))
  var memory: MemoryArgument?

  @OptionGroup var log: LogOptions

  func validate() throws {
    // Documents and images are read before a command runs.
    if let memory { MemoryBudget.limit(to: memory.bytes) }
    let parts = [("--only", only != nil), ("--without", without != nil), ("--with", with != nil)].filter(\.1).map(\.0)
    guard parts.count <= 1 else {
      throw ValidationError("\(parts.joined(separator: ", ")): use only one of these options")
    }
    if let duration, !(duration.seconds > 0 && duration.seconds <= 86400) {
      throw ValidationError("--duration \(duration.seconds): expected a value above 0, up to 86400 seconds")
    }
  }

  /// Values of the document's variables. Those of `--set vars.NAME=VALUE` take precedence.
  var given: GivenVariables {
    var changes = changes.map(\.change)
    return variableOptions.given.merging(GivenVariables(taking: &changes))
  }

  var cueFile: URL? { cues.map { URL(fileURLWithPath: $0) } }

  func request(_ source: PresetSource) -> RenderRequest {
    var request = RenderRequest(source)
    (request.variables, request.cues, request.state) = (variableOptions.given, cueFile, state)
    request.captions = (captions.map { URL(fileURLWithPath: $0) }, captionsLook)
    (request.parts, request.palette, request.changeLabel) = (parts, palette, "--set ")
    (request.duration, request.loop, request.changes) = (duration?.seconds, loop?.loop, changes.map(\.change))
    let values = [
      ("fps", fps), ("speed", speed), ("seed", seed.map { "\($0)" }), ("background", background), ("fit", fit),
      ("lut", lut.map { $0 == "none" ? $0 : URL(fileURLWithPath: $0).path }),
    ]
    for (key, value) in values { if let value { request.setOption(key, value, named: "--\(key) \(value)") } }
    return request
  }

  func load(_ request: RenderRequest) throws -> RequestedScene {
    let loaded = try request.scene()
    try report(loaded.scene, loaded.notes)
    return loaded
  }

  func report(_ scene: PresetScene, _ notes: [String]) throws {
    try Self.report(scene.unsupported, strict: strict)
    Self.say(notes)
  }

  /// - Parameter most: maximum number of notes. Above it, their number is printed.
  static func say(_ notes: [String], most: Int = 20) {
    for text in notes.prefix(most) { Log.note(text) }
    if notes.count > most { Log.note("and \(notes.count - most) more") }
  }

  var parts: MovieSettings.Parts? {
    only != nil ? .particles : without != nil ? .withoutScenery : with != nil ? .all : nil
  }

  /// Prints unsupported features once.
  /// - Parameter most: maximum number of lines. Above it, their number is printed.
  static func report(_ problems: [DocumentProblem], strict: Bool, most: Int = 20) throws {
    guard !problems.isEmpty else { return }
    let text = CommandError.summary(of: problems, most: most)
    if strict { throw CommandError.usage(text) }
    Log.warning(text)
  }
}

enum PartsArgument {
  enum Only: String, ExpressibleByArgument, CaseIterable {
    case particles
  }

  enum Without: String, ExpressibleByArgument, CaseIterable {
    case scenery
  }
}

struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a document variable, as in title=ANN. Repeatable. `starmine show` lists the variables.",
      valueName: "name=value"), completion: Completion.variable)
  var values: [VariableArgument] = []

  @Option(
    help: ArgumentHelp("Theme of a .lottie file. For an unknown name, the error lists the themes.", valueName: "name"))
  var theme: String?

  /// Image paths are relative to the working folder.
  var given: GivenVariables {
    var given = GivenVariables()
    if let theme { given["theme"] = GivenVariables.Value(theme, file: "--theme") }
    for variable in values {
      given[variable.name] = GivenVariables.Value(
        variable.value, file: "--var \(variable.name)", folder: URL(fileURLWithPath: ".", isDirectory: true))
    }
    return given
  }
}
