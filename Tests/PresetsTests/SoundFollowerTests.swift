import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineScene
import Testing

/// Numbers of documents that follow a sound.
@Suite struct SoundFollowerTests {
  /// Levels of a sound of two seconds: silence, its loudest moment after one second, half of it at the end.
  private static let levels = (0...120).map { $0 < 60 ? 0 : 1 - Double($0 - 60) / 120 }

  private func load(_ text: String, heard: @escaping (URL, ClosedRange<Double>?, Double) -> Void = { _, _, _ in })
    throws
    -> PresetScene
  {
    var loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]) }
    loader.loadLevels = { query, _ in
      heard(query.url, query.band, query.release)
      guard query.url.lastPathComponent != "gone.wav" else { throw CocoaError(.fileNoSuchFile) }
      return (Self.levels, 60)
    }
    MediaClock.time = loader.clock
    return try loader.load(Array(text.utf8), file: "a.json", directory: URL(fileURLWithPath: "/documents"))
  }

  private func problem(_ text: String) -> String {
    do {
      _ = try load(text)
      return "it was read"
    } catch {
      return "\(error)"
    }
  }

  /// A layer's number at seconds from the movie's start.
  private func value(_ keyPath: String, of layer: CALayer, at seconds: Double) throws -> Double {
    let animations = (layer.animationKeys() ?? []).compactMap { layer.animation(forKey: $0) }
    MediaClock.time = 1000 + seconds
    return try #require(layer.value(forKeyPath: keyPath, under: animations) as? NSNumber).doubleValue
  }

  @Test func aNumberGoesWithTheLevels() throws {
    let scene = try load(
      "{ audio: [{ file: 'song.mp3' }], layer: { opacity: { audio: 'bass', from: '20%', to: 1 } } }")
    let layer = scene.rootLayer
    #expect(layer.opacity == 0.2)
    for (seconds, wanted) in [(0.0, 0.2), (0.5, 0.2), (1, 1), (1.5, 0.8), (1.999, 0.6), (2.5, 0.2)] {
      #expect(abs(try value("opacity", of: layer, at: seconds) - wanted) < 0.002, "at \(seconds) s")
    }
  }

  @Test func equalSoundAnalysesAreRequestedOnce() throws {
    var asked: [String] = []
    let scene = try load(
      """
      { audio: [{ file: 'song.mp3', at: 3, loop: true }], layer: { sublayers: [
        { name: 'a', opacity: { audio: 'loudness', to: 1 }, cornerRadius: { audio: 'loudness', to: 9 } },
        { name: 'b', opacity: { audio: [40, 90], file: '/b.wav', release: '500ms', at: -1, to: 1 } } ] } }
      """
    ) { asked.append("\($0.path) \($1.map { "\($0)" } ?? "all") \($2)") }
    // The same band of the same file once.
    #expect(asked == ["/documents/song.mp3 all 0.1", "/b.wav 40.0...90.0 0.5"])
    let layers = try #require(scene.rootLayer.sublayers)
    let first = try #require(layers[0].animation(forKey: "audio.opacity"))
    #expect(first.beginTime == 1003 && first.repeatCount == .infinity && first.duration == 2)
    #expect(layers[1].animation(forKey: "audio.opacity")?.beginTime == 999)
  }

  /// The sound runs on the movie's clock, whatever the layer's own says.
  @Test func layersWithTheirOwnClockFollowTheMovies() throws {
    let scene = try load(
      """
      { audio: [{ file: 'a.wav' }], layer: { speed: 2, sublayers: [
        { name: 'late', beginTime: 600, opacity: { audio: 'bass', to: 1 } } ] } }
      """)
    let layer = try #require(scene.rootLayer.sublayers?.first)
    let begin = try #require(layer.animation(forKey: "audio.opacity")).beginTime
    #expect(begin == layer.convertTime(1000, from: nil) && begin == 1400)
  }

  @Test func birthRatesFollow() throws {
    let scene = try load(
      """
      { audio: [{ file: 'a.wav' }], layer: { class: 'CAEmitterLayer', emitterCells: [
        { name: 'spark', lifetime: 0.1, contents: 'x.png', birthRate: { audio: 'bass', from: 0, to: 1000 } } ] } }
      """)
    MediaClock.time = 1000
    let tree = RenderTree(root: scene.rootLayer.committedTree().root, seed: 1)
    func living(_ time: Double) -> Int {
      evaluate(tree, at: 1000 + time, in: Viewport(width: 10, height: 10)).liveParticles
    }
    #expect(living(0.5) == 0)
    #expect((80...105).contains(living(1.1)))
    #expect((45...65).contains(living(1.99)))
    // Any order of times.
    #expect(living(0.5) == 0)
    #expect(living(2.5) == 0)
  }

  @Test func eventsBeginToFollow() throws {
    let scene = try load(
      """
      { audio: [{ file: 'a.wav' }], layer: { sublayers: [{ name: 'lamp', opacity: 0.5 }] },
        timeline: [{ at: 0.75, set: { 'lamp.opacity': { audio: 'treble', to: 1 } } }] }
      """)
    let event = try #require(scene.events.first)
    #expect(event.changes.isEmpty && event.animations.map(\.key) == ["audio.opacity"])
    MediaClock.time = 1000.75
    event.apply(to: scene.rootLayer)
    let layer = try #require(scene.rootLayer.sublayers?.first)
    #expect(layer.opacity == 0.5)
    #expect(abs(try value("opacity", of: layer, at: 1.5) - 0.75) < 0.002)
  }

  @Test(arguments: [
    ("{ layer: { opacity: { audio: 'bass', to: 1 } } }", "the document has no sound to follow"),
    ("{ audio: [{ file: 'a' }], layer: { opacity: { audio: 'bas', to: 1 } } }", "did you mean \"bass\""),
    ("{ audio: [{ file: 'a' }], layer: { opacity: { audio: [90, 40], to: 1 } } }", "low to high"),
    ("{ audio: [{ file: 'a' }], layer: { opacity: { audio: 'bass' } } }", "the loudest moment"),
    ("{ audio: [{ file: 'a' }], layer: { opacity: { audio: 'bass', to: 1, fom: 2 } } }", "fom"),
    ("{ audio: [{ file: 'a' }], layer: { position: { audio: 'bass', to: 1 } } }", "only a number can follow a sound"),
    ("{ audio: [{ file: 'gone.wav' }], layer: { opacity: { audio: 'bass', to: 1 } } }", "cannot be read"),
    (
      "{ audio: [{ file: 'a' }], layer: { class: 'CAEmitterLayer', "
        + "emitterCells: [{ scale: { audio: 'bass', to: 1 } }] } }",
      "needs a name"
    ),
    (
      "{ audio: [{ file: 'a' }], layer: { name: 'x' }, states: { a: { 'x.opacity': { audio: 'bass', to: 1 } } } }",
      "use the timeline"
    ),
  ])
  func mistakesAreExplained(text: String, part: String) {
    let found = problem(text)
    #expect(found.contains(part), "\(found)")
  }
}
