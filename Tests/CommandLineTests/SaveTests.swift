import Foundation
import Testing

@Suite struct SaveTests {
  @Test func savedDocumentsShowWhatWasSet() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let changes = [
      "--set", "emitterCells.*.velocity*=2", "--set", "emitterCells.rocket.emissionRange=20deg", "--seed", "5",
      "--background", "#101010",
    ]
    let outcome = try starmine.finish(starmine.start(["save", "fireworks", "-o", "my.json"] + changes))
    #expect(outcome.code == 0 && outcome.output == "my.json: 4 changes\n", "\(outcome.errors)")
    let text = try starmine.text("my.json")
    #expect(text.hasPrefix("// The parameters of imqiuhang") && !text.contains("$schema"))
    #expect(
      text.contains("velocity: \"(500 * (stage.height - 100) / 567) * 2\",\n")
        && text.contains("emissionRange: \"20deg\",")
        && text.contains("seed: 5"))
    let original = try starmine.finish(starmine.start(["show", "fireworks"] + changes)).output
    let saved = try starmine.run("show", "my.json").output
    #expect(saved.split(separator: "\n").dropFirst() == original.split(separator: "\n").dropFirst())
    #expect(try starmine.run("validate", "my.json").code == 0)
  }

  @Test func diffNamesWhatDiffers() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    _ = try starmine.run("save", "snow", "--set", "emitterCells.snow.scale=0.4", "-o", "my.json")
    let outcome = try starmine.run("diff", "snow", "my.json")
    #expect(outcome.code == 0 && outcome.output == "CAGradientLayer.sky.snow.scale: 0.2 -> 0.4\n")
    #expect(try starmine.run("diff", "snow", "snow").output == "no difference\n")
    // The saved document draws the same as the options, whichever of them counts more.
    let options = ["--loop", "6s", "--speed", "2", "--set", "movie.fps=24", "--fps", "30"]
    _ = try starmine.finish(starmine.start(["save", "snow", "-o", "loop.json"] + options))
    let shown = try starmine.finish(starmine.start(["show", "snow"] + options)).output.split(separator: "\n")
    #expect(try starmine.run("show", "loop.json").output.split(separator: "\n").dropFirst() == shown.dropFirst())
    #expect(shown[1].contains("24 fps, 12 s, 144 frames") && shown[1].contains("loop 12s"), "\(shown[1])")
  }

  @Test func imagesAreStillFoundFromAnotherFolder() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try FileManager.default.createDirectory(at: starmine.file("in"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: starmine.file("out"), withIntermediateDirectories: true)
    _ = try starmine.run("still", "snow", "--size", "8x8", "-o", "in/flake.png")
    try starmine.write("{ movie: { size: [8, 8] }, layer: { contents: 'flake.png' } }", to: "in/a.json")
    let outcome = try starmine.run("save", "in/a.json", "--set", "opacity=0.5", "-o", "out/b.json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      try starmine.text("out/b.json")
        == "{ movie: { size: [8, 8] }, layer: { contents: \"../in/flake.png\", opacity: 0.5 } }")
    #expect(try starmine.run("validate", "out/b.json").code == 0)
  }

  @Test func unusualValuesAreNotedAndImpossibleOnesRefused() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let unusual = try starmine.run("show", "snow", "--set", "emitterCells.snow.birthRate=5000")
    #expect(unusual.code == 0)
    #expect(unusual.errors == "Note: sky.emitterCells.snow.birthRate is 5000 1/s, outside of the usual 0 to 1000\n")
    let impossible = try starmine.run("show", "snow", "--set", "sky.seed=-1")
    #expect(impossible.code == 2 && impossible.errors.contains("such as 0 to 4294967295"), "\(impossible.errors)")
  }

  @Test(arguments: [
    (["save", "snow"], "-o"), (["save", "snow", "-o", "my.png"], ".json"),
    (["save", "snow", "-o", "my.json", "--set", "emitterCells.*.scal=1"], "did you mean emitterCells.*.scale?"),
    (["save", "snow", "-o", "my.json", "--set", "emitterCells.*.scale=big"], "expected a number"),
    (["diff", "snow"], "second"), (["diff", "snow", "snwo"], "did you mean \"snow\""),
  ])
  func wrongUsageIsExplained(arguments: [String], part: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(arguments))
    #expect(outcome.code == 2 && outcome.errors.contains(part), "\(outcome.errors)")
    #expect(try starmine.leftovers() == [])
  }

  @Test func schemaAndCompletion() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let schema = try starmine.run("schema").output
    #expect(schema.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\""))
    for shell in ["bash", "zsh", "fish"] {
      let script = try starmine.run("--generate-completion-script", shell)
      #expect(script.code == 0 && script.output.contains("starmine"), "\(shell)")
    }
    // What the scripts call for a preset, and for a key path of the preset on the line.
    let presets = try completions(starmine, "positional@0", "starmine", "render", "")
    #expect(presets.contains("fireworks-show"), "\(presets)")
    let keys = try completions(starmine, "--set", "starmine", "render", "fireworks", "--set", "")
    #expect(keys.contains("fireworks.emitterCells.rocket.velocity="), "\(keys)")
    #expect(keys.contains("rocket.velocity="), "\(keys)")
    let variables = try completions(starmine, "--var", "starmine", "render", "glitter-title", "--var", "")
    #expect(variables.contains("title="), "\(variables)")
    let groups = try starmine.run("--generate-completion-script", "bash").output
    #expect(groups.contains("overlays"))
  }

  private func completions(_ starmine: Starmine, _ subject: String, _ words: String...) throws -> [String] {
    let arguments = ["---completion", "render", "--", subject, "\(words.count - 1)", "0"] + words
    return try starmine.finish(starmine.start(arguments)).output.split(separator: "\n").map(String.init)
  }
}
