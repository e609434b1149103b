import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// The table of the movie's values: what follows from a row.
@Suite struct MoviePropertyTests {
  private func changed(_ changes: String...) throws -> PresetScene {
    var scene = try load("{ layer: { name: 'root' } }")
    for text in changes { try scene.apply(PropertyOverride(parsing: text)) }
    return scene
  }

  /// A document, `--set` and the way back, for every row and part: a value beside the default, and the default.
  @Test func everyRowIsReadWrittenAndSpelled() throws {
    for row in MovieProperty.withParts where row.key != "lut" {
      var scene = try changed("movie.\(row.example)")
      #expect(!row.isDefault(in: scene), "\(row.key)")
      let whole = try #require(MovieProperty[row.documentKey])
      let document = whole.document(in: scene)
      let again = try load("{ movie: { \(whole.key): \(document.line()) }, layer: {} }")
      #expect(whole.document(in: again) == document, "\(row.key)")
      let initial = row.document(in: .empty)
      let text = if case .null = initial.content { "none" } else { initial.text ?? initial.line() }
      try scene.apply(PropertyOverride(path: "movie.\(row.key)", value: text))
      #expect(row.isDefault(in: scene), "\(row.key)")
    }
  }

  /// A row that names a file.
  @Test func lutsAreFilesBesideTheDocument() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lut-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("LUT_1D_SIZE 2\n1 1 1\n0 0 0".utf8).write(to: folder.appendingPathComponent("a.cube"))
    try Data("LUT_1D_SIZE 2\n1 1".utf8).write(to: folder.appendingPathComponent("bad.cube"))
    let loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0]) }
    let document = Array("{ movie: { lut: 'a.cube' }, layer: {} }".utf8)
    var scene = try loader.load(document, file: "a.json", directory: folder)
    #expect(scene.lut?.size == 2)
    #expect(MovieProperty["lut"]?.document(in: scene).text == "a.cube")
    let error = #expect(throws: ValueMismatchError.self) {
      try scene.apply(PropertyOverride(parsing: "movie.lut=bad.cube"))
    }
    #expect(error?.message.contains("bad.cube:2: expected three numbers") == true)
    try scene.apply(PropertyOverride(parsing: "movie.lut=none"))
    #expect(scene.lut == nil)
  }

  /// A switch has one value for each effect, which every control of the effect carries.
  @Test func switchesMakeTheEffect() throws {
    let records = try #require(PropertyRecord.classes[MovieValues.className])
    for row in MovieProperty.all {
      #expect((row.switchedOn == nil) == row.parts.isEmpty, "\(row.key)")
      guard let on = row.switchedOn else { continue }
      #expect(!row.isDefault(in: try changed("movie.\(row.key)=\(on)")), "\(row.key)")
      let parts = records.filter { $0.key.hasPrefix("\(row.key).") }
      #expect(parts.map(\.key) == row.parts.map(\.key) && parts.allSatisfy { $0.on == on })
    }
  }

  @Test func everyRowIsInTheSchema() throws {
    let properties = try #require(JSON5Parser.parse(PresetSchema.text)["properties"]?["movie"]?["properties"])
    guard case .object(let members) = properties.content else { return #expect(Bool(false)) }
    #expect(members.map(\.key) == MovieProperty.all.map(\.key))
    for row in MovieProperty.all {
      guard case .string(let text) = properties[row.key]?["description"]?.content else { continue }
      #expect(text.hasPrefix(row.info.summary))
    }
  }

  /// Parts that are set one after the other come together in any order.
  @Test(arguments: [
    (["movie.bloom.radius=20", "movie.bloom.intensity=0.5"], "bloom", "20 0.5"),
    (["movie.loop.length=6s", "movie.loop.blend=true"], "loop", "6s blend"),
    (["movie.motionBlur.angle=90", "movie.motionBlur.samples=8"], "motionBlur", "90:-45:8"),
  ])
  func partsCommute(changes: [String], key: String, text: String) throws {
    let row = try #require(MovieProperty[key])
    #expect(row.read(try changed(changes[0], changes[1])) as? String == text)
    #expect(row.read(try changed(changes[1], changes[0])) as? String == text)
  }

  @Test(arguments: [
    ("bloom=none", "bloom"), ("bloom.intensity=0", "bloom"), ("loop=none", "loop"), ("loop.length=0", "loop"),
    ("motionBlur=false", "motionBlur"), ("motionBlur.angle=0", "motionBlur"),
  ])
  func effectsGoAgain(text: String, key: String) throws {
    let row = try #require(MovieProperty[key])
    let scene = try changed("movie.\(row.example)", "movie.\(text)")
    #expect(row.isDefault(in: scene))
  }

  @Test(arguments: [
    ("movie.motionBlur.samples=1", "2 to 256"), ("movie.motionBlur.samples=8.5", "a whole number from 2"),
    ("movie.bloom.glow=1", "bloom.radius"), ("movie.bloom.intensity=17", "0 to 16"),
    ("movie.fit+=cover", "requires a number"),
    ("movie.fps=30/0", "frames/s"), ("movie.fps=1/1/1", "frames/s"), ("movie.size=1,2,3", "[width, height]"),
    ("movie.size*=1000", "16384"), ("movie.seed=-1", "whole number"), ("movie.toneMapping=film", "filmic"),
  ])
  func mistakesSayWhatIsAllowed(text: String, part: String) throws {
    let error = #expect(throws: ValueMismatchError.self) { try changed(text) }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func numbersAreCalculated() throws {
    let scene = try changed("movie.size*=0.5", "movie.fps*=0.5", "movie.bloom.radius+=8")
    #expect(scene.size.width == 960 && scene.size.height == 540 && scene.framesPerSecond == 30)
    #expect(scene.bloom?.radius == 20)
  }

  /// The exact rates of television (SMPTE ST 12-1: 30000/1001 and 24000/1001).
  @Test func ratesAreFractions() throws {
    #expect(try changed("movie.fps=30000/1001").framesPerSecond == 30000.0 / 1001)
    #expect(try load("{ movie: { fps: '24000 / 1001' }, layer: {} }").framesPerSecond == 24000.0 / 1001)
    // A fraction is not a length.
    #expect(throws: ValueMismatchError.self) { try changed("movie.duration=3/2") }
  }

  /// Lengths that follow the stage are measured on its new size.
  @Test func theStageFollowsItsSize() throws {
    let scene = try changed("movie.size=1000,500", "root.cornerRadius=10%")
    #expect(scene.rootLayer.bounds.width == 1000 && scene.rootLayer.cornerRadius == 50)
  }
}
