import StarmineExport
import StarmineImport

struct SaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a preset with changes as a document or as code.",
    discussion: """
      Keeps the comments and the order of the document. Changes only the values that differ.

      EXAMPLES:
        starmine save fireworks -o my.json
        starmine save snow --set '**.birthRate*=2' --seed 9 -o storm.json
        starmine save embers --palette ice -o - | starmine still - -o ice.png
        starmine save fireworks --as swift -o Fireworks.swift
        starmine save confetti --as lottie -o confetti.lottie
      """)

  @OptionGroup var scene: SceneOptions

  @Option(
    name: .shortAndLong, help: "Output file, or - for standard output.",
    completion: .file(extensions: ["json", "json5"]))
  var output: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Output format. swift: code for UIKit, AppKit and Starmine, with a folder of images. lottie: .json or .lottie.",
      valueName: "format"))
  var format = SavedFormat.json

  @Option(
    help: ArgumentHelp(
      "With --as lottie: blend mode of additive light. screen: all players support it; add: some do.",
      valueName: "mode"))
  var blend: LottieExport.Blend?

  @Option(help: ArgumentHelp("With --as lottie: largest size of the file. Default: 10MB.", valueName: "bytes"))
  var maxSize: ByteCountArgument?

  @Flag(help: "Fail if the output exists.") var noOverwrite = false

  func validate() throws {
    try format.check(output)
    if blend != nil, format != .lottie { throw ValidationError("--blend requires --as lottie") }
    if maxSize != nil, format != .lottie { throw ValidationError("--max-size requires --as lottie") }
    try scene.edits.checkSaving(isDocument: format == .json)
  }

  func run() throws {
    if output == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    if OutputPath.isKept(output, noOverwrite: noOverwrite) { return }
    if format != .json {
      let most = maxSize?.bytes ?? LottieFile.mostBytes
      return try format.write(scene.load().scene, to: output, blend: blend ?? .screen, atMost: most)
    }
    let count = try scene.save([], to: output)
    Log.result("\(output): \(count) \(count == 1 ? "change" : "changes")", on: output)
  }
}

extension LottieExport.Blend: ExpressibleByArgument {}

enum DocumentFile {
  static func check(_ path: String) throws {
    guard
      path == OutputPath.standard || ["json", "json5"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
    else {
      throw ValidationError("-o \(path): a document has the extension .json or .json5")
    }
  }

  /// - Parameter scope: folders that the file may be in after all links are followed.
  /// - Parameter isEdit: whether the document is written into its own file.
  static func write(
    _ bytes: [UInt8], to path: String, in scope: FileScope = .everywhere, isEdit: Bool = false
  ) throws {
    try OutputPath.write(bytes, to: path, in: scope, replacesInput: isEdit)
  }
}

extension EditOptions {
  /// Errors: a rendering option, which the file would not store.
  func checkSaving(isDocument: Bool = true) throws {
    guard parts == nil || without != nil else {
      throw ValidationError(
        "--only, --with: save writes the whole document. For a transparent background without scenery, use "
          + "--without scenery")
    }
    if isDocument, state != nil {
      throw ValidationError("--state: save writes all states. Leave out --state")
    }
  }
}

extension SceneOptions {
  /// Writes the preset with the changes of the options and further ones. Returns their number.
  func save(_ more: [PropertyOverride], to path: String) throws -> Int {
    // Values for an import are in its document already.
    let opened = try source()
    let source = try opened.giving(edits.request(opened).values).revised()
    let given = source.loader.given
    var editor = try PresetEditor(source.giving(cues: edits.cueFile))
    try editor.keep(given)
    if edits.cues != nil { try editor.keep(editor.scene.cues) }
    var request = edits.request(source)
    // With a transparent background, scenery is left out.
    if edits.without != nil {
      request.options.insert(PropertyOverride(path: "movie.background", value: "transparent"), at: 0)
    }
    let own = request.overrides(of: editor.scene)
    for change in own + more {
      do { EditOptions.say(try editor.apply(change)) } catch {
        throw CommandError.usage((change.text.hasPrefix("--") ? "" : request.changeLabel) + error.message)
      }
    }
    let url = URL(fileURLWithPath: path)
    let name = path == OutputPath.standard ? nil : url.deletingPathExtension().lastPathComponent
    let bytes = try editor.document(in: url.deletingLastPathComponent(), named: name)
    try DocumentFile.write(bytes, to: path, isEdit: true)
    return given.values.count + own.count + more.count
  }
}

enum SavedFormat: String, ExpressibleByArgument, CaseIterable {
  case json, swift, lottie

  func check(_ path: String) throws {
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    switch self {
    case .json: try DocumentFile.check(path)
    case .swift where ending != "swift": throw ValidationError("-o \(path): a Swift file has the extension .swift")
    case .lottie where !["json", "lottie"].contains(ending):
      throw ValidationError("-o \(path): a Lottie file has the extension .json or .lottie")
    case .swift, .lottie: break
    }
  }

  /// Exports a scene to the format of another program, and prints the features that the format cannot store.
  /// - Parameters:
  ///   - blend: blend mode of additive light, in Lottie documents.
  ///   - limit: maximum size of a Lottie document in bytes.
  func write(_ scene: PresetScene, to path: String, blend: LottieExport.Blend, atMost limit: Int) throws {
    scene.hideLayersLeftOut()
    if self == .lottie { return try LottieFile.write(Movie(scene), scene, to: path, blend: blend, atMost: limit) }
    let url = URL(fileURLWithPath: path)
    let document = SwiftWriter.document(of: scene, named: url.deletingPathExtension().lastPathComponent)
    let folder = url.deletingLastPathComponent()
    let files = FileScope(folder: folder.path)
    for (file, content) in document.files {
      let place = folder.appendingPathComponent(file).path
      // The user has named the Swift file.
      let scope = place == url.path ? .everywhere : files
      switch content {
      case .text(let text): try OutputPath.write(text.utf8, to: place, in: scope)
      case .image(let image): try PictureOutput.write(image, to: place, in: scope)
      }
    }
    for lost in document.lost { Log.warning("\(path): not kept: \(lost)") }
    let pictures = document.files.count { if case .image = $0.content { true } else { false } }
    Log.result("\(path): \(pictures) \(pictures == 1 ? "picture" : "pictures")", on: path)
  }
}

enum LottieFile {
  /// Default limit in bytes: players read the whole file before the first frame.
  static let mostBytes = 10_000_000

  static func write(
    _ movie: Movie, _ scene: PresetScene, to path: String, blend: LottieExport.Blend, atMost limit: Int
  ) throws {
    let background = movie.background.components ?? [0, 0, 0, 0]
    let settings = LottieExport.Settings(
      size: movie.size, framesPerSecond: movie.framesPerSecond, frames: movie.frameCount,
      background: background.map { Double($0) }, blend: blend)
    var export = try export(stage(of: movie, path), settings, path)
    if export.layerCount == 0 { throw CommandError.usage("-o \(path): no layer is ever visible") }
    for feature in scene.featuresOfMovie where feature != "movie.loop" { export.lose(feature) }
    var bytes = Array(export.text.utf8)
    if URL(fileURLWithPath: path).pathExtension.lowercased() == "lottie" {
      let manifest = "{\"version\":\"1.0\",\"generator\":\"Starmine\",\"animations\":[{\"id\":\"animation\"}]}"
      bytes = ZipPacker.pack([("manifest.json", Array(manifest.utf8)), ("animations/animation.json", bytes)])
    }
    let size = "\(export.layerCount) \(export.layerCount == 1 ? "layer" : "layers"), \(bytes.count) bytes"
    guard bytes.count <= limit else {
      throw CommandError.usage(
        "-o \(path): \(size); the limit is \(limit) bytes. Raise it with --max-size, or use a shorter --duration"
      )
    }
    Log.note("\(path): writing \(size)")
    try OutputPath.write(Data(bytes), to: path)
    for lost in export.lost { Log.warning("\(path): not kept: \(lost)") }
    Log.result("\(path): \(size)", on: path)
  }

  private static func export(
    _ stage: LottieCanvas, _ settings: LottieExport.Settings, _ path: String
  ) throws -> LottieExport {
    do {
      return try LottieExport(stage, settings) { try ImageWriter.png($0) }
    } catch LottieExport.SizeError.layers {
      throw CommandError.usage(
        "-o \(path): more than \(LottieExport.mostLayers) layers. Use --duration to shorten the movie")
    } catch LottieExport.SizeError.pixels {
      throw CommandError.usage(
        "-o \(path): its images have more than \(LottieExport.mostPixels / 1_000_000) million pixels. "
          + "Use --duration to shorten the movie")
    }
  }

  private static func stage(of movie: Movie, _ path: String) throws -> LottieCanvas {
    let viewport = try movie.viewport(
      for: PixelSize(width: Int(movie.size.width.rounded()), height: Int(movie.size.height.rounded())))
    var stage = LottieCanvas()
    for frame in 0..<movie.frameCount {
      let time = movie.time(ofFrame: frame)
      do throws(LottieCanvas.LimitError) {
        try stage.add(movie.snapshot(at: time), at: Movie.startTime + time, in: viewport, frame: frame, seconds: time)
      } catch .particles(let limit) {
        throw CommandError.usage(
          "-o \(path): more than \(limit) particles by frame \(frame). "
            + "Use --set '**.birthRate*=0.5' or --duration")
      } catch .layers(let limit) {
        throw CommandError.usage(
          "-o \(path): the layers of all frames up to frame \(frame) add up to more than \(limit). "
            + "Use --duration to shorten the movie")
      }
    }
    return stage
  }
}
