import Foundation
import StarmineGraphics
package import StarmineScene

/// Particles of a movie's frames, put together to lives: what is seen of one particle in frames that follow each other.
package struct LottieLives {
  struct Life {
    /// Its emitter, among all that draw.
    let emitter: Int
    let sprite: ParticleBatch.Sprite
    let firstFrame: Int
    /// One a frame.
    var samples: [TracedParticle]
    /// Seconds of its birth.
    let birth: Double
  }

  /// An emitter's way to draw.
  struct Emitter {
    var mode: EmitterRenderMode
    var hasRibbons: Bool
  }

  private(set) var lives: [Life] = []
  private(set) var emitters: [Emitter] = []
  package var isEmpty: Bool { lives.isEmpty }
  private var open: [Key: Int] = [:]

  private struct Key: Hashable {
    let emitter: Int
    let identity: UInt32
  }

  /// Lives that a document may have: each becomes a layer, and a player draws each by itself.
  package static let most = 2000

  package init() {}

  /// Adds the particles of the next frame; false where there are too many.
  ///
  /// - Parameter time: seconds since the first frame.
  package mutating func add(_ found: [TracedEmitter], frame: Int, time: Double) -> Bool {
    var next: [Key: Int] = [:]
    for (number, emitter) in found.enumerated() {
      if number == emitters.count { emitters.append(Emitter(mode: emitter.mode, hasRibbons: false)) }
      emitters[number].mode = emitter.mode
      if emitter.hasRibbons { emitters[number].hasRibbons = true }
      for particle in emitter.particles where emitter.sprites.indices.contains(particle.sprite) {
        let key = Key(emitter: number, identity: particle.identity)
        let sprite = emitter.sprites[particle.sprite]
        if let index = open[key], goesOn(lives[index], particle, sprite) {
          lives[index].samples.append(particle)
          next[key] = index
        } else {
          next[key] = lives.count
          lives.append(
            Life(
              emitter: number, sprite: sprite, firstFrame: frame, samples: [particle],
              birth: time - Double(particle.age)))
        }
      }
    }
    open = next
    return lives.count <= Self.most
  }

  private func goesOn(_ life: Life, _ particle: TracedParticle, _ sprite: ParticleBatch.Sprite) -> Bool {
    guard let last = life.samples.last, particle.age >= last.age else { return false }
    return life.sprite.image === sprite.image && life.sprite.minU == sprite.minU && life.sprite.minV == sprite.minV
      && life.sprite.maxU == sprite.maxU && life.sprite.maxV == sprite.maxV
  }

  /// From front to back, as Lottie lists layers.
  var fromFront: [Life] {
    let order = lives.indices.sorted { one, other in
      let (a, b) = (lives[one], lives[other])
      if a.emitter != b.emitter { return a.emitter > b.emitter }
      if a.birth != b.birth { return emitters[a.emitter].mode == .oldestLast ? a.birth < b.birth : a.birth > b.birth }
      return one > other
    }
    return order.map { lives[$0] }
  }
}
