import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct HistoryTests {
  private func fountain(rate: Float, gravity: CGFloat) -> [EmitterCellTree] {
    let spark = cell(rate: 20, lifetime: 0.5) {
      $0.velocity = 20
      $0.emissionRange = 2 * .pi
    }
    return [
      cell(rate: rate, lifetime: 2, cells: [spark]) {
        $0.velocity = 100
        $0.velocityRange = 50
        $0.emissionRange = 1
        $0.yAcceleration = gravity
      }
    ]
  }

  @Test func timesInAnyOrderAndOnAnyThreadAreEqual() async {
    let stage = Stage()
    var emission = Emission()
    for step in 0..<10 {
      emission.record(
        stage.emitter, cells: fountain(rate: Float(step * 7 % 5) * 20, gravity: CGFloat(step) * 10),
        at: Double(step) * 0.3)
    }
    let recorded = emission
    let times = (0..<40).map { Double($0) * 0.1 }
    let forward = times.map { stage.particles(recorded, at: $0) }
    let backward = Array(times.reversed().map { stage.particles(recorded, at: $0) }.reversed())
    #expect(forward == backward)
    let parallel = await withTaskGroup(of: (Int, [Particle]).self) { group in
      for (index, time) in times.enumerated() {
        group.addTask { (index, stage.particles(recorded, at: time)) }
      }
      var result = [[Particle]](repeating: [], count: times.count)
      for await (index, particles) in group { result[index] = particles }
      return result
    }
    #expect(forward == parallel)
  }

  @Test func timesBeforeAChangeDoNotSeeIt() {
    var stage = Stage()
    stage.cells = fountain(rate: 50, gravity: 10)
    let before = stage.emission
    var after = before
    after.record(stage.emitter, cells: fountain(rate: 5, gravity: -90), at: 1.5)
    for time in [0.5, 1, 1.4, 1.5] {
      #expect(stage.particles(before, at: time) == stage.particles(after, at: time))
    }
    #expect(stage.particles(before, at: 1.6) != stage.particles(after, at: 1.6))
  }

  /// The same without forgetting: births at each crossing of a whole number, moved by what acted on them since.
  private func positions(rates: [Float], steps: Int, at now: Double) -> [Double] {
    var births: [Double] = []
    var tenths = 0
    for step in 0..<steps {
      let rate = Int(rates[step % 5])
      // `tenths` counts births in tenths; a step lasts a tenth of a second.
      for unit in stride(from: tenths / 10 + 1, through: (tenths + rate) / 10, by: 1) {
        births.append(Double(step) / 10 + Double(unit * 10 - tenths) / Double(rate * 10))
      }
      tenths += rate
    }
    return births.filter { $0 <= now && $0 > now - 1 }.map { birth in
      var (x, velocity) = (0.0, 100.0)
      for step in (Int(birth * 10) - 1)..<steps {
        let span = min(now, Double(step + 1) / 10) - max(birth, Double(step) / 10)
        guard span > 0 else { continue }
        let acceleration = Double(step % 3) * 10
        x += velocity * span + acceleration * span * span / 2
        velocity += acceleration * span
      }
      return x
    }
  }

  @Test func aLongHistoryIsForgottenWithoutATrace() {
    let rates: [Float] = [40, 10, 0, 90, 20]
    func cells(_ step: Int) -> [EmitterCellTree] {
      [
        cell(rate: rates[step % 5], lifetime: 1) {
          $0.velocity = 100
          $0.xAcceleration = CGFloat(step % 3) * 10
        }
      ]
    }
    var emission = Emission()
    let steps = 6000
    for step in 0..<steps { emission.record(EmitterState(), cells: cells(step), at: Double(step) / 10) }
    #expect(emission.segments.count < 15)
    let now = Double(steps) / 10 - 0.03
    let expected = positions(rates: rates, steps: steps, at: now)
    let particles = Stage().particles(emission, at: now)
    #expect(particles.count == expected.count)
    for (particle, x) in zip(particles, expected) { #expect(abs(Double(particle.x) - x) < 0.01) }
  }

  @Test func forgettingRespectsSlowClocksAndLongLivedDescendants() {
    func cells(speed: Float, childLife: Float, name: String) -> [EmitterCellTree] {
      let child = cell(rate: 10, lifetime: childLife) { $0.name = name }
      return [
        cell(rate: 10, lifetime: 1, cells: [child]) {
          $0.timing.speed = speed
          $0.timing.duration = 1
        }
      ]
    }
    // Particles of the first second age ten times slower from then on, and their children live longer.
    for (speed, childLife) in [(0.1, 0.2), (1, 20)] as [(Float, Float)] {
      var (forgetful, complete) = (Emission(), Emission())
      forgetful.record(EmitterState(), cells: cells(speed: 1, childLife: 0.2, name: ""), at: 0)
      complete = forgetful
      forgetful.record(EmitterState(), cells: cells(speed: speed, childLife: childLife, name: ""), at: 0.95)
      complete.record(EmitterState(), cells: cells(speed: speed, childLife: childLife, name: ""), at: 0.95)
      for step in 0..<30 {
        forgetful.record(
          EmitterState(), cells: cells(speed: speed, childLife: childLife, name: "\(step)"), at: 1 + Double(step) / 5)
      }
      let stage = Stage()
      let (expected, actual) = (stage.list(complete, at: 7), stage.list(forgetful, at: 7))
      #expect(expected.liveParticles > 0)
      #expect(actual.liveParticles == expected.liveParticles)
    }
  }

  @Test func cellsOfAnotherShapeStartOver() {
    var stage = Stage(cell(rate: 10, lifetime: 100))
    var emission = stage.emission
    stage.cells.append(cell(rate: 1, lifetime: 100))
    emission.record(stage.emitter, cells: stage.cells, at: 5)
    #expect(emission.segments.count == 1)
    #expect(stage.list(emission, at: 6).liveParticles == 66)
  }

  @Test func repeatedAndBackwardRecordsReplace() {
    let stage = Stage(cell(rate: 10, lifetime: 100))
    var emission = stage.emission
    emission.record(stage.emitter, cells: [cell(rate: 99, lifetime: 100)], at: 2)
    emission.record(stage.emitter, cells: [cell(rate: 20, lifetime: 100)], at: 2)
    emission.record(stage.emitter, cells: [cell(rate: 20, lifetime: 100)], at: 2.5)
    #expect(emission.segments.count == 2)
    #expect(stage.list(emission, at: 3).liveParticles == 40)
    emission.record(stage.emitter, cells: [cell(rate: 0, lifetime: 100)], at: 1)
    #expect(stage.list(emission, at: 3).liveParticles == 10)
    emission.record(stage.emitter, cells: [cell(rate: 5, lifetime: 100)], at: .nan)
    #expect(stage.list(emission, at: 3).liveParticles == 10)
  }
}
