import Synchronization

struct SheetCommand: PictureCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Write frames at several times into one PNG (contact sheet).",
    discussion: """
      EXAMPLES:
        starmine sheet fireworks-show                    twelve evenly spaced frames
        starmine sheet fireworks --times 0:2.5:6 --columns 6
        starmine sheet confetti --times 0.5,1,2,4 --size 640x360 -o sheet.png
      """)

  @OptionGroup var scene: SceneOptions
  @OptionGroup var data: DataOptions

  @Option(
    help: ArgumentHelp(
      "Times in seconds: FIRST:LAST:COUNT, or a comma-separated list. Default: twelve over the whole movie.",
      valueName: "a:b:n"))
  var times: TimesArgument?

  @Option(help: "Number of columns. Default: a nearly square grid.") var columns: Int?

  @Option(
    help: ArgumentHelp(
      "Size of one picture, as for render. Default: longer side 320 pixels.",
      valueName: "size"), completion: RequestedSize.completion)
  var size: RequestedSize?

  @Option(
    name: .shortAndLong, help: "Output file, or - for standard output. Default: out/NAME-sheet.png.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(help: "Print the time above each picture.") var labels = false

  @Flag(help: "Print the contents of the sheet as JSON.") var json = false

  @Flag(help: "Fail if the output exists.") var noOverwrite = false

  @Flag(help: "Print what would be written. Write nothing.") var dryRun = false

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0

  @Option(help: "Progress on standard error.") var progress = ProgressStyle.auto

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    if let columns, !(1...100).contains(columns) { throw ValidationError("--columns \(columns): expected 1 to 100") }
    try PictureOutput.check(output, what: "a sheet")
    try data.check([scene.preset], output: output)
    if json, output == OutputPath.standard { throw ValidationError("--json and -o - both use standard output") }
  }

  var standardName: String { "\(scene.outputName)-sheet" }

  func draw(_ loaded: RequestedScene, to path: String, in scope: FileScope) throws {
    let movie = loaded.movie()
    let times = times?.seconds ?? TimesArgument.spread(from: 0, to: movie.length, count: 12)
    if let last = times.max() { movie.noteIfOver(last, "--times") }
    EditOptions.say(loaded.pictureNotes)
    let cell = loaded.frameOptions.pixelSize ?? movie.thumbnailSize(longerSide: 320)
    let pictures = try times.map { time throws(MovieError) in
      try movie.frame(at: time * movie.speed, FrameOptions(pixelSize: cell))
    }
    let sheet = try ContactSheet(layout(times, cell, loaded.scene))
    let image = try draw(pictures, on: sheet, path)
    try PictureOutput.write(image, to: path, in: scope)
    guard json else {
      return Log.result("\(path): \(times.count.counted("picture")) of \(cell.width)x\(cell.height)", on: path)
    }
    try printJSON(SheetRecord(path, sheet.layout, times, loaded.scene, preset: scene.preset))
  }

  private func layout(_ times: [Double], _ cell: PixelSize, _ loaded: PresetScene) -> SheetLayout {
    let columns = columns ?? Int(Double(times.count).squareRoot().rounded(.up))
    var layout = SheetLayout(columns: columns, rows: (times.count + columns - 1) / columns, cell: cell)
    if labels {
      layout.title = "\(loaded.name)   seed \(loaded.seed)"
      layout.captions = times.map { String(format: "%.3g s", $0) }
    }
    return layout
  }

  private func draw(_ pictures: [MovieFrame], on sheet: ContactSheet, _ path: String) throws -> CGImage {
    let interruption = Interruption()
    let request = interruption.request
    do {
      return try SheetProgress(progress).draw(pictures, on: sheet, workers: Threads.count(threads)) { request.isMade }
    } catch MovieError.cancelled {
      throw CommandError.interrupted("Interrupted. \(path) was not written.")
    }
  }
}

struct SheetRecord: Encodable {
  struct Picture: Encodable {
    var time: Double
    var x: Int
    var y: Int
  }

  var output: String
  var preset: String
  var seed: UInt32
  var width: Int
  var height: Int
  /// Size of one picture in pixels.
  var cell: [Int]
  var columns: Int
  var rows: Int
  var pictures: [Picture]

  init(_ path: String, _ layout: SheetLayout, _ times: [Double], _ scene: PresetScene, preset: String) {
    (output, self.preset, seed) = (path, preset, scene.seed)
    (width, height, cell) = (layout.size.width, layout.size.height, [layout.cell.width, layout.cell.height])
    (columns, rows) = (layout.columns, layout.rows)
    pictures = times.enumerated().map { index, time in
      let origin = layout.origin(of: index)
      return Picture(time: time, x: origin.x, y: origin.y)
    }
  }
}

/// `0:8:9` (first, last, number) or `0.5,1,2`.
struct TimesArgument: ExpressibleByArgument {
  static let limit = 1024
  let seconds: [Double]

  init?(argument: String) {
    let range = argument.split(separator: ":", omittingEmptySubsequences: false)
    if range.count == 3, let first = Self.time(range[0]), let last = Self.time(range[1]), let count = Int(range[2]),
      (1...Self.limit).contains(count)
    {
      seconds = Self.spread(from: first, to: last, count: count)
      return
    }
    let list = argument.split(separator: ",", omittingEmptySubsequences: false).map(Self.time)
    guard list.count <= Self.limit, !list.contains(nil) else { return nil }
    seconds = list.compactMap { $0 }
  }

  private static func time(_ text: Substring) -> Double? {
    guard let time = try? NumberText.parse(String(text), unit: .seconds), (0...86_400).contains(time) else {
      return nil
    }
    return time
  }

  /// Evenly spaced, including both ends.
  static func spread(from first: Double, to last: Double, count: Int) -> [Double] {
    (0..<count).map { count == 1 ? first : first + (last - first) * Double($0) / Double(count - 1) }
  }
}

struct SheetProgress {
  private let style: ProgressStyle

  init(_ style: ProgressStyle) {
    self.style = style
  }

  /// Draws a sheet. Errors: see `ContactSheet.draw`.
  func draw(
    _ pictures: [MovieFrame], on sheet: ContactSheet, workers: Int, isCancelled: @Sendable () -> Bool
  ) throws(MovieError) -> CGImage {
    let reporter = Mutex(ProgressReporter(style: style, unit: "pictures"))
    defer { reporter.withLock { $0.finish() } }
    let clock = ContinuousClock()
    let (start, total) = (clock.now, pictures.count)
    return try sheet.draw(pictures, workers: workers, isCancelled: isCancelled) { done in
      let elapsed = start.duration(to: clock.now) / .seconds(1)
      reporter.withLock {
        $0.update(ExportProgress(framesDone: done, frameCount: total, secondsElapsed: elapsed))
      }
    }
  }
}
