import Foundation
import StarmineEmbedding
import StarmineGraphics
import StarminePresets
import StarmineRendering
import Testing

/// Options of a render by their names, as hosts and agents give them.
struct RequestOptionTests {
  private func request(_ options: String...) throws -> RenderRequest {
    var request = RenderRequest(try PresetReference("snow").source(Movie.presetLoader))
    try request.setOptions(options)
    return request
  }

  @Test func optionsReachTheirFields() throws {
    let found = try request(
      "audio-gain=-20", "audio=a.wav@2", "audio=b.wav", "audio-fade=0.5:2", "audio-loop=true", "frames=3-5",
      "format=gif", "for=youtube", "crf=20", "threads=2", "max-size=5MB", "size=story", "duration=500ms",
      "gif-dither=none", "odd=scale", "vars.title=A=B", "without=scenery", "loop=6s,blend", "state=on")
    #expect(found.sounds.map(\.path) == ["a.wav", "b.wav"] && found.sounds[0].at == 2)
    #expect(found.sounds.allSatisfy { abs($0.gain - 0.1) < 1e-12 && $0.fadeOut == 2 && $0.loops })
    #expect(found.frames == 3..<6 && found.format == "gif" && found.profile?.name == "youtube")
    #expect(found.video.crf == 20 && found.workers == 2 && found.video.maximumBytes == 5_000_000)
    #expect(found.size?.height == 1920 && found.duration == 0.5 && !found.video.dithers && found.oddSides == .scale)
    #expect(found.changes.map(\.text) == ["vars.title=A=B"] && found.parts == .withoutScenery)
    #expect(found.loop?.blends == true && found.state == "on")
    let clip = try request("until=3", "at=1500ms", "over=a.mp4").clip
    #expect(clip == RenderRequest.Clip(path: "a.mp4", start: 1.5, end: 3))
  }

  @Test func optionsOfTheMovieApplyBeforeChanges() throws {
    var request = try request("fps=20", "hdr=pq", "motion-blur=90")
    try request.set(["movie.fps=12"])
    let settings = try request.scene().scene.settings
    #expect(settings.framesPerSecond == 12 && settings.hdr != nil && settings.motionBlur?.angle == 90)
  }

  @Test(arguments: [
    ("frames", "expected NAME=VALUE"), ("formt=gif", "did you mean \"format\"?"), ("for=nowhere", "expected one of"),
    ("frames=5-3", "first-last"), ("threads=1e3", "0 to 1024"), ("supersample=9", "1 to 8"), ("crf=x", "a number"),
    ("at=1", "option over"), ("audio-gain=3", "audio=FILE"), ("dither=maybe", "dither=maybe"), ("size=9", "1280x720"),
    ("gif-palette=x", "movie, scene, frame"), ("duration=0", "more than 0"), ("only=scenery", "particles"),
  ])
  func wrongOptionsAreNamed(option: String, message: String) throws {
    let error = #expect(throws: ValueMismatchError.self) { try self.request(option).scene() }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: ["size=8x8", "audio=a.wav", "dither=true"]) func clipsRefuseWhatTheyHave(option: String) {
    let error = #expect(throws: ValueMismatchError.self) { try self.request("over=a.mp4", option) }
    #expect(error?.message.contains("leave out") == true)
    #expect(throws: ValueMismatchError.self) { try self.request("over=a.mp4", "at=2", "until=1") }
  }
}
