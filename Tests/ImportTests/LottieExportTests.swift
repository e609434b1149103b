import Foundation
import Starmine
import StarmineImport
import StarmineMedia
import StarminePresets
import StarmineRaster
import StarmineScene
import Testing
import StarmineExport

/// Particles written as a Lottie document show the same when it is read again.
@Suite struct LottieExportTests {
  private func scene(_ cell: String, _ layer: String = "") throws -> PresetScene {
    let text = """
      { movie: { size: [120, 80], duration: 2, fps: 30, background: "#000000" }, layer: { class: "CAEmitterLayer",
        emitterPosition: [20, 60], \(layer) emitterCells: [{ name: "a", birthRate: 10, lifetime: 1.5, \(cell) }] } }
      """
    return try Folder(["a.json": text]).scene("a.json")
  }

  private func stage(of movie: Movie) throws -> LottieCanvas {
    let viewport = try movie.viewport(for: nil)
    var stage = LottieCanvas()
    for frame in 0..<movie.frameCount {
      let time = movie.time(ofFrame: frame)
      try stage.add(movie.snapshot(at: time), at: Movie.startTime + time, in: viewport, frame: frame, seconds: time)
    }
    return stage
  }

  private func export(
    _ scene: PresetScene, _ blend: LottieExport.Blend = .screen,
    png: @escaping (CGImage) throws -> [UInt8] = { try ImageWriter.png($0) }
  ) throws -> LottieExport {
    let movie = Movie(scene)
    let settings = LottieExport.Settings(
      size: movie.size, framesPerSecond: movie.framesPerSecond, frames: movie.frameCount, background: [0, 0, 0, 1],
      blend: blend)
    return try LottieExport(stage(of: movie), settings, png: png)
  }

  private func pixels(_ scene: PresetScene, _ time: Double) throws -> [UInt32] {
    let frame = try Movie(scene).still(at: time, workers: 1)
    return frame.withPixels { all in
      (0..<frame.height).flatMap { row in all[row * frame.stride..<row * frame.stride + frame.width] }
    }
  }

  /// How far a picture stands out from its difference to another one, dB.
  private func noise(_ one: [UInt32], _ other: [UInt32]) -> Double {
    let error = zip(one, other).reduce(0.0) { sum, pair in
      [0, 8, 16].reduce(sum) { $0 + pow(Double(pair.0 >> $1 & 255) - Double(pair.1 >> $1 & 255), 2) }
    }
    return 10 * log10(255 * 255 / max(1e-9, error / Double(one.count * 3)))
  }

  private static let square =
    "velocity: 60, emissionLongitude: -1, emissionRange: 0.8, yAcceleration: 50, spin: 3, scaleSpeed: -0.2, "
    + "alphaSpeed: -0.4, color: \"#ff8040\", redRange: 0.4, contents: { sprite: \"square\", size: 9 }"

  @Test(arguments: [
    square, "velocity: 40, emissionRange: 6, contents: { sprite: \"dot\", size: 12 }",
    "velocity: 40, emissionRange: 6, color: \"#ff80ff\", contents: { sprite: \"star\", size: 16 }",
  ])
  func writtenParticlesAreReadAgain(cell: String) throws {
    let scene = try scene(cell)
    let document = try export(scene)
    #expect(document.lost == [] && document.layerCount > 15)
    let again = try Folder(["a.json": document.text]).scene("a.json")
    for time in [0.5, 1.1, 1.9] {
      let (one, other) = (try pixels(scene, time), try pixels(again, time))
      let noise = noise(one, other)
      #expect(noise > 30 && one.contains { $0 & 0xFFFFFF != 0 }, "\(time) s: \(noise) dB")
    }
  }

  /// A throw is two keys an axis, with handles, or three where it comes back.
  @Test func parabolasAreFewKeys() throws {
    let text = try export(scene(Self.square)).text
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for layer in try #require(root["layers"] as? [[String: Any]]) {
      guard let place = (layer["ks"] as? [String: Any])?["p"] as? [String: Any] else { continue }
      for axis in ["x", "y"] {
        let keys = (place[axis] as? [String: Any])?["k"] as? [[String: Any]]
        #expect((keys?.count ?? 1) <= 3)
      }
    }
  }

  /// Paper that turns in space: its turn, its depth and its direction have a few keys each, and no skew.
  @Test func planesInSpaceAreFewKeys() throws {
    let cell = """
      particleType: "plane", orientationRange: 3.1, orientationLongitude: 1, rotationRange: 6, spin: 4, velocity: 30,
      emissionRange: 6, color: "#ff8040", contents: { sprite: "square", width: 20, height: 30 }
      """
    let scene = try scene(cell)
    let document = try export(scene)
    #expect(!document.text.contains("\"sk\""))
    #expect(document.text.utf8.count < 2500 * document.layerCount, "\(document.text.utf8.count)")
    let again = try Folder(["a.json": document.text]).scene("a.json")
    for time in [0.5, 1.1, 1.9] {
      let noise = noise(try pixels(scene, time), try pixels(again, time))
      #expect(noise > 30, "\(time) s: \(noise) dB")
    }
  }

  @Test func particlesThatGoTheSameWayShareAComposition() throws {
    let scene = try scene("velocity: 40, contents: { sprite: \"square\", size: 9 }")
    let document = try export(scene)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(document.text.utf8)) as? [String: Any])
    let (assets, layers) = (root["assets"] as? [Any] ?? [], root["layers"] as? [[String: Any]] ?? [])
    let shared = layers.filter { $0["refId"] != nil }
    #expect(shared.count == 6 && assets.count == 1, "\(assets.count) of \(shared.count)")
    let again = try Folder(["a.json": document.text]).scene("a.json")
    #expect(noise(try pixels(scene, 1), try pixels(again, 1)) > 30)
  }

  /// A rounded rectangle is one rectangle, and not an outline of many points.
  @Test func roundedRectanglesAreRectangles() throws {
    let text = try export(scene("velocity: 40, contents: { sprite: \"square\", size: 40 }")).text
    #expect(text.contains("\"ty\":\"rc\"") && !text.contains("\"ty\":\"sh\""))
  }

  @Test func screenedLightIsReported() throws {
    let light = try scene("contents: { sprite: \"dot\", size: 8 }", "renderMode: \"additive\",")
    #expect(try export(light).lost.count == 1 && export(light).text.contains("\"bm\":2"))
    #expect(try export(light, .add).lost == [] && export(light, .add).text.contains("\"bm\":16"))
  }

  // MARK: Layers

  /// A movie of layers without particles, and how near to it what is read again must be, in dB.
  private static let layers: [(String, Double)] = [
    (
      """
      { class: "CALayer", name: "box", bounds: [0, 0, 40, 20], position: [30, 30], backgroundColor: "#ff8040",
        cornerRadius: 5, borderWidth: 3, borderColor: "#204080",
        animations: { turn: { keyPath: "transform.rotation.z", fromValue: 0, toValue: 3, duration: 2,
          timingFunction: "easeInEaseOut" }, go: { keyPath: "position", fromValue: [20, 20], toValue: [90, 60],
          duration: 2, timingFunction: "easeIn" },
          fade: { keyPath: "opacity", fromValue: 1, toValue: 0.3, duration: 2 } },
        sublayers: [{ class: "CALayer", bounds: [0, 0, 10, 10], position: [40, 10], backgroundColor: "#40ff80",
          animations: { grow: { keyPath: "transform.scale", fromValue: 0.5, toValue: 2, duration: 2 } } }] }
      """, 38
    ),
    (
      """
      { class: "CAShapeLayer", position: [60, 40], path: "M-30 0 C-30 -40 30 -40 30 0 L0 30 Z", fillColor: "#4080ff",
        strokeColor: "#ffffff", lineWidth: 4, lineJoin: "round", lineDashPattern: [9, 5, 3],
        animations: { morph: { keyPath: "path", fromValue: "M-30 0 C-30 -40 30 -40 30 0 L0 30 Z",
          toValue: "M-40 -10 C-10 -30 10 -10 30 20 L-20 30 Z", duration: 2, timingFunction: "easeOut" },
          draw: { keyPath: "strokeEnd", fromValue: 0.2, toValue: 1, duration: 2 } } }
      """, 31
    ),
    (
      """
      { class: "CAGradientLayer", bounds: [0, 0, 100, 50], position: [60, 40],
        colors: ["#ff0000", "#00ff0080", "#0000ff"],
        startPoint: [0, 0], endPoint: [1, 1], cornerRadius: 12, mask: { class: "CALayer", bounds: [0, 0, 60, 60],
          position: [50, 25], cornerRadius: 30, backgroundColor: "#000000",
          animations: { go: { keyPath: "position.x", fromValue: 20, toValue: 80, duration: 2 } } } }
      """, 34
    ),
    (
      """
      { class: "CATextLayer", bounds: [0, 0, 110, 40], position: [60, 40], string: "Title", fontSize: 28,
        foregroundColor: "#ffe080",
        animations: { tint: { keyPath: "foregroundColor", fromValue: "#ffe080", toValue: "#ff2060", duration: 2 } } }
      """, 32
    ),
    (
      """
      { class: "CALayer", bounds: [0, 0, 60, 40], position: [60, 40], masksToBounds: true, cornerRadius: 10,
        contents: { sprite: "star", size: 40 }, compositingFilter: "multiplyBlendMode",
        sublayers: [{ class: "CALayer", bounds: [0, 0, 30, 30], position: [60, 20], backgroundColor: "#ffffff" }] }
      """, 30
    ),
  ]

  @Test(arguments: layers)
  func writtenLayersAreReadAgain(layer: String, decibels: Double) throws {
    let text = """
      { movie: { size: [120, 80], duration: 2, fps: 30, background: "#000000" },
        layer: { class: "CALayer", sublayers: [\(layer)] } }
      """
    let scene = try Folder(["a.json": text]).scene("a.json")
    let document = try export(scene)
    #expect(document.lost == [] && document.layerCount > 0)
    let again = try Folder(["a.json": document.text]).scene("a.json")
    for time in [0.5, 1.1, 1.9] {
      let noise = noise(try pixels(scene, time), try pixels(again, time))
      #expect(noise > decibels, "\(time) s: \(noise) dB")
    }
  }

  /// What is written of what was read is the same document but for its numbers' last digits: its layers stay as many.
  @Test func documentsOfOtherProgramsStayWhole() throws {
    let text = """
      { "v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 120, "h": 80, "layers": [
        { "ty": 4, "ip": 0, "op": 60, "st": 0, "ks": { "p": { "a": 1, "k": [
          { "t": 0, "s": [20, 40], "i": { "x": 0.5, "y": 1 }, "o": { "x": 0.5, "y": 0 } },
          { "t": 60, "s": [100, 40] }] } },
          "shapes": [{ "ty": "gr", "it": [{ "ty": "el", "p": { "k": [0, 0] }, "s": { "k": [30, 20] } },
            { "ty": "fl", "c": { "k": [1, 0.5, 0] }, "o": { "k": 100 } }, { "ty": "tr" }] }] }] }
      """
    let scene = try Folder(["a.json": text]).scene("a.json")
    let document = try export(scene)
    #expect(document.lost == [] && document.layerCount <= 3)
    let again = try Folder(["a.json": document.text]).scene("a.json")
    for time in [0.2, 0.9, 1.5] { #expect(noise(try pixels(scene, time), try pixels(again, time)) > 36) }
  }

  @Test func lostLayerFeaturesAreReported() throws {
    let text = """
      { movie: { size: [120, 80], duration: 0.2, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CAGradientLayer", type: "conic", bounds: [0, 0, 50, 50], colors: ["#ff0000", "#0000ff"] },
        { class: "CALayer", bounds: [0, 0, 50, 50], backgroundColor: "#ffffff",
          filters: [{ type: "colorInvert" }] }] } }
      """
    let lost = try export(Folder(["a.json": text]).scene("a.json")).lost
    #expect(lost == ["conic gradients, which are left out", "filters other than gaussianBlur"])
  }

  /// Of a moving part of a picture each frame is one; paths of other parts cannot move there, and steps have no keys.
  @Test func lostAnimationsAreReported() throws {
    let text = """
      { movie: { size: [120, 80], duration: 1, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CAShapeLayer", name: "s", path: "M 0 0 L 9 0 L 9 9 L 0 9 Z", fillColor: "#ff0000", lineCap: "butt" },
        { class: "CALayer", bounds: [0, 0, 50, 50], opacity: 0.5, backgroundColor: "#ffffff",
          allowsGroupOpacity: false }] },
        timeline: [{ at: 0.5, set: { "s.lineCap": "round", "s.fillRule": "even-odd" } }] }
      """
    let lost = try export(Folder(["a.json": text]).scene("a.json")).lost
    #expect(
      lost == [
        "animated fillRule: the first value is kept", "animated lineCap: the first value is kept",
        "allowsGroupOpacity: false: layers fade as one",
      ])
  }

  @Test func picturesOfManyPixelsAreAnError() throws {
    let text = """
      { movie: { size: [120, 80], duration: 3, fps: 30 }, layer: { class: "CALayer", bounds: [0, 0, 90, 90],
        contents: { sprite: "dot", size: 1024 },
        animations: { pan: { keyPath: "contentsRect.origin.x", fromValue: 0, toValue: 0.1, duration: 3 } } } }
      """
    let scene = try Folder(["a.json": text]).scene("a.json")
    #expect(throws: LottieExport.SizeError.pixels) { try export(scene) { _ in [] } }
  }

  /// Names of layers are whatever they are: two of them stay two.
  @Test func namesThatLookLikePlacesKeepLayersApart() throws {
    func square(_ name: String, _ x: Int) -> String {
      "{ class: \"CALayer\", name: \"\(name)\", position: [\(x), 40], bounds: [0, 0, 9, 9], "
        + "backgroundColor: \"#ffffff\" }"
    }
    let text = """
      { movie: { size: [120, 80], duration: 0.2, fps: 30 }, layer: { class: "CALayer", sublayers: [
        \(square("a", 10)), \(square("a#0/0/b", 30)),
        { class: "CATransformLayer", name: "a", sublayers: [\(square("b", 50))] },
        { class: "CATransformLayer", name: "a#1/0/b", sublayers: [\(square("c", 70))] },
        \(square("a#1/0/b#0", 90))] } }
      """
    let document = try export(Folder(["a.json": text]).scene("a.json"))
    #expect(document.layerCount == 5)
  }

  /// A layer that moves by less than is seen from frame to frame moves all the same.
  @Test func slowMotionIsWritten() throws {
    let text = """
      { movie: { size: [120, 80], duration: 40, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CALayer", bounds: [0, 0, 50, 50], sublayers: [
          { class: "CALayer", bounds: [0, 0, 9, 9], backgroundColor: "#ffffff" }],
          animations: { a: { keyPath: "position.x", fromValue: 20, toValue: 21, duration: 40 } } }] } }
      """
    let document = try export(Folder(["a.json": text]).scene("a.json"))
    #expect(document.layerCount == 2, "one carries the other")
  }

  @Test func gradientsKeepTheirFocus() throws {
    let text = """
      { movie: { size: [120, 80], duration: 1, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CAGradientLayer", type: "radial", position: [60, 40], bounds: [0, 0, 80, 60], startPoint: [0.5, 0.5],
          endPoint: [1, 1], colors: ["#ffffff", "#ff0000", "#0000ff"],
          animations: { f: { keyPath: "focus", fromValue: [0.2, -0.3], toValue: [0.6, 0.1], duration: 1 } } }] } }
      """
    let scene = try Folder(["a.json": text]).scene("a.json")
    let document = try export(scene)
    #expect(document.lost == [] && document.text.contains("\"h\":{"))
    let again = try Folder(["a.json": document.text]).scene("a.json")
    for time in [0.1, 0.5, 0.9] { #expect(noise(try pixels(scene, time), try pixels(again, time)) > 38) }
  }

  /// Only the first frames have an opacity: keys have as many numbers in all of them.
  @Test func gradientsThatBecomeOpaqueAreWritten() throws {
    let text = """
      { movie: { size: [120, 80], duration: 0.2, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CAGradientLayer", bounds: [0, 0, 50, 50], colors: ["#ff0000", "#0000ff"],
          animations: { appear: { keyPath: "colors", fromValue: ["#ff000000", "#0000ff"],
            toValue: ["#ff0000", "#0000ff"], duration: 0.1 } } }] } }
      """
    let document = try export(Folder(["a.json": text]).scene("a.json"))
    #expect(document.lost == [] && document.layerCount == 1)
  }

  /// Players take the layer right before a layer as its matte.
  @Test func mattesPrecedeTheirLayers() throws {
    let text = """
      { movie: { size: [120, 80], duration: 0.5, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CALayer", bounds: [0, 0, 60, 40], position: [60, 40],
          animations: { go: { keyPath: "position.x", fromValue: 20, toValue: 90, duration: 0.5 } },
          sublayers: [{ class: "CALayer", bounds: [0, 0, 30, 30], position: [30, 20], masksToBounds: true,
            cornerRadius: 5,
            sublayers: [{ class: "CALayer", bounds: [0, 0, 20, 20], backgroundColor: "#ffffff" }] }] }] } }
      """
    let document = try export(Folder(["a.json": text]).scene("a.json"))
    let parsed = try JSONSerialization.jsonObject(with: Data(document.text.utf8)) as? [String: Any]
    let layers = try #require(parsed?["layers"] as? [[String: Any]])
    let limited = try #require(layers.firstIndex { $0["tt"] != nil })
    #expect(layers.prefix(limited).last?["td"] as? Int == 1)
  }

  @Test func tooManyLayersAreAnError() throws {
    let text = """
      { movie: { size: [120, 80], duration: 0.1, fps: 30 }, layer: { class: "CALayer", sublayers: [
        { class: "CAReplicatorLayer", instanceCount: 2001, sublayers: [
          { class: "CALayer", bounds: [0, 0, 2, 2], backgroundColor: "#ffffff" }] }] } }
      """
    let scene = try Folder(["a.json": text]).scene("a.json")
    #expect(throws: LottieExport.SizeError.self) { try export(scene) }
  }

  @Test func packedArchivesAreReadAgain() throws {
    let document = try export(scene(Self.square))
    let archive = ZipPacker.pack([
      ("manifest.json", Array("{\"animations\":[{\"id\":\"a\"}]}".utf8)),
      ("animations/a.json", Array(document.text.utf8)),
    ])
    #expect(archive.count * 3 < document.text.utf8.count)
    let folder = try Folder()
    try folder.write(archive, to: "a.lottie")
    #expect(try folder.scene("a.lottie").size == CGSize(width: 120, height: 80) && folder.lost("a.lottie") == [])
  }
}
