import Foundation
import StarmineMedia
import Testing

@Suite struct BatchTests {
  @Test func severalAreRenderedAndFailuresCounted() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    for name in ["a", "b"] { try starmine.write(tinyDocument, to: "\(name).json") }
    try starmine.write("{ layer: { opacty: 1 } }", to: "bad.json")
    let outcome = try starmine.run(
      "render", "a.json", "bad.json", "b.json", "-o", "done/{name}.framemd5", "--jobs", "2")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("bad.json: ") && outcome.errors.contains("did you mean \"opacity\"?"))
    #expect(outcome.output.contains("2 of 3 rendered in ") && outcome.output.contains("1 failed: bad.json"))
    // Outputs are called after files: both documents are called tiny inside.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: starmine.file("done").path).sorted() == [
        "a.framemd5", "b.framemd5",
      ])
    #expect(try starmine.text("done/a.framemd5") == starmine.text("done/b.framemd5"))
    let kept = try starmine.run("render", "a.json", "-o", "done/a.framemd5", "--no-overwrite")
    #expect(kept.code == 0 && kept.output == "done/a.framemd5: exists, kept\n")
    let same = try starmine.run("render", "a.json", "b.json", "-o", "c.framemd5")
    #expect(same.code == 2 && same.errors.contains("would both be written to c.framemd5"))
  }

  @Test func pipesCarryDocumentsAndPictures() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let program = Starmine.executable.path
    process.arguments = [
      "-c",
      """
      \(program) save tiny.json --set snow.scale=2 -o - | \(program) still - --at 0.5 -o - > a.png &&
      \(program) still tiny.json --set snow.scale=2 --at 0.5 -o b.png -q
      """,
    ]
    process.currentDirectoryURL = starmine.folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && said.isEmpty)
    #expect(try Data(contentsOf: starmine.file("a.png")) == Data(contentsOf: starmine.file("b.png")))
  }

  @Test func oddSidesArePaddedWithANote() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let padded = try starmine.run("render", "tiny.json", "-o", "a.mp4", "--size", "63x31")
    #expect(
      padded.code == 0 && padded.output.contains("64x32") && padded.output.contains("63x31 padded"), "\(padded.errors)")
    let scaled = try starmine.run("render", "tiny.json", "-o", "b.mp4", "--size", "63x31", "--odd", "scale")
    #expect(scaled.code == 0 && scaled.output.contains("63x31 scaled"))
    let refused = try starmine.run("render", "tiny.json", "-o", "c.mp4", "--size", "63x31", "--odd", "error")
    #expect(refused.code == 2 && refused.errors.contains("even"))
  }

  @Test func speedStretchesTheMovie() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let slow = try starmine.run("render", "tiny.json", "-o", "slow.framemd5", "--speed", "0.5")
    #expect(slow.code == 0 && slow.output.contains("20 frames"))
    _ = try starmine.run("render", "tiny.json", "-o", "plain.framemd5")
    func sums(_ name: String) throws -> [Substring] {
      try starmine.text(name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.suffix(32) }
    }
    let (slowly, plainly) = (try sums("slow.framemd5"), try sums("plain.framemd5"))
    #expect(plainly.indices.allSatisfy { plainly[$0] == slowly[$0 * 2] })
  }

  /// A length is the movie's as it is seen, wherever its speed was changed.
  @Test(arguments: [["--speed", "2"], ["--set", "movie.speed=2"], ["--speed", "4", "--set", "movie.speed*=0.5"]])
  func durationIsThatOfTheMovieAtItsSpeed(_ options: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let arguments = ["render", "tiny.json", "-o", "a.framemd5", "--fps", "10", "--duration", "2"]
    let result = try starmine.finish(starmine.start(arguments + options))
    #expect(result.code == 0 && result.output.contains("20 frames"))
  }

  /// Memory decides what is drawn at a time and what is refused, no byte of a file.
  @Test func memoryIsBounded() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    _ = try starmine.run("render", "tiny.json", "-o", "a.framemd5")
    let little = try starmine.run("render", "tiny.json", "-o", "b.framemd5", "--memory", "200M", "--threads", "64")
    #expect(little.code == 0, "\(little.errors)")
    #expect(try starmine.text("a.framemd5") == starmine.text("b.framemd5"))
    let refused = try starmine.run(
      "render", "tiny.json", "-o", "c.mp4", "--size", "16384x4096", "--memory", "1G", "--threads", "16")
    #expect(refused.code == 1 && refused.errors.contains("16384x4096") && refused.errors.contains("MB"))
    #expect(!FileManager.default.fileExists(atPath: starmine.file("c.mp4").path))
    let picture = try starmine.run("still", "tiny.json", "-o", "d.png", "--size", "16384x4096", "--memory", "256M")
    #expect(picture.code == 1 && picture.errors.contains("a picture of 16384x4096"))
    #expect(try starmine.run("still", "tiny.json", "-o", "d.png", "--memory", "3 bytes").code == 2)
  }

  /// Bitmaps of effects count: where there is little memory, frames wait for each other; where there is too little for
  /// one, that is the error.
  @Test func memoryOfEffectsIsLimited() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    // Two bitmaps of 3.7 MB each, all of which a frame holds at the same time: 180 MB.
    let layer = """
      {bounds:[0,0,1280,720], position:[640,360], opacity:0.5, backgroundColor:"#f00", shouldRasterize:true}
      """
    let layers = Array(repeating: layer, count: 24).joined(separator: ",")
    try starmine.write("{movie:{size:[1280,720], duration:0.2, fps:10}, layer:{sublayers:[\(layers)]}}", to: "a.json")
    func render(_ memory: String, to name: String) throws -> Starmine.Outcome {
      try starmine.run("render", "a.json", "-o", name, "--memory", memory, "--threads", "2")
    }
    let refused = try render("130M", to: "a.framemd5")
    #expect(refused.code == 1 && refused.errors.contains("the shadows and filters of frame 0"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: starmine.file("a.framemd5").path))
    let picture = try starmine.run("still", "a.json", "-o", "a.png", "--memory", "130M")
    #expect(picture.code == 1 && picture.errors.contains("shadows and filters"), "\(picture.errors)")
    let (one, both) = (try render("340M", to: "b.framemd5"), try render("4G", to: "c.framemd5"))
    #expect(one.code == 0 && both.code == 0, "\(one.errors) \(both.errors)")
    #expect(try starmine.text("b.framemd5") == starmine.text("c.framemd5"))
  }

  @Test func sizesHaveNames() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    for (size, part) in [
      ("square", "1080x1080"), ("story", "1080x1920"), ("100x", "100x50"), ("x50", "100x50"), ("4k", "3840x2160"),
    ] {
      let outcome = try starmine.run("still", "tiny.json", "--size", size, "-o", "a.png")
      #expect(outcome.code == 0 && outcome.output.contains(part), "\(outcome.output) \(outcome.errors)")
    }
    let unknown = try starmine.run("still", "tiny.json", "--size", "huge")
    #expect(unknown.code == 2 && unknown.errors.contains("square, portrait, story"))
  }
}
