import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// Emitter behaviours against solutions of their equations, and the laws that everything keeps.
@Suite struct BehaviorTests {
  private func behavior(_ type: String, _ change: (inout EmitterBehaviorState) -> Void) -> EmitterBehaviorState {
    var state = EmitterBehaviorState(type: type)
    change(&state)
    return state
  }

  private var drag: EmitterBehaviorState { behavior("drag") { $0.drag = 1.5 } }
  private var wind: EmitterBehaviorState { behavior("wave") { ($0.force, $0.frequency) = ([120, 400, 0], 4) } }
  private var spring: EmitterBehaviorState {
    behavior("attractor") { ($0.stiffness, $0.position) = (12, CGPoint(x: 60, y: -40)) }
  }
  private var swirl: EmitterBehaviorState { behavior("vortex") { ($0.angularVelocity, $0.strength) = (3, 2) } }
  private var magnet: EmitterBehaviorState {
    behavior("attractor") { ($0.stiffness, $0.radius, $0.position) = (40, 100, CGPoint(x: 200, y: 0)) }
  }
  private var gusts: EmitterBehaviorState { behavior("turbulence") { ($0.strength, $0.size, $0.seed) = (300, 90, 7) } }
  private var orbit: EmitterBehaviorState {
    behavior("polarAcceleration") {
      ($0.radialAcceleration, $0.tangentialAcceleration, $0.position) = (-150, 90, CGPoint(x: 30, y: 40))
    }
  }
  private var ground: EmitterBehaviorState { behavior("floor") { $0.position = CGPoint(x: 0, y: 150) } }

  private func stage(_ behaviors: [EmitterBehaviorState], rate: Float = 20, lifetime: Float = 3) -> Stage {
    var stage = Stage(
      cell(rate: rate, lifetime: lifetime) {
        ($0.velocity, $0.velocityRange, $0.emissionRange) = (200, 100, 2 * .pi)
        $0.yAcceleration = 300
      })
    stage.emitter.behaviors = behaviors
    stage.emitter.renderMode = .oldestFirst
    return stage
  }

  /// Combinations of each kind of motion, and of all that changes looks.
  private var scenes: [[EmitterBehaviorState]] {
    [
      [drag], [drag, wind], [spring], [spring, swirl, drag], [magnet], [gusts, drag], [orbit], [ground],
      [magnet, ground, wind],
      [drag, behavior("ribbon") { ($0.duration, $0.segments) = (0.5, 7) }],
      [
        behavior("alignToMotion") { ($0.rotation, $0.stretch) = (0.25, 0.04) },
        behavior("valueOverLife") { ($0.keyPath, $0.values) = (.scale, [0, 1, 0.2]) },
        behavior("colorOverLife") { $0.colors = [.white, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)] },
        behavior("light") { ($0.falloff, $0.position) = (1, CGPoint(x: 50, y: 0)) },
      ],
    ]
  }

  // MARK: Cache

  /// States that earlier frames left make no difference, in whatever order frames are drawn.
  @Test func warmFramesAreCold() {
    for behaviors in scenes {
      let stage = stage(behaviors, rate: 90)
      let warm = stage.emission
      for time in [2.0, 2.02, 4.5, 3.1, 3.1, 6, 2.02] {
        #expect(stage.particles(warm, at: time) == stage.particles(stage.emission, at: time), "\(time)")
      }
    }
  }

  // MARK: Ribbons

  /// A strip through the places of the last half second: its pieces join, narrow and fade.
  @Test func ribbonsLieOnThePast() {
    let strip = behavior("ribbon") { ($0.duration, $0.segments, $0.taper, $0.fade) = (0.5, 5, 0.2, 0.5) }
    var stage = column([strip], lifetime: 1)
    stage.cells[0].state.birthRate = 1
    let pieces = stage.particles(at: 2.75)
    #expect(pieces.count == 5)
    func height(_ age: Float) -> Float { -300 * age + 40 * age * age }
    for (index, piece) in pieces.enumerated() {
      let (young, old) = (0.75 - Float(index) * 0.1, 0.65 - Float(index) * 0.1)
      #expect(abs(piece.y - (height(young) + height(old)) / 2) < 0.1)
      #expect(abs(piece.height.y - (height(old) - height(young))) < 0.1)
      #expect(abs(piece.size - 10 * (1 - 0.8 * (Float(index) + 0.5) / 5)) < 0.01)
    }
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.alpha > $1.alpha })
    // Young ones reach back to where they were born.
    #expect(stage.particles(at: 2.2).map { $0.y + abs($0.height.y) / 2 }.max().map { abs($0) < 0.1 } == true)
  }

  /// Sprites are collected for all cells together: many strips leave room for a full list of another cell.
  @Test func ribbonsLeaveRoomForOtherCells() {
    let strip = behavior("ribbon") { ($0.duration, $0.segments) = (0.5, 31) }
    var stage = Stage(cell(rate: 60, lifetime: 1) { ($0.behaviors, $0.velocity) = ([self.drag, strip], 200) })
    stage.cells.append(cell(rate: 3000, lifetime: 1) { $0.velocity = 100 })
    let both = stage.particles(at: 2.5)
    var (strips, dots) = (stage, stage)
    strips.cells[1].state.birthRate = 0
    dots.cells[0].state.birthRate = 0
    let parts = (strips.particles(at: 2.5), dots.particles(at: 2.5))
    #expect(parts.0.count > 1024 && parts.1.count > 1024)
    #expect(both == parts.0 + parts.1)
  }

  // MARK: Equations

  /// Fine steps of v' = g + F w(t) - k v - s (x - c) in double precision, from a birth at rest of a given place.
  private func solution(
    _ start: (x: Double, v: Double), from birth: Double, to end: Double,
    acceleration: (Double, Double, Double) -> Double
  ) -> Double {
    let steps = max(1, Int((end - birth) * 20_000))
    let h = (end - birth) / Double(steps)
    var (x, v) = start
    for index in 0..<steps {
      let t = birth + Double(index) * h
      let (k1x, k1v) = (v, acceleration(x, v, t))
      let (k2x, k2v) = (v + h / 2 * k1v, acceleration(x + h / 2 * k1x, v + h / 2 * k1v, t + h / 2))
      let (k3x, k3v) = (v + h / 2 * k2v, acceleration(x + h / 2 * k2x, v + h / 2 * k2v, t + h / 2))
      let (k4x, k4v) = (v + h * k3v, acceleration(x + h * k3x, v + h * k3v, t + h))
      x += h / 6 * (k1x + 2 * k2x + 2 * k3x + k4x)
      v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
    }
    return x
  }

  private func wave(_ turns: Double) -> Double {
    let q = turns - turns.rounded()
    return q * (8 - 16 * abs(q))
  }

  /// Up and down: one particle per quarter of a second, thrown upward.
  private func column(_ behaviors: [EmitterBehaviorState], lifetime: Float) -> Stage {
    var stage = Stage(
      cell(rate: 4, lifetime: lifetime) {
        ($0.velocity, $0.emissionLongitude, $0.yAcceleration) = (300, -.pi / 2, 80)
      })
    stage.emitter.behaviors = behaviors
    stage.emitter.renderMode = .oldestFirst
    return stage
  }

  private func largestError(
    _ behaviors: [EmitterBehaviorState], lifetime: Float, at time: Double,
    acceleration: (Double, Double, Double) -> Double
  ) -> Double {
    let particles = column(behaviors, lifetime: lifetime).particles(at: time)
    var largest = 0.0
    for (index, particle) in particles.reversed().enumerated() {
      let birth = (time * 4).rounded(.down) / 4 - Double(index) / 4
      let expected = solution((0, -300), from: birth, to: time, acceleration: acceleration)
      largest = max(largest, abs(Double(particle.y) - expected))
    }
    #expect(particles.count > Int(lifetime) * 3)
    return largest
  }

  @Test func affineTablesMeetTheirEquations() {
    let error = largestError([drag, wind], lifetime: 60, at: 61.3) { _, v, t in
      80 + 400 * wave(4 * t) - 1.5 * v
    }
    #expect(error < 0.01)
  }

  @Test func linearAttractorsMeetTheirEquations() {
    let error = largestError([spring, drag], lifetime: 20, at: 21.3) { x, v, _ in 80 - 12 * (x + 40) - 1.5 * v }
    #expect(error < 0.01)
  }

  /// A column through the attractor's middle: stiffness 40, radius 100.
  @Test func stepsMeetTheirEquations() {
    var middle = magnet
    middle.position = CGPoint(x: 0, y: 50)
    let error = largestError([middle], lifetime: 3, at: 4.3) { x, _, _ in
      let way = 50 - x
      return 80 + (abs(way) > 100 ? 40 * (abs(way) - 100) * (way < 0 ? -1 : 1) : 0)
    }
    #expect(error < 0.25)
  }

  /// Away from a point above the column's foot, at a constant 120: the column bends nowhere.
  @Test func radialAccelerationMeetsItsEquation() {
    let away = behavior("polarAcceleration") { ($0.radialAcceleration, $0.position) = (120, CGPoint(x: 0, y: 50)) }
    let error = largestError([away], lifetime: 3, at: 4.3) { x, _, _ in 80 + (x < 50 ? -120 : 120) }
    #expect(error < 0.5)
  }

  /// A push round the middle alone: what rests beside it is taken at a right angle, from x toward y.
  @Test func tangentialAccelerationGoesRound() {
    let round = behavior("polarAcceleration") {
      ($0.tangentialAcceleration, $0.position) = (100, CGPoint(x: -400, y: 0))
    }
    var scene = stage([round], rate: 1, lifetime: 2)
    (scene.cells[0].state.velocity, scene.cells[0].state.velocityRange) = (0, 0)
    scene.cells[0].state.yAcceleration = 0
    // Half of 100 after a second; the direction has turned by less than an eighth of the way.
    let places = scene.particles(at: 1.95).map { (Double($0.x), Double($0.y)) }
    #expect(places.contains { abs($0.1 - 50 * 0.95 * 0.95) < 0.5 && abs($0.0) < 3 })
  }

  // MARK: Laws

  /// Frames alone, in any order, on the reference as on the fast kernels.
  @Test func everyFrameStandsAlone() {
    for behaviors in scenes {
      let emission = stage(behaviors).emission
      let times = [4, 0.7, 4.016, 2.1, 4]
      let frames = times.map { frame(emission, at: $0, .fast) }
      #expect(frames[0].hasSameBits(as: frames[4]))
      for (time, fast) in zip(times, frames) {
        #expect(fast.count > 5)
        #expect(fast.hasSameBits(as: frame(emission, at: time, .reference)), "\(behaviors.map(\.type)) at \(time)")
      }
    }
  }

  /// Sixty-four particles step together where forces stay; those at the end of a list go alone, and masses differ.
  @Test func manyParticlesGiveTheSameBits() {
    for (behaviors, massRange) in [([magnet], 0.0), ([magnet], 0.5), ([gusts, drag], 0), ([magnet, ground, wind], 0)] {
      var stage = stage(behaviors, rate: 90)
      stage.cells[0].state.massRange = massRange
      let (fast, reference) = (frame(stage.emission, at: 4, .fast), frame(stage.emission, at: 4, .reference))
      #expect(fast.count > 200 && fast.hasSameBits(as: reference), "\(behaviors.map(\.type)) \(massRange)")
    }
  }

  /// With a change of the forces while particles live, and nested cells under behaviours.
  @Test func historiesAndTrailsGiveTheSameBits() {
    for behaviors in scenes {
      var stage = stage(behaviors, rate: 7, lifetime: 2)
      let trail = cell(rate: 12, lifetime: 0.6) { ($0.behaviors, $0.velocity) = ([self.drag], 30) }
      let splash = cell(rate: 300, lifetime: 0.5) { ($0.emissionMoment, $0.velocity) = (.impact, 50) }
      let puffs = cell(rate: 20, lifetime: 0.5) { ($0.birthRateOverLife, $0.behaviors) = ([0, 3], [self.gusts]) }
      stage.cells[0].cells = [trail, splash, puffs]
      var emission = stage.emission
      stage.emitter.behaviors += [wind]
      emission.record(stage.emitter, cells: stage.cells, at: 1.3)
      let (fast, reference) = (frame(emission, at: 2.6, .fast), frame(emission, at: 2.6, .reference))
      #expect(fast.count > 30 && fast.hasSameBits(as: reference), "\(behaviors.map(\.type))")
    }
  }

  private func frame(_ emission: Emission, at time: Double, _ kernels: ParticleKernels) -> ParticleBatch {
    var budget = EmissionBudget()
    return emission.evaluate(
      at: time, seed: 3, matrix: CATransform3DMakeTranslation(2000, 2000, 0),
      clip: DeviceRect(minX: 0, minY: 0, maxX: 4000, maxY: 4000), budget: &budget, memory: ParticleBatch(),
      kernels: kernels
    ).batch
  }

  // MARK: What they do

  @Test func curvesReplaceAndAdd() {
    var scene = stage([behavior("valueOverLife") { ($0.keyPath, $0.values) = (.scale, [0, 2]) }], rate: 4, lifetime: 2)
    // Ages 0.75, 0.5 and 0.25 of 2 s, from 0 to 2; what is born now has no size yet.
    #expect(scene.particles(at: 1).map { ($0.size * 100).rounded() } == [750, 500, 250])
    scene.emitter.behaviors[0].isAdditive = true
    #expect(scene.particles(at: 1).map { ($0.size * 100).rounded() } == [1750, 1500, 1250, 1000])
    scene.emitter.behaviors[0].isEnabled = false
    #expect(scene.particles(at: 1).map { ($0.size * 100).rounded() } == [1000, 1000, 1000, 1000])
  }

  @Test func particlesLieAlongTheirMovement() {
    let particles = column([behavior("alignToMotion") { _ in }], lifetime: 1).particles(at: 0.6)
    // Upward, so that the image stands on its head.
    #expect(particles.allSatisfy { abs($0.height.x) < 1e-3 && abs($0.height.y + 10) < 1e-3 })
    #expect(!particles.isEmpty)
  }

  @Test func nothingFallsThroughTheFloor() {
    let particles = stage([ground], rate: 100, lifetime: 5).particles(at: 5)
    #expect(particles.count > 400 && particles.allSatisfy { $0.y < 151 })
    #expect(particles.contains { $0.y > 140 })
  }

  @Test func massDividesForces() {
    func reach(_ mass: CGFloat) -> Float {
      var scene = stage([wind], rate: 1, lifetime: 9)
      scene.cells[0].state.mass = mass
      (scene.cells[0].state.velocity, scene.cells[0].state.velocityRange) = (0, 0)
      scene.cells[0].state.yAcceleration = 0
      return scene.particles(at: 1.1).map { abs($0.y) }.max() ?? 0
    }
    #expect(reach(1) > 1 && abs(reach(2) * 2 - reach(1)) < 0.05)
  }

  /// Numbers beyond all use, in every value.
  @Test func strangeValuesEnd() {
    let strange: [Double] = [.nan, .infinity, -1e300, 1e30, 0, -1]
    for kind in EmitterBehaviorKind.allCases {
      for value in strange {
        let state = behavior(kind.rawValue) {
          ($0.force, $0.frequency, $0.drag, $0.rotation) = ([value, value], value, value, value)
          ($0.values, $0.locations) = ([value, 1, value], [value, 0.5, value])
          ($0.position, $0.zPosition) = (CGPoint(x: value, y: value), value)
          ($0.stiffness, $0.radius, $0.falloff, $0.falloffDistance) = (value, value, value, value)
          ($0.strength, $0.size, $0.angularVelocity, $0.angle) = (value, value, value, value)
          ($0.radialAcceleration, $0.tangentialAcceleration) = (value, value)
          ($0.restitution, $0.friction, $0.coneAngle) = (value, value, value)
          $0.rect = CGRect(x: value, y: value, width: value, height: value)
        }
        #expect(stage([state], rate: 5, lifetime: 1).list(at: 1.5).isSound, "\(kind) \(value)")
      }
    }
  }

  @Test func stepsOfAFrameAreLimited() {
    let list = stage([magnet], rate: 100_000, lifetime: 1000).list(at: 1000)
    #expect(list.droppedParticles > 0 && list.liveParticles < 2_000_000)
  }
}
