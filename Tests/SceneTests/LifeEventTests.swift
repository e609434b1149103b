import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Sub-cells that are born where their parents hit something, and at rates that follow their parents' lives. Ours.
@Suite struct LifeEventTests {
  /// One drop a second, from 200 points above a floor; what it throws up stays where it is born, unless it moves.
  private func rain(_ child: EmitterCellTree, restitution: CGFloat = 0, friction: CGFloat = 0) -> Stage {
    var stage = Stage(
      cell(rate: 1, lifetime: 3, cells: [child]) {
        ($0.velocity, $0.emissionLongitude, $0.contents) = (100, 0, nil)
        $0.yAcceleration = 400
      })
    var floor = EmitterBehaviorState(type: "floor")
    (floor.position, floor.restitution, floor.friction) = (CGPoint(x: 0, y: 200), restitution, friction)
    stage.emitter.behaviors = [floor]
    stage.layer.timing.beginTime = 0
    return stage
  }

  /// The floor is met a second after the birth, 100 points on.
  @Test func splashesLieWhereTheFloorIsMet() {
    let splash = cell(rate: 600, lifetime: 0.5) { ($0.emissionMoment, $0.timing.duration) = (.impact, 0.1) }
    let stage = rain(splash)
    #expect(stage.particles(at: 1.98).isEmpty)
    let places = stage.particles(at: 2.15)
    #expect((58...60).contains(places.count))
    // The steps' error of the time is a two-hundredth of a second.
    #expect(places.allSatisfy { abs($0.x - 100) < 1 && abs($0.y - 200) < 0.01 })
    #expect(stage.particles(at: 2.7).isEmpty)
    #expect(stage.particles(at: 3.15).count == places.count)
  }

  /// Whatever way the parent came, the sub-cell's direction is that away from the floor.
  @Test func splashesFlyAlongTheNormal() {
    let splash = cell(rate: 100, lifetime: 0.9) {
      ($0.emissionMoment, $0.timing.duration, $0.velocity) = (.impact, 0.05, 60)
    }
    let drops = rain(splash).particles(at: 2.5)
    #expect((4...5).contains(drops.count))
    #expect(drops.allSatisfy { abs($0.x - 100) < 1 && $0.y < 175 })
    var slope = rain(splash)
    // 45 degrees: the normal points to the upper right.
    slope.emitter.behaviors[0].angle = .pi / 4
    #expect(slope.particles(at: 2.5).allSatisfy { $0.x > 80 })
  }

  /// Each bounce is one, with random numbers of its own; what rests on the floor throws up nothing.
  @Test func everyBounceCountsOnce() {
    let splash = cell(rate: 60, lifetime: 9) {
      ($0.emissionMoment, $0.timing.duration, $0.scaleRange) = (.impact, 1.0 / 60, 1)
    }
    // Hits after 1, 2 and 2.5 s of a life of 3, and at 2.75, 2.875...: bounces at half the speed.
    var stage = rain(splash, restitution: 0.5)
    stage.cells[0].state.timing.duration = 1
    stage.cells[0].state.timing.beginTime = 0
    #expect(stage.particles(at: 1.9).count == 0)
    #expect(stage.particles(at: 2.5).count == 1)
    #expect(stage.particles(at: 3.2).count == 2)
    #expect(stage.particles(at: 3.6).count == 3)
    let sizes = stage.particles(at: 3.6).map(\.size)
    #expect(Set(sizes).count == 3)
    // A drop that does not bounce slides on.
    var wet = rain(splash)
    (wet.cells[0].state.timing.duration, wet.cells[0].state.timing.beginTime) = (1, 0)
    #expect(wet.particles(at: 3.9).count == 1)
  }

  @Test func impactsHandOnLooks() {
    let splash = cell(rate: 120, lifetime: 0.5) { ($0.emissionMoment, $0.timing.duration) = (.impact, 0.02) }
    var stage = rain(splash)
    (stage.cells[0].state.scaleSpeed, stage.cells[0].state.redSpeed) = (0.5, -0.5)
    let seen = stage.particles(at: 2.1)
    #expect(!seen.isEmpty && seen.allSatisfy { abs($0.size - 15) < 0.1 && abs($0.red - 128) <= 2 && $0.blue == 255 })
  }

  /// Without a floor nothing is hit.
  @Test func nothingIsHitInTheAir() {
    let splash = cell(rate: 600, lifetime: 0.5) { $0.emissionMoment = .impact }
    var stage = rain(splash)
    stage.emitter.behaviors = []
    #expect(stage.particles(at: 2.15).isEmpty)
    stage.emitter.behaviors = [EmitterBehaviorState(type: "turbulence")]
    #expect(stage.particles(at: 2.15).isEmpty)
  }

  // MARK: Rates

  private func trail(_ factors: [Double]) -> Stage {
    var stage = Stage(
      cell(
        rate: 1, lifetime: 2,
        cells: [cell(rate: 100, lifetime: 9) { $0.birthRateOverLife = factors }]
      ) { ($0.velocity, $0.contents, $0.timing.duration) = (100, nil, 1) })
    stage.layer.timing.beginTime = 0
    return stage
  }

  /// Births up to a share of the life are the integral of the factors.
  @Test(arguments: [[1], [0, 1], [1, 0], [0, 1, 0], [0, 0, 4], [1, 0, 0, 1]] as [[Double]])
  func ratesFollowLives(factors: [Double]) {
    let stage = trail(factors)
    for share in [0.125, 0.25, 0.5, 0.75, 1, 1.5] {
      let steps = 4000
      let expected =
        (0..<steps).reduce(0.0) { sum, index in
          let place = (Double(index) + 0.5) / Double(steps) * min(share, 1) * Double(max(1, factors.count - 1))
          let whole = min(Int(place), max(0, factors.count - 2))
          let next = factors[min(whole + 1, factors.count - 1)]
          return sum + factors[whole] + (next - factors[whole]) * (place - Double(whole))
        } / Double(steps) * min(share, 1) * 200
      // One second after the start of the movie the parent is born.
      let count = stage.particles(at: 1 + share * 2).count
      #expect(abs(Double(count) - expected) <= 1.01, "\(factors) at \(share): \(count) of \(expected)")
    }
  }

  /// Numbers that are none, many values, no values.
  @Test func strangeFactorsEnd() {
    for factors in [[], [.nan], [.infinity, -1], [-1, -2], [1e300], (0..<5000).map { Double($0 % 2) }] as [[Double]] {
      var stage = trail(factors)
      stage.cells[0].cells[0].state.lifetime = 1e-6
      #expect(stage.list(at: 2.5).isSound)
    }
    #expect(trail([]).particles(at: 3).count == 200)
    #expect(trail([-1, -2]).particles(at: 3).isEmpty)
  }
}
