import ArgumentParser
import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTuning

extension AtlasDescription.Format: ExpressibleByArgument {}

struct AtlasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "atlas", abstract: "Put frames of a preset on one sheet, for games and pages.",
    discussion: """
      Frames are transparent, and lie in a grid or packed; a JSON file beside the sheet says where. The sheet is read \
      again and every frame cut out of it, before it gets its name.

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

  @Option(help: ArgumentHelp("Only these frames, both ends included; the first is 0.", valueName: "a-b"))
  var frames: FrameRangeArgument?

  @Option(help: ArgumentHelp("How many frames, evenly spread. Default: 32, or all of --frames.", valueName: "n"))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "Pixels of a frame, as render takes them. Default: the movie's shape, 256 on the longer side.",
      valueName: "size"), completion: AskedSize.completion)
  var size: AskedSize?

  @Option(help: ArgumentHelp("Frames of a row. Default: about as many as rows.", valueName: "n")) var columns: Int?

  @Flag(help: "Frames lie as close as they fit, and equal ones once, instead of in a grid.") var packed = false

  @Option(help: ArgumentHelp("Empty pixels between frames: 0 to 256.", valueName: "n")) var padding: Int?

  @Option(help: ArgumentHelp("How far a frame's edge is repeated around it: 0 to 64 pixels.", valueName: "n"))
  var extrude: Int?

  @Flag(help: "Cut off empty edges: of each frame, in a grid those that all share.") var trim = false

  @Flag(help: "Make the sides of the sheet powers of two.") var pot = false

  @Option(help: ArgumentHelp("Colours straight, or multiplied by alpha.", valueName: "way")) var alpha = Alpha.straight

  @Option(help: ArgumentHelp("The JSON: plain or texturepacker.", valueName: "name"))
  var format: AtlasDescription.Format?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "game: packed, trimmed, 2 pixels apart with an edge of 1, powers of two, TexturePacker's JSON.",
      valueName: "place"))
  var profile: Profile?

  @Option(help: ArgumentHelp("Longest side of the sheet: 64 to 16384 pixels.", valueName: "n")) var maxSide = 8192

  @Option(
    name: .shortAndLong, help: "The sheet; the JSON beside it has its name. Default: out/NAME-atlas.png.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(help: "Leave a file alone that exists.") var noOverwrite = false

  @Option(help: "Threads that draw; 0 is one per core.") var threads = 0

  /// Frames of a sheet, and pixels of all frames together: 1 GB.
  private static let (mostFrames, mostPixels) = (4096, 256 << 20)

  func validate() throws {
    try PictureOutput.check(output, what: "a sheet")
    if output == OutputPath.standard { throw ValidationError("-o -: a sheet is two files; name one") }
    let ranges: [(String, Int?, ClosedRange<Int>)] = [
      ("--count", count, 1...Self.mostFrames), ("--columns", columns, 1...Self.mostFrames),
      ("--padding", padding, 0...256), ("--extrude", extrude, 0...64), ("--max-side", maxSide, 64...16_384),
      ("--threads", threads, 0...1024),
    ]
    for (name, value, range) in ranges where !range.contains(value ?? range.lowerBound) {
      throw ValidationError("\(name) \(value ?? 0): expected \(range.lowerBound) to \(range.upperBound)")
    }
    if columns != nil, packed || profile != nil {
      throw ValidationError("--columns belongs to a grid, not to --packed")
    }
  }

  func run() throws {
    let path = try OutputPath.resolve(output, name: "\(scene.outputName)-atlas", extension: "png")
    if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
    var request = scene.request(try scene.source(), size: size)
    // The background is not part of a sprite, unless it is asked for.
    request.options.insert(PropertyOverride(path: "movie.background", value: "transparent"), at: 0)
    let loaded = try scene.edits.load(request)
    let movie = loaded.movie()
    let cell = loaded.frameOptions.pixelSize ?? movie.thumbnailSize(longerSide: 256)
    let times = try times(of: movie)
    guard times.count <= Self.mostFrames, times.count * cell.width * cell.height <= Self.mostPixels else {
      throw CommandError.usage(
        "\(times.count.counted("frame")) of \(cell.width)x\(cell.height) are too much for a sheet; take fewer with "
          + "--count, or smaller ones with --size")
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

  /// Seconds of what is written.
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

  /// Frames in a second, as they follow each other on the sheet.
  private func rate(of movie: Movie, _ times: [Double]) -> Double {
    guard let first = times.first, let last = times.last, last > first else { return movie.framesPerSecond }
    let rate = Double(times.count - 1) / (last - first)
    // A few frames of a day are far below one in a second.
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
        throw CommandError.failed("\(path): the frames that are cut out again differ by \(difference) of 255")
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
      "\(path): \(atlas.frames.count.counted("frame")) on \(atlas.width)x\(atlas.height), places in \(description)",
      on: path)
  }
}
