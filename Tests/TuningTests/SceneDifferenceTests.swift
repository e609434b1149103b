import StarmineEditing
import StarminePresets
import Testing

@Suite struct SceneDifferenceTests {
  private func lines(_ first: String, _ second: String) throws -> [String] {
    let scenes = try [first, second].map { try load("{ movie: { size: [10, 10] }, \($0) }") }
    return SceneDifference.lines(scenes[0], scenes[1])
  }

  @Test func equalScenesHaveNoDifference() throws {
    let text = "layer: { sublayers: [{ name: 'a' }, {}, {}] }"
    #expect(try lines(text, text) == [])
  }

  @Test func valuesAndElementsAreNamed() throws {
    let first = "layer: { name: 'top', opacity: 0.5, sublayers: [{ name: 'a', opacity: 0.1 }, {}, { opacity: 0.2 }] }"
    let second = "layer: { name: 'top', opacity: 0.4, cornerRadius: 2, sublayers: [{}, { opacity: 0.3 }] }"
    #expect(
      try lines(first, second) == [
        "top.opacity: 0.5 -> 0.4", "top.a: removed", "top.CALayer[1].opacity: 0.2 -> 0.3",
        "top.cornerRadius: unset -> 2 points",
      ])
  }

  @Test func timelineMovieAndStatesAreCompared() throws {
    let first = "layer: { name: 'top' }, timeline: [{ at: 1, set: { 'top.opacity': 0 } }]"
    let second = "layer: { name: 'top' }, states: { on: { 'top.opacity': 0 } }"
    let found = try lines(first, second)
    #expect(found == ["timeline: removed", "states: added"])
  }
}
