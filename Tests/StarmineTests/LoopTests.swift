import Foundation
import Starmine
import StarminePresets
import StarmineRaster
import Testing

/// Movies that repeat: every frame of a round comes again, and the end meets the beginning.
@Suite struct LoopTests {
  /// An emitter that moves, with a wave, a nested cell, a burst and a change of its rate.
  private func movie(_ loop: Movie.Loop?) -> Movie {
    MediaClock.time = Movie.startTime
    let image = CGImage(width: 4, height: 4, pixels: [UInt32](repeating: .max, count: 16))
    let (child, dot, burst) = (CAEmitterCell(), CAEmitterCell(), CAEmitterCell())
    (child.birthRate, child.lifetime, child.contents, child.alphaSpeed) = (20, 0.6, image, -1.5)
    (dot.name, dot.birthRate, dot.lifetime, dot.velocity, dot.contents) = ("dot", 7.3, 2.5, 30, image)
    (dot.lifetimeRange, dot.emissionRange, dot.emitterCells) = (1, 2 * .pi, [child])
    (burst.birthRate, burst.lifetime, burst.contents, burst.velocity) = (300, 1.5, image, 40)
    (burst.beginTime, burst.duration, burst.emissionRange) = (Movie.startTime + 1.5, 0.1, 2 * .pi)
    let wave = CAEmitterBehavior(type: "wave")
    wave.setValue([40, 0, 0], forKey: "force")
    wave.setValue(1.2, forKey: "frequency")
    let layer = CAEmitterLayer()
    (layer.name, layer.emitterCells, layer.emitterBehaviors) = ("sky", [dot, burst], [wave])
    layer.emitterPosition = CGPoint(x: 60, y: 40)
    let way = CABasicAnimation(keyPath: "emitterPosition.x")
    (way.fromValue, way.toValue, way.duration, way.autoreverses) = (30, 90, 1, true)
    way.repeatCount = .infinity
    layer.add(way, forKey: "way")
    let root = CALayer()
    root.addSublayer(layer)
    let movie = Movie(rootLayer: root, size: CGSize(width: 120, height: 80))
    (movie.duration, movie.framesPerSecond, movie.loop) = (8, 20, loop)
    movie.at(1) { $0.setValue(40.0, forKeyPath: "sublayers.sky.emitterCells.dot.birthRate") }
    movie.at(1.25) { $0.setValue(7.3, forKeyPath: "sublayers.sky.emitterCells.dot.birthRate") }
    return movie
  }

  @Test(arguments: [Movie.Loop(length: 2), Movie.Loop(length: 2, blends: true)])
  func framesRepeat(loop: Movie.Loop) throws {
    let movie = movie(loop)
    var distinct = Set<[UInt32]>()
    for frame in 0..<40 {
      let first = try pixels(movie.still(at: movie.time(ofFrame: frame), workers: 1))
      let second = try pixels(movie.still(at: movie.time(ofFrame: frame + 40), workers: 2))
      #expect(first == second, "frame \(frame)")
      distinct.insert(first)
    }
    #expect(distinct.count > 35)
  }

  /// Bundled presets that say they loop, a frame a second through two rounds: those of the second are those of the
  /// first.
  @Test(arguments: loopingPresets) func loopedPresetsRepeat(name: String) throws {
    let movie = try Movie(sharingSpritesOf: name)
    let length = try #require(movie.loop?.length)
    (movie.duration, movie.framesPerSecond) = (length * 2, 3)
    let (count, size) = (Int(length * 3), PixelSize(width: 96, height: 54))
    var distinct = Set<[UInt32]>()
    for frame in stride(from: 0, to: count, by: 3) {
      let first = try pixels(movie.still(at: movie.time(ofFrame: frame), pixelSize: size, workers: 1))
      let second = try pixels(movie.still(at: movie.time(ofFrame: frame + count), pixelSize: size, workers: 2))
      #expect(first == second, "frame \(frame)")
      distinct.insert(first)
    }
    #expect(distinct.count == (count + 2) / 3)
    #expect(try movie.loopRemarks() == [])
  }

  private static let loopingPresets = PresetLibrary.names.filter { (try? Movie(sharingSpritesOf: $0).loop) != nil }

  /// Otherwise the test above would run through nothing.
  @Test func somePresetsLoop() { #expect(Self.loopingPresets.count >= 7) }

  @Test func theEndMeetsTheBeginning() throws {
    #expect(try movie(Movie.Loop(length: 2)).loopSeam() <= 1)
    #expect(try movie(Movie.Loop(length: 2)).loopRemarks() == [])
    // Without rounds, the same two moments are far apart.
    let plain = movie(nil)
    let (first, last) = (try pixels(plain.still(at: 0, workers: 1)), try pixels(plain.still(at: 2, workers: 1)))
    #expect(first != last)
  }

  @Test func periodsThatDoNotDivideAreNamed() throws {
    let remarks = try movie(Movie.Loop(length: 3)).loopRemarks()
    #expect(remarks.first?.contains("\"way\"") == true)
    #expect(remarks.first?.contains("--loop 2s or 4s") == true)
  }

  /// A fade that is not over: the whole option is said, of what is written. At half the speed a round takes twice as
  /// long.
  @Test func seamNotesSuggestAFix() throws {
    let box = CALayer()
    (box.frame, box.backgroundColor) = (CGRect(x: 0, y: 0, width: 40, height: 40), .white)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 4)
    box.add(fade, forKey: "fade")
    let movie = Movie(rootLayer: box, size: CGSize(width: 40, height: 40))
    (movie.duration, movie.loop) = (6, Movie.Loop(length: 3))
    #expect(try movie.loopRemarks().last?.hasSuffix("use --loop 3s,blend") == true)
    movie.speed = 0.5
    #expect(try movie.loopRemarks().last?.hasSuffix("use --loop 6s,blend") == true)
  }

  @Test func lengthsAndWordsAreRead() throws {
    #expect(try Movie.Loop(parsing: "6s") == Movie.Loop(length: 6))
    #expect(try Movie.Loop(parsing: "blend") == Movie.Loop(blends: true))
    #expect(try Movie.Loop(parsing: "500ms,blend") == Movie.Loop(length: 0.5, blends: true))
    for text in ["", "6s 7s", "mix", "-1s", "blend blend"] {
      #expect(throws: (any Error).self) { try Movie.Loop(parsing: text) }
    }
  }
}
