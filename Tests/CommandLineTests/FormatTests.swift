import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineTestSupport
import Testing

@Suite struct FormatTests {
  private func tiny() throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    return starmine
  }

  // MARK: The table

  @Test func tableAndHelpComeFromTheRows() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let table = try starmine.run("formats")
    let markdown = try starmine.run("formats", "--markdown").output
    let help = try starmine.run("render", "--help").output
    for format in VideoFormat.all {
      #expect(table.output.contains(format.name) && table.output.contains(format.key))
      for name in format.extensions { #expect(help.contains(name)) }
    }
    #expect(markdown.split(separator: "\n").count == VideoFormat.all.count + 2)
    for name in VideoFormat.refused.flatMap(\.keys) { #expect(table.output.contains(name)) }
  }

  @Test func tableCanBeSearched() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let alpha = try starmine.run("formats", "alpha").output
    #expect(alpha.contains("prores4444") && !alpha.contains("h264-10"))
    let data = Data(try starmine.run("formats", "webm", "--json").output.utf8)
    let records = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    #expect(records?.compactMap { $0["key"] as? String } == ["vp9", "vp9-alpha", "vp9-10"])
    let refused = try starmine.run("formats", "av1-alpha")
    #expect(refused.code == 2 && refused.errors.contains("take vp9-alpha or webp"))
  }

  // MARK: Choice

  @Test func aClearBackgroundChoosesAFormatWithAlpha() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.run("render", "tiny.json", "--background", "clear")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (file, frames) = try VideoReader(path: starmine.file("out/tiny.mov").path).read()
    #expect(file.tag == "ap4h" && file.depth == 32 && frames.count == 10)
    #expect(frames.allSatisfy { frame in frame.image.base.pixels.contains { $0 >> 24 < 128 } })
  }

  /// A movie in Display P3 whose file is of high dynamic range is told which of both counts.
  @Test(arguments: [["--hdr", "pq"], ["--set", "movie.hdr=pq"], ["--set", "movie.dynamicRange=high"]])
  func hdrReplacesDisplayP3(asked: [String]) throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    // HEVC takes no smaller ones.
    let words = ["render", "tiny.json", "--dry-run", "--size", "128x96", "-o", "a.mp4"] + asked
    let outcome = try starmine.finish(starmine.start(words + ["--set", "movie.colorSpace=display-p3"]))
    #expect(outcome.code == 0 && outcome.errors.contains("the file is in BT.2020"), "\(outcome.errors)")
    let plain = try starmine.finish(starmine.start(words))
    #expect(plain.code == 0 && !plain.errors.contains("display-p3"))
  }

  @Test func alphaIsRefusedInAFormatWithoutAlpha() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.run("render", "tiny.json", "--background", "clear", "-o", "a.mp4")
    #expect(outcome.code == 2 && outcome.errors.contains("H.264 in MP4 has no alpha"), "\(outcome.errors)")
    #expect(try starmine.leftovers() == ["tiny.json"])
    let screen = try starmine.run(
      "render", "tiny.json", "--background", "clear", "-o", "a.mp4", "--additive-alpha", "screen")
    #expect(screen.code == 0 && screen.errors.isEmpty)
  }

  @Test func gifsUseASupportedFrameRate() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    try starmine.write(tinyDocument.replacing("fps: 10", with: "fps: 60"), to: "fast.json")
    let slowed = try starmine.run("render", "fast.json", "-o", "a.gif")
    #expect(slowed.code == 0 && slowed.errors.contains("25 frames per second instead of 60"), "\(slowed.errors)")
    #expect(slowed.output.hasPrefix("a.gif: 25 frames"))
    for option in [["--fps", "60"], ["--set", "movie.fps=60"]] {
      let asked = try starmine.finish(starmine.start(["render", "tiny.json", "-o", "a.gif"] + option))
      #expect(asked.code == 2 && asked.errors.contains("at most 50"))
    }
  }

  @Test(arguments: DeliveryNames.all) func everyDeliveryPresetHasAPlan(name: String) throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.run("render", "tiny.json", "--for", name, "--dry-run")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("  format ") && outcome.output.contains("  size "))
    #expect(try starmine.leftovers() == ["tiny.json"])
  }

  @Test func explicitOptionsOverrideDeliveryPresets() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let story = try starmine.run("render", "tiny.json", "--for", "story", "--dry-run").output
    #expect(story.contains("1080x1920") && story.contains("at 30 per second") && story.contains("H.264 in MP4"))
    let other = try starmine.run(
      "render", "tiny.json", "--for", "story", "--size", "90x160", "--fps", "12", "--crf", "30", "-o", "a.webm",
      "--dry-run"
    ).output
    #expect(other.contains("90x160") && other.contains("at 12 per second") && other.contains("crf 30.0 of 0 to 63"))
    let overlay = try starmine.run("render", "tiny.json", "--for", "overlay", "--dry-run").output
    #expect(overlay.contains("out/tiny.mov") && overlay.contains("transparent, straight"))
  }

  // MARK: Sequences and pipes

  @Test func sequencesHaveNumbers() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.run(
      "render", "tiny.json", "-o", "f/a-%03d.png", "--frames", "2-4", "--first-number", "1")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: starmine.file("f").path).sorted()
    #expect(names == ["a-003.png", "a-004.png", "a-005.png"])
    let again = try starmine.run("render", "tiny.json", "-o", "f/a-%03d.png", "--frames", "2")
    #expect(again.code == 0 && again.errors.contains("files of an earlier sequence are still there"))
    #expect(!again.errors.contains("missing"))
    let far = try starmine.run("render", "tiny.json", "-o", "f/a-%03d.png", "--frames", "8")
    #expect(far.code == 0 && far.errors.contains("a-006.png: missing"))
    let kept = try starmine.run("render", "tiny.json", "-o", "f/a-%03d.png", "--no-overwrite")
    #expect(kept.code == 0 && kept.output.contains("exists, kept"))
    let none = try starmine.run("render", "tiny.json", "-o", "a.png")
    #expect(none.code == 2 && none.errors.contains("a-%05d.png"))
    let named = try starmine.run("render", "tiny.json", "--format", "qoi", "--frames", "0")
    #expect(named.code == 0 && FileManager.default.fileExists(atPath: starmine.file("out/tiny-00000.qoi").path))
  }

  @Test func gifsHavePalettesDitherAndALimit() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    var sizes: [String: Int] = [:]
    for words in [[], ["--gif-palette", "scene"], ["--gif-palette", "frame"], ["--gif-dither", "none"]] {
      let outcome = try starmine.finish(
        starmine.start(["render", "tiny.json", "-o", "a.gif", "--size", "256x128"] + words))
      #expect(outcome.code == 0, "\(outcome.errors)")
      sizes[words.last ?? ""] = try Data(contentsOf: starmine.file("a.gif")).count
    }
    let small = try starmine.run(
      "render", "tiny.json", "-o", "small.gif", "--size", "256x128", "--max-size", "\((sizes[""] ?? 0) / 2)")
    #expect(small.code == 0 && small.errors.contains("rendering again at"), "\(small.errors)")
    #expect(try Data(contentsOf: starmine.file("small.gif")).count <= (sizes[""] ?? 0) / 2)
    let none = try starmine.run("render", "tiny.json", "-o", "none.gif", "--max-size", "100")
    #expect(none.code == 1 && none.errors.contains("at most 100 are allowed"), "\(none.errors)")
    #expect(!FileManager.default.fileExists(atPath: starmine.file("none.gif").path))
    #expect(try starmine.run("render", "tiny.json", "-o", "b.gif", "--max-size", "5 apples").code == 2)
  }

  @Test func framesGoToStandardOutput() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let process = try starmine.start(["render", "tiny.json", "--format", "rgba", "-o", "-", "--quiet"])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try Data(contentsOf: starmine.file(".stdout")).count == 64 * 32 * 4 * 10)
    _ = try starmine.run("render", "tiny.json", "-o", "a.y4m")
    let piped = try starmine.start(["render", "tiny.json", "--format", "y4m", "-o", "-"])
    piped.waitUntilExit()
    let data = try Data(contentsOf: starmine.file(".stdout"))
    #expect(try data == Data(contentsOf: starmine.file("a.y4m")))
    #expect(data.starts(with: Data("YUV4MPEG2 W64 H32 F10:1".utf8)))
    let none = try starmine.run("render", "tiny.json", "-o", "-")
    #expect(none.code == 2 && none.errors.contains("--format y4m"))
  }

  /// Effect of a closed pipe on every program: an end without a word.
  @Test func closedPipeEndsTheProgram() throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let pipe = Pipe()
    let process = try starmine.start(
      ["render", "tiny.json", "--size", "640x320", "--format", "rgba", "-o", "-"], output: pipe.fileHandleForWriting)
    _ = try pipe.fileHandleForReading.read(upToCount: 1000)
    try pipe.fileHandleForReading.close()
    let outcome = try starmine.finish(process)
    #expect(outcome.code == 141 && !outcome.errors.contains("rror"), "\(outcome.code) \(outcome.errors)")
  }

  // MARK: Errors

  @Test(arguments: [
    (["--format", "av1-alpha"], "take vp9-alpha or webp"), (["-o", "a.avif"], "take webp or apng"),
    (["--format", "prores44"], "did you mean prores?"), (["--format", "prores4444", "-o", "a.mp4"], ".mov"),
    (["--background", "clear", "--additive-alpha", "keep", "-o", "a.webm"], "prores4444"),
    (["--additive-alpha", "more"], "luminance"), (["--for", "tiktok"], "story"), (["--supersample", "9"], "1 to 8"),
    (["--motion-blur=0"], "--motion-blur"), (["--motion-blur=180:0:256", "--supersample", "2"], "use 64 samples"),
    (["-o", "a.webm", "--crf", "70"], "0 to 63"), (["-o", "a.gif", "--crf", "20"], "GIF has one quality only"),
    (["-o", "a-%03d.png", "--crf", "20"], "one quality only"), (["-o", "a.y4m", "--crf", "3"], "one quality only"),
    (["-o", "a.apng", "--crf", "3"], "one quality only"), (["-o", "a.mp4", "--crf", "99"], "0 to 51"),
    (["-o", "a.gif", "--audio", "tiny.json"], "cannot store sound"),
    (["-o", "a.mp4", "--audio", "tiny.json"], "tiny.json: the sound cannot be read"),
    (["--first-number", "-1"], "first-number"), (["--audio-gain", "90"], "-60 to 24"),
  ])
  func invalidFormatOptionsAreExplained(arguments: [String], part: String) throws {
    let starmine = try tiny()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(["render", "tiny.json"] + arguments))
    #expect(outcome.code == 1 || outcome.code == 2, "\(outcome.code)")
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
    #expect(try starmine.leftovers().filter { $0 != "out" } == ["tiny.json"])
  }
}

/// The places that `--for` knows, as the help lists them.
enum DeliveryNames {
  static let all = [
    "overlay", "premiere", "finalcut", "resolve", "aftereffects", "obs", "stinger", "web", "slack", "instagram",
    "story", "youtube", "4k",
  ]
}
