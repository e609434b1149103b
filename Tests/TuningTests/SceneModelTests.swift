import Foundation
import Starmine
import StarmineLayers
import StarminePresets
import Testing

/// Facts for programs about scenes and their rows.
struct SceneModelTests {
  private static func draft(_ name: String) throws -> Draft {
    Draft(try PresetReference(name).source(Movie.presetLoader))
  }

  private static func draft(text: String) -> Draft {
    Draft(
      PresetSource(
        bytes: Array(text.utf8), file: "test.json", directory: URL(fileURLWithPath: "."), loader: Movie.presetLoader))
  }

  /// A node's beginning and any of its keys make a path that `--set` takes for that node and no other.
  @Test(arguments: ["fireworks-show", "confetti", "cube", "listings"])
  func pathsLeadToTheirNodes(name: String) throws {
    let model = SceneModel(try Self.draft(name).source.scene())
    let lookup = LayerLookup(root: try Self.draft(name).source.scene().rootLayer)
    let others: Set = ["movie", "variables", "variable"]
    let reached = model.nodes.filter { !others.contains($0.kind) && $0.prefix != nil }
    #expect(!reached.isEmpty)
    #expect(Set(reached.compactMap(\.prefix)).count == reached.count)
    // Animations are not containers of properties; they have tests of their own.
    for node in reached where node.kind != "animation" {
      for row in PropertyRecord.classes[node.class] ?? [] {
        let found = try lookup.findAll((node.prefix ?? "") + row.key)
        #expect(found.count == 1 && found[0].container.name == node.name, "\(node.id): \(row.key)")
      }
    }
  }

  /// Layers and cells without names are reached by their places.
  @Test func unnamedNodesAreReached() throws {
    let draft = Self.draft(
      text: """
        { layer: { sublayers: [
          { class: "CAEmitterLayer",
            emitterCells: [{ birthRate: 1 }, { name: "a", emitterCells: [{ birthRate: 2 }] }] },
          { opacity: 0.5 } ] } }
        """)
    let model = SceneModel(try draft.source.scene())
    let prefixes = model.nodes.map(\.prefix)
    #expect(prefixes.contains("sublayers[0].emitterCells[0]."))
    #expect(prefixes.contains("a."))
    #expect(prefixes.contains("sublayers[1]."))
    let nested = try #require(model.nodes.last { $0.kind == "cell" }?.prefix)
    let (changed, _) = try draft.applying([PropertyOverride(parsing: "\(nested)birthRate=7")])
    #expect(String(decoding: changed.source.bytes, as: UTF8.self).contains("birthRate: 7"))
  }

  @Test func valuesAreWhatDiffers() throws {
    let model = SceneModel(
      try Self.draft(text: "{ movie: { fps: 30 }, layer: { name: \"root\", opacity: 0.5 } }").source.scene())
    #expect(model.nodes[0].values.keys.sorted() == ["fps"])
    #expect(model.nodes[1].values["opacity"] == DocumentValue(.number(0.5)))
    #expect(model.nodes[1].place == [1, 0, 0, 1, 0, 0])
  }

  @Test func rowsOfTheStageAreComplete() {
    let keys = PropertyRecord.classes["movie"]?.map(\.key) ?? []
    #expect(keys == MovieProperty.controls.map(\.key))
    #expect(keys.contains("motionBlur.angle") && !keys.contains("motionBlur"))
  }

  /// Every default can be written back: it is what the control's reset sends.
  @Test func defaultsAreTaken() throws {
    for row in PropertyRecord.classes["CALayer"] ?? [] {
      guard let value = row.default else { continue }
      var source = try Self.draft(text: "{ layer: { name: \"root\" } }").source.scene()
      #expect(throws: Never.self, "\(row.key)") {
        try source.apply(PropertyOverride(path: "root.\(row.key)", value: value))
      }
    }
  }

  @Test func equalTextsHaveEqualRevisions() throws {
    let text = "{ layer: { opacity: 0.5 } }"
    let (one, other) = (Self.draft(text: text), Self.draft(text: text + " "))
    #expect(one.revision == Self.draft(text: text).revision)
    #expect(one.revision != other.revision)
    let (changed, _) = try one.applying([PropertyOverride(parsing: "opacity=0.25")])
    #expect(String(decoding: changed.source.bytes, as: UTF8.self) == "{ layer: { opacity: 0.25 } }")
    #expect(Self.draft(text: "{").read().problems.count == 1)
  }
}
