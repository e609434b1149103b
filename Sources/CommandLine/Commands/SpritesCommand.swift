import ArgumentParser
import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineTuning

struct SpritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sprites", abstract: "List the generated images that documents can use.",
    discussion: """
      In a document: contents: { sprite: "glow", size: 48, color: "gold" }. size is the height in pixels. \
      width, height, softness (0 to 1) and blur (0 to 0.15) are optional.

      EXAMPLES:
        starmine sprites                         list the names
        starmine sprites -o sprites.png          write a sheet of all
        starmine still fireworks --set 'spark.contents={sprite: "ring", size: 72}'
      """)

  @Option(
    name: .shortAndLong, help: "Write a sheet: PNG file, or - for standard output.",
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup var log: LogOptions

  private struct Record: Encodable {
    var name: String
    var summary: String
  }

  func validate() throws { try PictureOutput.check(output, what: "a sheet") }

  func run() throws {
    if output == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    if let output {
      let path = try OutputPath.resolve(output, name: "sprites", extension: "png")
      let image = try SpriteSheet().draw()
      try PictureOutput.write(image, to: path)
      if !json { return Log.result("\(path): \(Sprite.shapes.count) sprites") }
    }
    guard output != OutputPath.standard else { return }
    if json { return try printJSON(Sprite.shapes.map { Record(name: $0.name, summary: $0.summary) }) }
    let width = Sprite.shapes.map(\.name.count).max() ?? 0
    for shape in Sprite.shapes {
      print(shape.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + shape.summary)
    }
  }
}

/// Every sprite with its name, on a dark ground.
private struct SpriteSheet {
  private static let side: CGFloat = 128
  private static let columns = 4

  func draw() throws(MovieError) -> CGImage {
    let shapes = Sprite.shapes
    let rows = (shapes.count + Self.columns - 1) / Self.columns
    let cell = PixelSize(width: Int(Self.side) * 2, height: Int(Self.side) * 2)
    var layout = SheetLayout(columns: Self.columns, rows: rows, cell: cell)
    layout.captions = shapes.map(\.name)
    let sheet = try ContactSheet(layout)
    let pictures = try shapes.map { shape throws(MovieError) in try picture(shape.name, cell) }
    return try sheet.draw(pictures, workers: 0)
  }

  private func picture(_ shape: String, _ cell: PixelSize) throws(MovieError) -> MovieFrame {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    let layer = CALayer()
    if let sprite = Sprite(shape: shape, size: 192) {
      let scale = 96 / CGFloat(max(sprite.width, sprite.height))
      layer.contents = sprite.makeImage()
      layer.frame = CGRect(
        x: (Self.side - CGFloat(sprite.width) * scale) / 2, y: (Self.side - CGFloat(sprite.height) * scale) / 2,
        width: CGFloat(sprite.width) * scale, height: CGFloat(sprite.height) * scale)
    }
    root.addSublayer(layer)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    movie.background = CGColor(red: 0.06, green: 0.08, blue: 0.13, alpha: 1)
    return try movie.frame(at: 0, FrameOptions(pixelSize: cell))
  }
}
