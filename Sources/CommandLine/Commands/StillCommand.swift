import ArgumentParser
import Starmine
import StarmineMedia
import StarminePresets
import StarmineRaster

struct StillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still", abstract: "Draw one moment of a preset as a PNG.",
    discussion: """
      EXAMPLES:
        starmine still fireworks --at 1.4 -o burst.png
        starmine still snow-deep --size 640x360
      """)

  @OptionGroup var scene: SceneOptions

  @Option(help: "The moment: 2.5, 2.5s or 250ms from the start. Default: the middle of the movie.")
  var at: SecondsArgument?

  @Option(
    name: .shortAndLong, help: "The file to write. Default: out/NAME.png.", completion: .file(extensions: ["png"]))
  var output: String?

  @Option(help: ArgumentHelp("Pixels; the scene is scaled to fit and centred.", valueName: "WxH"))
  var size: SizeArgument?

  @Option(help: "Threads that draw; 0 is one per core.")
  var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    if let output, !output.lowercased().hasSuffix(".png") {
      throw ValidationError("-o \(output): a still is written as PNG, so its name ends in .png")
    }
    if let at, at.seconds > 86400 { throw ValidationError("--at \(at.seconds): expected at most 86400 seconds") }
  }

  func run() throws {
    let loaded = try scene.load()
    let movie = Movie(loaded)
    let path = try OutputPath.resolve(output, name: loaded.name, extension: "png")
    let time = at?.seconds ?? movie.duration / 2
    let picture = try movie.still(at: time, pixelSize: size?.pixels, workers: threads)
    try ImageWriter.writePNG(picture, toPath: path)
    StandardOutput.report("\(path): \(picture.width)x\(picture.height), \(time) s", on: path)
  }
}
