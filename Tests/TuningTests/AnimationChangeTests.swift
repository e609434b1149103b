import Foundation
import Starmine
import StarmineLayers
import StarminePresets
import Testing

/// Animations of a document, changed by the same words as properties.
struct AnimationChangeTests {
  private static let text = """
    { movie: { size: [100, 100] }, layer: { sublayers: [
      { name: "star", animations: {
        // Glows and fades.
        glow: { class: "CAKeyframeAnimation", keyPath: "opacity",
          values: [0, 1, 0.5], keyTimes: [0, 0.25, 1], duration: 2 }, // seconds
        "transform.rotation.z": { toValue: "90deg", duration: 3, timingFunction: "easeIn" },
        both: { class: "CAAnimationGroup", duration: 4, animations: [
          { keyPath: "opacity", fromValue: 0 }, { keyPath: "position", toValue: [5, 6] } ] } } },
      { animations: { other: { keyPath: "backgroundColor", toValue: "#ff0000", repeatCount: "infinity" } } } ] } }
    """

  private func draft(_ text: String = Self.text) -> Draft {
    Draft(
      PresetSource(
        bytes: Array(text.utf8), file: "test.json", directory: URL(fileURLWithPath: "."), loader: Movie.presetLoader))
  }

  private func changed(_ changes: String...) throws -> String {
    let overrides = try changes.map { text throws in try PropertyOverride(parsing: text) }
    return String(decoding: try draft().applying(overrides).draft.source.bytes, as: UTF8.self)
  }

  /// A change of the text is found in the text, with comments and layout around it.
  @Test(arguments: [
    ("star.animations.glow.duration=5", "duration: 2 }", "duration: 5 }"),
    ("star.animations.glow.duration*=1.5", "duration: 2 }", "duration: 3 }"),
    ("star.animations.glow.values=0.1,0.2,0.3", "[0, 1, 0.5]", "[0.1, 0.2, 0.3]"),
    ("star.animations.glow.values*=0.5", "[0, 1, 0.5]", "[0, 0.5, 0.25]"),
    ("animations.glow.keyTimes=[0, 0.5, 1]", "[0, 0.25, 1]", "[0, 0.5, 1]"),
    ("animations.glow.keyTimes=none", ", keyTimes: [0, 0.25, 1]", ""),
    ("star.animations.transform.rotation.z.timingFunction=none", ", timingFunction: \"easeIn\"", ""),
    ("star.animations.transform.rotation.z.toValue=45deg", "\"90deg\"", "\"45deg\""),
    ("star.animations.transform.rotation.z.timingFunction=0.1,0,0.9,1", "\"easeIn\"", "[0.1, 0, 0.9, 1]"),
    ("star.animations.both.animations[1].toValue=7,8", "[5, 6]", "[7, 8]"),
    ("sublayers[1].animations.other.toValue=#00ff00", "#ff0000", "#00ff00"),
    ("animations.other.repeatCount=2", "\"infinity\"", "2"),
  ])
  func textIsChangedInItsPlace(change: String, old: String, new: String) throws {
    let first = try #require(Self.text.range(of: old))
    #expect(try changed(change) == Self.text.replacingCharacters(in: first, with: new))
  }

  /// The scene of `--set` is the scene of the changed text.
  @Test func flagsDoWhatEditsDo() throws {
    let changes = [
      "star.animations.glow.values=0,1,0.25,0.75", "star.animations.glow.keyTimes=[0, 0.2, 0.4, 1]",
      "star.animations.glow.timingFunctions=[\"easeIn\", \"linear\", [0.5, 0, 1, 1]]",
      "star.animations.both.animations[0].fromValue=0.5",
    ].compactMap { try? PropertyOverride(parsing: $0) }
    #expect(changes.count == 4)
    let flags = SceneModel(try draft().source.scene(applying: changes))
    let edits = SceneModel(try draft().applying(changes).draft.source.scene())
    #expect(try JSONEncoder.sorted.encode(flags) == JSONEncoder.sorted.encode(edits))
    let glow = try #require(flags.nodes.first { $0.name == "glow" })
    #expect(glow.values["keyTimes"]?.line() == "[0, 0.2, 0.4, 1]")
    #expect(glow.values["timingFunctions"]?.line() == "[\"easeIn\", \"linear\", [0.5, 0, 1, 1]]")
  }

  @Test(arguments: [
    ("star.animations.glo.duration=2", "glow"), ("star.animations.glow.duraton=2", "duration"),
    ("star.animations.glow.values=[\"left\"]", "left"), ("star.animations.glow.keyPath=position", "in the document"),
    ("star.animations.both.animations[2].fromValue=0", "animations[2]"),
    ("star.animations.glow.values=[1]", "no values"), ("star.animations.glow.calculationMode*=2", "numbers"),
    ("star.animations.transform.rotation.z.timingFunction=easy", "easeIn"),
  ])
  func mistakesAreNamed(change: String, part: String) {
    let error = #expect(throws: (any Error).self) { try changed(change) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(part))
  }

  /// Animations keep their order: of two with one key path, the later one counts.
  @Test func orderStays() throws {
    var scene = try draft().source.scene()
    try scene.apply(PropertyOverride(parsing: "star.animations.glow.duration=9"))
    let star = try #require(scene.rootLayer.sublayers?.first)
    #expect(star.animationKeys() == ["glow", "transform.rotation.z", "both"])
    #expect(star.animation(forKey: "glow")?.duration == 9)
  }

  @Test func animationsAreNodes() throws {
    let nodes = SceneModel(try draft().source.scene()).nodes.filter { $0.kind == "animation" }
    #expect(
      nodes.map(\.prefix) == [
        "star.animations.glow.", "star.animations.transform.rotation.z.", "star.animations.both.",
        "star.animations.both.animations[0].", "star.animations.both.animations[1].", "sublayers[1].animations.other.",
      ])
    #expect(nodes[0].values["values"]?.line() == "[0, 1, 0.5]")
    #expect(nodes[0].target?.key == "opacity" && nodes[0].target?.range == [0, 1])
    #expect(nodes[1].values["timingFunction"]?.line() == "\"easeIn\"")
    #expect(nodes[5].values["toValue"]?.line() == "\"#ff0000\"")
    #expect(nodes[5].values["repeatCount"]?.line() == "\"infinity\"")
    for node in nodes { #expect(PropertyRecord.classes[node.class]?.isEmpty == false, "\(node.class)") }
  }

  /// The values of an animation's node can be written back as they stand, and change nothing.
  @Test(arguments: ["logo-reveal", "imessage-confetti", "galaxy", "animation-gallery"])
  func valuesAreTakenBack(name: String) throws {
    let source = try PresetReference(name).source(Movie.presetLoader)
    let model = SceneModel(try source.scene())
    let nodes = model.nodes.filter { $0.kind == "animation" && $0.prefix != nil }
    #expect(!nodes.isEmpty)
    var scene = try source.scene()
    for node in nodes.prefix(20) {
      for (key, value) in node.values where key != "path" {
        var text = value.line()
        if case .string(let plain) = value.content { text = plain }
        try scene.apply(PropertyOverride(path: "\(node.prefix ?? "")\(key)", value: text))
      }
    }
    #expect(try JSONEncoder.sorted.encode(SceneModel(scene)) == JSONEncoder.sorted.encode(model))
  }
}

extension JSONEncoder {
  /// Equal values as equal bytes.
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}
