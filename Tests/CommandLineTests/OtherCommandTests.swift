import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct OtherCommandTests {
  @Test func stillHasTheSizeThatWasAskedFor() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("still", "snow", "--at", "2.5s", "-o", "a.png", "--size", "61x40")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let image = try ImageReader.image(atPath: starmine.file("a.png").path)
    #expect(image.width == 61 && image.height == 40)
    // The portrait scene is fitted in: 40 of 667 points high, bars of background left and right.
    #expect(try starmine.run("still", "fireworks").output.hasPrefix("out/fireworks.png: 750x1334"))
  }

  @Test func presetsAreListedWithTheirSummaries() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("presets")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count >= 8 && lines.allSatisfy { $0.contains(/^[a-z-]+ {2,}[A-Z]/) })
  }

  @Test func showPrintsTheSceneAfterOverrides() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("show", "snow", "--set", "emitterCells.snow.velocity+=1", "--fps", "24")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("velocity = 51 points/s") && outcome.output.contains("24 fps"))
    #expect(outcome.output.contains("contents = { sprite: \"snowflake\", size: 56, blur: 0.012 }"))
  }

  @Test func validateReportsEverything() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "good.json")
    try starmine.write("{ layer: {\n opacty: 1,\n hidden: 7 } }", to: "bad.json")
    try starmine.write("{ layer: { updateInterval: 3 } }", to: "later.json")
    let outcome = try starmine.run("validate", "good.json", "bad.json", "later.json", "fireworks-show")
    #expect(outcome.code == 2)
    #expect(
      outcome.output.split(separator: "\n").map(String.init) == [
        "good.json: valid", "bad.json:2:2: layer.opacty: CALayer has no such property; did you mean \"opacity\"?",
        "bad.json:3:10: layer.hidden: expected true or false, found 7",
        "later.json:1:12: not supported: layer.updateInterval: ignored", "later.json: valid",
        "fireworks-show: valid",
      ])
    #expect(outcome.errors == "Error: 1 of 4 documents is not valid\n")
    #expect(try starmine.run("validate", "--strict", "later.json").code == 2)
    #expect(try starmine.run("validate", "good.json").code == 0)
  }

  @Test func strictRefusesWhatIsOnlyWarnedAbout() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{ movie: { size: [8, 8] }, layer: { updateInterval: 3 } }", to: "later.json")
    let lenient = try starmine.run("still", "later.json", "-o", "a.png")
    #expect(lenient.code == 0 && lenient.errors.hasPrefix("Warning: later.json:1:37: not supported"))
    let strict = try starmine.run("still", "later.json", "-o", "b.png", "--strict")
    #expect(strict.code == 2 && strict.errors.hasPrefix("Error: later.json:1:37: not supported"))
    #expect(try starmine.leftovers() == ["a.png", "later.json"])
  }
}
