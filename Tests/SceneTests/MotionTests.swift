import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Closed forms against step-by-step integration of the same rates.
@Suite struct MotionTests {
  /// Values of the live rates from a time on.
  private struct Rates {
    var start: Double
    var acceleration: SIMD2<Double>
    var scaleSpeed: Double
    var alphaSpeed: Double
  }

  private let changes = [
    Rates(start: 0, acceleration: SIMD2(30, -20), scaleSpeed: 0.1, alphaSpeed: -0.1),
    Rates(start: 1.7, acceleration: SIMD2(-80, 40), scaleSpeed: -0.05, alphaSpeed: 0.05),
    Rates(start: 2.3, acceleration: SIMD2(0, 100), scaleSpeed: 0.2, alphaSpeed: -0.3),
    Rates(start: 2.9, acceleration: SIMD2(10, 0), scaleSpeed: 0, alphaSpeed: 0),
  ]

  private func state(_ rates: Rates) -> EmitterCellTree {
    cell(rate: 10, lifetime: 10) {
      $0.velocity = 50
      $0.color = CGColor(gray: 1, alpha: 0.8)
      $0.xAcceleration = rates.acceleration.x
      $0.yAcceleration = rates.acceleration.y
      $0.scaleSpeed = rates.scaleSpeed
      $0.alphaSpeed = CGFloat(rates.alphaSpeed).float
      // Births of the first 2.5 s only.
      $0.timing.duration = 2.5
    }
  }

  /// Midpoint rule with steps that end at the changes.
  private func integrate(
    from birth: Double, to end: Double, velocity start: SIMD2<Double>
  ) -> (offset: SIMD2<Double>, velocity: SIMD2<Double>, scale: Double, alpha: Double) {
    var (offset, velocity, scale, alpha) = (SIMD2<Double>(), start, 0.0, 0.0)
    for (index, rates) in changes.enumerated() {
      let low = max(birth, rates.start)
      let high = min(end, index + 1 < changes.count ? changes[index + 1].start : end)
      guard high > low else { continue }
      let steps = 1000
      let span = (high - low) / Double(steps)
      for _ in 0..<steps {
        let halfway = velocity + rates.acceleration * (span / 2)
        offset += halfway * span
        velocity += rates.acceleration * span
        scale += rates.scaleSpeed * span
        alpha += rates.alphaSpeed * span
      }
    }
    return (offset, velocity, scale, alpha)
  }

  private func recorded(_ cells: (Rates) -> [EmitterCellTree]) -> Emission {
    var emission = Emission()
    for rates in changes { emission.record(EmitterState(), cells: cells(rates), at: rates.start) }
    return emission
  }

  @Test(arguments: [1.0, 1.7, 2.0, 2.6, 3.5, 5]) func ratesChangedInMidLifeMoveTheLiving(time: Double) {
    let emission = recorded { [state($0)] }
    let particles = Stage().particles(emission, at: time)
    #expect(particles.count == min(Int(time * 10 + 1e-9), 25))
    for (index, particle) in particles.enumerated() {
      let expected = integrate(from: Double(index + 1) / 10, to: time, velocity: SIMD2(50, 0))
      #expect(abs(Double(particle.x) - expected.offset.x) < 0.01)
      #expect(abs(Double(particle.y) - expected.offset.y) < 0.01)
      #expect(abs(Double(particle.size) - 10 * (1 + expected.scale)) < 0.01)
      #expect(abs(Double(particle.alpha) - 255 * (0.8 + expected.alpha)) < 0.51)
    }
  }

  @Test func childrenFollowParentsThroughChanges() {
    // The rates act on parents; children stay where they were born and show where the parent was.
    let child = cell(rate: 4, lifetime: 10) { $0.scale = 1 }
    let emission = recorded { rates in
      var parent = state(rates)
      parent.state.contents = nil
      parent.state.birthRate = 1
      parent.state.timing.duration = 1.5
      parent.cells = [child]
      return [parent]
    }
    let children = Stage().particles(emission, at: 4)
    #expect(children.count == 12)
    for (index, particle) in children.enumerated() {
      let expected = integrate(from: 1, to: 1 + Double(index + 1) / 4, velocity: SIMD2(50, 0))
      #expect(abs(Double(particle.x) - expected.offset.x) < 0.01)
      #expect(abs(Double(particle.y) - expected.offset.y) < 0.01)
      #expect(abs(Double(particle.size) - 10 * (1 + expected.scale)) < 0.01)
      #expect(abs(Double(particle.alpha) - 255 * (0.8 + expected.alpha)) < 0.51)
    }
  }

  @Test func ratesOfChildrenChangeInMidLife() {
    let emission = recorded { rates in
      var child = state(rates)
      child.state.timing.duration = .infinity
      return [
        cell(rate: 1, lifetime: 0.5, cells: [child]) {
          $0.contents = nil
          $0.timing.duration = 1.5
        }
      ]
    }
    let particles = Stage().particles(emission, at: 4)
    #expect(particles.count == 5)
    for (index, particle) in particles.enumerated() {
      let expected = integrate(from: 1 + Double(index + 1) / 10, to: 4, velocity: SIMD2(50, 0))
      #expect(abs(Double(particle.x) - expected.offset.x) < 0.01)
      #expect(abs(Double(particle.y) - expected.offset.y) < 0.01)
      #expect(abs(Double(particle.size) - 10 * (1 + expected.scale)) < 0.01)
    }
  }

  @Test func randomValuesAtBirthAreConstant() {
    let stage = Stage(cell(rate: 10, lifetime: 10) { $0.velocity = 50 })
    var emission = stage.emission
    var later = stage.cells[0]
    later.state.velocity = -500
    later.state.scale = 3
    later.state.lifetime = 0.1
    later.state.color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    later.state.spin = 5
    var emitter = stage.emitter
    emitter.emitterPosition = CGPoint(x: 100, y: 100)
    emitter.velocity = 7
    emission.record(emitter, cells: [later], at: 1.05)
    #expect(Array(stage.particles(emission, at: 1.5).prefix(10)) == Array(stage.particles(at: 1.5).prefix(10)))
  }

  @Test func depthMovesToo() {
    let stage = Stage(cell(rate: 1, lifetime: 10) { $0.zAcceleration = 10 })
    let position = stage.positions(at: 3)[0]
    #expect(abs(position.z - 20) < 0.01)
  }
}

extension CGFloat {
  fileprivate var float: Float { Float(self) }
}
