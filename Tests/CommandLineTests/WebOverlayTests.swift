import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

/// A delivery preset that writes two files.
@Suite struct WebOverlayTests {
  private func tiny() throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    return starmine
  }

  private let words = ["render", "tiny.json", "--for", "web-overlay", "--size", "128x96", "--frames", "0-4"]

  @Test func writesBothFilesAndTheirHTML() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let run = words + ["-o", "a \"b\".mov", "--encoder-preset", "ultrafast", "--stats", "stats.json"]
    let outcome = try starmine.finish(starmine.start(run))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (name, other) = ("a \"b\".mov", "a \"b\".webm")
    let (first, colors) = try VideoReader(path: starmine.file(name).path).read()
    let (second, frames) = try VideoReader(path: starmine.file(other).path).read()
    #expect(first.tag == "hvc1" && second.codec == "vp9" && colors.count == 5 && frames.count == 5)
    #expect(first.metadata["title"] == second.metadata["title"])
    #expect(frames.allSatisfy { frame in frame.image.base.pixels.contains { $0 >> 24 < 128 } })
    let html = """
      <video autoplay loop muted playsinline>
        <source src="a%20%22b%22.mov" type='video/mp4; codecs="hvc1"'>
        <source src="a%20%22b%22.webm" type="video/webm">
      </video>
      """
    #expect(outcome.errors.contains(html), "\(outcome.errors)")
    #expect(try starmine.text("stats.json").contains("\"frames\" : 5"))
  }

  @Test func planNamesBothFiles() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let plan = try starmine.finish(starmine.start(words + ["--dry-run"]))
    #expect(plan.code == 0 && plan.output.contains("out/tiny.mov") && plan.output.contains("out/tiny.webm"))
    #expect(plan.output.contains("codecs=\"hvc1\""), "\(plan.output)")
    #expect(try starmine.leftovers() == ["tiny.json"])
  }

  @Test(arguments: [
    ["-o", "a.webm"], ["-o", "-"], ["-o", "a.mov", "--format", "prores4444"], ["-o", "a.mov", "--resume"],
  ])
  func refusesWhatMakesOneFile(options: [String]) throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(words + options))
    #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome.output)")
    let message = options.last == "--resume" ? "segments make one file" : "NAME.mov and NAME.webm"
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try starmine.leftovers() == ["tiny.json"])
  }

  @Test func farmPlansAreRefused() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(["farm", "plan"] + words.dropFirst() + ["-o", "f"]))
    #expect(outcome.code == 2 && outcome.errors.contains("segments make one file"), "\(outcome.errors)")
  }

  @Test func existingSecondFileIsKept() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    try starmine.write("mine", to: "a.webm")
    let outcome = try starmine.finish(starmine.start(words + ["-o", "a.mov", "--no-overwrite"]))
    #expect(outcome.output.contains("a.webm: exists, kept"), "\(outcome.output)")
    #expect(try starmine.text("a.webm") == "mine" && (try starmine.leftovers()) == ["a.webm", "tiny.json"])
  }
}
