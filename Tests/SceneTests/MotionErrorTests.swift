import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Where behaviours put particles, against fine steps of their equations in double precision: tables within 0.01 points
/// over a minute, steps within 0.25 at a stiffness of 40.
@Suite struct MotionErrorTests {
  typealias Vector = SIMD2<Double>

  /// Behaviours and the acceleration that they stand for.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var lifetime = 60.0
    var tolerance = 0.01
    var behaviors: [EmitterBehaviorState]
    /// Changes of the behaviours at times, in quarters of seconds.
    var changes: [(time: Double, behaviors: [EmitterBehaviorState])] = []
    /// Animates the first behaviour's drag from 0 to this, in 15 s from 10 s on.
    var ramp: Double?
    /// Acceleration by place, speed, time, and the middle of the step, which tells on which side of a change it lies.
    var acceleration: @Sendable (Vector, Vector, Double, Double) -> Vector
  }

  private static func behavior(
    _ type: String, _ change: (inout EmitterBehaviorState) -> Void
  ) -> EmitterBehaviorState {
    var state = EmitterBehaviorState(type: type)
    change(&state)
    return state
  }

  private static func drag(_ value: Double) -> EmitterBehaviorState { behavior("drag") { $0.drag = value } }

  private static func attractor(_ change: (inout EmitterBehaviorState) -> Void) -> EmitterBehaviorState {
    behavior("attractor") {
      ($0.stiffness, $0.position) = (40, CGPoint(x: 60, y: -40))
      change(&$0)
    }
  }

  private static let gravity = Vector(0, 80)
  private static let center = Vector(60, -40)

  private static func wave(_ turns: Double) -> Double {
    let q = turns - turns.rounded()
    return q * (8 - 16 * abs(q))
  }

  /// A spring that begins at a radius and grows over a falloff.
  private static func pull(_ x: Vector, stiffness: Double, radius: Double, falloff: Double = 0) -> Vector {
    let way = center - x
    let distance = (way * way).sum().squareRoot()
    let depth = max(0, distance - radius)
    guard depth > 0 else { return .zero }
    return way / distance * (depth * stiffness * (falloff > 0 ? min(1, depth / falloff) : 1))
  }

  static let tables: [Case] = [
    Case(
      testDescription: "drag and wave",
      behaviors: [drag(1.5), behavior("wave") { ($0.force, $0.frequency) = ([120, 400, 0], 4) }]
    ) { _, v, t, _ in gravity + Vector(120, 400) * wave(4 * t) - v * 1.5 },
    Case(
      testDescription: "drag that changes", behaviors: [drag(0.2)],
      changes: [(20.25, [drag(3)]), (41.75, [drag(0.5)])]
    ) { _, v, _, middle in gravity - v * (middle < 20.25 ? 0.2 : middle < 41.75 ? 3 : 0.5) },
    Case(testDescription: "drag that grows", behaviors: [drag(0)], ramp: 2) { _, v, _, middle in
      gravity - v * min(max((middle - 10) / 15, 0), 1) * 2
    },
    Case(testDescription: "spring and drag", behaviors: [attractor { $0.stiffness = 12 }, drag(0.5)]) { x, v, _, _ in
      gravity + (center - x) * 12 - v * 0.5
    },
    Case(testDescription: "spring alone", behaviors: [attractor { $0.stiffness = 12 }]) { x, _, _, _ in
      gravity + (center - x) * 12
    },
    Case(
      testDescription: "vortex and spring",
      behaviors: [
        behavior("vortex") { ($0.angularVelocity, $0.strength, $0.position) = (3, 2, CGPoint(x: 60, y: -40)) },
        attractor { $0.stiffness = 20 },
      ]
    ) { x, v, _, _ in
      let r = x - center
      return gravity - r * 20 + Vector(-r.y, r.x) * 6 - v * 2
    },
  ]

  static let steps: [Case] = [
    Case(testDescription: "dead zone", lifetime: 3, tolerance: 0.25, behaviors: [attractor { $0.radius = 100 }]) {
      x, _, _, _ in gravity + pull(x, stiffness: 40, radius: 100)
    },
    Case(
      testDescription: "falloff", lifetime: 3, tolerance: 0.25,
      behaviors: [attractor { ($0.radius, $0.falloff) = (100, 60) }]
    ) { x, _, _, _ in gravity + pull(x, stiffness: 40, radius: 100, falloff: 60) },
    Case(
      testDescription: "simple attractor and drag", lifetime: 3, tolerance: 0.25,
      behaviors: [
        behavior("simpleAttractor") { ($0.stiffness, $0.radius, $0.position) = (40, 30, CGPoint(x: 60, y: -40)) },
        drag(1.5),
      ]
    ) { x, v, _, _ in gravity + pull(x, stiffness: 40, radius: 30) - v * 1.5 },
  ]

  /// Classic fourth-order Runge-Kutta steps of a 512th of a second.
  private func solution(_ test: Case, from birth: Double, to end: Double) -> Vector {
    let h = 1.0 / 512
    var (x, v) = (Vector.zero, Vector(0, -300))
    for index in 0..<Int(((end - birth) / h).rounded()) {
      let (t, middle) = (birth + Double(index) * h, birth + (Double(index) + 0.5) * h)
      func force(_ x: Vector, _ v: Vector, _ t: Double) -> Vector { test.acceleration(x, v, t, middle) }
      let (k1x, k1v) = (v, force(x, v, t))
      let (k2x, k2v) = (v + k1v * (h / 2), force(x + k1x * (h / 2), v + k1v * (h / 2), t + h / 2))
      let (k3x, k3v) = (v + k2v * (h / 2), force(x + k2x * (h / 2), v + k2v * (h / 2), t + h / 2))
      let (k4x, k4v) = (v + k3v * h, force(x + k3x * h, v + k3v * h, t + h))
      x += (k1x + (k2x + k3x) * 2 + k4x) * (h / 6)
      v += (k1v + (k2v + k3v) * 2 + k4v) * (h / 6)
    }
    return x
  }

  /// One particle every quarter of a second, thrown upward from the origin.
  private func emission(_ test: Case) -> Emission {
    var stage = Stage(
      cell(rate: 4, lifetime: Float(test.lifetime)) {
        ($0.velocity, $0.emissionLongitude, $0.yAcceleration) = (300, -.pi / 2, 80)
      })
    (stage.emitter.behaviors, stage.emitter.renderMode) = (test.behaviors, .oldestFirst)
    var emission = Emission()
    emission.record(stage.emitter, cells: stage.cells, tracks: test.ramp.map { [track(to: $0)] } ?? [], at: 0)
    for change in test.changes {
      stage.emitter.behaviors = change.behaviors
      emission.record(stage.emitter, cells: stage.cells, at: change.time)
    }
    return emission
  }

  private func track(to value: Double) -> Track {
    var timing = Timing()
    (timing.beginTime, timing.duration, timing.fillMode) = (10, 15, .both)
    let writer = TrackWriter<EmissionValues> { $0.emitter.behaviors[0].drag = value * $1.progress }
    return Track(clock: AnimationClock(timing), writer: nil, births: writer)
  }

  @Test(arguments: tables + steps) func meetTheirEquations(test: Case) {
    let time = test.lifetime + 1.375
    let particles = Stage().particles(emission(test), at: time)
    // Some are out of sight by then.
    #expect(particles.count > Int(test.lifetime) * 3)
    // The youngest is an eighth of a second old.
    for (index, particle) in particles.reversed().enumerated() where index % 9 == 1 || index < 4 {
      let expected = solution(test, from: time - 0.125 - Double(index) / 4, to: time)
      let error = max(abs(Double(particle.x) - expected.x), abs(Double(particle.y) - expected.y))
      #expect(error < test.tolerance, "\(index): \(error)")
    }
  }
}
