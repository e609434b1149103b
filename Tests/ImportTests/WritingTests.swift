import Foundation
import Starmine
import StarmineImport
import StarmineMedia
import StarminePresets
import StarmineRaster
import StarmineTestSupport
import Testing
import StarmineExport

/// Scenes written as Swift draw the same frames.
struct WritingTests {
  private func load(_ name: String) throws -> PresetScene { try PresetReference(name).load(Movie.presetLoader) }

  /// Writes the files of a document into a folder.
  private func write(_ document: WrittenDocument, to folder: Folder, below path: String) throws {
    for (file, content) in document.files {
      switch content {
      case .text(let text): try folder.write(Array(text.utf8), to: "\(path)/\(file)")
      case .image(let image):
        try folder.write([], to: "\(path)/\(file)")
        try ImageWriter.writePNG(image, toPath: folder.path("\(path)/\(file)"))
      }
    }
  }

  private func pixels(_ scene: PresetScene, at time: Double) throws -> [UInt32] {
    try pixels(Movie(scene), at: time)
  }

  /// The frame of a movie at a time, every pixel.
  private func pixels(_ movie: Movie, at time: Double) throws -> [UInt32] {
    let frame = try movie.still(at: time)
    let (width, height, stride) = (frame.width, frame.height, frame.stride)
    return frame.withPixels { all in
      (0..<height).flatMap { row in all[row * stride..<row * stride + width] }
    }
  }

  /// Changes with and without animations, layers that come and go, states, names and ids.
  static let timeline = """
    {
      name: "timeline", movie: { size: [80, 60], duration: 4, background: "#102030" },
      layer: { sublayers: [
        { name: "a", bounds: [0, 0, 20, 20], position: [20, 30], backgroundColor: "red" },
        { id: "b", bounds: [0, 0, 20, 20], position: [60, 30], backgroundColor: "blue" },
      ] },
      states: { up: { "a.position.y": 10, "b.cornerRadius": 10 } },
      stateTransitions: [
        { to: "up", animations: { a: { "position.y": {
          class: "CABasicAnimation", keyPath: "position.y", duration: 0.5 } } } },
      ],
      timeline: [
        { at: 1, set: { "a.position.x": 50, "a.opacity": 0.5 } },
        { at: 1.5, addSublayers: { a: {
          name: "c", bounds: [0, 0, 8, 8], position: [4, 4], backgroundColor: "lime" } } },
        { at: 2, transaction: { disableActions: true }, set: { "b.backgroundColor": "yellow" } },
        { at: 2.5, animations: { b: { turn: {
          class: "CABasicAnimation", keyPath: "transform.rotation.z", toValue: 1, duration: 1 } } } },
        { at: 3, transaction: { animationDuration: 0.5 }, set: { "a.position.x": 20 } },
        { at: 3.4, remove: "c", removeAnimations: ["b"] },
      ],
    }
    """

  private static let times = [0.5, 1.1, 1.4, 1.8, 2.2, 2.8, 3.1, 3.3, 3.7]

  /// The committed files are what is written now: they are compiled with these tests.
  @Test(arguments: ["WrittenFireworks", "WrittenTimeline"])
  func swiftIsAsCommitted(_ name: String) throws {
    let folder = try Folder(["t.json": Self.timeline])
    let scene = name == "WrittenFireworks" ? try load("fireworks") : try folder.scene("t.json")
    let document = SwiftWriter.document(of: scene, named: name)
    guard case .text(let text)? = document.files.first?.content else { throw CancellationError() }
    let file = Checkout.root.appending(path: "Tests/ImportTests/\(name).swift")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  /// The compiled code draws the frames of the document, byte for byte.
  @Test func swiftShowsTheSame() throws {
    let scene = try load("fireworks")
    let folder = try Folder()
    try write(SwiftWriter.document(of: scene, named: "WrittenFireworks"), to: folder, below: "code")
    for time in [0.5, 1.2, 2.4] {
      let movie = Movie(
        rootLayer: WrittenFireworks.makeLayer(pictures: folder.url.appending(path: "code/WrittenFireworks-pictures")),
        size: WrittenFireworks.size)
      (movie.scale, movie.duration, movie.seed) = (scene.scale, WrittenFireworks.duration, scene.seed)
      (movie.background, movie.start, movie.fit) = (scene.background, scene.start, scene.fit)
      for (time, change) in WrittenFireworks.timeline { movie.at(time, change) }
      #expect(try pixels(movie, at: time) == pixels(try load("fireworks"), at: time), "at \(time) s")
    }
  }

  /// With animations, layers that come and go, and a state that is entered.
  @Test func swiftKeepsTheTimeline() throws {
    let folder = try Folder(["t.json": Self.timeline])
    for time in Self.times {
      let scene = try folder.scene("t.json")
      let movie = Movie(rootLayer: WrittenTimeline.makeLayer(pictures: folder.url), size: WrittenTimeline.size)
      (movie.scale, movie.duration, movie.seed) = (scene.scale, WrittenTimeline.duration, scene.seed)
      (movie.background, movie.start, movie.fit) = (scene.background, scene.start, scene.fit)
      for (time, change) in WrittenTimeline.timeline { movie.at(time, change) }
      let original = Movie(scene)
      for each in [movie, original] { each.at(0.75) { $0.setState("up") } }
      #expect(try pixels(movie, at: time) == pixels(original, at: time), "at \(time) s")
    }
  }

  /// Names that end comments, texts and elements elsewhere, turn what is around them, or are not seen.
  static let strange: [String] = {
    let marks =
      "\"'\\(1) ]]> --> <a> &amp; \\n \u{202E}\u{2066}\u{FEFF}\u{2028}\u{85}\u{7F} */ \n\r\t e\u{301} 👩\u{200D}🚀"
    return [marks] + (UInt8(1)..<0x20).map { "a\(Character(Unicode.Scalar($0)))b" } + ["\u{FFFE}", "x\u{FFFF}"]
  }()

  private func strangeScene() throws -> PresetScene {
    let folder = try Folder(["t.json": Self.timeline])
    let scene = try folder.scene("t.json")
    for (index, name) in Self.strange.enumerated() {
      let layer = CATextLayer()
      (layer.name, layer.string) = ("\(index) \(name)", name)
      if index > 0 { layer.setValue(name, forKey: "id") }
      layer.add(CABasicAnimation(keyPath: "opacity"), forKey: name)
      scene.rootLayer.addSublayer(layer)
    }
    return scene
  }

  /// Every text is a literal on its line, with nothing in it that is not seen.
  @Test func swiftHoldsStrangeTexts() throws {
    var scene = try strangeScene()
    scene.summary = "a\r}\nfatalError()\u{2028}\u{202E}"
    let document = SwiftWriter.document(of: scene, named: "x\ny")
    guard case .text(let swift)? = document.files.first?.content else { throw CancellationError() }
    let hidden = swift.unicodeScalars.filter { scalar in
      let category = scalar.properties.generalCategory
      return category == .format || category == .control && scalar != "\n" || category == .lineSeparator
    }
    #expect(hidden.isEmpty && !swift.contains("\u{FFFE}"))
    #expect(!swift.split(separator: "\n").contains { $0.hasPrefix("fatalError") || $0.hasPrefix("}fatal") })
    #expect(swift.contains("\\u{202e}") && swift.contains("\\u{1b}") && swift.contains("\\u{fffe}"))
    #expect(swift.contains("\\\\(1)"))
  }

  @Test(arguments: PresetLibrary.names)
  func everyPresetIsWritten(_ name: String) throws {
    let scene = try load(name)
    let swift = SwiftWriter.document(of: scene, named: name)
    guard case .text(let text)? = swift.files.first?.content else { throw CancellationError() }
    // Bytes, because counting characters of large texts takes longer than writing them.
    func count(_ brace: UInt8) -> Int { text.utf8.count { $0 == brace } }
    #expect(text.contains("static func makeLayer") && count(UInt8(ascii: "{")) == count(UInt8(ascii: "}")))
  }
}
