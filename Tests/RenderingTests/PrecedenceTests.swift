import Foundation
import StarmineGraphics
import StarmineCore
import StarmineEditing
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRendering
import Testing

/// Document < delivery profile < options < changes, for every value that has more than one of them.
struct PrecedenceTests {
  /// A key of the `movie` object with values for the document, an option and a change, and what is read back.
  struct Case: CustomTestStringConvertible, Sendable {
    var key: String
    var values: [String]
    var testDescription: String { key }
  }

  static let cases = [
    Case(key: "fps", values: ["25", "30", "10"]), Case(key: "speed", values: ["0.5", "2", "4"]),
    Case(key: "seed", values: ["3", "5", "7"]), Case(key: "fit", values: ["cover", "stretch", "contain"]),
    Case(key: "background", values: ["#FF0000", "#00FF00", "#0000FF"]),
    Case(key: "motionBlur", values: ["90:-45:8", "180:-90:16", "360:-180:4"]),
    Case(key: "depth", values: ["8", "float", "auto"]), Case(key: "dither", values: ["true", "false", "auto"]),
    Case(key: "hdr", values: ["hlg", "pq", "none"]), Case(key: "white", values: ["100", "203nits", "150"]),
    Case(key: "peak", values: ["600", "800", "900nits"]),
    Case(key: "toneMapping", values: ["filmic", "none", "filmic"]),
    Case(key: "colorSpace", values: ["display-p3", "srgb", "display-p3"]), Case(key: "scale", values: ["2", "3", "4"]),
    Case(key: "bloom", values: ["0.5", "8 0.25", "none"]), Case(key: "start", values: ["clean", "steady", "clean"]),
  ]

  private func source(_ movie: String = "") -> PresetSource {
    PresetSource(
      bytes: Array("{ movie: { \(movie) }, layer: { class: 'CALayer' } }".utf8), file: "a.json",
      directory: URL(fileURLWithPath: "/tmp"), loader: Movie.presetLoader)
  }

  /// The spelling of a key in a scene, as `show` has it.
  private func spelled(_ key: String, _ request: RenderRequest) throws -> DocumentValue {
    try #require(MovieProperty[key]).document(in: request.scene().scene)
  }

  /// What a text alone comes to.
  private func alone(_ key: String, _ value: String) throws -> DocumentValue {
    try spelled(
      key,
      {
        var request = RenderRequest(source()); request.setOption(key, value); return request
      }())
  }

  @Test(arguments: cases) func changesBeatOptionsBeatTheDocument(item: Case) throws {
    var request = RenderRequest(source("\(item.key): '\(item.values[0])'"))
    #expect(try spelled(item.key, request) == alone(item.key, item.values[0]))
    request.setOption(item.key, item.values[1])
    #expect(try spelled(item.key, request) == alone(item.key, item.values[1]))
    try request.set(["movie.\(item.key)=\(item.values[2])"])
    #expect(try spelled(item.key, request) == alone(item.key, item.values[2]))
    // The order in which a door fills the request does not matter.
    request.setOption(item.key, item.values[0])
    #expect(try spelled(item.key, request) == alone(item.key, item.values[2]))
  }

  @Test func everyKeyOfTheMovieIsACaseOrHasOneOfItsOwn() {
    let own: Set = ["size", "duration", "loop", "lut"]
    #expect(Set(MovieProperty.all.map(\.key)).subtracting(own) == Set(Self.cases.map(\.key)))
  }

  @Test func profilesStandBetweenDocumentAndOptions() throws {
    var request = RenderRequest(source("fps: 25, hdr: 'none', background: 'red'"))
    request.profile = DeliveryProfile(named: "stinger")
    #expect(try request.scene().scene.framesPerSecond == 30)
    #expect(try request.scene().scene.background.alpha == 0)
    request.setOption("fps", "12")
    request.setOption("background", "navy")
    #expect(try request.scene().scene.framesPerSecond == 12 && request.scene().scene.background.alpha == 1)
    request.profile = DeliveryProfile(named: "iphone-hdr")
    #expect(try request.scene().scene.hdr == .hlg)
    try request.set(["movie.hdr=pq"])
    #expect(try request.scene().scene.hdr == .pq)
  }

  @Test func lengthsAreThoseOfTheFile() throws {
    var request = RenderRequest(source("duration: 3, speed: 0.5"))
    (request.duration, request.loop) = (4, MovieSettings.Loop(length: 2))
    let scene = try request.scene().scene
    #expect(scene.duration == 2 && scene.loop?.length == 1 && scene.frameCount == 240)
    try request.set(["movie.duration=5"])
    #expect(try request.scene().scene.duration == 5)
  }

  @Test func variablesOfChangesBeatGivenOnes() throws {
    let text = "{ vars: { title: { type: 'text', default: 'A' } }, layer: { class: 'CATextLayer', string: '{title}' } }"
    var request = RenderRequest(
      PresetSource(
        bytes: Array(text.utf8), file: "a.json", directory: URL(fileURLWithPath: "/tmp"), loader: Movie.presetLoader))
    func title() throws -> String? { (try request.scene().scene.rootLayer as? CATextLayer)?.string as? String }
    #expect(try title() == "A")
    request.variables = GivenVariables(["title": "B"])
    #expect(try title() == "B")
    try request.set(["vars.title=C"])
    #expect(try title() == "C")
  }

  /// A palette replaces the hues of colour variables. Shades, white and given values stay.
  @Test func palettesReachVariables() throws {
    let text =
      "{ vars: { a: { type: 'color', default: '#ff0000' }, b: { type: 'color', default: '#804040' }, "
      + "c: { type: 'color', default: 'white' }, d: { type: 'color', default: '#00ff00' } }, "
      + "layer: { class: 'CAGradientLayer', colors: ['{a}', '{b}', '{c}', '{d}'] } }"
    var request = RenderRequest(
      PresetSource(
        bytes: Array(text.utf8), file: "a.json", directory: URL(fileURLWithPath: "/"), loader: Movie.presetLoader))
    func colors() throws -> [String] {
      let colors = (try request.scene().scene.rootLayer as? CAGradientLayer)?.colors ?? []
      return colors.compactMap { ($0 as? CGColor)?.hexText }
    }
    #expect(try colors() == ["#ff0000", "#804040", "#ffffff", "#00ff00"])
    request.palette = "#0000ff #ffff00"
    #expect(try colors() == ["#0000ff", "#404080", "#ffffff", "#ffff00"])
    request.variables = GivenVariables(["b": "#00ff00"])
    #expect(try colors() == ["#0000ff", "#00ff00", "#ffffff", "#ffff00"])
    // The same as a change, in a frame and in a document.
    request.palette = nil
    try request.set(["palette=#0000ff #ffff00"])
    #expect(try colors() == ["#0000ff", "#00ff00", "#ffffff", "#ffff00"])
    let scene = try request.source.scene(applying: [PropertyOverride(parsing: "palette=#0000ff")])
    #expect(scene.variables.map(\.value) == ["#0000ff", "#404080", "white", "#0000ff"])
  }
}
