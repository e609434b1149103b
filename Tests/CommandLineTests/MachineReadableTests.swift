import Foundation
import Testing

/// Output for programs is as the schemas say.
@Suite struct MachineReadableTests {
  @Test(arguments: [
    ("params", ["params", "fireworks", "--all", "--json"]), ("params", ["params", "CAEmitterCell", "--json"]),
    ("params", ["params", "--json"]), ("params", ["params", "beat", "--json"]),
    ("params", ["params", "CAFilter", "--json"]), ("params", ["params", "emitterBehaviors", "--json"]),
    ("params", ["params", "CAShapeLayer", "--animatable", "--json"]), ("params", ["params", "beginTime", "--json"]),
    ("params", ["params", "gravity", "--json"]), ("params", ["params", "movie", "--json"]),
    ("presets", ["presets", "--json"]),
    ("sprites", ["sprites", "--json"]), ("formats", ["formats", "--json"]),
    ("show", ["show", "fireworks-show", "--json"]), ("show", ["show", "layers-gallery", "--json"]),
    ("show", ["show", "animation-gallery", "--json"]), ("show", ["show", "listings", "--json"]),
    ("show", ["show", "card.json", "--json"]), ("params", ["params", "card.json", "--json"]),
    ("presets", ["presets", "snow", "--json"]), ("formats", ["formats", "transparent", "--json"]),
    ("sheet", ["sheet", "snow", "--size", "32x32", "-o", "a.png", "--json"]),
    ("bench-scenes", ["bench", "--list", "--json"]), ("problems", ["validate", "bad.json", "missing.json", "--json"]),
  ])
  func outputsFitTheirSchemas(schema: String, arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{ layer: { opacty: 1, cornerRadius: 7, hidden: 7 } }", to: "bad.json")
    try starmine.write(cardDocument, to: "card.json")
    let outcome = try starmine.finish(starmine.start(arguments))
    #expect(outcome.code == (schema == "problems" ? 2 : 0), "\(outcome.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect(try JSONSchema(named: schema).problems(of: value) == [])
    #expect((value as? [Any])?.isEmpty != true)
  }

  @Test func statisticsAndEventsFitTheirSchemas() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let outcome = try starmine.run(
      "render", "tiny.json", "-o", "a.mp4", "--stats", "-", "--progress", "json", "--set", "snow.emissionRange=90",
      "--at", "3")
    #expect(outcome.code == 2, "render has no --at")
    let good = try starmine.run(
      "render", "tiny.json", "-o", "a.mp4", "--stats", "-", "--progress", "json", "--set", "snow.spin=900")
    #expect(good.code == 0, "\(good.errors)")
    let stats = try JSONSerialization.jsonObject(with: Data(good.output.utf8))
    #expect(try JSONSchema(named: "stats").problems(of: stats) == [])
    let warnings = (stats as? [String: Any])?["warnings"] as? [String] ?? []
    #expect(warnings.contains { $0.contains("outside of the usual") })
    let schema = try JSONSchema(named: "events")
    var kinds: [String] = []
    for line in good.errors.split(separator: "\n") {
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(schema.problems(of: event) == [], "\(line)")
      kinds.append((event as? [String: Any])?["event"] as? String ?? "")
    }
    #expect(kinds.first == "note" && kinds.contains("start") && kinds.contains("frame") && kinds.contains("done"))
    let failed = try starmine.run("render", "nothing.json", "--log-format", "json")
    let event = try JSONSerialization.jsonObject(with: Data(failed.errors.utf8)) as? [String: Any]
    #expect(event?["event"] as? String == "error" && event?["code"] as? Int == 2)
  }

  /// Mistakes in the arguments themselves are events too, whatever is read first.
  @Test(arguments: [
    ["render", "snow", "--log-format", "json", "--nothing"], ["render", "--nothing", "--log-format=json", "snow"],
    ["render", "snow", "--fps", "x", "--progress", "json"], ["rendr", "--log-format", "json"],
    ["render", "snow", "--fps", "0", "--log-format", "json"],
    ["still", "snow", "-o", "a.txt", "--log-format", "json"], ["render", "snow", "--jobs", "0", "--progress", "json"],
  ])
  func usageErrorsAreEvents(arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(arguments))
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(outcome.errors)")
    let event = try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8))
    #expect(try JSONSchema(named: "events").problems(of: event) == [])
    #expect((event as? [String: Any])?["event"] as? String == "error")
  }

  /// Texts of documents and names of files cannot move a terminal's cursor or turn its text.
  @Test func terminalsAreSafe() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let signs = "\u{1B}[2J\u{202E}\u{2066}\u{9B}"
    try starmine.write(
      """
      { name: "a\(signs)", summary: "b\(signs)", movie: { duration: 1 },
        layer: { class: "CAEmitterLayer", emitterCells: [ { name: "c\\u001b\\u202e", birthRate: 1, lifetime: 1 }] } }
      """, to: "x\(signs).json")
    for arguments in [
      ["show"], ["show", "--json"], ["params"], ["params", "--all", "--json"], ["validate"], ["validate", "--json"],
      ["render", "-o", "y\(signs).mp4", "--dry-run"], ["diff", "snow"],
      ["still", "--at", "-1", "--log-format", "json"],
    ] {
      let outcome = try starmine.finish(starmine.start([arguments[0], "x\(signs).json"] + arguments.dropFirst()))
      let said = outcome.output + outcome.errors
      #expect(!said.isEmpty)
      #expect(!said.unicodeScalars.contains { signs.unicodeScalars.contains($0) && $0.value > 0x7A || $0 == "\u{1B}" })
      if arguments.contains("--json") {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
      }
    }
  }
}
