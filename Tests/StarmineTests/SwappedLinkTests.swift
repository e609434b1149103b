import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTestSupport
import Testing

/// A name that a document has may lead elsewhere between the moment in which it is checked and that in which it is
/// opened: what is read is in the document's folder all the same.
@Suite struct SwappedLinkTests {
  /// A folder with a link `name` to a file in it, and the same kind of file beside the folder.
  private struct Place {
    let all = FileManager.default.temporaryDirectory.appending(path: "swapped-\(UUID())")
    var folder: URL { all.appending(path: "documents") }
    let name: String

    init(_ name: String, inside: URL, outside: URL? = nil) throws {
      self.name = name
      let files = FileManager.default
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try files.copyItem(at: inside, to: folder.appending(path: "inside.bin"))
      try files.copyItem(at: outside ?? inside, to: all.appending(path: "outside.bin"))
      try lead(to: "inside.bin")
    }

    func lead(to target: String) throws {
      let link = folder.appending(path: name)
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
    }

    func remove() { try? FileManager.default.removeItem(at: all) }

    /// Reads a document of the folder; `change` may put something between a check and what follows it.
    func load(_ text: String, _ change: (inout PresetLoader) -> Void = { _ in }) throws -> PresetScene {
      var loader = Movie.presetLoader
      loader.files = FileScope(folder: folder.path)
      change(&loader)
      return try loader.load(Array(text.utf8), file: "a.json", directory: folder)
    }

    /// A document that leads outside once `change` has done so.
    func expectRefusal(
      of text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation, _ change: (inout PresetLoader) -> Void
    ) {
      var problems = "it was read"
      do { _ = try load(text, change) } catch { problems = "\(error)" }
      #expect(
        problems.contains("outside of the document's folder"), "\(problems)", sourceLocation: sourceLocation)
    }
  }

  private func picture(_ color: UInt32) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
    try ImageWriter.writePNG(CGImage(width: 2, height: 2, pixels: [color, color, color, color]), toPath: url.path)
    return url
  }

  private func sound() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    var samples: [UInt8] = []
    for index in 0..<48_000 {
      let value = Int16(index % 12_000 < 400 ? (index % 40 < 20 ? 20_000 : -20_000) : 0)
      samples += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    let format = word(16) + [1, 0, 1, 0] + word(48_000) + word(96_000) + [2, 0, 16, 0]
    let bytes =
      Array("RIFF".utf8) + word(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
      + word(UInt32(samples.count)) + samples
    try Data(bytes).write(to: url)
    return url
  }

  @Test func imagesAreThoseOfTheFolder() throws {
    let (inside, outside) = (try picture(0xFF00_FF00), try picture(0xFFFF_0000))
    let place = try Place("a.png", inside: inside, outside: outside)
    defer { for url in [place.all, inside, outside] { try? FileManager.default.removeItem(at: url) } }
    let text = "{ movie: { size: [2, 2] }, layer: { contents: 'a.png' } }"
    _ = try place.load(text)
    // After the header was read, which is after the check.
    place.expectRefusal(of: text) { loader in
      let measure = loader.measureImage
      loader.measureImage = { url, scope in
        defer { try? place.lead(to: "../outside.bin") }
        return measure(url, scope)
      }
    }
  }

  @Test func soundsAreThoseOfTheFolder() throws {
    let wave = try sound()
    let place = try Place("a.wav", inside: wave)
    defer { for url in [place.all, wave] { try? FileManager.default.removeItem(at: url) } }
    let follower = "{ audio: [{ file: 'a.wav' }], layer: { opacity: { audio: 'bass', to: 1 } } }"
    _ = try place.load(follower)
    place.expectRefusal(of: follower) { loader in
      let listen = loader.loadLevels
      loader.loadLevels = { query, scope in
        try place.lead(to: "../outside.bin")
        return try listen(query, scope)
      }
    }
    try place.lead(to: "inside.bin")
    place.expectRefusal(of: "{ audio: [{ file: 'a.wav' }], cues: 'a.wav', layer: {} }") { loader in
      let find = loader.findBeats
      loader.findBeats = { url, search, scope in
        try place.lead(to: "../outside.bin")
        return try find(url, search, scope)
      }
    }
  }

  /// The sound of a movie is opened when the movie is written.
  @Test func soundtracksAreThoseOfTheFolder() throws {
    let wave = try sound()
    let place = try Place("a.wav", inside: wave)
    defer { for url in [place.all, wave] { try? FileManager.default.removeItem(at: url) } }
    let text = "{ movie: { size: [16, 16], duration: 0.2, fps: 10 }, audio: [{ file: 'a.wav' }], layer: {} }"
    let movie = Movie(try place.load(text))
    try place.lead(to: "../outside.bin")
    let error = #expect(throws: MovieError.self) {
      try movie.export(to: place.all.appending(path: "a.mp4").path, options: ExportOptions())
    }
    #expect("\(try #require(error))".contains("outside of the document's folder"))
  }

  @Test func clipsAreThoseOfTheFolder() throws {
    let clip = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mp4")
    let movie = Movie(rootLayer: CALayer(), size: CGSize(width: 16, height: 16))
    (movie.duration, movie.framesPerSecond) = (0.2, 10)
    _ = try movie.export(to: clip.path, options: ExportOptions())
    let place = try Place("a.mp4", inside: clip)
    defer { for url in [place.all, clip] { try? FileManager.default.removeItem(at: url) } }
    let text = "{ movie: { size: [16, 16] }, layer: { contents: { video: 'a.mp4' } } }"
    _ = try place.load(text)
    place.expectRefusal(of: text) { loader in
      let open = loader.openClip
      loader.openClip = { url, scope in
        try place.lead(to: "../outside.bin")
        return try open(url, scope)
      }
    }
  }

  private static let fonts = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map {
    URL(filePath: "/usr/share/fonts/truetype/dejavu/" + $0)
  }

  /// Texts are set when a frame is drawn; their fonts are those that were opened when the document was read.
  @Test(.enabled(if: fonts.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }, "DejaVu is not installed"))
  func fontsAreThoseOfTheFolder() throws {
    let (plain, bold) = (Self.fonts[0], Self.fonts[1])
    func drawn(_ font: String) throws -> [UInt32] {
      let layer = CATextLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
      (layer.string, layer.font) = ("Starmine", font)
      let frame = try Movie(rootLayer: layer, size: CGSize(width: 200, height: 40)).still(at: 0)
      return frame.withPixels { Array($0) }
    }
    let place = try Place("a.ttf", inside: bold, outside: plain)
    defer { place.remove() }
    let path = place.folder.appending(path: "a.ttf").path
    _ = try place.load("{ layer: { class: 'CATextLayer', string: 'a', font: './a.ttf' } }")
    try place.lead(to: "../outside.bin")
    let found = try drawn(path)
    #expect(try found == drawn(bold.path))
    #expect(try found != drawn(plain.path))
    // One that was not there when it was checked.
    let late = place.folder.appending(path: "late.ttf").path
    _ = try place.load("{ layer: { class: 'CATextLayer', string: 'a', font: './late.ttf' } }")
    try FileManager.default.createSymbolicLink(atPath: late, withDestinationPath: "../outside.bin")
    #expect(CATextLayer().textNotes(on: late, forKey: "font") != [])
  }
}
