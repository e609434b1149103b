import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// Names, patterns, colours and lengths as people write them.
@Suite struct NameTests {
  private func sample() throws -> PresetScene {
    try load(
      """
      { movie: { size: [200, 100] }, layer: { sublayers: [
        { class: "CAEmitterLayer", name: "red", emitterCells: [
          { name: "rocket", velocity: 5, emitterCells: [
            { name: "tail", velocity: 1, color: "#ff0000" }, { name: "spark", velocity: 2, birthRate: 4 } ] } ] },
        { class: "CAEmitterLayer", name: "blue", emitterCells: [
          { name: "tail", velocity: 3, contents: { sprite: "dot", size: 8, color: "#0000ff" } },
          { velocity: 9 } ] } ] } }
      """)
  }

  @Test(arguments: [
    ("spark.velocity=7", "red.emitterCells.rocket.emitterCells.spark.velocity", 7.0),
    ("spark.birthRate*=3", "red.emitterCells.rocket.emitterCells.spark.birthRate", 12),
    ("red.tail.velocity=8", "red.emitterCells.rocket.emitterCells.tail.velocity", 8),
    ("**.tail.velocity*=2", "blue.emitterCells.tail.velocity", 6),
    ("**.velocity+=1", "red.emitterCells.rocket.velocity", 6),
    ("red.**.velocity=4", "red.emitterCells.rocket.emitterCells.tail.velocity", 4),
    ("blue.emitterCells[1].velocity=2", "blue.emitterCells[1].velocity", 2),
    ("emitterCells.spark.velocity=6", "spark.velocity", 6),
  ])
  func leadToTheirCell(text: String, path: String, expected: Double) throws {
    var scene = try sample()
    try scene.apply(PropertyOverride(parsing: text))
    let found = try LayerLookup(root: scene.rootLayer).find(path)
    #expect((found.value as? NSNumber)?.doubleValue == expected)
  }

  @Test func candidatesAreListed() throws {
    var scene = try sample()
    let error = #expect(throws: ValueMismatchError.self) {
      try scene.apply(PropertyOverride(parsing: "tail.velocity=1"))
    }
    #expect(error?.message.contains("in 2 places: red.tail.velocity, blue.tail.velocity; ") == true)
    #expect(error?.message.hasSuffix("**.tail.velocity for all") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("spark.velocty=1", "did you mean spark.velocity?"), ("sprak.velocity=1", "did you mean spark.velocity?"),
    ("movie.durations=1", "did you mean \"duration\"?"),
  ])
  func hintsNameWhatThereIs(text: String, part: String) throws {
    var scene = try sample()
    let error = #expect(throws: ValueMismatchError.self) { try scene.apply(PropertyOverride(parsing: text)) }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("orange", "#ffa500"), ("rgb(255 136 0)", "#ff8800"), ("rgb(100%, 0%, 0%)", "#ff0000"),
    ("RebeccaPurple", "#663399"),
    ("hsl(120deg 100% 25%)", "#008000"), ("hsl(0, 100%, 50%, 50%)", "#ff000080"), ("#f80", "#ff8800"),
    ("transparent", "#00000000"), ("color(srgb 1 0.5333333 0)", "#ff8800"),
    ("color(srgb 100% 0% 0% / 50%)", "#ff000080"),
    ("color(display-p3 1 0 0)", "#ff0000"), ("color(srgb-linear 0 1 none)", "#00ff00"),
  ])
  func coloursAreWrittenAsInCSS(text: String, hex: String) throws {
    #expect(try ColorText.parse(text).hexText == hex)
  }

  @Test func coloursOfAllCellsTurn() throws {
    var scene = try sample()
    try scene.apply(PropertyOverride(parsing: "hue+120"))
    let lookup = LayerLookup(root: scene.rootLayer)
    #expect((try lookup.find("red.tail.color").value as? CGColor)?.hexText == "#00ff00")
    #expect(scene.sprite(try lookup.find("blue.tail.contents").value)?.color.hexText == "#ff0000")
    try scene.apply(PropertyOverride(parsing: "red.tail.saturation*0"))
    #expect((try lookup.find("red.tail.color").value as? CGColor)?.hexText == "#ffffff")
    try scene.apply(PropertyOverride(parsing: "palette=gold"))
    #expect((try lookup.find("blue.tail.color").value as? CGColor)?.hexText == "#ffc94d")
    #expect(scene.sprite(try lookup.find("blue.tail.contents").value)?.color == .white)
  }

  @Test func theStageIsSetLikeAnyOther() throws {
    var scene = try sample()
    for text in ["movie.duration*=2", "movie.seed=7", "movie.background=navy", "movie.speed=0.5", "movie.fit=cover"] {
      try scene.apply(PropertyOverride(parsing: text))
    }
    #expect(scene.duration == 20 && scene.seed == 7 && scene.background.hexText == "#000080")
    #expect(scene.frameCount == 2400 && scene.fit == .cover)
  }

  @Test func lengthsFollowTheStage() throws {
    let text = """
      { movie: { size: [200, 100], fit: "reflow" }, layer: { sublayers: [ { name: "a",
        position: ["50%", "stage.height - 10"], bounds: [0, 0, "100%", "min(stage.width, 30) * 2"],
        cornerRadius: "10%" } ] } }
      """
    let wide = try load(text)
    let layer = try #require(wide.rootLayer.sublayers?.first)
    #expect(layer.position == CGPoint(x: 100, y: 90) && layer.bounds.size == CGSize(width: 200, height: 60))
    #expect(layer.cornerRadius == 10)
    let source = PresetSource(
      bytes: Array(text.utf8), file: "a.json", directory: URL(filePath: "/"),
      loader: PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]) })
    // A square of the same area.
    let square = try source.scene(in: PresetFrame(size: CGSize(width: 300, height: 300)))
    #expect(abs(square.size.width - 20000.0.squareRoot()) < 1e-9 && square.size.width == square.size.height)
    #expect(square.rootLayer.sublayers?.first?.position.x == square.size.width / 2)
    let contained = try source.scene(in: PresetFrame(size: CGSize(width: 300, height: 300), fit: .contain))
    #expect(contained.size == CGSize(width: 200, height: 100))
  }

  @Test(arguments: ["stage.width +", "stage.depth", "stage.width / 0", "((((stage.width)", "min(stage.width)"])
  func wrongExpressionsAreExplained(text: String) {
    let error = #expect(throws: PresetError.self) {
      try load("{ layer: { cornerRadius: \"\(text)\" } }")
    }
    #expect(
      error?.description.contains("write an expression such as stage.width * 0.5 + 20") == true,
      "\(String(describing: error))")
  }

  /// Output of `show` can be pasted into `--set`, and gives what was there. Most values are defaults: each text of a
  /// property is pasted once per preset.
  @Test(arguments: PresetLibrary.names) func printedValuesAreTakenBack(name: String) throws {
    var scene = try PresetReference(name).load(makeLoader())
    var pasted: Set<[String]> = []
    for entry in scene.tunableProperties where entry.info.kind != .cells {
      let text = scene.valueText.text(entry.value, entry.info)
      // A picture that stands in the document has no name to be set by.
      if text.hasPrefix("image ") { continue }
      // Infinity is a default that documents have no number for.
      let isFinite = (entry.value as? NSNumber)?.doubleValue.isFinite ?? true
      guard text != "none", isFinite, !(entry.value is NSAttributedString) else { continue }
      guard pasted.insert([entry.info.key, text]).inserted else { continue }
      try scene.apply(PropertyOverride(parsing: "\(entry.keyPath)=\(text)"))
      let again = try LayerLookup(root: scene.rootLayer).find(entry.keyPath)
      #expect(scene.valueText.text(again.value, again.info) == text, "\(entry.keyPath)")
    }
  }
}
