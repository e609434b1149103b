import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct RandomnessTests {
  /// 20,000 particles with a random rotation show one uniform number each (ours; the +-R/2 rule is documented).
  private func stage(seed: UInt32 = 1, layerSeed: UInt32 = 0, cells: Int = 1) -> Stage {
    var stage = Stage()
    stage.cells = Array(
      repeating: cell(rate: 20_000, lifetime: 1) {
        $0.rotationRange = 2
        $0.velocity = 100
        $0.velocityRange = 100
      }, count: cells)
    stage.emitter.seed = layerSeed
    stage.seed = seed
    return stage
  }

  private func draws(_ particles: [Particle]) -> [Double] {
    particles.map { Double($0.angle) / 2 + 0.5 }
  }

  @Test func drawsAreUniform() {
    let values = draws(stage().particles(at: 2))
    #expect(values.count == 20_000)
    let (mean, variance) = moments(values)
    #expect(abs(mean - 0.5) < 0.01)
    #expect(abs(variance - 1.0 / 12) < 0.002)
    #expect(chiSquare(values, bins: 100) < 160)
    #expect(chiSquare(values, bins: 100) > 50)
    #expect(abs(correlation(values, Array(values.dropFirst()) + [values[0]])) < 0.03)
  }

  @Test func rangesAreHalfToEachSide() {
    for range in [60.0, -60] {
      let stage = Stage(
        cell(rate: 10_000, lifetime: 1) {
          $0.rotation = 0.25
          $0.rotationRange = range / 60
        })
      let angles = stage.particles(at: 2).map { Double($0.angle) }
      #expect(angles.min()! >= -0.2501 && angles.min()! < -0.24)
      #expect(angles.max()! <= 0.7501 && angles.max()! > 0.74)
      #expect(abs(moments(angles).mean - 0.25) < 0.02)
    }
  }

  @Test func aNegativeRangeIsTheMirrorImage() {
    func angles(_ range: CGFloat) -> [Float] {
      Stage(cell(rate: 100, lifetime: 1) { $0.rotationRange = range }).particles(at: 2).map(\.angle)
    }
    for (a, b) in zip(angles(1), angles(-1)) { #expect(abs(a + b) < 1e-5) }
  }

  @Test func quantitiesOfOneParticleAreIndependent() {
    let particles = Stage(
      cell(rate: 20_000, lifetime: 1) {
        $0.rotationRange = 2
        $0.scaleRange = 0.5
        $0.redRange = 1
        $0.color = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        $0.greenRange = 1
      }
    ).particles(at: 2)
    let columns = [
      draws(particles), particles.map { Double($0.size) }, particles.map { Double($0.red) },
      particles.map { Double($0.green) },
    ]
    for (index, a) in columns.enumerated() {
      for b in columns[(index + 1)...] { #expect(abs(correlation(a, b)) < 0.03) }
    }
  }

  @Test func cellsSeedsAndLayerSeedsAreIndependent() {
    let base = draws(stage().particles(at: 2))
    let both = draws(stage(cells: 2).particles(at: 2))
    #expect(Array(both.prefix(20_000)) == base)
    for other in [
      Array(both.suffix(20_000)), draws(stage(seed: 2).particles(at: 2)),
      draws(stage(layerSeed: 1).particles(at: 2)), draws(stage(seed: 1 << 31).particles(at: 2)),
    ] {
      #expect(other.count == base.count)
      #expect(abs(correlation(base, other)) < 0.03)
    }
  }

  @Test func theSameSeedGivesTheSamePicture() {
    #expect(stage(seed: 9).particles(at: 2) == stage(seed: 9).particles(at: 2))
  }

  @Test func childrenOfDifferentParentsDiffer() {
    let child = cell(rate: 1000, lifetime: 10) {
      $0.rotationRange = 2
    }
    let parent = cell(rate: 1, lifetime: 1, cells: [child]) { $0.contents = nil }
    let angles = draws(Stage(parent).particles(at: 3.5))
    #expect(angles.count == 2500)
    let (first, second) = (Array(angles[0..<1000]), Array(angles[1000..<2000]))
    #expect(abs(correlation(first, second)) < 0.12)
    #expect(first != second)
  }
}
