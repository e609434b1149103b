import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineScene
import Testing
import StarmineEditing

@Suite struct SoundReaderTests {
  private func load(_ text: String) throws -> PresetScene {
    let loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0]) }
    return try loader.load(
      Array("{ layer: { class: 'CALayer' }, \(text) }".utf8), file: "a.json",
      directory: URL(fileURLWithPath: "/documents"))
  }

  @Test func soundsHavePlacesAndDefaults() throws {
    let sounds = try load(
      "audio: [{ file: 'a.wav' }, { file: '/b.mp3', at: '500ms', gain: 0.5, fadeIn: 1, fadeOut: '2s', loop: true }]"
    ).sounds
    try #require(sounds.count == 2)
    #expect(sounds[0].path == "/documents/a.wav" && sounds[0].at == 0 && sounds[0].gain == 1 && !sounds[0].loops)
    #expect(sounds[1].path == "/b.mp3" && sounds[1].at == 0.5 && sounds[1].gain == 0.5)
    #expect(sounds[1].fadeIn == 1 && sounds[1].fadeOut == 2 && sounds[1].loops)
    #expect(try load("name: 'a'").sounds.isEmpty)
  }

  @Test(arguments: [
    ("audio: [{ at: 1 }]", "the sound file"), ("audio: [{ file: 3 }]", "expected a text"),
    ("audio: [{ file: 'a', gain: 17 }]", "0 to 16"), ("audio: [{ file: 'a', vol: 1 }]", "vol"),
    ("audio: 'a.wav'", "expected an array"), ("audio: ['a.wav']", "expected an object"),
    ("movie: { motionBlur: '0' }", "ANGLE:PHASE:SAMPLES"), ("movie: { motionBlur: [] }", "ANGLE:PHASE:SAMPLES"),
  ])
  func mistakesAreErrors(text: String, part: String) throws {
    let error = #expect(throws: PresetError.self) { _ = try load(text) }
    #expect(error.map { "\($0.problems)" }?.contains(part) == true)
  }

  @Test func motionBlurIsAFlagAnAngleOrAll() throws {
    #expect(try load("movie: { motionBlur: true }").motionBlur == MotionBlur())
    #expect(try load("movie: { motionBlur: false }").motionBlur == nil)
    #expect(try load("movie: { motionBlur: 360 }").motionBlur == MotionBlur(angle: 360, phase: -180))
    #expect(try load("movie: { motionBlur: '90:0:8' }").motionBlur == MotionBlur(angle: 90, phase: 0, samples: 8))
    var scene = try load("name: 'a'")
    _ = try scene.apply(try PropertyOverride(parsing: "movie.motionBlur=90:0:8"))
    #expect(scene.motionBlur?.text == "90:0:8")
  }
}
