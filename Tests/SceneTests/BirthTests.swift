import Foundation
import StarmineGraphics
import StarmineScene
import StarmineTestSupport
import Testing

/// Births are read from positions: at 100 points/s a particle's x is a hundred times its age.
@Suite struct BirthTests {
  private func ages(_ particles: [Particle]) -> [Double] { particles.map { Double($0.x) / 100 } }

  private func moving(rate: Float, lifetime: Float) -> EmitterCellTree {
    cell(rate: rate, lifetime: lifetime) { $0.velocity = 100 }
  }

  private func expectAges(_ actual: [Double], _ expected: [Double], at location: SourceLocation = #_sourceLocation) {
    #expect(actual.count == expected.count, sourceLocation: location)
    for (a, b) in zip(actual, expected) { #expect(abs(a - b) < 1e-5, sourceLocation: location) }
  }

  @Test func theFirstBirthComesOnePeriodAfterTheStart() {
    let stage = Stage(moving(rate: 4, lifetime: 10))
    #expect(stage.live(at: 0.2499) == 0)
    #expect(stage.live(at: 0.25) == 1)
    expectAges(ages(stage.particles(at: 0.9)), [0.65, 0.4, 0.15])
  }

  @Test(arguments: [3, 7, 10, 49, 60, 240, 997] as [Float])
  func aBirthDueNowIsBorn(rate: Float) {
    let stage = Stage(moving(rate: rate, lifetime: 100))
    for second in 1...3 { #expect(stage.live(at: Double(second)) == Int(rate) * second) }
  }

  @Test func agesAreExactBetweenFrames() {
    let stage = Stage(moving(rate: 7, lifetime: 1))
    expectAges(ages(stage.particles(at: 2.0123)), (8...14).map { 2.0123 - Double($0) / 7 })
  }

  @Test func particlesDieAtTheEndOfTheirLifetime() {
    let stage = Stage(moving(rate: 1, lifetime: 0.5))
    #expect(stage.live(at: 1.49) == 1)
    #expect(stage.live(at: 1.51) == 0)
    #expect(Stage(moving(rate: 1000, lifetime: 0)).live(at: 5) == 0)
    #expect(Stage(moving(rate: 1000, lifetime: -1)).live(at: 5) == 0)
    #expect(Stage(moving(rate: -5, lifetime: 1)).live(at: 5) == 0)
  }

  /// Whatever the multiplier, particles that a smaller one has are the same.
  @Test func multipliersKeepParticles() {
    func particles(_ multiplier: Float) -> [Particle] {
      let inner = cell(rate: 3, lifetime: 1) {
        ($0.velocity, $0.emissionRange, $0.birthMultiplier) = (9, 6, multiplier)
      }
      var tree = cell(rate: 50, lifetime: 2) {
        ($0.velocity, $0.emissionRange, $0.scaleRange, $0.lifetimeRange) = (100, 6, 1, 1)
        $0.birthMultiplier = multiplier
      }
      tree.cells = [inner]
      return Stage(tree).particles(at: 7.3)
    }
    let multipliers: [Float] = [0, 0.1, 0.3, 0.7, 1, 1.2, 1.9, 2, 2.5, 4, 4.5, 8]
    for (less, more) in zip(multipliers, multipliers.dropFirst()) {
      let (few, many) = (particles(less), particles(more))
      #expect(few.count < many.count, "\(less) and \(more)")
      #expect(few.allSatisfy(many.contains), "\(less) and \(more)")
    }
    #expect(particles(0).isEmpty && particles(-1).isEmpty && particles(.nan).isEmpty)
  }

  @Test(arguments: [0.25, 0.9, 1.5, 3, 6] as [Float]) func multipliersCount(multiplier: Float) {
    let stage = Stage(cell(rate: 5000, lifetime: 1) { $0.birthMultiplier = multiplier })
    #expect(abs(Float(stage.live(at: 3)) / 5000 / multiplier - 1) < 0.05)
  }

  @Test func lifetimesVary() {
    let stage = Stage(cell(rate: 10_000, lifetime: 1) { $0.lifetimeRange = 1 })
    // Lives are even over 0.5...1.5 s, so rate times the mean lives.
    #expect(abs(stage.live(at: 5) - 10_000) < 150)
  }

  @Test func theFractionCarriesOverChangesOfTheRate() {
    let stage = Stage(moving(rate: 1, lifetime: 100))
    var emission = stage.emission
    // 0.75 of a birth by 0.75 s, and the rest of it at 2 per second: 0.125 s later.
    emission.record(stage.emitter, cells: [moving(rate: 2, lifetime: 100)], at: 0.75)
    expectAges(ages(stage.particles(emission, at: 1.5)), [0.625, 0.125])
    emission.record(stage.emitter, cells: [moving(rate: 0, lifetime: 100)], at: 1.5)
    expectAges(ages(stage.particles(emission, at: 9)), [8.125, 7.625])
    emission.record(stage.emitter, cells: [moving(rate: 1, lifetime: 100)], at: 10)
    // 0.25 of a birth was left at 1.5 s.
    expectAges(ages(stage.particles(emission, at: 11)), [10.125, 9.625, 0.25])
  }

  @Test func rateZeroAndDisabledLetTheLivingGoOn() {
    let stage = Stage(moving(rate: 10, lifetime: 1))
    for stop in [
      { (state: inout EmitterCellState, _: inout EmitterState) in state.birthRate = 0 },
      { (state: inout EmitterCellState, _: inout EmitterState) in state.isEnabled = false },
      { (_: inout EmitterCellState, emitter: inout EmitterState) in emitter.birthRate = 0 },
    ] {
      var emission = stage.emission
      var (stopped, emitter) = (stage.cells[0], stage.emitter)
      stop(&stopped.state, &emitter)
      emission.record(emitter, cells: [stopped], at: 2.05)
      expectAges(ages(stage.particles(emission, at: 2.55)), [0.95, 0.85, 0.75, 0.65, 0.55])
      #expect(stage.list(emission, at: 3.06).liveParticles == 0)
    }
    #expect(Stage(cell(rate: 10, lifetime: 1) { $0.isEnabled = false }).live(at: 1) == 0)
  }

  @Test func layerFactorsMultiplyRateAndLifetime() {
    var stage = Stage(moving(rate: 10, lifetime: 1))
    stage.emitter.birthRate = 3
    stage.emitter.lifetime = 2
    #expect(stage.live(at: 10) == 60)
  }

  @Test func cellSpeedAgesParticles() {
    let stage = Stage(
      cell(rate: 10, lifetime: 1) {
        $0.velocity = 100
        $0.timing.speed = 2
      })
    // 20 births per parent second, each living half of one.
    expectAges(ages(stage.particles(at: 1)), (0..<10).reversed().map { Double($0) / 10 })
    #expect(stage.live(at: 1.025) == 10)
  }

  @Test func layerTimingDrivesEverything() {
    var stage = Stage(moving(rate: 10, lifetime: 100))
    stage.layer.timing.beginTime = 5
    stage.layer.timing.speed = 2
    #expect(stage.live(at: 4.9) == 0)
    #expect(stage.live(at: 6.001) == 20)
    stage.layer.timing.timeOffset = 10
    #expect(stage.live(at: 6.001) == 120)
    stage.layer.timing.speed = 0
    #expect(stage.particles(at: 6) == stage.particles(at: 600))
    #expect(stage.live(at: 6) == 100)
  }

  @Test func layersWithoutBeginTimeHaveAlwaysBeenRunning() {
    var stage = Stage(moving(rate: 10, lifetime: 7))
    #expect(stage.live(at: 1000) == 70)
    stage.layer.timing.beginTime = 1000
    #expect(stage.live(at: 1000) == 0)
    #expect(stage.live(at: 1001.01) == 10)
  }

  @Test func timeOffsetWarmsALayerUp() {
    var stage = Stage(moving(rate: 30, lifetime: 20))
    stage.layer.timing.beginTime = 1000
    stage.layer.timing.timeOffset = 10
    #expect(stage.live(at: 1000) == 300)
    #expect(stage.live(at: 1010) == 600)
    #expect(stage.live(at: 1020) == 600)
  }
}

@Suite struct EmissionWindowTests {
  private func births(from start: Double, to end: Double, _ timing: Timing) -> Double {
    let stage = Stage(
      cell(rate: 10_000, lifetime: 1e6) {
        $0.timing = timing
        $0.contents = nil
      })
    return Double(stage.live(at: end) - stage.live(at: start)) / 10_000
  }

  /// Expected values of a peer's tests.
  @Test func conformanceCases() throws {
    let summary = try ConformanceCases("core-animation").check("emitter.activeEmissionDelta") { item in
      var timing = Timing()
      let values = item.inputs["cell"]
      timing.beginTime = values["beginTime"].number ?? 0
      timing.duration = values["duration"].number ?? .infinity
      timing.repeatCount = Float(values["repeatCount"].number ?? 0)
      timing.repeatDuration = values["repeatDuration"].number ?? 0
      timing.speed = Float(values["speed"].number ?? 1)
      let (from, to) = (item.inputs["from"].number ?? 0, item.inputs["to"].number ?? 0)
      return .compare([births(from: from, to: to, timing)], [item.expected.number ?? .nan], tolerance: 2e-4)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 6)
  }

  /// Assumed readings (behavior.md 5.10): the total of what a window emits, in cell seconds.
  @Test func windowsEmitForTheirLength() {
    func total(_ change: (inout Timing) -> Void) -> Double {
      var timing = Timing()
      timing.duration = 2
      change(&timing)
      return births(from: -9, to: 100, timing)
    }
    #expect(total { _ in } == 2)
    #expect(total { $0.beginTime = 99 } == 1)
    #expect(total { $0.repeatCount = 1.5 } == 3)
    #expect(total { $0.repeatDuration = 7 } == 7)
    #expect(total { $0.autoreverses = true } == 4)
    #expect(total { $0.speed = 4 } == 2)
    #expect(total { $0.speed = 0 } == 0)
    #expect(total { $0.speed = -1 } == 0)
    #expect(total { $0.duration = 0 } == 100)
    #expect(total { $0.repeatCount = .infinity } == 100)
    // The cell's clock is ahead, so that part of the window has passed before the layer's time began; all of it ran.
    #expect(total { $0.timeOffset = 1.5 } == 2)
  }

  @Test func aShiftedWindowStartsEarlier() {
    var timing = Timing()
    timing.beginTime = 5
    timing.timeOffset = 2
    #expect(births(from: 0, to: 3, timing) == 0)
    #expect(births(from: 0, to: 4, timing) == 1)
  }

  @Test func particlesOutliveTheWindow() {
    let stage = Stage(cell(rate: 10, lifetime: 5) { $0.timing.duration = 1 })
    #expect(stage.live(at: 5) == 10)
    #expect(stage.live(at: 6.5) == 0)
  }
}
