import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct EmissionDirectionTests {
  /// Displacements of particles one second old from where they were born, at 100 points/s.
  private func directions(
    _ shape: EmitterShape = .point, _ mode: EmitterMode = .volume, rate: Float = 100,
    _ change: (inout EmitterCellState) -> Void = { _ in }
  ) -> [(origin: SIMD3<Float>, direction: SIMD3<Float>)] {
    func stage(velocity: CGFloat) -> Stage {
      var stage = Stage(
        cell(rate: rate, lifetime: 1000) {
          $0.timing.duration = 1
          change(&$0)
          $0.velocity *= velocity
          $0.scale = 0.001
        })
      stage.emitter.emitterShape = shape
      stage.emitter.emitterMode = mode
      stage.emitter.emitterSize = CGSize(width: 200, height: 100)
      stage.emitter.emitterDepth = 60
      return stage
    }
    // All births within the first second; between two later times everything moves by the same span.
    let (first, second) = (stage(velocity: 1).positions(at: 2), stage(velocity: 1).positions(at: 3))
    let origins = stage(velocity: 0).positions(at: 2)
    return zip(origins, zip(first, second)).map { ($0, ($1.1 - $1.0) / 100) }
  }

  private func expectAll(
    _ shape: EmitterShape = .point, _ mode: EmitterMode = .volume, go expected: SIMD3<Float>,
    at location: SourceLocation = #_sourceLocation, _ change: (inout EmitterCellState) -> Void = { _ in }
  ) {
    let all = directions(shape, mode) {
      $0.velocity = 100
      change(&$0)
    }
    #expect(all.count == 100, sourceLocation: location)
    for (_, direction) in all { #expect(isNear(direction, expected), sourceLocation: location) }
  }

  private func isNear(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool { ((a - b) * (a - b)).sum() < 1e-4 }

  private func isRadial(_ shape: EmitterShape, _ mode: EmitterMode) -> Bool {
    switch (shape, mode) {
    case (.rectangle, .outline), (.cuboid, .outline), (.circle, .outline), (.sphere, .outline), (.sphere, .surface):
      true
    default: false
    }
  }

  /// Those of numbers; on paths and pictures directions come from what is given.
  @Test(arguments: [EmitterShape.point, .line, .rectangle, .cuboid, .circle, .sphere])
  func baseDirections(shape: EmitterShape) {
    for mode in EmitterMode.allCases where mode != .sequential && !isRadial(shape, mode) {
      expectAll(shape, mode, go: shape == .line ? SIMD3(0, -1, 0) : SIMD3(1, 0, 0))
    }
  }

  @Test func outlinesFaceOutward() {
    for (shape, mode) in [(EmitterShape.circle, EmitterMode.outline), (.sphere, .outline), (.sphere, .surface)] {
      for (origin, direction) in directions(shape, mode, { $0.velocity = 100 }) {
        #expect(isNear(direction, origin / 200))
      }
    }
    for (origin, direction) in directions(.rectangle, .outline, { $0.velocity = 100 }) {
      let normal = abs(abs(origin.y) - 50) < 0.01 ? SIMD3(0, sign(origin.y), 0) : SIMD3(sign(origin.x), 0, 0)
      #expect(isNear(direction, normal))
    }
    let half = SIMD3<Float>(100, 50, 30)
    for (origin, direction) in directions(.cuboid, .outline, { $0.velocity = 100 }) {
      var normal = SIMD3<Float>()
      for axis in 0..<3 where abs(abs(origin[axis]) - half[axis]) < 0.01 { normal[axis] = sign(origin[axis]) }
      #expect(isNear(direction, normal * Float(0.5).squareRoot()))
    }
  }

  private func sign(_ x: Float) -> Float { x < 0 ? -1 : 1 }

  @Test func longitudeTurnsFromXTowardY() {
    expectAll(go: SIMD3(0, 1, 0)) { $0.emissionLongitude = .pi / 2 }
    expectAll(go: SIMD3(-1, 0, 0)) { $0.emissionLongitude = .pi }
    expectAll(.line, go: SIMD3(1, 0, 0)) { $0.emissionLongitude = .pi / 2 }
    expectAll(.line, go: SIMD3(0, 1, 0)) { $0.emissionLongitude = .pi }
    expectAll(.line, go: SIMD3(-1, 0, 0)) { $0.emissionLongitude = -.pi / 2 }
    expectAll(go: SIMD3(0.5, Float(0.75).squareRoot(), 0)) { $0.emissionLongitude = .pi / 3 + 20 * .pi }
  }

  @Test func latitudeLiftsTowardZ() {
    expectAll(go: SIMD3(0, 0, 1)) { $0.emissionLatitude = .pi / 2 }
    expectAll(go: SIMD3(0, 0, -1)) { $0.emissionLatitude = -.pi / 2 }
    expectAll(go: SIMD3(-1, 0, 0)) { $0.emissionLatitude = .pi }
    expectAll(.line, go: SIMD3(0, -Float(0.75).squareRoot(), 0.5)) { $0.emissionLatitude = .pi / 6 }
    expectAll(go: SIMD3(0, Float(0.5).squareRoot(), Float(0.5).squareRoot())) {
      $0.emissionLongitude = .pi / 2
      $0.emissionLatitude = .pi / 4
    }
  }

  @Test func negativeVelocityGoesBackward() {
    expectAll(go: SIMD3(-1, 0, 0)) { $0.velocity = -100 }
    expectAll(.line, go: SIMD3(0, 1, 0)) { $0.velocity = -100 }
    for (origin, direction) in directions(.circle, .outline, { $0.velocity = -100 }) {
      #expect(isNear(direction, origin / -200))
    }
  }

  /// Assumed (behavior.md 5.15): the half-angle is half the range, even over the solid angle.
  @Test(arguments: [0.2, .pi / 4, .pi, 2 * .pi, 7, -.pi]) func conesAreEven(range: Double) {
    let cone = directions(.line, rate: 8000) {
      $0.velocity = 100
      $0.emissionLongitude = .pi / 2
      $0.emissionRange = CGFloat(range)
    }
    let half = min(abs(range) / 2, .pi)
    // The axis is +x: even in the cosine to it and in the angle about it.
    let along = cone.map { (1 - Double($0.direction.x)) / (1 - cos(half)) }
    #expect(along.allSatisfy { $0 > -0.01 && $0 < 1.01 })
    #expect(chiSquare(along, bins: 16) < 45)
    #expect(along.max()! > 0.99)
    #expect(
      chiSquare(cone.map { atan2(Double($0.direction.z), Double($0.direction.y)) / (2 * .pi) + 0.5 }, bins: 16) < 45)
    #expect(cone.allSatisfy { abs(($0.direction * $0.direction).sum() - 1) < 1e-2 })
  }

  @Test func velocityVariesWithinItsRange() {
    let speeds = directions(rate: 4000) {
      $0.velocity = 100
      $0.velocityRange = 50
    }.map { Double($0.direction.x) }
    #expect(speeds.count == 4000)
    #expect(chiSquare(speeds.map { ($0 - 0.75) * 2 }, bins: 16) < 45)
    #expect(speeds.allSatisfy { $0 > 0.749 && $0 < 1.251 })
  }
}
