import CStarmineParticleKernels

/// A particle as drawn at a time, with its identity in the emitter.
package struct TracedParticle: Sendable {
  /// Constant over time. Two successive particles may have the same identity.
  package var identity: UInt32
  /// Seconds since birth.
  package var age: Float
  /// Pixels. The axes are from the left to the right edge and from the top to the bottom edge.
  package var center: SIMD2<Float>
  package var width: SIMD2<Float>
  package var height: SIMD2<Float>
  package var tint: UInt32
  package var sprite: Int
}

/// The visible particles of an emitter at a time.
package struct TracedEmitter: Sendable {
  package var mode: EmitterRenderMode
  package var sprites: [ParticleBatch.Sprite]
  package var particles: [TracedParticle] = []
  /// Whether cells draw ribbons, which are not traced.
  package var hasRibbons = false
}

/// Records particles during drawing, for evaluations with one worker.
package final class ParticleTrace {
  private(set) var emitters: [TracedEmitter] = []
  private var firstSprite = 0

  func begin(_ plan: EmissionPlan, firstSprite: Int) {
    self.firstSprite = firstSprite
    emitters.append(TracedEmitter(mode: plan.mode, sprites: plan.sprites))
  }

  func noteRibbon() { emitters[emitters.count - 1].hasRibbons = true }

  /// Records columns filled from a list. They have its order and keys by age; invisible particles have no column.
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
