import Foundation
import Starmine
import StarminePresets
import StarmineRaster
import StarmineTestSupport
import Testing

/// Parts of a scene that are drawn: roles of layers, and what clears the stage. Truth: ours.
@Suite struct PartsTests {
  /// A red sky of scenery with a green mark, a blue hill and an emitter's white square, each in a corner.
  private static let stage = """
    { movie: { size: [8, 8], duration: 4, background: "black" },
      layer: { role: "scenery", backgroundColor: "red", borderWidth: 1, borderColor: "red", sublayers: [
        { name: "mark", role: "effect", frame: [1, 1, 3, 3], backgroundColor: "lime" },
        { name: "hill", frame: [4, 4, 3, 3], backgroundColor: "blue" },
        { name: "frame", masksToBounds: true, frame: [4, 0, 2, 4], backgroundColor: "yellow", sublayers: [
          { name: "snow", role: "effect", class: "CAEmitterLayer", emitterPosition: [1, 2], emitterCells: [
            { name: "flake", birthRate: 1, lifetime: 1, contents: { sprite: "square", size: 16 } } ] } ] } ] },
      timeline: [ { at: 2, set: { "hill.backgroundColor": "orange", "hill.hidden": false, "mark.role": "scenery" } } ] }
    """

  private func movie(_ text: String = Self.stage, _ change: (inout PresetScene) -> Void = { _ in }) throws -> Movie {
    var scene = try Movie.presetLoader.load(Array(text.utf8), file: "a.json", directory: URL(filePath: "/"))
    change(&scene)
    return Movie(scene)
  }

  private func pixels(_ movie: Movie, at time: Double = 1.5, _ places: [(Int, Int)]) throws -> [UInt32] {
    let picture = try movie.still(at: time, workers: 1)
    return places.map { picture[$0.0, $0.1] }
  }

  /// In the sky, the mark, the hill, the flake, and beside the flake.
  private let places = [(7, 7), (2, 2), (5, 5), (4, 2), (6, 2)]
  private let red: UInt32 = 0xFFFF_0000
  private let lime: UInt32 = 0xFF00_FF00
  private let blue: UInt32 = 0xFF00_00FF
  private let white = UInt32.max

  @Test func anOpaqueStageIsWhole() throws {
    #expect(try pixels(movie(), places) == [red, lime, blue, white, red])
  }

  /// A document's background, one that is set later, and the parts themselves: one rule.
  @Test func aClearStageHasNoScenery() throws {
    let bare: [UInt32] = [0, lime, 0, white, 0]
    #expect(try pixels(movie { $0.background = .clear }, places) == bare)
    #expect(try pixels(movie { $0.show(.withoutScenery) }, places) == bare)
    let clear = try PropertyOverride(parsing: "movie.background=clear")
    #expect(try pixels(movie { _ = try? $0.apply(clear) }, places) == bare)
    #expect(try pixels(movie(Self.stage.replacing("\"black\"", with: "\"clear\"")), places) == bare)
  }

  @Test func sceneryIsKeptWhereItIsAskedFor() throws {
    let kept = try movie {
      $0.show(.all)
      $0.background = .clear
    }
    #expect(try pixels(kept, places) == [red, lime, blue, white, red])
    let recolored = try movie {
      $0.show(.withoutScenery)
      $0.background = .white
    }
    #expect(try pixels(recolored, places) == [white, lime, white, white, white])
  }

  /// The clip of a layer that is left out is still the emitter's.
  @Test func particlesAreAloneInTheirPlaces() throws {
    let movie = try movie { $0.show(.particles) }
    #expect(try pixels(movie, places) == [0, 0, 0, white, 0])
    #expect(try pixels(movie, at: 1.5, [(4, 0), (3, 2)]) == [white, 0])
  }

  /// Roles and values that the script sets count, in later commits as in the first.
  @Test func scriptsFindLeftOutLayers() throws {
    #expect(try pixels(movie(), at: 2.5, places) == [red, lime, 0xFFFF_A500, white, red])
    let clear = try movie { $0.background = .clear }
    clear.at(1) { root in
      let late = CALayer()
      (late.frame, late.backgroundColor) = (CGRect(x: 6, y: 6, width: 2, height: 2), .white)
      root.addSublayer(late)
      late.role = .effect
    }
    #expect(try pixels(clear, at: 0.5, places) == [0, lime, 0, white, 0])
    #expect(try pixels(clear, at: 1.5, places) == [white, lime, 0, white, 0])
    #expect(try pixels(clear, at: 2.5, places) == [white, 0, 0, white, 0])
  }

  /// Masks belong to what they mask; copies, filters and opacity of a left-out layer to what is kept inside of it.
  @Test func sceneryThatEffectsNeedIsKept() throws {
    let text = """
      { movie: { size: [8, 8], background: "clear" }, layer: { sublayers: [
        { frame: [0, 0, 8, 2], role: "effect", backgroundColor: "lime",
          mask: { role: "scenery", frame: [0, 0, 4, 2], backgroundColor: "black" } },
        { class: "CAReplicatorLayer", role: "scenery", frame: [0, 2, 8, 2], instanceCount: 2, backgroundColor: "red",
          instanceTransform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1],
          sublayers: [ { role: "effect", frame: [0, 0, 2, 2], backgroundColor: "blue" } ] },
        { role: "scenery", frame: [0, 4, 8, 2], backgroundColor: "red", opacity: 0.5,
          filters: [{ type: "colorInvert" }], shadowOpacity: 1, shadowPath: "M 0 0 h 8 v 2 h -8 Z", shadowRadius: 0,
          shadowOffset: [0, 0],
          sublayers: [ { role: "effect", frame: [0, 0, 2, 2], backgroundColor: "black" } ] },
        { role: "scenery", frame: [0, 6, 8, 2], compositingFilter: "destIn", backgroundColor: "red" },
        { role: "scenery", frame: [0, 6, 8, 2], backgroundFilters: [{ type: "colorInvert" }] } ] } }
      """
    let movie = try movie(text)
    let row = try pixels(movie, at: 0, [(1, 1), (5, 1), (1, 3), (3, 3), (5, 3), (7, 3), (5, 5), (1, 7)])
    #expect(row == [lime, 0, blue, 0, blue, 0, 0, 0])
    let half = try pixels(movie, at: 0, [(1, 5)])[0]
    #expect((0x7F...0x81).contains(half >> 24) && half & 0xFF == half >> 24)
  }

  /// A clip behind the movie clears the stage as a transparent background does.
  @Test(arguments: PresetLibrary.names) func presetsLeaveMostOfAClipToBeSeen(name: String) throws {
    let movie = try Movie(sharingSpritesOf: name)
    movie.background = .clear
    let picture = try movie.still(at: movie.duration / 4, pixelSize: PixelSize(width: 96, height: 96), workers: 1)
    var (seen, covered) = (0, 0)
    for y in 0..<96 {
      for x in 0..<96 {
        seen += picture[x, y] >> 24 > 0 ? 1 : 0
        covered += picture[x, y] >> 24 == 255 ? 1 : 0
      }
    }
    #expect(seen > 0, "a preset is more than its scenery")
    #expect(covered < 96 * 96 * 3 / 4, "\(covered) of 9216 pixels are opaque")
  }
}
