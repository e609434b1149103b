import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

/// `starmine verify`: files that were rendered so pass, and a changed pixel, frame or key is found.
@Suite struct VerifyTests {
  private func made(_ output: String, _ words: String...) throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    let outcome = try starmine.finish(starmine.start(["render", "tiny.json", "-o", output] + words))
    #expect(outcome.code == 0, "\(outcome.errors)")
    return starmine
  }

  @Test func webPIsRefused() throws {
    let starmine = try made("a.webp")
    defer { starmine.remove() }
    let outcome = try starmine.run("verify", "a.webp", "tiny.json")
    #expect(outcome.code == 2 && outcome.errors.contains("cannot be verified"), "\(outcome.errors)")
  }

  @Test(arguments: [
    "a.mp4", "a.mkv", "a.mov", "a.webm", "a.gif", "a.apng", "a.framemd5", "a-%02d.png", "a-%02d.exr",
  ])
  func renderedFilesPass(name: String) throws {
    let starmine = try made(name, "--speed", "0.5")
    defer { starmine.remove() }
    let all = try starmine.run("verify", name, "tiny.json", "--speed", "0.5")
    #expect(all.code == 0 && all.output.contains(": 20 of 20 frames match"), "\(all.output)\(all.errors)")
    let some = try starmine.run("verify", name, "tiny.json", "--speed", "0.5", "--sample", "3")
    #expect(some.code == 0 && some.output.contains(": 3 of 20 frames match"), "\(some.errors)")
    let wrong = try starmine.run("verify", name, "tiny.json", "--speed", "0.5", "--set", "snow.color=red")
    #expect(wrong.code == 3, "\(wrong.errors)")
  }

  @Test(arguments: ["a.framemd5", "a-%02d.png", "a-%02d.exr", "a.mkv"])
  func floatsAreDrawnAsFloats(name: String) throws {
    let starmine = try made(name, "--depth", "float")
    defer { starmine.remove() }
    let floats = try starmine.run("verify", name, "tiny.json", "--depth", "float")
    #expect(floats.code == 0 && floats.output.contains(": 10 of 10 frames match"), "\(floats.output)\(floats.errors)")
  }

  @Test func highDynamicRangePasses() throws {
    let starmine = try made("a.mp4", "--hdr", "pq", "--size", "128x64")
    defer { starmine.remove() }
    let outcome = try starmine.run("verify", "a.mp4", "tiny.json", "--hdr", "pq", "--size", "128x64")
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func onePixelIsFound() throws {
    let starmine = try made("a-%02d.png")
    defer { starmine.remove() }
    let path = starmine.file("a-07.png").path
    let image = try ImageReader.image(atPath: path)
    var pixels = Array(image.base.pixels)
    pixels[64 * 20 + 33] ^= 1
    try ImageWriter.writePNG(CGImage(width: 64, height: 32, pixels: pixels), toPath: path)
    let found = try starmine.run("verify", "a-%02d.png", "tiny.json")
    #expect(found.code == 3 && found.errors.contains("frame 7 differs"), "\(found.errors)")
  }

  @Test func exchangedAndMissingFramesAreFound() throws {
    let starmine = try made("a-%02d.png")
    defer { starmine.remove() }
    let files = FileManager.default
    try files.removeItem(at: starmine.file("a-04.png"))
    try files.copyItem(at: starmine.file("a-05.png"), to: starmine.file("a-04.png"))
    let other = try starmine.run("verify", "a-%02d.png", "tiny.json")
    #expect(other.code == 3 && other.errors.contains("frame 4 differs"), "\(other.errors)")
    try files.removeItem(at: starmine.file("a-09.png"))
    let missing = try starmine.run("verify", "a-%02d.png", "tiny.json")
    #expect(missing.code != 0 && missing.errors.contains("a-09.png"), "\(missing.errors)")
  }

  @Test func oneKeyIsFound() throws {
    let starmine = try made("a.mkv")
    defer { starmine.remove() }
    try starmine.write(tinyDocument.replacingOccurrences(of: "velocity: 20", with: "velocity: 20.5"), to: "tiny.json")
    let found = try starmine.run("verify", "a.mkv", "tiny.json")
    #expect(found.code == 3 && found.errors.contains("differs"), "\(found.errors)")
    // A document of the same look serves.
    try starmine.write(tinyDocument, to: "mine.json")
    #expect(try starmine.run("verify", "a.mkv", "mine.json").code == 0)
  }

  @Test func wrongUseIsRefused() throws {
    let starmine = try made("a.mkv")
    defer { starmine.remove() }
    #expect(try starmine.run("verify", "b.mkv", "tiny.json").code == 2)
    #expect(try starmine.run("verify", "a.mkv").code == 2)
    #expect(try starmine.run("verify", "a.mkv", "nothing.json").code == 2)
    #expect(try starmine.run("verify", "a.mkv", "tiny.json", "--sample", "0").code == 2)
    for option in ["--dry-run", "--resume", "--no-overwrite"] {
      let outcome = try starmine.run("verify", "a.mkv", "tiny.json", option)
      #expect(outcome.code == 2 && outcome.errors.contains("\(option): verify does not write"), "\(outcome.errors)")
    }
  }
}
