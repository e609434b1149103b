import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct SubcellTests {
  /// One parent, born at 1 s.
  private func single(
    lifetime: Float, children: [EmitterCellTree], _ change: (inout EmitterCellState) -> Void = { _ in }
  ) -> Stage {
    Stage(
      cell(rate: 1, lifetime: lifetime, cells: children) {
        $0.contents = nil
        $0.timing.duration = 1.5
        change(&$0)
      })
  }

  private func imqiuhang() -> (rocket: EmitterCellTree, emitter: EmitterState) {
    let spark = cell(rate: 400, lifetime: 3) {
      $0.velocity = 125
      $0.emissionRange = 2 * .pi
      $0.yAcceleration = 75
      $0.scale = 3
      $0.scaleSpeed = -0.2
      $0.alphaSpeed = -0.45
    }
    let burst = cell(rate: 1, lifetime: 0.15, cells: [spark]) {
      $0.contents = nil
      $0.scale = 0.2
    }
    let rocket = cell(rate: 3, lifetime: 1.02, cells: [burst]) {
      $0.velocity = 500
      $0.velocityRange = 80
      $0.yAcceleration = 75
      $0.scale = 0.6
      $0.emissionRange = 0.523598776
      $0.timing.duration = 0.34
    }
    var emitter = EmitterState()
    emitter.emitterShape = .line
    emitter.emitterMode = .outline
    return (rocket, emitter)
  }

  /// Scene imqiuhang-fireworks: one burst near the end of each rocket's travel, about 60 sparks.
  @Test func aRocketBurstsOnceAtTheEnd() {
    let (rocket, emitter) = imqiuhang()
    var stage = Stage(rocket)
    stage.emitter = emitter
    // The rocket is born at 1/3 s and bursts a second later; sparks come every 2.5 ms for 0.15 s.
    #expect(stage.live(at: 1.0 / 3 + 0.999) == 1)
    #expect(stage.live(at: 1.0 / 3 + 1.001) == 2)
    #expect(stage.live(at: 1.0 / 3 + 1.01101) == 2 + 4)
    #expect(stage.live(at: 1.0 / 3 + 1.16) == 60)
    #expect(stage.live(at: 1.0 / 3 + 4) == 60)
    #expect(stage.live(at: 1.0 / 3 + 4.16) == 0)
    let sparks = stage.particles(at: 1.0 / 3 + 1.1501)
    for (index, spark) in sparks.enumerated() {
      let age = Float(0.1501 - Double(index + 1) * 0.0025)
      // 0.6 * 0.2 * 3 of 10 points.
      #expect(abs(spark.size - (3.6 - 2 * age)) < 1e-3)
      #expect(abs(Float(spark.alpha) - 255 * (1 - 0.45 * age)) < 0.6)
    }
    // The burst stands still: it does not take the rocket's speed or weight.
    let rocketAtEnd = stage.particles(at: 1.0 / 3 + 0.99999)[0]
    let center = sparks.reduce(SIMD2<Float>()) { $0 + SIMD2($1.x, $1.y) } / Float(sparks.count)
    #expect(abs(center.x - rocketAtEnd.x) < 5)
    #expect(abs(center.y - rocketAtEnd.y) < 5)
  }

  @Test func scaleAndColourAreInherited() throws {
    let child = cell(rate: 1, lifetime: 10) {
      $0.scale = 3
      $0.color = CGColor(red: 0.5, green: 1, blue: 1, alpha: 0.5)
    }
    let stage = single(lifetime: 1.5, children: [child]) {
      $0.scale = 0.5
      $0.scaleSpeed = 0.25
      $0.color = CGColor(red: 1, green: 0.75, blue: 0.5, alpha: 1)
      $0.greenSpeed = -0.25
      $0.blueSpeed = -1
      $0.redSpeed = 1
    }
    let particle = try #require(stage.particles(at: 2).first)
    // Parent at 1 s: scale 0.75, red 2 (not yet clamped), green 0.5, blue -0.5 (clamped to 0), alpha 1.
    #expect(abs(particle.size - 22.5) < 1e-3)
    #expect(particle.tint == 0x8080_4000)
  }

  @Test func inheritedScaleExtendsTheVisibleLife() {
    let child = cell(rate: 10, lifetime: 5) {
      $0.scaleSpeed = -1
      $0.timing.duration = 0.1
    }
    // The child starts at scale 4 and has shrunk away four seconds later; on its own it would after one.
    let stage = single(lifetime: 10, children: [child]) {
      $0.scale = 4
      $0.contents = nil
    }
    #expect(stage.particles(at: 1.1 + 3.9).map { $0.size < 1.01 && $0.size > 0.99 } == [true])
    #expect(stage.particles(at: 1.1 + 4.1).isEmpty)
    #expect(stage.live(at: 1.1 + 4.1) == 2)
  }

  @Test func aParentWithoutScaleHandsOnNone() {
    let child = cell(rate: 50_000, lifetime: 2) {
      $0.timing.beginTime = 0.6
      $0.timing.duration = 0.125
      $0.velocity = 105
      $0.emissionRange = 2 * .pi
      $0.scale = 0.1
    }
    // Scene va-fireworks: 6,250 sparks per burst.
    let stage = single(lifetime: 1, children: [child]) { $0.scale = 0 }
    #expect(stage.live(at: 1.599) == 1)
    let sparks = stage.list(at: 2.01)
    #expect(sparks.liveParticles == 6250)
    #expect(sparks.particles.count == 6250)
    #expect(sparks.particles.allSatisfy { abs($0.size - 1) < 1e-4 })
  }

  @Test func directionsAreRelativeToTheParentsMovement() {
    // The parent leaves along +x and has turned to +y by 1 s: v = (100, 0) + (-100, 50) t.
    for (longitude, direction) in [
      (0, SIMD2<Float>(0, 1)), (.pi, SIMD2(0, -1)), (.pi / 2, SIMD2(-1, 0)), (-.pi / 2, SIMD2(1, 0)),
      (2 * .pi, SIMD2(0, 1)),
    ] as [(CGFloat, SIMD2<Float>)] {
      let child = cell(rate: 1, lifetime: 10) {
        $0.velocity = 40
        $0.emissionLongitude = longitude
      }
      let stage = single(lifetime: 1.5, children: [child]) {
        $0.velocity = 100
        $0.xAcceleration = -100
        $0.yAcceleration = 50
      }
      let (born, later) = (stage.particles(at: 2)[0], stage.particles(at: 4)[0])
      #expect(abs(born.x - 50) < 0.01 && abs(born.y - 25) < 0.01)
      #expect(abs(later.x - born.x - 80 * direction.x) < 0.05)
      #expect(abs(later.y - born.y - 80 * direction.y) < 0.05)
    }
  }

  @Test func aStillParentEmitsWhereItFaces() {
    let child = cell(rate: 1, lifetime: 10) { $0.velocity = 40 }
    let stage = single(lifetime: 1.5, children: [child]) { $0.emissionLongitude = .pi / 2 }
    let particle = stage.particles(at: 3)[0]
    #expect(abs(particle.x) < 0.01 && abs(particle.y - 40) < 0.01)
  }

  @Test func childrenOutliveTheirParents() {
    let child = cell(rate: 10, lifetime: 50)
    let stage = single(lifetime: 1.05, children: [child])
    #expect(stage.live(at: 2.04) == 11)
    #expect(stage.live(at: 40) == 10)
    #expect(stage.live(at: 51.95) == 1)
    #expect(stage.live(at: 52.1) == 0)
  }

  /// Scene xm15-fireworks: trail from .01 to .71 s, ball from 1.5 to 1.6 s, glitter from 1.3 + .8 s.
  @Test func windowsCountFromTheParentsBirth() {
    let flare = cell(rate: 45, lifetime: 1.5) {
      $0.timing.beginTime = 0.01
      $0.timing.duration = 0.7
    }
    let ball = cell(rate: 9999, lifetime: 2) {
      $0.timing.beginTime = 1.5
      $0.timing.duration = 0.1
    }
    let glitter = cell(rate: 10, lifetime: 0.05) { $0.timing.beginTime = 0.8 }
    let before = cell(rate: 80, lifetime: 1.7, cells: [glitter]) {
      $0.contents = nil
      $0.timing.beginTime = 1.3
    }
    func live(_ child: EmitterCellTree, at age: Double) -> Int {
      single(lifetime: 1.6, children: [child]).live(at: 1 + age)
    }
    // The rocket itself lives for 1.6 s.
    #expect(live(flare, at: 0.0321) == 1)
    #expect(live(flare, at: 0.0323) == 2)
    #expect(live(flare, at: 1.5) == 1 + 31)
    #expect(live(flare, at: 2.3) == 0)
    #expect(live(ball, at: 1.4999) == 1)
    #expect(live(ball, at: 1.55) == 1 + 499)
    #expect(live(ball, at: 3.4) == 999)
    #expect(live(before, at: 1.7) == 24)
    #expect(live(before, at: 2.2) == 24)
    #expect((0...20).map { live(before, at: 2.2 + Double($0) / 20) }.max()! > 24)
    #expect(live(before, at: 4) == 0)
  }

  @Test func cellsNestToAnyDepth() {
    var tree = cell(rate: 2, lifetime: 10)
    for _ in 0..<3 { tree = cell(rate: 2, lifetime: 0.6, cells: [tree]) { $0.contents = nil } }
    tree.state.timing.duration = 0.6
    // One of each generation, half a second apart; of the last one the parent has time for one.
    let stage = Stage(tree)
    #expect((1...4).map { stage.particles(at: Double($0) / 2 + 0.01).count } == [0, 0, 0, 1])
    #expect(stage.live(at: 5) == 1)
  }

  @Test func theRateOfASubcellChanges() {
    func cells(_ rate: Float) -> [EmitterCellTree] {
      [cell(rate: 1, lifetime: 10, cells: [cell(rate: rate, lifetime: 100)]) { $0.timing.duration = 1.5 }]
    }
    var stage = Stage()
    stage.cells = cells(10)
    var emission = stage.emission
    emission.record(stage.emitter, cells: cells(0), at: 2.05)
    emission.record(stage.emitter, cells: cells(100), at: 5)
    #expect(stage.list(emission, at: 2).liveParticles == 11)
    #expect(stage.list(emission, at: 4.9).liveParticles == 11)
    // Half a birth was left over.
    #expect(stage.list(emission, at: 5.0051).liveParticles == 12)
    #expect(stage.list(emission, at: 5.9951).liveParticles == 111)
  }

  @Test func manyParentsAtOnce() {
    // More births than the evaluation handles in one piece, with children of each.
    let child = cell(rate: 1, lifetime: 0.5)
    let stage = Stage(cell(rate: 200_000, lifetime: 1.5, cells: [child]) { $0.contents = nil })
    let list = stage.list(at: 4)
    // Parents are 300,000; a third of a parent's age lies between the child's birth and its death.
    #expect(abs(list.liveParticles - 400_000) < 20)
    #expect(abs(list.particles.count - 100_000) < 20)
  }
}
