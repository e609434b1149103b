import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

/// `starmine verify` and `render --manifest`: honest movies pass, and a changed pixel, frame or key is found.
@Suite struct VerifyTests {
  private func made(_ output: String, _ words: String..., manifest: Bool = false) throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    let last = manifest ? ["--manifest", "m.json"] : []
    let outcome = try starmine.finish(starmine.start(["render", "tiny.json", "-o", output] + words + last))
    #expect(outcome.code == 0, "\(outcome.errors)")
    return starmine
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.mov", "a.webm"])
  func moviesSayHowTheyWereMade(name: String) throws {
    let starmine = try made(name, "--set", "snow.velocity=30", "--frames", "2-8")
    defer { starmine.remove() }
    let all = try starmine.run("verify", name)
    #expect(all.code == 0 && all.output.contains("yes, 7 of 7 frames are what tiny.json draws"), "\(all.errors)")
    let some = try starmine.run("verify", name, "--frames", "3")
    #expect(some.code == 0 && some.output.contains("yes, 3 of 7 frames"), "\(some.errors)")
  }

  @Test(arguments: ["a.gif", "a.webp", "a.apng", "a.framemd5", "a-%02d.png", "a-%02d.exr"])
  func othersAreTold(name: String) throws {
    let starmine = try made(name, "--speed", "0.5")
    defer { starmine.remove() }
    let told = try starmine.run("verify", name, "--", "tiny.json", "--speed", "0.5")
    #expect(told.code == 0 && told.output.contains("yes, 20 of 20"), "\(told.output)\(told.errors)")
    let silent = try starmine.run("verify", name)
    #expect(silent.code == 2 && silent.errors.contains("behind --"), "\(silent.errors)")
    let wrong = try starmine.run("verify", name, "--", "tiny.json", "--speed", "0.5", "--set", "snow.color=red")
    #expect(wrong.code == 3 && wrong.errors.contains("is another"), "\(wrong.errors)")
  }

  @Test("a movie of floats is drawn in floats again", arguments: ["a.framemd5", "a-%02d.png", "a-%02d.exr", "a.mkv"])
  func floatsAreVerified(name: String) throws {
    let starmine = try made(name, "--depth", "float")
    defer { starmine.remove() }
    let floats = try starmine.run("verify", name, "--", "tiny.json", "--depth", "float")
    #expect(floats.code == 0 && floats.output.contains("yes, 10 of 10"), "\(floats.output)\(floats.errors)")
  }

  /// The manifest counts frames as they are drawn, the file holds them through a curve.
  @Test func highDynamicRangeHasAManifest() throws {
    let starmine = try made("a.mp4", "--hdr", "pq", "--size", "128x64", manifest: true)
    defer { starmine.remove() }
    #expect(try starmine.run("verify", "a.mp4").code == 0)
    #expect(try starmine.run("verify", "a.mp4", "--manifest", "m.json").code == 0)
  }

  @Test func onePixelIsFound() throws {
    let starmine = try made("a-%02d.png")
    defer { starmine.remove() }
    let path = starmine.file("a-07.png").path
    let image = try ImageReader.image(atPath: path)
    var pixels = Array(image.base.pixels)
    pixels[64 * 20 + 33] ^= 1
    try ImageWriter.writePNG(CGImage(width: 64, height: 32, pixels: pixels), toPath: path)
    let found = try starmine.run("verify", "a-%02d.png", "--", "tiny.json")
    #expect(found.code == 3 && found.errors.contains("frame 7 is another"), "\(found.errors)")
  }

  @Test func exchangedAndMissingFramesAreFound() throws {
    let starmine = try made("a-%02d.png")
    defer { starmine.remove() }
    let files = FileManager.default
    try files.removeItem(at: starmine.file("a-04.png"))
    try files.copyItem(at: starmine.file("a-05.png"), to: starmine.file("a-04.png"))
    let other = try starmine.run("verify", "a-%02d.png", "--", "tiny.json")
    #expect(other.code == 3 && other.errors.contains("frame 4 is another"), "\(other.errors)")
    try files.removeItem(at: starmine.file("a-09.png"))
    let missing = try starmine.run("verify", "a-%02d.png", "--", "tiny.json")
    #expect(missing.code != 0 && missing.errors.contains("a-09.png"), "\(missing.errors)")
  }

  @Test func oneKeyIsFound() throws {
    let starmine = try made("a.mkv")
    defer { starmine.remove() }
    try starmine.write(tinyDocument.replacingOccurrences(of: "velocity: 20", with: "velocity: 20.5"), to: "tiny.json")
    let found = try starmine.run("verify", "a.mkv")
    #expect(found.code == 3 && found.errors.contains("is another"), "\(found.errors)")
    // A document of the same look serves.
    try starmine.write(tinyDocument, to: "mine.json")
    #expect(try starmine.run("verify", "a.mkv", "mine.json").code == 0)
  }

  @Test func manifestsAreExact() throws {
    let starmine = try made("a.mp4", manifest: true)
    defer { starmine.remove() }
    let manifest = try starmine.text("m.json")
    let value = try JSONSerialization.jsonObject(with: Data(manifest.utf8))
    #expect(try JSONSchema(named: "manifest").problems(of: value) == [])
    // The document is in it.
    try FileManager.default.removeItem(at: starmine.file("tiny.json"))
    #expect(try starmine.run("verify", "a.mp4", "--manifest", "m.json").code == 0)
    // A movie that H.264 can hardly tell from it.
    try starmine.write(tinyDocument.replacingOccurrences(of: "#203040", with: "#203041"), to: "tiny.json")
    #expect(try starmine.run("render", "tiny.json", "-o", "b.mp4").code == 0)
    let file = try starmine.run("verify", "b.mp4", "--manifest", "m.json")
    #expect(file.code == 3 && file.errors.contains("frame 0 is another"), "\(file.errors)")
    let document = try starmine.run("verify", "a.mp4", "tiny.json", "--manifest", "m.json")
    #expect(document.code == 3 && document.errors.contains("the document"), "\(document.errors)")
    // Bytes beside the frames.
    var bytes = try Data(contentsOf: starmine.file("a.mp4"))
    let place = try #require(bytes.firstRange(of: Data("seed".utf8)))
    bytes[place.lowerBound] = UInt8(ascii: "S")
    try bytes.write(to: starmine.file("c.mp4"))
    let beside = try starmine.run("verify", "c.mp4", "--manifest", "m.json")
    #expect(beside.code == 3 && beside.errors.contains("beside them"), "\(beside.errors)")
    // A file without a header that can be read.
    try bytes.prefix(300).write(to: starmine.file("c.mp4"))
    let cut = try starmine.run("verify", "c.mp4", "--manifest", "m.json")
    #expect(cut.code == 3 && cut.errors.contains("cannot be read"), "\(cut.errors)")
    try starmine.write(manifest.replacingOccurrences(of: "velocity: 20", with: "velocity: 21"), to: "n.json")
    #expect(try starmine.run("verify", "a.mp4", "--manifest", "n.json").code == 3)
  }

  /// The parser's time grows with the square of their number: 50,000 took a minute.
  @Test func wordsWithoutNumberAreAnEarlyError() throws {
    let starmine = try made("a.mp4", manifest: true)
    defer { starmine.remove() }
    let manifest = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("m.json")))
    var members = try #require(manifest as? [String: Any])
    members["words"] = [String](repeating: "tiny.json", count: 50_000)
    try JSONSerialization.data(withJSONObject: members).write(to: starmine.file("m.json"))
    let outcome = try starmine.run("verify", "a.mp4", "--manifest", "m.json")
    #expect(outcome.code == 2 && outcome.errors.contains("50000 words, the limit is 2000"), "\(outcome.errors)")
  }

  @Test func wrongWordsAreSaid() throws {
    let starmine = try made("a.mkv", manifest: true)
    defer { starmine.remove() }
    #expect(try starmine.run("verify", "no.mkv").code == 2)
    #expect(try starmine.run("verify", "no.mkv", "--manifest", "m.json").code == 2)
    #expect(try starmine.run("verify", "tiny.json").code == 2)
    #expect(try starmine.run("verify", "a.mkv", "--manifest", "tiny.json").code == 2)
    #expect(try starmine.run("verify", "a.mkv", "--", "--nonsense").code == 2)
    #expect(try starmine.run("verify", "a.mkv", "--frames", "0").code == 2)
    #expect(try starmine.run("render", "tiny.json", "-o", "-", "--format", "nut", "--manifest", "m.json").code == 2)
    try FileManager.default.removeItem(at: starmine.file("tiny.json"))
    let lost = try starmine.run("verify", "a.mkv")
    #expect(lost.code == 2 && lost.errors.contains("name it"), "\(lost.errors)")
  }

  // MARK: Words that a stranger wrote

  /// A movie of `tiny.json` whose comment says other words than made it.
  private func forged(_ starmine: Starmine, _ words: String) throws -> Starmine.Outcome {
    let written = "--set snow.velocity=" + String(repeating: "0", count: 300)
    #expect(try starmine.run("render", "tiny.json", "--set", String(written.dropFirst(6)), "-o", "a.mp4").code == 0)
    var bytes = try Data(contentsOf: starmine.file("a.mp4"))
    let place = try #require(bytes.firstRange(of: Data("tiny.json \(written)".utf8)))
    bytes.replaceSubrange(place, with: Data(words.padding(toLength: place.count, withPad: " ", startingAt: 0).utf8))
    try bytes.write(to: starmine.file("a.mp4"))
    return try starmine.run("verify", "a.mp4")
  }

  /// Files outside of the working folder and of the movie's.
  private func outside() throws -> Starmine {
    let other = try Starmine()
    try other.write("SECRET", to: "cues.csv")
    for name in ["doc.json", "doc.lottie"] { try other.write(tinyDocument, to: name) }
    try FileManager.default.createDirectory(at: other.file("doc.ca"), withIntermediateDirectories: true)
    try ImageWriter.writePNG(CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]), toPath: other.file("a.png").path)
    return other
  }

  @Test(arguments: [
    "OUT/doc.json", "OUT/doc.lottie", "OUT/doc.ca", "../NAME/doc.json", "link.json", "link.lottie",
    "tiny.json --set snow.contents=OUT/a.png", "tiny.json --set snow.contents=../NAME/a.png",
    "tiny.json --set snow.contents=/dev/zero", "tiny.json --cues OUT/cues.csv", "tiny.json --cues OUT/a.wav",
    "tiny.json --cues link.csv", "var.json --var picture=OUT/a.png", "var.json --var picture=../NAME/a.png",
  ])
  func wordsOfAFileLeadNowhereElse(words: String) throws {
    let (starmine, other) = (try Starmine(), try outside())
    defer { [starmine, other].forEach { $0.remove() } }
    try starmine.write(tinyDocument, to: "tiny.json")
    try starmine.write("{ vars: { picture: { type: \"image\" } }, layer: { contents: \"{picture}\" } }", to: "var.json")
    for (link, target) in [("link.json", "doc.json"), ("link.lottie", "doc.lottie"), ("link.csv", "cues.csv")] {
      #expect(symlink(other.file(target).path, starmine.file(link).path) == 0)
    }
    let said = words.replacing("OUT", with: other.folder.path).replacing("NAME", with: other.folder.lastPathComponent)
    let found = try forged(starmine, said)
    #expect(found.code == 2 && found.errors.contains("outside of the document's folder"), "\(found.errors)")
    #expect(!found.errors.contains("SECRET"))
  }

  @Test func pipesAreNotWaitedFor() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    for name in ["pipe.csv", "pipe.json"] { #expect(mkfifo(starmine.file(name).path, 0o600) == 0) }
    for words in ["tiny.json --cues pipe.csv", "pipe.json"] {
      let found = try forged(starmine, words)
      #expect(found.code == 2 && found.errors.contains("not a regular file"), "\(found.errors)")
    }
    try starmine.write("{ cues: \"pipe.csv\", layer: {} }", to: "own.json")
    let own = try starmine.run("validate", "own.json")
    #expect(own.code == 2 && own.output.contains("not a regular file"), "\(own.output)\(own.errors)")
    // No sound is heard by it.
    #expect(try forged(starmine, "tiny.json --set snow.velocity=0 --audio pipe.csv").code == 0)
  }

  /// The user may name everything: a document, with what it names, and words.
  @Test func usersLeadAnywhere() throws {
    let (starmine, other) = (try Starmine(), try outside())
    defer { [starmine, other].forEach { $0.remove() } }
    let picture = other.file("a.png").path
    let movie = "movie: { size: [16, 16], duration: 0.2 }"
    try starmine.write("{ layer: { contents: \"\(picture)\" }, \(movie) }", to: "a.json")
    #expect(try starmine.run("render", "a.json", "-o", "a.mp4", "--manifest", "m.json").code == 0)
    #expect(try starmine.run("verify", "a.mp4").code == 2)
    #expect(try starmine.run("verify", "a.mp4", "--manifest", "m.json").code == 2)
    #expect(try starmine.run("verify", "a.mp4", "a.json").code == 0)
    #expect(try starmine.run("verify", "a.mp4", "a.json", "--manifest", "m.json").code == 0)
    #expect(try starmine.run("verify", "a.mp4", "--", "a.json").code == 0)
  }
}
