import Foundation
import StarmineLayers
import StarminePresets
import Testing

/// Documents that load and draw nothing are told why.
@Suite struct RemarkTests {
  private func remarks(_ text: String) throws -> [String] { try load(text).remarks.map(\.description) }

  private func cell(_ more: String) -> String {
    """
    { layer: { class: "CAEmitterLayer", name: "sky", emitterCells: [
      { name: "a", birthRate: 5, lifetime: 2, contents: { sprite: "dot" }, \(more) } ] } }
    """
  }

  @Test(arguments: [
    ("emissionLongitude: 90", "90 is in radians, 5157 degrees; did you mean \"90deg\"?"),
    ("spin: 90", "did you mean \"90deg\"?"), ("lifetimeRange: 1, birthRate: 0", "the cell never emits"),
    ("scale: 0", "scale is 0"), ("color: \"#ffffff00\"", "the colour is transparent"),
    ("alphaSpeed: -100", "the particles fade out 0.01 s after their birth"),
    ("emitterCells: [{ birthRate: 4, lifetime: 1, beginTime: 3, contents: { sprite: \"dot\" } }]", "live at most 2 s"),
    ("emitterCells: [{ birthRate: 4, lifetime: 1 }]", "no contents"),
    (
      "emitterCells: [{ birthRate: 4, lifetime: 1, emissionMoment: \"impact\", contents: { sprite: \"dot\" } }]",
      "neither the parent nor the layer has any"
    ),
  ])
  func cellsThatAreNotSeen(more: String, part: String) throws {
    // A key that comes twice is an error: what the case gives replaces the usual.
    let keys = more.split(separator: ",").compactMap {
      $0.split(separator: ":").first?.trimmingCharacters(in: .whitespaces)
    }
    let text =
      keys.contains("birthRate") ? cell(more).replacing("birthRate: 5, ", with: "", maxReplacements: 1) : cell(more)
    let found = try remarks(text)
    #expect(found.count == 1 && found[0].contains(part) && found[0].hasPrefix("test.json:2:"), "\(found)")
  }

  @Test func livesNamesShapesAndMoments() throws {
    let found = try remarks(
      """
      { movie: { duration: 3 }, layer: { class: "CAEmitterLayer", emitterShape: "circle", birthRate: 1, emitterCells: [
        { name: "a", birthRate: 1, lifetime: -1, contents: { sprite: "dot" } },
        { name: "a", birthRate: 1, lifetime: 1, contents: { sprite: "dot" } },
        { name: "b.c", birthRate: 1, lifetime: 1, contents: { sprite: "dot" } } ],
        sublayers: [{ backgroundColor: "#ff0000" }] },
        timeline: [{ at: 4, set: { opacity: 0 } }] }
      """)
    for part in [
      "the shape circle has the size 0", "lifetime is -1", "another cell has the name \"a\"", "contains a dot",
      "the layer has no bounds", "timeline[0].at: 4 s is beyond the end of the movie at 3 s",
    ] {
      #expect(found.contains { $0.contains(part) }, "\(part)")
    }
    #expect(found.count == 6, "\(found)")
  }

  /// Texts whose pictures have bytes in movies of floats too, and those that keep their light.
  @Test(arguments: [
    ("foregroundColor: { color: \"#fc0\", exposure: 2 }", ""),
    ("foregroundColor: { color: \"#fc0\", exposure: 2 }, animators: [{ position: [4, 0] }]", ""),
    ("foregroundColor: \"#fc0\", animators: [{ foregroundColor: \"#f00\" }]", ""),
    (
      "foregroundColor: { color: \"#fc0\", exposure: 2 }, animators: [{ foregroundColor: \"#f00\" }]",
      "a text of several colours is drawn with 8 bits"
    ),
    (
      "foregroundColor: \"#fc0\", animators: [{ foregroundColor: \"color(display-p3 1 0 0)\" }]",
      "a text of several colours is drawn with 8 bits"
    ),
  ])
  func textsThatLoseTheirLight(keys: String, words: String) throws {
    let found = try remarks(
      "{ layer: { sublayers: [{ class: \"CATextLayer\", frame: [0, 0, 90, 40], string: \"Hi\", \(keys) }] } }")
    #expect(words.isEmpty ? found.isEmpty : found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func valuesChangedByTheTimelineHaveNoRemark() throws {
    let found = try remarks(
      """
      { layer: { class: "CAEmitterLayer", birthRate: 0, name: "sky", emitterCells: [
        { name: "a", birthRate: 5, lifetime: 2, contents: { sprite: "dot" } } ] },
        timeline: [{ at: 1, set: { "sky.birthRate": 1 } }] }
      """)
    #expect(found.isEmpty, "\(found)")
  }

  /// `SIZE` stands for bounds, `SUB` for a sublayer that shows something.
  @Test(arguments: [
    ("masksToBounds: true, SUB", "clips to its bounds"), ("masksToBounds: true, bounds: [0, 0, 0, 9], SUB", "clips"),
    ("class: \"CAScrollLayer\", SUB", "clips to its bounds"), ("SIZE, mask: {}", "the mask is empty"),
    ("SIZE, mask: { SIZE }", "the mask is empty"),
    ("SIZE, mask: { class: \"CAShapeLayer\" }", "the mask is empty"),
    ("SIZE, mask: { SIZE, backgroundColor: \"#000\", opacity: 0 }", "the mask is empty"),
    ("SIZE, mask: { masksToBounds: true, SUB }", "the mask is empty"),
    ("SIZE, mask: { class: \"CAGradientLayer\", SIZE, colors: [\"#fff\"] }", "the mask is empty"),
    ("masksToBounds: true, SIZE, SUB", nil), ("masksToBounds: true, autoresizingMask: 18, SUB", nil),
    ("SIZE, mask: { SIZE, backgroundColor: \"#000\" }", nil), ("SIZE, mask: { SUB }", nil),
    ("SIZE, mask: { class: \"CAShapeLayer\", path: \"M0 0h9v9z\" }", nil),
    ("SIZE, mask: { SIZE, borderWidth: 2 }", nil),
    ("SIZE, mask: { animations: { bounds: { class: \"CABasicAnimation\", toValue: [0, 0, 9, 9] } } }", nil),
  ])
  func clipsThatHideEverything(more: String, part: String?) throws {
    let filled = more.replacing("SUB", with: "sublayers: [{ SIZE, backgroundColor: \"#f00\" }]")
      .replacing("SIZE", with: "bounds: [0, 0, 9, 9]")
    let found = try remarks("{ layer: { sublayers: [{ \(filled) }] } }")
    #expect(part.map { part in found.contains { $0.contains(part) } } ?? found.isEmpty, "\(found)")
  }

  @Test(arguments: PresetLibrary.names) func bundledPresetsHaveNone(name: String) throws {
    let document = try #require(PresetLibrary.document(named: name))
    #expect(try load(bytes: document).remarks.isEmpty)
  }
}
