import Foundation
import StarmineGraphics
import StarmineScene
import StarmineImport

/// Particles of an emitter over the frames of a movie, put together to lives: what is seen of one particle in frames
/// that follow each other.
struct LottieLives {
  struct Life {
    let sprite: ParticleBatch.Sprite
    let firstFrame: Int
    /// One a frame.
    var samples: [TracedParticle]
    /// Seconds of its birth.
    let birth: Double
  }

  private(set) var lives: [Life] = []
  /// The emitter's way to draw.
  private(set) var mode = EmitterRenderMode.unordered
  private(set) var hasRibbons = false
  /// Lives in the order in which an emitter that does not sort them draws them: cell by cell.
  private var asDrawn: [Int] = []
  private var open: [UInt32: Int] = [:]
  private var lastFrame = -1

  /// Adds the particles of the next frame.
  ///
  /// - Parameter time: seconds since the first frame.
  mutating func add(_ emitter: TracedEmitter, frame: Int, time: Double) {
    mode = emitter.mode
    if emitter.hasRibbons { hasRibbons = true }
    var next: [UInt32: Int] = [:]
    var place = 0
    for particle in emitter.particles where emitter.sprites.indices.contains(particle.sprite) {
      let sprite = emitter.sprites[particle.sprite]
      if let index = open[particle.identity], lastFrame == frame - 1, goesOn(lives[index], particle, sprite) {
        lives[index].samples.append(particle)
        next[particle.identity] = index
        // Those that are not seen any more are passed over.
        while place < asDrawn.count, asDrawn[place] != index { place += 1 }
        place += 1
      } else {
        next[particle.identity] = lives.count
        place = min(place, asDrawn.count)
        asDrawn.insert(lives.count, at: place)
        place += 1
        lives.append(
          Life(sprite: sprite, firstFrame: frame, samples: [particle], birth: time - Double(particle.age)))
      }
    }
    (open, lastFrame) = (next, frame)
  }

  private func goesOn(_ life: Life, _ particle: TracedParticle, _ sprite: ParticleBatch.Sprite) -> Bool {
    guard let last = life.samples.last, particle.age >= last.age else { return false }
    return life.sprite.image === sprite.image && life.sprite.minU == sprite.minU && life.sprite.minV == sprite.minV
      && life.sprite.maxU == sprite.maxU && life.sprite.maxV == sprite.maxV
  }

  /// In the order in which they are drawn.
  var fromBack: [Life] {
    if mode == .unordered { return asDrawn.map { lives[$0] } }
    let order = lives.indices.sorted { one, other in
      let (a, b) = (lives[one].birth, lives[other].birth)
      if a != b { return mode == .oldestLast ? a > b : a < b }
      return one < other
    }
    return order.map { lives[$0] }
  }
}
