import Foundation
import Starmine
import StarmineImport
import StarmineMedia
import StarminePresets
import StarmineRaster
import StarmineScene
import Testing

/// Particles written as a Lottie document show the same when it is read again.
@Suite struct LottieExportTests {
  private func scene(_ cell: String, _ layer: String = "") throws -> PresetScene {
    let text = """
      { movie: { size: [120, 80], duration: 2, fps: 30, background: "#000000" }, layer: { class: "CAEmitterLayer",
        emitterPosition: [20, 60], \(layer) emitterCells: [{ name: "a", birthRate: 10, lifetime: 1.5, \(cell) }] } }
      """
    return try Folder(["a.json": text]).scene("a.json")
  }

  private func lives(of movie: Movie) throws -> LottieLives {
    let viewport = try movie.viewport(for: nil)
    var lives = LottieLives()
    for frame in 0..<movie.frameCount {
      let time = movie.time(ofFrame: frame)
      let found = traceParticles(movie.snapshot(at: time), at: Movie.startTime + time, in: viewport)
      let hasRoom = lives.add(found, frame: frame, time: time)
      #expect(hasRoom)
    }
    return lives
  }

  private func export(_ scene: PresetScene, _ blend: LottieExport.Blend = .screen) throws -> LottieExport {
    let movie = Movie(scene)
    let settings = LottieExport.Settings(
      size: movie.size, framesPerSecond: movie.framesPerSecond, frames: movie.frameCount, background: [0, 0, 0, 1],
      blend: blend)
    return try LottieExport(lives(of: movie), settings) { try ImageWriter.png($0) }
  }

  private func pixels(_ scene: PresetScene, _ time: Double) throws -> [UInt32] {
    let frame = try Movie(scene).still(at: time, workers: 1)
    return frame.withPixels { all in
      (0..<frame.height).flatMap { row in all[row * frame.stride..<row * frame.stride + frame.width] }
    }
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
      let error = zip(one, other).reduce(0.0) { sum, pair in
        [0, 8, 16].reduce(sum) { $0 + pow(Double(pair.0 >> $1 & 255) - Double(pair.1 >> $1 & 255), 2) }
      }
      let noise = 10 * log10(255 * 255 / max(1e-9, error / Double(one.count * 3)))
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

  @Test func whatPlayersDrawInAnotherWayIsNamed() throws {
    let light = try scene("contents: { sprite: \"dot\", size: 8 }", "renderMode: \"additive\",")
    #expect(try export(light).lost.count == 1 && export(light).text.contains("\"bm\":2"))
    #expect(try export(light, .add).lost == [] && export(light, .add).text.contains("\"bm\":16"))
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
