import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import Testing

@Suite struct BundledPresetTests {
  @Test func everyDocumentOfTheFolderIsBundled() throws {
    // Folders hold looks of captions and ready-made emitters.
    let files = Checkout.files(under: "presets", extensions: ["json"]).filter { $0.split(separator: "/").count == 2 }
    let names = files.map { String($0.dropFirst("presets/".count).dropLast(".json".count)) }
    #expect(names.sorted() == PresetLibrary.names.sorted())
    for (file, name) in zip(files, names) {
      #expect(PresetLibrary.document(named: name) == Array(try Checkout.text(of: file).utf8))
    }
  }

  @Test(arguments: PresetLibrary.names) func isValid(name: String) throws {
    let bytes = try #require(PresetLibrary.document(named: name))
    let scene = try load(bytes: bytes)
    #expect(scene.name == name && !scene.summary.isEmpty && scene.group != nil && scene.unsupported.isEmpty)
    #expect(scene.pixelSize.width % 2 == 0 && scene.pixelSize.height % 2 == 0)
    #expect(scene.frameCount > 0)
  }

  /// Lists say of a preset what its scene says.
  @Test(arguments: PresetLibrary.names) func theStageIsThatOfTheScene(name: String) throws {
    let source = try PresetReference(name).source(makeLoader())
    let (stage, scene) = (try source.stage(), try source.scene())
    #expect(stage.name == scene.name && stage.summary == scene.summary && stage.group == scene.group)
    #expect(stage.pixelSize == scene.pixelSize)
    #expect(stage.framesPerSecond == scene.framesPerSecond && stage.duration == scene.duration)
    #expect(stage.seed == scene.seed && stage.start == scene.start && stage.fit == scene.fit)
    #expect(stage.rootLayer.sublayers == nil, "layers cost most of the time")
  }

  /// The two classics have exactly the numbers of their sources (published code, quoted in the conformance cases).
  @Test(arguments: [("snow", "imqiuhang-snow"), ("fireworks", "imqiuhang-fireworks")])
  func hasTheNumbersOfItsSource(name: String, id: String) throws {
    let source = try #require(ConformanceCases("emitter-scenes").all.first { $0.fields["id"].string == id })
    let layerCase = try #require(source.fields["layers"].array?.first)
    let scene = try load(bytes: try #require(PresetLibrary.document(named: name)))
    let emitter = try #require(scene.rootLayer.sublayers?.first as? CAEmitterLayer)
    var compared = 0
    try compare(layerCase, emitter, &compared)
    #expect(compared > 12)
    let times = try #require(layerCase["timeline"].array).compactMap { $0["t"].number }
    #expect(scene.events.map(\.time) == times)
    scene.events[0].apply(to: scene.rootLayer)
    let cell = try #require(emitter.emitterCells?.first?.name)
    #expect(emitter.value(forKeyPath: "emitterCells.\(cell).birthRate") as? Double == 0)
    for event in scene.events { event.apply(to: scene.rootLayer) }
    #expect(scene.rootLayer.sublayers?.count ?? 0 == (times.count == 2 ? 0 : 1))
  }

  private func compare(_ source: JSONValue, _ target: some PropertyContainer, _ compared: inout Int) throws {
    for (key, value) in source.object ?? [:] where key != "timeline" {
      if key == "emitterCells" {
        let cells = try #require(target.elements(key))
        for (index, cell) in (value.array ?? []).enumerated() { try compare(cell, cells[index], &compared) }
      } else if key == "contents" {
        #expect(target.readProperty(key) is CGImage)
      } else {
        #expect(Self.isEqual(target.readProperty(key), value), "\(key)")
        compared += 1
      }
    }
  }

  private static func isEqual(_ value: Any?, _ source: JSONValue) -> Bool {
    switch value {
    case let text as String: text == source.string
    case let number as NSNumber: abs(number.doubleValue - (source.number ?? .nan)) <= 1e-6
    case let point as CGPoint: source.array?.compactMap(\.number) == [point.x, point.y]
    case let size as CGSize: source.array?.compactMap(\.number) == [size.width, size.height]
    default: false
    }
  }
}
