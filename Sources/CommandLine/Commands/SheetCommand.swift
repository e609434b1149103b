import ArgumentParser
import Foundation
import Media
import Presets
import Starmine

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Draw a contact sheet: one preset at several times, in one PNG.",
    discussion: """
      EXAMPLES:
        starmine sheet fireworks-show                       twelve moments, evenly spread
        starmine sheet fireworks --times 0:2.5:6 --columns 6
        starmine sheet confetti --times 0.5,1,2,4 --size 640x360 -o sheet.png
      """)

  @OptionGroup var scene: SceneOptions

  @Option(
    help: ArgumentHelp(
      "Moments in seconds: first, last and how many, or a list with commas. Default: twelve over the whole movie.",
      valueName: "a:b:n"))
  var times: TimesArgument?

  @Option(help: "Pictures in a row. Default: about as many as rows.") var columns: Int?

  @Option(
    help: ArgumentHelp("Pixels of one picture. Default: the movie's shape, 320 on the longer side.", valueName: "WxH"))
  var size: SizeArgument?

  @Option(
    name: .shortAndLong, help: "The file to write. Default: out/NAME-sheet.png.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(help: "Threads that draw; 0 is one per core.") var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    if let columns, !(1...100).contains(columns) { throw ValidationError("--columns \(columns): expected 1 to 100") }
    if let output, !output.lowercased().hasSuffix(".png") {
      throw ValidationError("-o \(output): a sheet is written as PNG, so its name ends in .png")
    }
  }

  func run() throws {
    let loaded = try scene.load()
    let movie = Movie(loaded)
    let times = times?.seconds ?? TimesArgument.spread(from: 0, to: movie.duration, count: 12)
    let cell = size?.pixels ?? movie.thumbnailSize(longerSide: 320)
    var sheet = ContactSheet(columns: columns ?? Int(Double(times.count).squareRoot().rounded(.up)), cell: cell)
    guard times.count * cell.width * cell.height <= Movie.largestFrame else {
      throw Failure.usage(
        "\(times.count) pictures of \(cell.width)x\(cell.height) are more than a sheet's 64 megapixels; "
          + "take fewer or smaller ones")
    }
    for time in times { sheet.append(try movie.still(at: time, pixelSize: cell, workers: threads)) }
    let path = try OutputPath.resolve(output, name: "\(loaded.name)-sheet", extension: "png")
    guard let image = sheet.image else { return }
    try ImageWriter.writePNG(image, toPath: path)
    print("\(path): \(times.count) pictures of \(cell.width)x\(cell.height)")
  }
}

extension Movie {
  /// A size of the canvas's shape.
  fileprivate func thumbnailSize(longerSide: Double) -> PixelSize {
    let longest = max(size.width, size.height, 1)
    func side(_ points: CGFloat) -> Int { max(1, Int((Double(points / longest) * longerSide).rounded())) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }
}

/// `0:8:9`, from the first to the last and how many, or `0.5,1,2`.
struct TimesArgument: ExpressibleByArgument {
  /// Most moments of one sheet.
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

  /// Evenly spread, both ends included.
  static func spread(from first: Double, to last: Double, count: Int) -> [Double] {
    (0..<count).map { count == 1 ? first : first + (last - first) * Double($0) / Double(count - 1) }
  }
}
