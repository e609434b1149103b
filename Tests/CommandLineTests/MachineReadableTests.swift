import Foundation
import Testing

/// Output for programs is as the schemas say.
@Suite struct MachineReadableTests {
  @Test(arguments: [
    ("params", ["params", "fireworks", "--all", "--json"]), ("params", ["params", "CAEmitterCell", "--json"]),
    ("params", ["params", "gravity", "--json"]), ("params", ["params", "movie", "--json"]),
    ("presets", ["presets", "--json"]),
    ("sprites", ["sprites", "--json"]), ("formats", ["formats", "--json"]),
    ("show", ["show", "fireworks-show", "--json"]), ("show", ["show", "layers-gallery", "--json"]),
    ("diff", ["diff", "snow", "fireworks", "--json"]),
    ("sheet", ["sheet", "snow", "--size", "32x32", "-o", "a.png", "--json"]),
    ("bench-scenes", ["bench", "--list", "--json"]), ("problems", ["validate", "bad.json", "missing.json", "--json"]),
  ])
  func outputsFitTheirSchemas(schema: String, arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{ layer: { opacty: 1, cornerRadius: 7, hidden: 7 } }", to: "bad.json")
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
}
