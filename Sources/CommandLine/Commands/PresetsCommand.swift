struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the bundled presets.",
    discussion: """
      EXAMPLES:
        starmine presets
        starmine presets fireworks               search for a word
        starmine presets overlays                list one group
        starmine presets --json
        starmine presets --gallery gallery.png   write a sheet of pictures
      """)

  @Argument(
    help: "Group or search term.",
    completion: .list(PresetGroup.allCases.map(\.rawValue) + PresetLibrary.names))
  var word: String?

  @Flag(help: "Print JSON.") var json = false

  @Option(
    help: ArgumentHelp("Write a sheet with a picture of each preset (PNG).", valueName: "file"), completion: .file())
  var gallery: String?

  @OptionGroup var log: LogOptions

  func validate() throws { try PictureOutput.check(gallery, what: "a gallery") }

  func run() throws {
    let loader = Movie.presetLoader
    let all = try PresetLibrary.names.map { try PresetReference($0).source(loader).stage() }
    let scenes = PresetGroup.allCases.flatMap { group in all.filter { $0.group == group } }
    let found = scenes.filter { scene in
      guard let word else { return true }
      return [scene.name, scene.summary, scene.group?.rawValue ?? ""].contains {
        $0.localizedCaseInsensitiveContains(word)
      }
    }
    if let word, found.isEmpty {
      throw CommandError.usage(
        "no preset has \"\(word)\" in its name, summary or group\(word.alternatives(among: PresetLibrary.names))")
    }
    if let gallery { return try writeGallery(of: found, to: gallery) }
    if json { return try printJSON(found.map(PresetRecord.init)) }
    let width = found.map(\.name.count).max() ?? 0
    for group in PresetGroup.allCases where found.contains(where: { $0.group == group }) {
      print(group.rawValue)
      for scene in found where scene.group == group {
        let name = scene.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
        print("  " + name + scene.summary)
        if word != nil { print(String(repeating: " ", count: width + 4) + scene.stageText) }
      }
    }
  }
}

extension PresetsCommand {
  /// Size of an image, images per row, and their time as a fraction of the movie.
  private static let (cell, columns, moment) = (PixelSize(width: 320, height: 180), 5, 0.42)

  private func writeGallery(of stages: [PresetScene], to path: String) throws {
    if path == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    let pictures = try stages.map { stage in
      var request = RenderRequest(try PresetReference(stage.name).source(Movie.presetLoader))
      request.size = RequestedSize(width: Self.cell.width, height: Self.cell.height)
      let requested = try request.scene()
      let movie = requested.movie()
      return try movie.frame(at: movie.duration * Self.moment, requested.frameOptions)
    }
    let rows = (stages.count + Self.columns - 1) / Self.columns
    var layout = SheetLayout(columns: Self.columns, rows: rows, cell: Self.cell)
    layout.captions = stages.map { "\($0.group?.rawValue ?? ""): \($0.name)" }
    let image = try ContactSheet(layout).draw(pictures, workers: 0)
    try PictureOutput.write(image, to: path)
    Log.result("\(path): \(stages.count.counted("preset"))", on: path)
  }
}

private struct PresetRecord: Encodable {
  var name: String
  var summary: String
  var group: String
  var width: Int
  var height: Int
  var framesPerSecond: Double
  var duration: Double
  var seed: UInt32
  var start: String
  var fit: String

  init(_ scene: PresetScene) {
    (name, summary, width, height) = (scene.name, scene.summary, scene.pixelSize.width, scene.pixelSize.height)
    (framesPerSecond, duration, seed) = (scene.framesPerSecond, scene.duration, scene.seed)
    (start, fit, group) = (scene.start.rawValue, scene.fit.rawValue, scene.group?.rawValue ?? "")
  }
}

extension PresetScene {
  fileprivate var stageText: String {
    "\(pixelSize.width)x\(pixelSize.height), \(ValueText.text(settings.framesPerSecond)) fps, "
      + "\(ValueText.text(settings.duration)) s, "
      + (settings.fit == .contain || settings.fit == .stretch ? "fixed shape" : "any shape")
  }
}

struct SpritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sprites", abstract: "List the generated images that documents can use.",
    discussion: """
      In a document: contents: { sprite: "glow", size: 48, color: "gold" }. size is the height in pixels. \
      width, height, softness (0 to 1) and blur (0 to 0.15) are optional. seed (0 to 99) selects another cloud, \
      mist, noise or flame. sheet: 2 puts four of them into one image, for contentsFrameCount: 4.

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

/// All sprites with their names, on a dark background.
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
