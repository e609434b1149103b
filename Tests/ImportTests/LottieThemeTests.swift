import Foundation
import Starmine
import StarmineDocument
import StarmineExport
import StarminePresets
import Testing

/// Slots of Lottie files, and themes of archives that replace them.
@Suite struct LottieThemeTests {
  /// A square in the middle, whose colour, place, opacity and gradient are slots, with a text and a picture.
  private static let animation = """
    { "v": "5.7", "fr": 30, "ip": 0, "op": 60, "w": 40, "h": 40,
      "slots": { "paint": { "p": { "a": 0, "k": [1, 0, 0] } }, "fade": { "p": { "a": 0, "k": 100 } },
        "place": { "p": { "a": 0, "k": [20, 20] } },
        "ramp": { "p": { "p": 2, "k": { "a": 0, "k": [0, 1, 0, 0, 1, 1, 0, 0] } } },
        "words": { "p": { "k": [{ "t": 0, "s": { "t": "Hi", "f": "Sans", "s": 12, "fc": [0, 0, 0], "j": 0 } }] } } },
      "assets": [],
      "layers": [
        { "ty": 4, "ip": 0, "op": 60, "st": 0, "ks": { "p": { "sid": "place" }, "o": { "sid": "fade" } }, "shapes": [
          { "ty": "gr", "it": [
            { "ty": "rc", "p": { "a": 0, "k": [0, 0] }, "s": { "a": 0, "k": [20, 20] }, "r": { "a": 0, "k": 0 } },
            { "ty": "fl", "c": { "sid": "paint", "a": 0, "k": [0, 0, 1] }, "o": { "a": 0, "k": 100 } },
            { "ty": "tr" }] }] },
        { "ty": 4, "ip": 0, "op": 60, "st": 0, "ks": { "p": { "a": 0, "k": [4, 4] } }, "shapes": [
          { "ty": "gr", "it": [
            { "ty": "rc", "p": { "a": 0, "k": [0, 0] }, "s": { "a": 0, "k": [8, 8] }, "r": { "a": 0, "k": 0 } },
            { "ty": "gf", "t": 1, "s": { "a": 0, "k": [-4, 0] }, "e": { "a": 0, "k": [4, 0] },
              "o": { "a": 0, "k": 100 }, "g": { "p": 2, "k": { "sid": "ramp" } } },
            { "ty": "tr" }] }] },
        { "ty": 5, "ip": 0, "op": 60, "st": 0, "ks": { "p": { "a": 0, "k": [0, 38] } },
          "t": { "a": [], "d": { "sid": "words" }, "m": { "g": 1 }, "p": {} } }] }
    """

  private static func theme(_ rules: String) -> [UInt8] { Array("{ \"rules\": [\(rules)] }".utf8) }

  private func folder(_ themes: [String: String], initial: String? = nil) throws -> Folder {
    let start = initial.map { ", \"initialTheme\": \"\($0)\"" } ?? ""
    let manifest = "{\"version\":\"2\",\"animations\":[{\"id\":\"main\"\(start)}]}"
    let files = [("manifest.json", Array(manifest.utf8)), ("a/main.json", Array(Self.animation.utf8))]
    let folder = try Folder()
    try folder.write(
      ZipPacker.pack(files + themes.map { ("t/\($0.key).json", Self.theme($0.value)) }), to: "a.lottie")
    return folder
  }

  private func scene(_ folder: Folder, _ values: [String: String]) throws -> PresetScene {
    try folder.source("a.lottie").giving(GivenVariables(values)).scene()
  }

  private func pixel(_ scene: PresetScene, _ x: Int, _ y: Int, at time: Double = 0) throws -> UInt32 {
    let frame = try Movie(scene).still(at: time, workers: 1)
    return frame.withPixels { $0[y * frame.stride + x] }
  }

  private static let dark = """
    { "id": "paint", "type": "Color", "value": [0, 1, 0] }, { "id": "fade", "type": "Scalar", "value": 50 },
    { "id": "ramp", "type": "Gradient", "value": [{ "offset": 0, "color": [0, 0, 1, 1] },
      { "offset": 1, "color": [0, 0, 1, 1] }] },
    { "id": "place", "type": "Position", "value": [25, 25] },
    { "id": "words", "type": "Text", "value": { "text": "Dark", "justify": "Center" } }
    """

  @Test func rulesReplaceSlots() throws {
    let folder = try folder(["dark": Self.dark])
    let plain = try scene(folder, [:])
    #expect(try pixel(plain, 20, 20) == 0xFFFF_0000 && pixel(plain, 3, 3) == 0xFFFF_0000)
    #expect(try pixel(plain, 12, 20) == 0xFFFF_0000)
    let dark = try scene(folder, ["theme": "dark"])
    let shown = try pixel(dark, 25, 25)
    #expect(shown >> 8 & 0xFF > 120 && shown >> 8 & 0xFF < 136 && shown & 0xFF_00FF == 0)
    #expect(try pixel(dark, 3, 3) & 0xFF_FFFF == 0xFF)
    #expect(try pixel(dark, 12, 20) & 0xFF_FFFF == 0)
    #expect(dark.variables.first?.name == "theme" && dark.remarks.isEmpty)
  }

  @Test func keyframesOfRulesMove() throws {
    let rule = """
      { "id": "paint", "type": "Color", "keyframes": [{ "frame": 0, "value": [0, 1, 0], "hold": true },
        { "frame": 30, "value": [0, 0, 1] }] }
      """
    let scene = try scene(try folder(["move": rule]), ["theme": "move"])
    #expect(try pixel(scene, 20, 20, at: 0.9) == 0xFF00_FF00 && pixel(scene, 20, 20, at: 1.2) == 0xFF00_00FF)
  }

  @Test func rulesForOtherAnimationsAreLeftOut() throws {
    let rule = "{ \"id\": \"paint\", \"type\": \"Color\", \"animations\": [\"other\"], \"value\": [0, 1, 0] }"
    #expect(try pixel(try scene(try folder(["a": rule]), ["theme": "a"]), 20, 20) == 0xFFFF_0000)
  }

  @Test func initialThemesApplyUnlessAnotherIsGiven() throws {
    let rule = "{ \"id\": \"paint\", \"type\": \"Color\", \"value\": [0, 1, 0] }"
    let folder = try folder(["green": rule], initial: "green")
    #expect(try pixel(try scene(folder, [:]), 20, 20) == 0xFF00_FF00)
    #expect(try pixel(try scene(folder, ["theme": "none"]), 20, 20) == 0xFFFF_0000)
  }

  @Test func unknownThemesListTheOthers() throws {
    let folder = try folder(["dark": "", "light": ""])
    let error = #expect(throws: PresetError.self) { try scene(folder, ["theme": "darc"]) }
    let text = error?.description ?? ""
    #expect(text.contains("Themes of the file: none, dark") && text.contains("light"), "\(text)")
  }

  @Test func slotsAreVariables() throws {
    let folder = try folder([:])
    #expect(try scene(folder, [:]).variables.map(\.name) == ["paint", "fade", "place", "words"])
    let scene = try scene(folder, ["paint": "#0000ff", "place": "10, 10", "words": "Hello"])
    #expect(try pixel(scene, 5, 10) == 0xFF00_00FF && pixel(scene, 25, 25) & 0xFF_FFFF == 0)
    #expect(scene.variables.first?.document?.text == "#0000ff")
    for (name, value) in [("paint", "blu"), ("fade", "much"), ("place", "1"), ("size", "2")] {
      #expect(throws: PresetError.self) { try self.scene(folder, [name: value]) }
    }
  }

  @Test func badRulesAreNamed() throws {
    let folder = try folder([
      "bad": """
      { "id": "paint", "type": "Color", "value": 3 }, { "type": "Scalar", "value": 1 }, { "id": "a", "type": "Sound" },
      { "id": "ramp", "type": "Gradient", "value": [{ "offset": 0 }] }, { "id": "words", "type": "Text", "value": {} },
      7, { "id": "fade", "type": "Scalar", "keyframes": [{ "frame": 0 }] }
      """
    ])
    let scene = try scene(folder, ["theme": "bad"])
    #expect(scene.unsupported.filter { $0.path == "t/bad.json" }.count == 7)
    #expect(try pixel(scene, 20, 20) == 0xFFFF_0000)
  }

  @Test func stateMachinesAreNamed() throws {
    let folder = try Folder()
    try folder.write(
      ZipPacker.pack([("a/a.json", Array(Self.animation.utf8)), ("s/tap.json", Array("{}".utf8))]), to: "a.lottie")
    #expect(try folder.lost("a.lottie").contains("s/tap.json"))
  }
}
