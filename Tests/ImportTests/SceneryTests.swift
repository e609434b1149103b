import Foundation
import Starmine
import StarminePresets
import Testing

/// Backgrounds of other programs' documents become scenery; what may be meant as a part of the effect does not.
struct SceneryTests {
  private static let emitter = """
    <CAEmitterLayer name="snow" bounds="0 0 100 50" position="50 25"><emitterCells>
    <CAEmitterCell name="c" birthRate="1" lifetime="4"/></emitterCells></CAEmitterLayer>
    """

  private func scene(_ sublayers: String, root: String = "") throws -> (PresetSource, PresetScene) {
    let caml = """
      <caml><CALayer name="root" bounds="0 0 100 50" position="50 25" \(root)><sublayers>\(sublayers)</sublayers>
      </CALayer></caml>
      """
    let source = try Folder(["a.caml": caml]).source("a.caml")
    return (source, try source.scene())
  }

  private func roles(_ scene: PresetScene) -> [String: String] {
    var roles: [String: String] = [:]
    func look(_ layer: CALayer) {
      if let name = layer.name, let role = layer.role { roles[name] = role.rawValue }
      layer.sublayers?.forEach(look)
    }
    look(scene.rootLayer)
    return roles
  }

  private func layer(_ attributes: String, _ inner: String = "", of type: String = "CALayer") -> String {
    "<\(type) name=\"back\" \(attributes)>\(inner)</\(type)>"
  }

  @Test func opaqueLayersBehindEmittersAreScenery() throws {
    let place = "bounds=\"0 0 100 50\" position=\"50 25\""
    let colors = "<colors><CGColor value=\"1 0 0\"/><CGColor value=\"0 0 1\"/></colors>"
    for back in [
      layer("\(place) backgroundColor=\"0 0 1\""),
      layer("bounds=\"0 0 120 60\" position=\"45 25\" backgroundColor=\"1\""),
      layer(place, colors, of: "CAGradientLayer"),
    ] {
      let (source, scene) = try scene(back + Self.emitter)
      #expect(roles(scene) == ["back": "scenery"], "\(back)")
      #expect(source.translated?.guess?.contains("treated as scenery: back;") == true)
      #expect(String(decoding: source.bytes, as: UTF8.self).contains("// treated as scenery"))
    }
  }

  /// Before emitters, smaller, turned, seen through, blended; a document without emitters.
  @Test func otherLayersAreNot() throws {
    let place = "bounds=\"0 0 100 50\" position=\"50 25\""
    let blue = "backgroundColor=\"0 0 1\""
    for attributes in [
      place, "bounds=\"0 0 90 50\" position=\"50 25\" \(blue)", "bounds=\"0 0 100 50\" position=\"70 25\" \(blue)",
      "\(place) \(blue) opacity=\"0.5\"", "\(place) backgroundColor=\"0 0 1 0.5\"",
      "\(place) \(blue) transform=\"rotate(45deg)\"",
    ] {
      let (source, scene) = try scene(layer(attributes) + Self.emitter)
      #expect(roles(scene).isEmpty && source.translated?.guess == nil, "\(attributes)")
    }
    #expect(roles(try scene(Self.emitter + layer("\(place) \(blue)")).1).isEmpty)
    #expect(roles(try scene(layer("\(place) \(blue)")).1).isEmpty)
  }

  /// The background of the layer that holds everything goes, and what it holds stays.
  @Test func backgroundsOfRootsAreScenery() throws {
    let place = "bounds=\"0 0 100 50\" position=\"50 25\" backgroundColor=\"0 0 1\""
    let title = "<CALayer name=\"title\" bounds=\"0 0 10 10\"/>"
    let (_, scene) = try scene(layer(place) + Self.emitter + title, root: "backgroundColor=\"1 0 0\"")
    let expected = ["root": "scenery", "back": "scenery", "snow": "effect", "title": "effect"]
    #expect(roles(scene) == expected)
  }
}
