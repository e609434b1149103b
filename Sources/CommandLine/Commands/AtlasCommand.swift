extension AtlasDescription.Format: ExpressibleByArgument {}

struct AtlasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "atlas", abstract: "Write frames into a sprite sheet for games and web pages.",
    discussion: """
      Frames have an alpha channel. A JSON file beside the sheet lists their positions.

      EXAMPLES:
        starmine atlas fireworks --for game -o boom.png
        starmine atlas confetti --count 16 --columns 4 --size 256x256
        starmine atlas confetti --packed --trim --format texturepacker
      """)

  enum Alpha: String, ExpressibleByArgument, CaseIterable {
    case straight, premultiplied
  }

  enum Profile: String, ExpressibleByArgument, CaseIterable {
    case game
  }

  @OptionGroup var scene: SceneOptions

  @Option(help: ArgumentHelp("Range of frames, both ends included. The first frame is 0.", valueName: "a-b"))
  var frames: FrameRangeArgument?

  @Option(help: ArgumentHelp("Number of evenly spaced frames. Default: 32, or all of --frames.", valueName: "n"))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "Size of a frame, as for render. Default: longer side 256 pixels.",
      valueName: "size"), completion: RequestedSize.completion)
  var size: RequestedSize?

  @Option(help: ArgumentHelp("Number of columns. Default: a nearly square grid.", valueName: "n")) var columns: Int?

  @Flag(help: "Pack frames tightly instead of in a grid, and store equal frames once.") var packed = false

  @Option(help: ArgumentHelp("Empty pixels between frames, 0 to 256. Default: 0.", valueName: "n")) var padding: Int?

  @Option(
    help: ArgumentHelp("Repeat the edge pixels of each frame around it, 0 to 64 pixels. Default: 0.", valueName: "n"))
  var extrude: Int?

  @Flag(help: "Remove empty edges: per frame if packed, common to all frames in a grid.") var trim = false

  @Flag(help: "Round the sides of the sheet up to powers of two.") var pot = false

  @Option(help: ArgumentHelp("How the sheet stores alpha.", valueName: "mode")) var alpha = Alpha.straight

  @Option(help: ArgumentHelp("JSON format. Default: plain.", valueName: "name"))
  var format: AtlasDescription.Format?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "game: --packed --trim --padding 2 --extrude 1 --pot --format texturepacker.",
      valueName: "preset"))
  var profile: Profile?

  @Option(help: ArgumentHelp("Longest side of the sheet, 64 to 16384 pixels.", valueName: "n")) var maxSide = 8192

  @Option(
    name: .shortAndLong, help: "Output file. The JSON file has the same name. Default: out/NAME-atlas.png.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(help: "Fail if the output exists.") var noOverwrite = false

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0

  /// Maximum number of frames, and of pixels of all frames: 1 GB.
  private static let (mostFrames, mostPixels) = (4096, 256 << 20)

  func validate() throws {
    try PictureOutput.check(output, what: "a sheet")
    if output == OutputPath.standard { throw ValidationError("-o -: an atlas is two files. Name the PNG file") }
    let ranges: [(String, Int?, ClosedRange<Int>)] = [
      ("--count", count, 1...Self.mostFrames), ("--columns", columns, 1...Self.mostFrames),
      ("--padding", padding, 0...256), ("--extrude", extrude, 0...64), ("--max-side", maxSide, 64...16_384),
      ("--threads", threads, 0...1024),
    ]
    for (name, value, range) in ranges where !range.contains(value ?? range.lowerBound) {
      throw ValidationError("\(name) \(value ?? 0): expected \(range.lowerBound) to \(range.upperBound)")
    }
    if columns != nil, packed || profile != nil {
      throw ValidationError("--columns and --packed cannot be combined")
    }
  }

  func run() throws {
    let path = try OutputPath.resolve(output, name: "\(scene.outputName)-atlas", extension: "png")
    if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
    var request = scene.request(try scene.source(), size: size)
    // Sprites have no background by default.
    request.options.insert(PropertyOverride(path: "movie.background", value: "transparent"), at: 0)
    let loaded = try scene.edits.load(request)
    let movie = loaded.movie()
    let cell = loaded.frameOptions.pixelSize ?? movie.thumbnailSize(longerSide: 256)
    let times = try times(of: movie)
    guard times.count <= Self.mostFrames, times.count * cell.width * cell.height <= Self.mostPixels else {
      throw CommandError.usage(
        "\(times.count.counted("frame")) of \(cell.width)x\(cell.height) exceed the limit. Use a lower "
          + "--count or a smaller --size")
    }
    let frames = try movie.atlasFrames(at: times, size: cell, workers: Threads.count(threads))
    let atlas: Atlas
    do { atlas = try Atlas(frames, options) } catch { throw CommandError.usage("\(error)") }
    let rate = rate(of: movie, times)
    try write(atlas, rate, to: path)
  }

  private var isForGame: Bool { profile == .game }

  private var options: AtlasOptions {
    var options = AtlasOptions()
    (options.columns, options.largestSide) = (columns, maxSide)
    (options.isPacked, options.trims, options.hasPowerOfTwo) = (
      packed || isForGame, trim || isForGame, pot || isForGame
    )
    (options.padding, options.extrusion) = (padding ?? (isForGame ? 2 : 0), extrude ?? (isForGame ? 1 : 0))
    return options
  }

  private func times(of movie: Movie) throws -> [Double] {
    let all = 0..<max(1, movie.frameCount)
    let asked = frames?.frames ?? all
    guard asked.upperBound <= all.upperBound else {
      throw MovieError.noSuchFrames(asked: asked, frameCount: all.count)
    }
    let count = min(asked.count, count ?? (frames == nil ? 32 : asked.count))
    return (0..<count).map { index in
      Double(asked.lowerBound + index * asked.count / count) / movie.framesPerSecond
    }
  }

  /// Frames per second of the sheet.
  private func rate(of movie: Movie, _ times: [Double]) -> Double {
    guard let first = times.first, let last = times.last, last > first else { return movie.framesPerSecond }
    let rate = Double(times.count - 1) / (last - first)
    // A few frames of a long movie are far below one per second.
    return rate < 1 ? rate : (rate * 1000).rounded() / 1000
  }

  private func write(_ atlas: Atlas, _ rate: Double, to path: String) throws {
    let beside = FileScope(beside: path)
    if alpha == .premultiplied {
      try ImageWriter.writePremultipliedPNG(atlas.image, toPath: path)
    } else {
      let bytes = try ImageWriter.png(atlas.image)
      // Dividing by alpha and multiplying again rounds twice.
      let difference = atlas.difference(from: try ImageReader.image(from: bytes, named: path))
      guard difference <= 1 else {
        throw CommandError.failed("\(path): the written frames differ from the rendered ones by \(difference) of 255")
      }
      try OutputPath.write(Data(bytes), to: path)
    }
    let subject = AtlasDescription.Subject(
      name: scene.outputName, image: URL(fileURLWithPath: path).lastPathComponent, framesPerSecond: rate,
      isPremultiplied: alpha == .premultiplied, program: StarmineCommand.configuration.version)
    let shape = format ?? (isForGame ? .texturepacker : .plain)
    let description = String(path.dropLast("png".count)) + "json"
    let value = AtlasDescription.value(of: atlas, subject, shape)
    try OutputPath.write(try JSONText.page(value) + Data("\n".utf8), to: description, in: beside)
    Log.result(
      "\(path): \(atlas.frames.count.counted("frame")) on \(atlas.width)x\(atlas.height), positions in \(description)",
      on: path)
  }
}
