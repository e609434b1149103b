import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

@Suite struct PresetEditorTests {
  private static let text = """
    // A scene.
    {
      $schema: "schema.json", name: "two",
      movie: { size: [10, 10] },
      layer: {
        name: "root",
        sublayers: [
          { name: "plain", position: [1, 2], opacity: 0.5 }, // a layer
          {
            class: "CAEmitterLayer",
            name: "sky",
            // cells
            emitterCells: [
              {
                name: "snow",
                birthRate: 10, // per second
                contents: "there.png",
                emitterCells: [{ name: "dust", birthRate: 4, color: "#102030" }],
              },
              { name: "rain", birthRate: 20 },
            ],
          },
        ],
      },
    }
    """

  private func source(_ text: String = Self.text, folder: String = "/a/b") -> PresetSource {
    let loader = PresetLoader { url in
      guard url.lastPathComponent == "there.png" else { throw CocoaError(.fileNoSuchFile) }
      return CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
    }
    return PresetSource(bytes: Array(text.utf8), file: "two.json", directory: URL(filePath: folder), loader: loader)
  }

  /// The document after changes, and what the scene of the same changes says it must hold.
  private func saved(_ changes: String..., folder: String = "/a/b") throws -> String {
    let source = source()
    var editor = try PresetEditor(source)
    let overrides = try changes.map { text throws in try PropertyOverride(parsing: text) }
    for change in overrides { try editor.apply(change) }
    let bytes = try editor.document(in: URL(filePath: folder), named: nil)
    let text = String(decoding: bytes, as: UTF8.self)
    let again = try self.source(text).scene()
    // From another folder, images have other paths.
    if folder == "/a/b" { #expect(SceneDifference.lines(try source.scene(applying: overrides), again) == []) }
    return text
  }

  private func replaced(_ old: String, _ new: String) -> String { Self.text.replacingOccurrences(of: old, with: new) }

  @Test func nothingChangedIsTheSameText() throws {
    #expect(try saved() == Self.text)
  }

  @Test func aValueChangesWhereItStands() throws {
    #expect(try saved("sky.emitterCells.snow.birthRate=12") == replaced("10, // per", "12, // per"))
    #expect(try saved("emitterCells.snow.birthRate*=1.5") == replaced("10, // per", "15, // per"))
    #expect(try saved("emitterCells.snow.emitterCells.dust.birthRate+=1") == replaced("birthRate: 4", "birthRate: 5"))
    #expect(try saved("plain.position.x=7") == replaced("[1, 2]", "[7, 2]"))
    #expect(
      try saved("sky.emitterCells.snow.emitterCells.dust.color.red=1")
        == replaced("\"#102030\"", "[1, 0.12549019607843137, 0.18823529411764706, 1]").replacingOccurrences(
          of: "[1, 0.12549019607843137, 0.18823529411764706, 1]", with: "\"#ff2030\""))
  }

  @Test func aNewValueIsAddedAsItWasSpelled() throws {
    #expect(
      try saved("sky.emitterCells.rain.emissionRange=90deg")
        == replaced("{ name: \"rain\", birthRate: 20 }", "{ name: \"rain\", birthRate: 20, emissionRange: \"90deg\" }"))
    #expect(
      try saved("sky.emitterShape=line")
        == replaced("name: \"sky\",\n", "name: \"sky\",\n        emitterShape: \"line\",\n"))
    #expect(
      try saved("plain.transform.rotation.z=0.5")
        == replaced("opacity: 0.5 }", "opacity: 0.5, \"transform.rotation.z\": 0.5 }"))
  }

  @Test func aDefaultIsTakenOut() throws {
    #expect(try saved("plain.opacity=1") == replaced(", opacity: 0.5 }", " }"))
    #expect(try saved("emitterCells.snow.velocity=0") == Self.text)
  }

  @Test func wildcardsChangeAllThatFit() throws {
    let both = try saved("sky.emitterCells.*.birthRate*=2")
    #expect(
      both == replaced("10, // per", "20, // per").replacingOccurrences(of: "birthRate: 20 }", with: "birthRate: 40 }"))
    #expect(try saved("*.emitterCells.*.emitterCells.*.birthRate=9") == replaced("birthRate: 4", "birthRate: 9"))
    #expect(throws: ValueMismatchError.self) { try saved("emitterCells.*.birthRat*=2") }
    #expect(throws: ValueMismatchError.self) { try saved("emitterCells.*=2") }
  }

  @Test func pathsOfFilesFollowTheDocument() throws {
    let text = try saved("plain.opacity=0.7", folder: "/a/c/d")
    #expect(text.contains("contents: \"../../b/there.png\"") && text.contains("$schema: \"../../b/schema.json\""))
  }

  /// Everything that names a file: pictures of keyframes, states and the timeline, clips, sounds and fonts.
  @Test func allFilesFollowTheDocument() throws {
    let text = """
      {
        movie: { size: [10, 10] },
        layer: { sublayers: [
          { name: "a", contents: "1.png", animations: {
            c: { class: "CAKeyframeAnimation", keyPath: "contents", values: ["2.png", "3.png"] },
            contents: { class: "CABasicAnimation", fromValue: "4.png", toValue: "5.png" },
            g: { class: "CAAnimationGroup", animations: [
              { class: "CABasicAnimation", keyPath: "contents", toValue: "6.png" } ] },
            o: { class: "CAKeyframeAnimation", keyPath: "opacity", values: [0, 1] } },
            mask: { contents: "7.png" } },
          { class: "CAEmitterLayer", name: "e", emitterImage: "8.png", emitterCells: [
            { name: "k", contents: "9.png", emitterCells: [{ name: "l", contents: "10.png" }] }] },
          { class: "CATextLayer", name: "t", string: "1.png", font: "Menlo" } ] },
        states: { on: { "a.contents": "11.png", "e.emitterCells.k.contents": "12.png" } },
        stateTransitions: [{ to: "on", animations: { a: { contents: {
          class: "CABasicAnimation", keyPath: "contents", fromValue: "13.png" } } } }],
        timeline: [
          { at: 1, set: { "a.contents": "14.png" }, addSublayers: { a: { contents: "15.png" } } },
          { at: 2, animations: { a: { x: { class: "CABasicAnimation", keyPath: "contents", toValue: "16.png" } } } } ],
      }
      """
    let loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]) }
    let source = PresetSource(
      bytes: Array(text.utf8), file: "a.json", directory: URL(filePath: "/a/b"), loader: loader)
    let bytes = try PresetEditor(source).document(in: URL(filePath: "/a/c"), named: nil)
    let saved = String(decoding: bytes, as: UTF8.self)
    for number in 1...16 { #expect(saved.contains("\"../b/\(number).png\""), "\(number).png") }
    #expect(saved.contains("string: \"1.png\"") && saved.contains("font: \"Menlo\""))
  }

  @Test func movieValuesAreWritten() throws {
    var editor = try PresetEditor(source())
    for text in ["movie.seed=9", "movie.background=red", "movie.bloom.radius=20", "movie.bloom=none"] {
      try editor.apply(PropertyOverride(parsing: text))
    }
    let text = String(decoding: try editor.document(in: URL(filePath: "/a/b"), named: "mine"), as: UTF8.self)
    #expect(text.contains("movie: { size: [10, 10], seed: 9, background: \"#ff0000\" }") && text.contains("\"mine\""))
  }

  @Test func differencesAreListed() throws {
    let source = source()
    let changed = try source.scene(applying: [
      PropertyOverride(parsing: "plain.opacity=1"), PropertyOverride(parsing: "emitterCells.snow.velocity=5"),
    ])
    #expect(
      SceneDifference.lines(try source.scene(), changed)
        == ["root.plain.opacity: 0.5 -> unset", "root.sky.snow.velocity: unset -> 5 points/s"])
  }

  @Test func unusualValuesAreNoted() throws {
    var scene = try source().scene()
    #expect(
      try scene.apply(PropertyOverride(parsing: "emitterCells.rain.birthRate=5000"))
        == ["sky.emitterCells.rain.birthRate is 5000 1/s, outside of the usual 0 to 1000"])
    #expect(try scene.apply(PropertyOverride(parsing: "emitterCells.rain.birthRate=500")) == [])
  }

  @Test func percentagesStayPercentagesInADraft() throws {
    let text = Self.text.replacing("position: [1, 2]", with: "position: [\"20%\", 2]")
    let changes = [try PropertyOverride(parsing: "plain.position=2.5,3")]
    let draft = try Draft(source(text)).applying(changes).draft
    #expect(String(decoding: draft.source.bytes, as: UTF8.self).contains("position: [\"25%\", 3]"))
    var editor = try PresetEditor(source(text))
    try editor.apply(changes[0])
    let saved = try editor.document(in: URL(filePath: "/a/b"), named: nil)
    #expect(String(decoding: saved, as: UTF8.self).contains("position: [2.5, 3]"))
  }
}
