import StarmineCore
import StarminePresets
import StarmineRendering
import Testing

/// Notes on movies that are longer than what they show.
struct EmptinessTests {
  private func notes(_ name: String, _ changes: [String] = []) throws -> [String] {
    var request = RenderRequest(try PresetReference(name).source(Movie.presetLoader))
    try request.set(changes)
    return try request.plan(to: "a.mp4").notes.map(\.text).filter { $0.hasPrefix("Nothing is drawn") }
  }

  @Test func longerMovieIsNoted() throws {
    let found = try notes("confetti", ["movie.duration=20"])
    #expect(found.count == 1 && found[0].hasPrefix("Nothing is drawn after 11"), "\(found)")
    let faster = try notes("confetti", ["movie.duration=20", "movie.speed=2"])
    #expect(faster.count == 1 && faster[0].hasPrefix("Nothing is drawn after 6 s."), "\(faster)")
  }

  @Test(arguments: PresetLibrary.names) func presetsShowSomethingToTheirEnd(name: String) throws {
    #expect(try notes(name).isEmpty)
  }
}
