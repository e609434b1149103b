import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import Testing

@Suite struct DocumentErrorTests {
  @Test func nameTheKeyThePlaceAndTheNearestMatch() {
    let messages = problems(
      of: """
        { layer: { class: "CALayer", sublayers: [
          { class: "CAEmitterLayer", emitterCells: [ {}, { name: "b",
            birthRat: 3 } ] } ] } }
        """)
    #expect(
      messages == [
        "test.json:3:5: layer.sublayers[0].emitterCells[1].birthRat: CAEmitterCell has no such property; "
          + "did you mean \"birthRate\"?"
      ])
  }

  @Test func areAllReportedInTheOrderOfTheText() {
    let messages = problems(
      of: """
        { moive: {}, movie: { fps: -1, size: [0, 5], seed: 1.5, start: "staedy" },
          layer: { opacity: "90deg", position: [1], contents: { sprite: "snowflak" }, transform: "spin(1)",
                   backgroundColor: "rod", hidden: "maybe", sublayers: 5 },
          timeline: [ { set: {} }, { at: -1 }, { at: 1, set: { "opacty": 1 }, remove: "nobody" } ] }
        """)
    let places = messages.map { $0.split(separator: ":").prefix(3).dropFirst().joined(separator: ":") }
    #expect(
      places == [
        "1:3", "1:28", "1:38", "1:52", "1:64", "2:21", "2:40", "2:65", "2:90", "3:29", "3:44", "3:64", "4:15", "4:34",
        "4:56", "4:79",
      ])
    #expect(messages.contains { $0.contains("one of steady, clean, found \"staedy\"; did you mean \"steady\"?") })
    #expect(messages.contains { $0.contains("did you mean \"snowflake\"?") })
  }

  @Test(arguments: [
    ("[]", "expected an object"), ("{}", "layer: missing"), ("{layer: {class: 'CALayr'}}", "did you mean \"CALayer\"?"),
    ("{layer: {contents: 'gone.png'}}", "/nowhere/gone.png cannot be read"), ("{layer: {opacity: 1e300}}", "too large"),
    ("{layer: {contents: {sprite: 'dot', size: 5000}}}", "expected 1 to 1024"),
    ("{layer: {class: 'CAEmitterLayer', seed: 1.5}}", "expected a whole number"),
    ("{layer: {class: 'CAEmitterLayer', seed: -1}}", "expected a whole number"),
    ("{layer: {class: 'CAEmitterLayer', emitterShape: 'disc'}}", "expected one of point, line"),
    ("{layer: {opacity: null}}", "expected a number, found null"),
    ("{layer: {sublayers: [{emitterCells: []}]}}", "CALayer has no such property"),
  ])
  func sayWhatWasExpected(text: String, part: String) {
    let messages = problems(of: text)
    #expect(messages.count == 1 && messages[0].contains(part), "\(messages)")
  }

  @Test func whatIsKnownButUnsupportedIsCollected() throws {
    let scene = try load(
      "{layer: {cullRect: [], sublayers: [{class: 'CAMetalLayer', device: 'gpu', opacity: 0.5}]}}")
    #expect(
      scene.unsupported.map(\.description) == [
        "test.json:1:10: not supported: layer.cullRect: ignored",
        "test.json:1:36: not supported: layer.sublayers[0]: CAMetalLayer is drawn as a plain CALayer",
        "test.json:1:60: not supported: layer.sublayers[0].device: ignored",
      ])
    #expect(scene.rootLayer.sublayers?.first?.opacity == 0.5)
  }

  /// Documents damaged byte by byte load or throw; nothing crashes or hangs.
  @Test func damagedDocumentsAreSurvived() throws {
    var random = SplitMix64(seed: 11)
    let document = try #require(PresetLibrary.document(named: "fireworks"))
    let strange = Array("{}[]:,'\"0-9ex#%".utf8) + [0, 0xFF]
    var loaded = 0
    for _ in 0..<400 {
      var bytes = document
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = strange.randomElement(using: &random) ?? 0
        default: bytes.insert(strange.randomElement(using: &random) ?? 0, at: index)
        }
      }
      if (try? load(bytes: bytes)) != nil { loaded += 1 }
    }
    #expect(loaded > 10 && loaded < 390)
  }
}
