import Foundation
import Starmine
import StarmineDocument
import StarminePresets
import Testing

/// A picture that is kept in Tests/Golden.
struct GoldenScene: CustomTestStringConvertible, Sendable {
  /// The file's path in the folder, without its ending.
  var name: String
  /// Makes the list to draw, with its size.
  var makeList: @Sendable () throws -> DisplayList

  var testDescription: String { name }

  static let all: [GoldenScene] =
    presets + ShapeScene.allCases.map { scene in layers("Shapes/\(scene)", side: ShapeScene.size) { scene.root } }
    + SpaceScene.allCases.map { scene in layers("Space/\(scene)", side: SpaceScene.size) { scene.root } }
    + EffectScene.allCases.map { scene in layers("Effects/\(scene)", side: EffectScene.size) { scene.root } }
    + LookScene.allCases.map { scene in
      layers("Looks/\(scene)", width: LookScene.size.width, height: LookScene.size.height) { scene.makeRoot() }
    } + drawings + [
      layers("Transitions/styles", width: 272, height: 232) { TransitionScene.makeRoot() },
      layers(
        "Transitions/views", width: Int(ViewTransitionScene.size.width), height: Int(ViewTransitionScene.size.height)
      ) { ViewTransitionScene.makeRoot() },
    ]

  private static var drawings: [GoldenScene] {
    DrawingScene.allCases.map { scene in
      layers("Drawings/\(scene)", side: DrawingScene.size) { scene.makeRoot() }
    }
      + TextScene.allCases.map { scene in layers("Texts/\(scene)", side: TextScene.size) { scene.makeRoot() } }
  }

  /// Every bundled preset, near its start, in the middle and near its end, 240 pixels on the longer side.
  private static var presets: [GoldenScene] {
    overNothing
      + PresetLibrary.names.flatMap { preset -> [GoldenScene] in
        guard let duration = try? Movie(sharingSpritesOf: preset).duration else { return [] }
        return [0.15, 0.5, 0.85].map { share in
          let time = (duration * share * 10).rounded() / 10
          return GoldenScene(name: "\(preset)-\(time)") { try list(ofPreset: preset, at: time) }
        }
      }
  }

  /// Presets over a clear background, without their scenery, and one of nothing but particles.
  private static var overNothing: [GoldenScene] {
    let whole = [("snow", 10.0), ("fire", 5.0), ("cube", 3.0), ("fireworks-show", 7.0), ("clock", 6.0)].map {
      (preset, time) in
      GoldenScene(name: "Clear/\(preset)") { try list(ofPreset: preset, at: time) { $0.background = .clear } }
    }
    let particles = GoldenScene(name: "Clear/text-to-dust-particles") {
      try list(ofPreset: "text-to-dust", at: 2.6) { movie in
        (movie.background, movie.parts) = (.clear, .particles)
      }
    }
    return whole + [particles]
  }

  private static func list(
    ofPreset preset: String, at time: Double, _ change: (Movie) -> Void = { _ in }
  ) throws -> DisplayList {
    let movie = try Movie(sharingSpritesOf: preset)
    change(movie)
    let fit = 240 / Double(max(movie.size.width, movie.size.height))
    let size = PixelSize(width: Int(movie.size.width * fit), height: Int(movie.size.height * fit))
    return evaluate(movie.snapshot(at: time), at: Movie.startTime + time, in: try movie.viewport(for: size))
  }

  private static func layers(
    _ name: String, side: Double, root: @escaping @Sendable () -> CALayer
  ) -> GoldenScene {
    layers(name, width: Int(side), height: Int(side), root: root)
  }

  private static func layers(
    _ name: String, width: Int, height: Int, root: @escaping @Sendable () -> CALayer
  ) -> GoldenScene {
    GoldenScene(name: name) {
      evaluate(root().committedTree(), at: CACurrentMediaTime(), in: Viewport(width: width, height: height))
    }
  }
}

extension Movie {
  /// Sprites of all tests. Drawing them takes most of the time of loading a preset.
  private static let sprites = SpriteCache()

  /// Creates the movie of a bundled preset with sprites that other tests may have drawn.
  convenience init(sharingSpritesOf preset: String) throws {
    var loader = Movie.presetLoader
    loader.makeSprite = { Self.sprites.image(of: $0) }
    self.init(try PresetReference(preset).load(loader))
  }
}
