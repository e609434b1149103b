import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

/// Animations of emitters and their cells, seen in the particles that they give.
@Suite struct EmitterAnimationTests {
  private let viewport = Viewport(width: 2000, height: 400)

  /// Dots that stay where they are born.
  private func emitter(rate: Float = 0, lifetime: Float = 100) -> CAEmitterLayer {
    MediaClock.time = 1000
    let cell = CAEmitterCell()
    (cell.name, cell.birthRate, cell.lifetime) = ("dot", rate, lifetime)
    cell.contents = CGImage(width: 2, height: 2, pixels: [UInt32](repeating: .max, count: 4))
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell]
    layer.emitterPosition = CGPoint(x: 100, y: 200)
    layer.renderMode = .oldestFirst
    return layer
  }

  private func animation(_ keyPath: String, _ from: Any, _ to: Any, _ duration: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
    return animation
  }

  private func particles(_ tree: RenderTree, at time: Double) -> (live: Int, x: [Float], y: [Float]) {
    let list = evaluate(tree, at: time, in: viewport)
    for case .particles(let batch) in list.commands { return (list.liveParticles, batch.x, batch.y) }
    return (list.liveParticles, [], [])
  }

  @Test func birthsAreTheIntegralOfTheRate() {
    let layer = emitter()
    layer.add(animation("emitterCells.dot.birthRate", 0, 100, 2), forKey: nil)
    let tree = layer.committedTree()
    #expect(particles(tree, at: 1001).live == 25)
    #expect(particles(tree, at: 1002).live == 100)
    #expect(particles(tree, at: 1009).live == 100)
  }

  /// Found by the fuzz test.
  @Test(arguments: [1e17, 1e300, .greatestFiniteMagnitude, .infinity, -1e300, -.greatestFiniteMagnitude])
  func endlessAnimationsAtTheEndsOfTime(time: Double) {
    let layer = emitter(rate: 1, lifetime: 2)
    let endless = animation("emitterCells.dot.birthRate", 0, 100, 2)
    endless.repeatCount = .infinity
    layer.add(endless, forKey: nil)
    #expect(particles(layer.committedTree(), at: time).live <= 200)
  }

  /// A birth for every ten points, however fast the way is.
  @Test func birthsFollowTheWay() {
    let layer = emitter()
    layer.setValue(0.1, forKeyPath: "emitterCells.dot.birthsPerPoint")
    let way = animation("emitterPosition.x", 100, 1100, 2)
    way.timingFunction = CAMediaTimingFunction(name: .easeIn)
    layer.add(way, forKey: nil)
    let places = particles(layer.committedTree(), at: 1003).x.sorted()
    #expect(abs(places.count - 100) <= 1)
    #expect(zip(places, places.dropFirst()).allSatisfy { abs($1 - $0 - 10) < 0.5 })
  }

  @Test func particlesOutliveARemovedAnimation() {
    let layer = emitter()
    layer.add(animation("emitterCells.dot.birthRate", 0, 100, 2), forKey: nil)
    let during = layer.committedTree()
    MediaClock.advance(to: 1003)
    #expect(layer.animationEntriesAreEmpty)
    let after = layer.committedTree()
    #expect(particles(after, at: 1003).live == 100)
    #expect(particles(after, at: 1001.5).x == particles(during, at: 1001.5).x)
  }

  /// Stretches with equal values are one stretch, also for cells with behaviours.
  @Test func heldRatesGiveTheirBirthsUnderBehaviors() throws {
    func places(_ rates: [Double]) throws -> [Float] {
      let layer = emitter()
      let drag = CAEmitterBehavior(type: "drag")
      drag.setValue(1.5, forKey: "drag")
      let cell = try #require(layer.emitterCells?.first)
      (cell.velocity, cell.emissionRange) = (90, 2)
      cell.emitterBehaviors = [drag]
      layer.emitterCells = [cell]
      let held = CAKeyframeAnimation(keyPath: "emitterCells.dot.birthRate")
      (held.calculationMode, held.duration) = (.discrete, 2)
      held.values = rates
      layer.add(held, forKey: nil)
      return particles(layer.committedTree(), at: 1003).x
    }
    let all = try places([32, 32, 32, 32])
    #expect(all.count == 64 && Set(all).count > 32)
    let half = try places([32, 0])
    #expect(half.count == 32)
    #expect(zip(half, all).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test func burstsAreExactWhereverTheyBegin() {
    let layer = emitter()
    let burst = animation("birthRate", 1000, 1000, 0.15)
    burst.beginTime = 1000.3137
    layer.setValue(1, forKeyPath: "emitterCells.dot.birthRate")
    layer.birthRate = 0
    layer.add(burst, forKey: nil)
    let tree = layer.committedTree()
    #expect(particles(tree, at: 1000.3).live == 0)
    #expect(particles(tree, at: 1001).live == 150)
  }

  @Test func theShapeMovesAndLeavesItsParticlesBehind() throws {
    let layer = emitter(rate: 64)
    layer.beginTime = 1000
    layer.add(animation("emitterPosition.x", 100, 740, 1), forKey: nil)
    let tree = layer.committedTree()
    let (early, late) = (particles(tree, at: 1000.5), particles(tree, at: 1001))
    #expect(late.x.count == 64 && early.x.count == 32)
    #expect(zip(early.x, late.x).allSatisfy { abs($0 - $1) < 1e-3 })
    // Evenly along the way, also between the steps of the grid.
    for (index, x) in late.x.enumerated() { #expect(abs(x - Float(110 + index * 10)) < 0.05, "\(index)") }
    MediaClock.advance(to: 1002)
    let after = particles(layer.committedTree(), at: 1002)
    #expect(after.x.count == 128 && after.x.suffix(63).allSatisfy { abs($0 - 100) < 1e-3 })
  }

  @Test func jumpsOfTheShapeStayJumps() {
    let layer = emitter(rate: 100)
    let jump = CAKeyframeAnimation(keyPath: "emitterPosition")
    (jump.values, jump.calculationMode) = ([CGPoint(x: 200, y: 200), CGPoint(x: 900, y: 200)], .discrete)
    (jump.duration, jump.repeatCount) = (0.33, .infinity)
    layer.add(jump, forKey: nil)
    let places = particles(layer.committedTree(), at: 1004).x
    #expect(places.count > 300)
    #expect(places.allSatisfy { [100, 200, 900].contains($0.rounded()) })
  }

  @Test func accelerationsActOnTheLiving() throws {
    let layer = emitter(rate: 10)
    layer.add(animation("emitterCells.dot.yAcceleration", 0, 120, 1), forKey: nil)
    layer.add(animation("birthRate", 0, 0, 5), forKey: nil)
    let y = particles(layer.committedTree(), at: 1001).y
    // Born long before: 120 t^3 / 6.
    #expect(y.count > 500 && y.allSatisfy { abs($0 - 220) < 0.05 })
  }

  @Test func cellsInsideCellsAreReached() {
    let layer = emitter(rate: 1)
    layer.beginTime = 1000
    let trail = CAEmitterCell()
    (trail.name, trail.lifetime, trail.contents) = ("trail", 100, layer.emitterCells?[0].contents)
    layer.emitterCells?[0].emitterCells = [trail]
    layer.add(animation("emitterCells.dot.emitterCells.trail.birthRate", 40, 40, 3), forKey: nil)
    // One parent, born at 1; its children from then on.
    #expect(particles(layer.committedTree(), at: 1001.5).live == 1 + 20)
  }

  @Test func playedAndSoughtAreTheSame() {
    let layer = emitter(rate: 50, lifetime: 2)
    let sway = animation("emitterPosition.x", 100, 1900, 0.7)
    (sway.repeatCount, sway.autoreverses) = (.infinity, true)
    layer.add(sway, forKey: nil)
    layer.add(animation("emitterCells.dot.velocity", 0, 100, 3), forKey: nil)
    let pulse = animation("emitterCells.dot.birthRate", 0, 300, 0.4)
    pulse.repeatCount = .infinity
    layer.add(pulse, forKey: nil)
    let times = (0..<40).map { 1000 + Double($0) * 0.131 }
    let tree = layer.committedTree()
    let played = times.map { evaluate(tree, at: $0, in: viewport).text(particles: 1000) }
    var generator = SplitMix64(seed: 5)
    // A tree of its own, so that nothing is remembered from playing.
    let fresh = layer.committedTree()
    for index in times.indices.shuffled(using: &generator) {
      #expect(evaluate(fresh, at: times[index], in: viewport).text(particles: 1000) == played[index])
    }
  }

  @Test func endlessAnimationsGoOnWithoutEnd() {
    let layer = emitter(rate: 0, lifetime: 4)
    let pulse = animation("emitterCells.dot.birthRate", 0, 100, 1)
    (pulse.repeatCount, pulse.autoreverses) = (.infinity, true)
    layer.add(pulse, forKey: nil)
    let tree = layer.committedTree()
    for time in [1004.5, 2000.25, 1000 + 36_000.75, 1000 + 3_600_000.5] {
      // Two whole periods of 100 births each, whatever the phase.
      #expect(abs(particles(tree, at: time).live - 200) <= 1, "\(time)")
    }
  }

  @Test func presentationShowsAnimatedCells() throws {
    let layer = emitter(rate: 7)
    layer.add(animation("emitterCells.dot.birthRate", 10, 20, 1), forKey: nil)
    _ = layer.committedTree()
    MediaClock.time = 1000.5
    let shown = try #require(layer.presentation())
    #expect(shown.value(forKeyPath: "emitterCells.dot.birthRate") as? NSNumber == 15)
    shown.setValue(99, forKeyPath: "emitterCells.dot.birthRate")
    #expect(layer.value(forKeyPath: "emitterCells.dot.birthRate") as? NSNumber == 7)
    #expect(layer.emitterCells?[0].birthRate == 7)
  }

  @Test func cellsAssignedAnewAreAnimatedByName() {
    let layer = emitter()
    layer.add(animation("emitterCells.dot.birthRate", 100, 100, 10), forKey: nil)
    _ = layer.committedTree()
    let other = CAEmitterCell()
    (other.name, other.lifetime) = ("other", 100)
    layer.emitterCells = [other] + (layer.emitterCells ?? [])
    #expect(abs(particles(layer.committedTree(), at: 1002).live - 200) <= 1)
  }

  @Test func mistakesNameTheKeyPath() {
    let layer = emitter()
    let wrongName = layer.problems(with: animation("emitterCells.dott.birthRate", 0, 1, 1), forKey: nil)
    #expect(
      wrongName == [
        .unreachable(
          PropertyError(
            keyPath: "emitterCells.dott.birthRate",
            reason: .noSuchName(name: "dott", relation: "emitterCells", names: ["dot"])))
      ])
    #expect(
      layer.problems(with: animation("emitterCells.dot.birthRate", "many", 1, 1), forKey: nil)
        == [.wrongValue(keyPath: "emitterCells.dot.birthRate", expected: .number)])
    #expect(
      layer.problems(with: animation("emitterCells.dot.enabled", 0, 1, 1), forKey: nil)
        == [.notAnimatable(keyPath: "emitterCells.dot.enabled")])
    #expect(
      CALayer().problems(with: animation("emitterCells.dot.birthRate", 0, 1, 1), forKey: nil)
        == [.noSuchProperty(keyPath: "emitterCells.dot.birthRate", className: "CALayer")])
  }
}

extension CALayer {
  fileprivate var animationEntriesAreEmpty: Bool { animationKeys() == nil && animationProblems.isEmpty }
}
