import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineScene
import Testing
import StarmineEditing

@Suite struct PartsTests {
  private static let hills = """
    { layer: { sublayers: [ { name: "sky", role: "scenery", sublayers: [ { name: "sun", role: "effect" } ] },
      { role: "scenery" }, { name: "snow", class: "CAEmitterLayer" } ] } }
    """

  @Test func rolesAreReadSetAndChecked() throws {
    var scene = try load(Self.hills)
    let lookup = LayerLookup(root: scene.rootLayer)
    #expect(try lookup.find("sky.role").value as? String == "scenery" && lookup.find("snow.role").value == nil)
    try scene.apply(PropertyOverride(parsing: "snow.role=scenery"))
    #expect(try lookup.find("snow.role").value as? String == "scenery")
    let wrong = problems(of: "{ layer: { role: \"decor\" } }")
    #expect(wrong.count == 1 && wrong[0].contains("scenery") && wrong[0].contains("effect"), "\(wrong)")
    #expect(throws: ValueMismatchError.self) { try scene.apply(PropertyOverride(parsing: "sky.role=decor")) }
  }

  @Test func leftOutPartsAreReported() throws {
    var scene = try load(Self.hills)
    #expect(scene.partsRemark() == nil)
    let left = "the scenery is left out over a clip: sky and one more; --with scenery keeps it"
    #expect(scene.partsRemark(isOverClip: true) == left)
    scene.background = .clear
    #expect(scene.partsRemark()?.contains("over a transparent background: sky and one more") == true)
    scene.show(.all)
    #expect(scene.partsRemark() == nil && scene.partsRemark(isOverClip: true) == nil)
    scene.show(.particles)
    #expect(scene.partsRemark() == nil && scene.background == .clear)
    var plain = try load("{ layer: { sublayers: [ {} ] } }")
    plain.show(.withoutScenery)
    #expect(plain.partsRemark()?.contains("no layer has the role") == true)
    plain.show(.particles)
    #expect(plain.partsRemark()?.contains("no particles") == true)
  }

  @Test func optionValuesSelectParts() throws {
    #expect(try MovieSettings.Parts(only: nil, without: nil, with: nil) == nil)
    #expect(try MovieSettings.Parts(only: "particles", without: nil, with: nil) == .particles)
    #expect(try MovieSettings.Parts(only: nil, without: "scenery", with: nil) == .withoutScenery)
    #expect(try MovieSettings.Parts(only: nil, without: nil, with: "scenery") == .all)
    for (only, without) in [("snow", nil), ("particles", "scenery"), (nil, "")] as [(String?, String?)] {
      #expect(throws: ValueMismatchError.self) { _ = try MovieSettings.Parts(only: only, without: without, with: nil) }
    }
  }

  @Test(arguments: PresetLibrary.names) func presetsSayWhatTheyAreMadeFor(name: String) throws {
    let scene = try load(bytes: try #require(PresetLibrary.document(named: name)))
    func roles(_ layer: CALayer) -> [LayerRole] {
      (layer.role.map { [$0] } ?? []) + (layer.sublayers ?? []).flatMap(roles)
    }
    #expect(roles(scene.rootLayer).contains(.effect))
  }
}
