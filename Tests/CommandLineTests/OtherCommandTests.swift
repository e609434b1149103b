import Foundation
import StarmineGraphics
import StarmineMedia
import StarminePresets
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

  @Test func versionPrintsTheLicences() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let text = try starmine.run("version", "--licenses").output
    #expect(text.hasPrefix("MIT License\n"))
    for part in ["Swift standard library", "Foundation", "libdispatch", "ICU", "FlyingFox", "swift-argument-parser"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains("Runtime Library Exception") && text.contains("UNICODE LICENSE V3"))
  }

  @Test func presetsAreListedWithTheirSummaries() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("presets")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n")
    let groups = lines.filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(groups == PresetGroup.allCases.map(\.rawValue))
    #expect(lines.count == groups.count + PresetLibrary.names.count)
    #expect(lines.allSatisfy { groups.contains(String($0)) || $0.contains(/^ {2}[a-z-]+ {2,}[A-Z]/) })
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

  @Test func validateGivesVariablesValues() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{ vars: { n: { type: \"number\", max: 3 } }, layer: { opacity: \"{n} / 3\" } }", to: "n.json")
    #expect(try starmine.run("validate", "n.json", "--var", "n=2").code == 0)
    let wrong = try starmine.run("validate", "n.json", "--var", "n=4")
    #expect(wrong.code == 2 && wrong.output.contains("--var n"), "\(wrong.output)")
  }

  @Test func strictTreatsWarningsAsErrors() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{ movie: { size: [8, 8] }, layer: { updateInterval: 3 } }", to: "later.json")
    let lenient = try starmine.run("still", "later.json", "-o", "a.png")
    #expect(lenient.code == 0 && lenient.errors.hasPrefix("Warning: later.json:1:37: not supported"))
    let strict = try starmine.run("still", "later.json", "-o", "b.png", "--strict")
    #expect(strict.code == 2 && strict.errors.hasPrefix("Error: later.json:1:37: not supported"))
    #expect(try starmine.leftovers() == ["a.png", "later.json"])
  }

  @Test func showListsAnimationsStatesAndCues() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let points = (0..<200).map { "L \($0) \($0 % 7)" }.joined(separator: " ")
    try starmine.write(
      """
      { layer: { sublayers: [
          { class: "CAShapeLayer", name: "line", path: "M 0 0 \(points)" },
          { name: "star", mask: { cornerRadius: 3 }, animations: {
              spin: { keyPath: "transform.rotation.z", toValue: "90deg", delay: 2 },
              both: { class: "CAAnimationGroup", duration: 3, animations: [
                { keyPath: "opacity", fromValue: 0 }] } } }] },
        states: { on: { "star.opacity": 0.5 } },
        stateTransitions: [{ to: "on", animations: { star: { fade: { keyPath: "opacity" } } } }],
        timeline: [{ at: 1, animations: { star: { hop: { keyPath: "position.y", byValue: 5 } } } }] }
      """, to: "a.json")
    let short = try starmine.run("show", "a.json").output
    for line in [
      "path = M 0 0 L 0 0 L 1 1 L 2 2 ... (201 points)", "animations.spin: CABasicAnimation", "toValue = 90 degrees",
      "beginTime = now+2s", "animations.both: CAAnimationGroup", "animations[0]: CABasicAnimation",
      "mask: CALayer", "cornerRadius = 3", "states", "star.opacity = 0.5", "from * to on",
      "star.animations.fade: CABasicAnimation", "at 1 s: animate star.hop", "star.animations.hop: CABasicAnimation",
      "byValue = 5 points",
    ] {
      #expect(short.contains(line), "\(line) in \(short)")
    }
    #expect(short.split(separator: "\n").allSatisfy { $0.count < 160 })
    #expect(try starmine.run("show", "a.json", "--full").output.contains("L 199 3"))
  }

  @Test(arguments: ["beat", "music", "transparent", "delay", "glow"]) func commonWordsFindSomething(word: String) throws
  {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("params", word)
    #expect(outcome.code == 0 && !outcome.output.isEmpty, "\(outcome.errors)")
  }

  @Test func beginTimesAreAdvisedAsTheyWork() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run("params", "beginTime")
    #expect(outcome.output.contains("--set 'beginTime=now+2s'"))
    let help = try starmine.run("render", "--help-all").output
    for name in ["overlay", "premiere", "stinger", "youtube", "4k"] {
      #expect(help.split(separator: "\n").contains { $0.contains("\(name)  ") }, "\(name)")
    }
  }

  /// A character of no font: the last of the private use planes.
  @Test func missingGlyphsAreReported() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(
      """
      { movie: { size: [64, 32], fps: 10, duration: 0.1 }, layer: { class: "CATextLayer", name: "title",
        bounds: [0, 0, 64, 32], fontSize: 12, string: "ab" } }
      """, to: "a.json")
    let fine = try starmine.run("still", "a.json", "-o", "a.png", "--strict")
    #expect(fine.code == 0, "\(fine.errors)")
    let set = ["--set", "title.string=a\u{10FFFD}"]
    for command in [["still", "a.json", "-o", "b.png"], ["render", "a.json", "-o", "b.mp4"]] {
      let told = try starmine.finish(starmine.start(command + set))
      #expect(told.code == 0 && told.errors.contains("no installed font has \"\u{10FFFD}\""), "\(told.errors)")
      #expect(try starmine.finish(starmine.start(command + set + ["--strict"])).code == 2)
    }
  }
}
