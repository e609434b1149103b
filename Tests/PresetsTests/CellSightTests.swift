import StarminePresets
import Testing

/// Which cells show nothing, whatever changes their values.
@Suite struct CellSightTests {
  private func remarks(_ cell: String, layer: String = "", document: String = "") throws -> [DocumentProblem] {
    try load(
      """
      { layer: { class: "CAEmitterLayer", name: "sky", \(layer) emitterCells: [
        { name: "a", birthRate: 5, lifetime: 2, contents: { sprite: "dot" }, \(cell) } ] }, \(document) }
      """
    ).remarks
  }

  private static let growth = "{ type: \"valueOverLife\", keyPath: \"scale\", values: [0, 1] }"
  private static let fade = "{ type: \"colorOverLife\", colors: [\"clear\", \"white\"] }"

  @Test(arguments: [
    ("scale: 0, emitterBehaviors: [\(growth)]", ""), ("scale: 0", "emitterBehaviors: [\(growth)],"),
    ("color: \"clear\", emitterBehaviors: [\(fade)]", ""), ("color: \"clear\"", "emitterBehaviors: [\(fade)],"),
    ("color: \"clear\", alphaSpeed: 1", ""), ("color: \"clear\", alphaRange: 1", ""),
    ("alphaSpeed: -100, emitterBehaviors: [\(fade)]", ""), ("scale: 0, scaleSpeed: 1", ""),
    ("scale: 0, emitterBehaviors: [{ type: \"valueOverLife\", keyPath: \"scaleSpeed\", values: [1, 0] }]", ""),
    ("scale: 0, emitterCells: [{ birthRate: 4, lifetime: 1, contents: { sprite: \"dot\" } }]", ""),
  ])
  func growingParticlesAreSeen(cell: String, layer: String) throws {
    #expect(try remarks(cell, layer: layer) == [])
  }

  @Test(arguments: [
    ("emitterBehaviors: [{ type: \"valueOverLife\", keyPath: \"scale\", values: [0, 0] }]", "", "scale is 0"),
    (
      "emitterBehaviors: [{ type: \"colorOverLife\", colors: [\"clear\", \"clear\"] }]", "", "the colour is transparent"
    ),
    (
      "color: \"clear\", emitterBehaviors: [{ type: \"colorOverLife\", enabled: false, colors: [\"red\", \"red\"] }]",
      "",
      "the colour is transparent"
    ),
    ("enabled: false", "", "enabled is false"), ("alphaSpeed: -1", "lifetime: 0,", "all particles die at once"),
    ("alphaSpeed: -1", "birthRate: 0,", "no cell emits"), ("alphaSpeed: -1", "scale: 0,", "scale is 0"),
  ])
  func hiddenParticlesAreNamed(cell: String, layer: String, part: String) throws {
    let found = try remarks(cell, layer: layer)
    #expect(found.count == 1 && found[0].message.contains(part) && found[0].hidesParticles, "\(found)")
  }

  @Test(arguments: [
    "timeline: [{ at: 1, set: { \"sky.emitterCells.a.scale\": 1 } }]",
    "states: { on: { \"sky.emitterCells.a.scale\": 1 } }",
    "timeline: [{ at: 0, animations: { sky: { a: { keyPath: \"emitterCells.a.scale\", toValue: 1, duration: 1 } } } }]",
  ])
  func changesOfTheScaleAreCounted(document: String) throws {
    #expect(try remarks("scale: 0", document: document) == [])
  }

  @Test func valuesOfVariablesAreCounted() throws {
    let found = try remarks("scale: \"{size}\"", document: "vars: { size: { type: \"number\", default: 0 } }")
    #expect(found.count == 1 && found[0].message.contains("scale is 0"), "\(found)")
  }
}
