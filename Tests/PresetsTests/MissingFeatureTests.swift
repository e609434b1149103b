import StarmineLayers
import StarminePresets
import Testing

/// One missing feature has one severity, wherever a document mentions it.
struct MissingFeatureTests {
  private func document(_ feature: String) -> String {
    """
    { "movie": { "size": [64, 36], "duration": 1 },
      "layer": { "class": "CAEmitterLayer", "name": "sky", "emitterCells": [{ "name": "snow" }],
        \(feature == "key" ? "\"cullRect\": []," : "")
        "animations": { \(feature == "animation"
          ? "\"a\": { \"keyPath\": \"cullRect.origin\", \"toValue\": 2 }" : "") } },
      "timeline": [{ "at": 0.5, "set": { \(feature == "event" ? "\"sky.cullRect.origin\": 2" : "") } }] }
    """
  }

  @Test func unsupportedKeysAreNotedEverywhere() throws {
    #expect(try load(document("nothing")).unsupported == [])
    for feature in ["key", "animation", "event"] {
      let unsupported = try load(document(feature)).unsupported
      #expect(unsupported.count == 1, "\(feature): \(unsupported)")
    }
  }

  @Test func otherUnknownKeyPathsAreErrors() {
    let text = document("animation").replacing("cullRect.origin", with: "cullRects.origin")
    #expect(problems(of: text).count == 1)
  }

  /// Spellings of Apple's private names.
  @Test(arguments: ["single", "random", "sequential", "loop", "once"]) func frameModes(name: String) throws {
    let scene = try load(
      """
      { "movie": { "size": [64, 36], "duration": 1 },
        "layer": { "class": "CAEmitterLayer", "emitterCells": [{ "contentsFrameMode": "\(name)" }] } }
      """)
    #expect(scene.unsupported == [])
  }
}
