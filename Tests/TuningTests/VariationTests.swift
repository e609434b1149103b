import Foundation
import StarmineLayers
import StarminePresets
import StarmineTuning
import Testing
import StarmineEditing

@Suite struct VariationTests {
  private func values(_ text: String) throws -> [String] {
    let scene = try load(
      "{ layer: { name: 'a', opacity: 0.5, sublayers: [ { class: 'CAEmitterLayer', name: 'sky', emitterCells: [ "
        + "{ name: 'snow', birthRate: 10, velocity: 100, scale: 0.5, scaleRange: 0.2, color: '#808080' } ] } ] } }")
    return try Sweep(parsing: text).changes(in: scene).map(\.text)
  }

  @Test(arguments: [
    ("a.opacity=0:1:3", ["a.opacity=0", "a.opacity=0.5", "a.opacity=1"]),
    ("a.opacity=log:0.1:10:3", ["a.opacity=0.1", "a.opacity=1", "a.opacity=10"]),
    ("a.opacity*=1,2", ["a.opacity*=1", "a.opacity*=2"]), ("a.opacity=1:0:1", ["a.opacity=1"]),
    ("a.position=1,2; 3,4", ["a.position=1,2", "a.position=3,4"]),
    (
      "sky.emitterCells.snow.emissionRange=0:90deg:2",
      ["sky.emitterCells.snow.emissionRange=0deg", "sky.emitterCells.snow.emissionRange=90deg"]
    ),
  ])
  func sweepsSpellTheirValues(text: String, expected: [String]) throws {
    #expect(try values(text) == expected)
  }

  @Test(arguments: [
    ("a.opacity=", "empty"), ("a.opacity=0:1:0", "empty"), ("a.opacity=,", "empty"), ("a.opacity=0:1", "A:B:N"),
    ("a.opacity=0:x:3", "two numbers"), ("a.opacity=log:0:1:3", "above 0"), ("a.opacity=0:1:10000", "limit of 1024"),
    ("sky.emitterCells.snow.emissionRange=0rad:90deg:2", "different units"),
    ("a.opacty=0:1:3", "did you mean a.opacity"),
    ("a.position", "expected KEY=A:B:N"),
  ])
  func badSweepsAreExplained(text: String, part: String) throws {
    let error = #expect(throws: ValueMismatchError.self) { try values(text) }
    #expect(error?.message.contains(part) ?? false, "\(error?.message ?? "")")
  }

  @Test func combinationsCountTheFirstSweepFastest() throws {
    let a = try Sweep(parsing: "x=1,2,3").text
    #expect(a == "x=1,2,3")
    let one = try ["x=1", "x=2"].map { text throws in try PropertyOverride(parsing: text) }
    let two = try ["y=8", "y=9"].map { text throws in try PropertyOverride(parsing: text) }
    let cells = try Variation.sweep([one, two])
    #expect(
      cells.map { $0.changes.map(\.text) } == [["x=1", "y=8"], ["x=2", "y=8"], ["x=1", "y=9"], ["x=2", "y=9"]])
    #expect(cells.map(\.index) == [0, 1, 2, 3] && cells[2].label == "x 1, y 9")
    let many = Array(repeating: one[0], count: 100)
    #expect(throws: ValueMismatchError.self) { try Variation.sweep([many, many]) }
  }

  private func scene(_ name: String = "fireworks-show") throws -> PresetScene {
    try load(bytes: try #require(PresetLibrary.document(named: name)))
  }

  @Test func mutationsAreReproducibleAndApply() throws {
    let mutation = Mutation(amount: 0.2, seed: 7)
    let few = try mutation.variations(of: scene(), count: 3)
    let many = try mutation.variations(of: scene(), count: 9)
    #expect(few == Array(many.prefix(4)) && few[0].changes.isEmpty && few[1].changes.count > 50)
    #expect(few[1].changes != few[2].changes)
    #expect(try Mutation(amount: 0.2, seed: 8).variations(of: scene(), count: 1)[1] != few[1])
    var changed = try scene()
    for change in few[1].changes { try changed.apply(change) }
    #expect(SceneDifference.lines(try scene(), changed).count > 30)
  }

  /// A factor of at most 2^(2 * amount), never another sign, and within the table's range.
  @Test func mutationsStayNear() throws {
    let original = Dictionary(
      try scene().tunableProperties.map { ($0.keyPath, $0) }, uniquingKeysWith: { first, _ in first })
    for variation in try Mutation(amount: 0.25, seed: 1).variations(of: scene(), count: 5).dropFirst() {
      for change in variation.changes {
        let entry = try #require(original[change.path])
        guard let old = (entry.value as? NSNumber)?.doubleValue, let new = Double(change.value) else { continue }
        let factor = new / old
        #expect(factor > 0.706 && factor < 1.415, "\(change.text) was \(old)")
      }
    }
  }

  @Test func locksKeepFamiliesAndNames() throws {
    func keys(_ locks: String...) throws -> [String] {
      try Mutation(amount: 0.3, locks: locks, seed: 1).variations(of: scene(), count: 1)[1].changes.map(\.path)
    }
    let all = try keys()
    #expect(all.contains { $0.hasSuffix(".color") } && all.contains { $0.hasSuffix(".lifetimeRange") })
    let locked = try keys("colour", "lifetime")
    #expect(
      !locked.isEmpty && !locked.contains { $0.contains("color") || $0.contains("alpha") || $0.contains("lifetime") })
    #expect(try !keys("rocket").contains { $0.contains(".rocket.") })
    #expect(throws: ValueMismatchError.self) { try keys("colr") }
    #expect(throws: ValueMismatchError.self) {
      try Mutation(amount: 1, locks: ["emitterCells"], seed: 1).variations(of: scene(), count: 1)
    }
  }
}
