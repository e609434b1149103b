import Foundation
import Testing

/// No command writes over a file that it has read, whichever output or file beside it has the name.
@Suite struct InputKeptTests {
  @Test(arguments: [
    ["atlas", "tiny.json", "-o", "tiny.png"], ["render", "tiny.json", "-o", "a.mp4", "--stats", "tiny.json"],
    ["save", "tiny.json", "--as", "lottie", "-o", "tiny.json"], ["import", "foreign.json", "-o", "foreign.json"],
    ["render", "clip.json", "-o", "clip.mp4"], ["still", "picture.json", "-o", "picture.png"],
    ["sheet", "picture.json", "-o", "picture.png"], ["render", "tiny.json", "--over", "clip.mp4", "-o", "link.mp4"],
  ])
  func inputsAreRefusedAsOutputs(arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    try starmine.write("{ layer: { contents: \"picture.png\" } }", to: "picture.json")
    try starmine.write("{ layer: { contents: \"clip.mp4\" } }", to: "clip.json")
    try starmine.write(
      "{\"v\": \"5.5.0\", \"fr\": 10, \"ip\": 0, \"op\": 5, \"w\": 16, \"h\": 16, \"layers\": []}", to: "foreign.json")
    #expect(try starmine.run("still", "tiny.json", "-o", "picture.png").code == 0)
    #expect(try starmine.run("render", "tiny.json", "-o", "clip.mp4").code == 0)
    #expect(symlink(starmine.file("clip.mp4").path, starmine.file("link.mp4").path) == 0)
    let names = ["tiny.json", "picture.json", "clip.json", "foreign.json", "picture.png", "clip.mp4"]
    let before = try names.map { try Data(contentsOf: starmine.file($0)) }
    let outcome = try starmine.finish(starmine.start(arguments))
    let after = try names.map { try Data(contentsOf: starmine.file($0)) }
    for (name, pair) in zip(names, zip(before, after)) {
      #expect(pair.0 == pair.1, "\(arguments) changed \(name)")
    }
    #expect(outcome.code == 2, "\(arguments): \(outcome.errors)")
  }

  /// A document may be changed in place, and outputs of earlier runs are replaced.
  @Test func editsAndOutputsReplaceFiles() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    #expect(try starmine.run("save", "tiny.json", "--seed", "4", "-o", "tiny.json").code == 0)
    #expect(try starmine.text("tiny.json").contains("seed: 4"))
    for _ in 0..<2 { #expect(try starmine.run("render", "tiny.json", "-o", "a.mp4").code == 0) }
  }
}
