/// A command that draws an image, or one per row of a table.
protocol PictureCommand: ParsableCommand {
  var scene: SceneOptions { get }
  var data: DataOptions { get }
  var output: String? { get }
  var size: RequestedSize? { get }
  var noOverwrite: Bool { get }
  var dryRun: Bool { get }
  /// Default name of an image without its extension.
  var standardName: String { get }

  func draw(_ loaded: RequestedScene, to path: String, in scope: FileScope) throws
}

extension PictureCommand {
  func run() throws {
    if output == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    if let table = data.data { return try runRows(of: table) }
    let path = try OutputPath.path(output, name: standardName, extension: "png")
    if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
    let loaded = try scene.load(size: size)
    if dryRun { return Log.result(path) }
    try OutputPath.makeFolder(of: path)
    try draw(loaded, to: path, in: .everywhere)
  }

  private func runRows(of table: String) throws {
    let run = try DataRun(
      data, table, preset: scene.preset, edits: scene.edits, size: size, output: output, extension: "png")
    if dryRun { return try run.describe() }
    try run.each { source, path in
      if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
      try draw(scene.request(source, size: size).scene(), to: path, in: run.pattern.scope)
    }
  }
}

struct StillCommand: PictureCommand {
  static let configuration = CommandConfiguration(
    commandName: "still", abstract: "Write one frame as a PNG.",
    discussion: """
      EXAMPLES:
        starmine still fireworks --at 1.4 -o burst.png
        starmine still snow-deep --size square
        starmine still fireworks --at 1.4 -o - > burst.png
        starmine still card.json --data people.csv -o 'out/{name}.png'
      """)

  @OptionGroup var scene: SceneOptions
  @OptionGroup var data: DataOptions

  @Option(help: "Time from the start: 2.5, 2.5s or 250ms. Default: the middle of the movie.")
  var at: SecondsArgument?

  @Option(
    name: .shortAndLong, help: "Output file, folder, or - for standard output. Default: out/NAME.png.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(help: RequestedSize.help, completion: RequestedSize.completion)
  var size: RequestedSize?

  @Flag(help: "Paint in magenta all pixels that are brighter than white.")
  var aboveWhite = false

  @Flag(help: "Fail if the output exists.") var noOverwrite = false

  @Flag(help: "Print what would be written. Write nothing.") var dryRun = false

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.")
  var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    try PictureOutput.check(output, what: "a still")
    try data.check([scene.preset], output: output)
    if let at, at.seconds > 86400 { throw ValidationError("--at \(at.seconds): expected at most 86400 seconds") }
  }

  var standardName: String { scene.outputName }

  func draw(_ loaded: RequestedScene, to path: String, in scope: FileScope) throws {
    let movie = loaded.movie()
    let time = at?.seconds ?? movie.length / 2
    movie.noteIfOver(time, "--at")
    EditOptions.say(loaded.pictureNotes)
    var options = loaded.frameOptions
    options.marksHighlights = aboveWhite
    let picture = try movie.still(at: time * movie.speed, options, workers: Threads.count(threads))
    // The process ends with its only image, so the layers need not be deallocated.
    if data.data == nil { _ = Unmanaged.passRetained(movie) }
    try PictureOutput.write(picture, to: path, in: scope)
    Log.result("\(path): \(picture.width)x\(picture.height), \(ValueText.text(time)) s", on: path)
  }
}

extension Movie {
  var length: Double { settings.duration / settings.speed }

  /// Prints a note if a time is after the end.
  func noteIfOver(_ time: Double, _ option: String) {
    guard time > length else { return }
    Log.note("\(option) \(ValueText.text(time)) s is beyond the end of the movie at \(ValueText.text(length)) s")
  }
}
