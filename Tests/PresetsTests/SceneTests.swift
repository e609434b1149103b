import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

@Suite struct SceneTests {
  private func sample() throws -> PresetScene {
    try load(
      """
      { name: "sample", summary: "two emitters",
        movie: { size: [200, 100], scale: 2, fps: 30, duration: "2s", background: "#102030", seed: 9, start: "clean" },
        layer: { class: "CALayer", sublayers: [
          { class: "CAEmitterLayer", name: "sky", emitterCells: [ { name: "snow", birthRate: 10, scale: 0.5 } ] },
          { class: "CAEmitterLayer", name: "ground", emitterCells: [
            { name: "dust", birthRate: 4, color: "#ff0000" } ] },
        ] },
        timeline: [
          { at: 1, remove: "ground" },
          { at: 0.5, set: { "sky.emitterCells.snow.birthRate": 0, "emitterCells.dust.birthRate": 7 } } ] }
      """)
  }

  @Test func readsTheStage() throws {
    let scene = try sample()
    #expect(scene.name == "sample" && scene.summary == "two emitters")
    #expect(scene.size == CGSize(width: 200, height: 100) && scene.pixelSize == (400, 200))
    #expect(scene.framesPerSecond == 30 && scene.duration == 2 && scene.frameCount == 60)
    #expect(scene.seed == 9 && scene.start == .clean && scene.background.hexText == "#102030")
    #expect(scene.rootLayer.bounds == CGRect(x: 0, y: 0, width: 200, height: 100))
    #expect(scene.rootLayer.position == CGPoint(x: 100, y: 50))
  }

  @Test func eventsChangeAndRemoveInOrder() throws {
    let scene = try sample()
    #expect(scene.events.map(\.time) == [0.5, 1])
    scene.events[0].apply(to: scene.rootLayer)
    let (sky, ground) = (scene.rootLayer.sublayers?[0], scene.rootLayer.sublayers?[1])
    #expect(sky?.value(forKeyPath: "emitterCells.snow.birthRate") as? Double == 0)
    #expect(ground?.value(forKeyPath: "emitterCells.dust.birthRate") as? Double == 7)
    scene.events[1].apply(to: scene.rootLayer)
    #expect(scene.rootLayer.sublayers?.compactMap(\.name) == ["sky"])
    // What is gone is passed over.
    for event in scene.events { event.apply(to: scene.rootLayer) }
  }

  @Test(arguments: [
    ("sky.emitterCells.snow.birthRate=80", 80.0), ("emitterCells.snow.birthRate=80", 80),
    ("sky.emitterCells.snow.birthRate+=5", 15), ("sky.emitterCells.snow.birthRate*=50%", 5),
    ("sky.emitterCells.snow.birthRate *= 2", 20),
  ])
  func overridesSetAddAndMultiply(text: String, expected: Double) throws {
    var scene = try sample()
    try scene.apply(PropertyOverride(parsing: text))
    #expect(scene.rootLayer.sublayers?[0].value(forKeyPath: "emitterCells.snow.birthRate") as? Double == expected)
  }

  @Test func overridesTakeEveryKind() throws {
    var scene = try sample()
    for text in [
      "sky.emitterPosition=10,20pt", "sky.emitterPosition+=1,2", "sky.emitterShape=line", "sky.hidden=true",
      "emitterCells.snow.color=#00ff0080", "emitterCells.dust.color=0.5, 0.25, 1", "emitterCells.dust.color.green=75%",
      "emitterCells.snow.contents={sprite: 'ring', size: 20}", "emitterCells.snow.spin=90deg",
    ] {
      try scene.apply(PropertyOverride(parsing: text))
    }
    let emitter = try #require(scene.rootLayer.sublayers?[0] as? CAEmitterLayer)
    #expect(emitter.emitterPosition == CGPoint(x: 11, y: 22) && emitter.emitterShape == .line && emitter.isHidden)
    let snow = try #require(emitter.emitterCells?[0])
    #expect(snow.color == CGColor(red: 0, green: 1, blue: 0, alpha: 128.0 / 255))
    #expect((snow.contents as? CGImage)?.width == 20)
    #expect(abs(snow.spin - .pi / 2) < 1e-6)
    let dust = (scene.rootLayer.sublayers?[1] as? CAEmitterLayer)?.emitterCells?[0]
    #expect(dust?.color == CGColor(red: 0.5, green: 0.75, blue: 1, alpha: 1))
  }

  @Test(arguments: [
    ("birthRate=3", "could belong to several layers: sky.birthRate, ground.birthRate"),
    ("sky.emitterCells.snow.birthRat=3", "did you mean sky.emitterCells.snow.birthRate?"),
    ("sky.emitterCells.rain.lifetimes=3", "no 'rain' in emitterCells"), ("nothing.at.all=3", "layers are sky, ground"),
    ("sky.emitterCells.snow.birthRate=fast", "expected a number (1/s)"),
    ("sky.emitterShape=lin", "did you mean \"line\"?"), ("sky.emitterShape*=2", "requires a number"),
    ("sky.emitterCells.snow.color=rad", "did you mean red?"), ("sky.emitterPosition=5", "expected [x, y]"),
    ("sky.seed=-1", "seed takes a whole number such as 0 to 4294967295"),
    ("sky.emitterCells=3", "found a list of emitter cells"),
  ])
  func wrongOverridesAreExplained(text: String, part: String) throws {
    var scene = try sample()
    let error = #expect(throws: ValueMismatchError.self) { try scene.apply(PropertyOverride(parsing: text)) }
    #expect(error?.message.hasPrefix(text) == true)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func aTextWithoutKeyOrEqualsSignIsNoOverride() {
    #expect(throws: ValueMismatchError.self) { try PropertyOverride(parsing: "birthRate") }
    #expect(throws: ValueMismatchError.self) { try PropertyOverride(parsing: "=3") }
  }

  @Test func theOutlineNamesWhatDiffersFromTheDefaults() throws {
    let outline = try sample().outline()
    #expect(outline.contains("400x200 pixels (200 x 100 points at scale 2), 30 fps, 2 s, 60 frames"))
    #expect(outline.contains("CAEmitterCell \"snow\"\n        birthRate = 10 1/s\n        scale = 0.5"))
    #expect(outline.contains("at 1 s: remove ground"))
    #expect(!outline.contains("velocityRange"))
  }
}
