import CStarmineParticleKernels

/// A particle as it is drawn at one time, with what tells it from the others of its emitter.
package struct TracedParticle: Sendable {
  /// The same at all times; two lives may have it one after the other.
  package var identity: UInt32
  /// Seconds since its birth.
  package var age: Float
  /// Pixels; axes from the left to the right edge, and from the upper to the lower one.
  package var center: SIMD2<Float>
  package var width: SIMD2<Float>
  package var height: SIMD2<Float>
  /// Premultiplied `0xAARRGGBB`.
  package var tint: UInt32
  /// Index into the emitter's sprites.
  package var sprite: Int
}

/// The particles of one emitter that are seen at one time.
package struct TracedEmitter: Sendable {
  package var mode: EmitterRenderMode
  package var sprites: [ParticleBatch.Sprite]
  /// In order of emission.
  package var particles: [TracedParticle] = []
  /// Whether cells draw ribbons, which are not particles.
  package var hasRibbons = false
}

/// Notes particles while they are drawn, by an evaluation of one worker.
package final class ParticleTrace {
  private(set) var emitters: [TracedEmitter] = []
  private var firstSprite = 0

  func begin(_ plan: EmissionPlan, firstSprite: Int) {
    self.firstSprite = firstSprite
    emitters.append(TracedEmitter(mode: plan.mode, sprites: plan.sprites))
  }

  func noteRibbon() { emitters[emitters.count - 1].hasRibbons = true }

  /// Notes columns that were filled from a list. They have its order, and keys by age: what is not seen has none.
  func add(_ columns: ParticleColumns, from first: Int, _ list: ParticleList, secondsPerSecond: Float) {
    var index = 0
    for column in first..<columns.count {
      while index < list.count - 1, columns.keys[column] != 0 - list.ages[index] * secondsPerSecond { index += 1 }
      func number(_ row: Int) -> Float { columns.numbers[row * columns.stride + column] }
      emitters[emitters.count - 1].particles.append(
        TracedParticle(
          identity: list.identities[index], age: list.ages[index],
          center: [number(ParticleColumnX), number(ParticleColumnY)],
          width: [number(ParticleColumnWidthX), number(ParticleColumnWidthY)],
          height: [number(ParticleColumnHeightX), number(ParticleColumnHeightY)], tint: columns.tints[column],
          sprite: Int(columns.sprites[column]) - firstSprite))
      index = min(index + 1, list.count - 1)
    }
  }
}
