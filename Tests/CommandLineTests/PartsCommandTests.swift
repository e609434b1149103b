import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct PartsCommandTests {
  private static let stage = """
    { name: "stage", movie: { size: [8, 8], duration: 1, background: "white" }, layer: { sublayers: [
      { name: "wall", role: "scenery", frame: [0, 0, 8, 4], backgroundColor: "blue" },
      { name: "title", frame: [0, 0, 4, 8], backgroundColor: "red" } ] } }
    """

  /// Pixels of the wall, of the title and of the background, of a still with these options; and what was said.
  private func still(_ options: [String]) throws -> (pixels: [UInt32], errors: String) {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(Self.stage, to: "stage.json")
    let outcome = try starmine.finish(starmine.start(["still", "stage.json", "-o", "a.png"] + options))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let picture = try ImageReader.image(atPath: starmine.file("a.png").path)
    return ([picture[6, 2], picture[2, 6], picture[6, 6]], outcome.errors)
  }

  @Test func optionsChooseTheParts() throws {
    let (blue, red, white) = (UInt32(0xFF00_00FF), UInt32(0xFFFF_0000), UInt32.max)
    let cases: [(options: [String], pixels: [UInt32], said: String)] = [
      ([], [blue, red, white], ""),
      (
        ["--background", "clear"], [0, red, 0], "left out over a transparent background: wall; --with scenery keeps it"
      ),
      (["--set", "movie.background=clear"], [0, red, 0], "--with scenery keeps it"),
      (["--background", "clear", "--with", "scenery"], [blue, red, 0], ""),
      (["--without", "scenery"], [0, red, 0], ""),
      (["--without", "scenery", "--background", "white"], [white, red, white], ""),
      (["--set", "wall.role=effect", "--background", "clear"], [blue, red, 0], ""),
      (["--only", "particles"], [0, 0, 0], "no particles to draw"),
    ]
    for (options, pixels, said) in cases {
      let result = try still(options)
      #expect(result.pixels == pixels, "\(options)")
      #expect(said.isEmpty ? !result.errors.contains("scenery") : result.errors.contains(said), "\(result.errors)")
    }
  }

  @Test func invalidUseIsExplained() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(Self.stage, to: "stage.json")
    let cases: [(arguments: [String], text: String)] = [
      (["still", "stage.json", "--only", "snow"], "particles"),
      (["still", "stage.json", "--only", "particles", "--without", "scenery"], "use only one"),
      (["save", "stage.json", "--only", "particles", "-o", "b.json"], "writes the whole document"),
      (["validate", "wrong.json"], "scenery"),
    ]
    try starmine.write("{ layer: { role: \"decor\" } }", to: "wrong.json")
    for (arguments, text) in cases {
      let outcome = try starmine.finish(starmine.start(arguments))
      #expect(outcome.code != 0 && (outcome.errors + outcome.output).contains(text), "\(arguments): \(outcome.errors)")
    }
    #expect(try starmine.leftovers() == ["stage.json", "wrong.json"])
  }

  /// A saved document has no scenery because nothing is behind it; plans and videos know the options.
  @Test func allCommandsAcceptTheParts() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(Self.stage, to: "stage.json")
    _ = try starmine.run("save", "stage.json", "--without", "scenery", "-o", "bare.json")
    _ = try starmine.run("still", "bare.json", "-o", "bare.png")
    _ = try starmine.run("still", "stage.json", "--without", "scenery", "-o", "without.png")
    #expect(try Data(contentsOf: starmine.file("bare.png")) == Data(contentsOf: starmine.file("without.png")))
    let shown = try starmine.run("show", "stage.json").output
    #expect(shown.contains("role = scenery"))
    let planned = try starmine.run(
      "farm", "plan", "stage.json", "--without", "scenery", "--format", "png-mov", "-o", "plan")
    #expect(planned.code == 0, "\(planned.errors)")
    #expect(try starmine.text("plan/plan.json").contains("--without"))
    let render = try starmine.run("render", "stage.json", "--only", "particles", "--dry-run")
    #expect(render.output.hasPrefix("out/stage.mov"), "\(render.output)")
  }
}
