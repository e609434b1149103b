import Foundation
import StarmineGraphics
import StarmineScene
import StarmineTestSupport
import Testing

/// Birth points of the six shapes in four modes: documented where bold in behavior.md 5.5, else assumed.
@Suite struct EmitterShapeTests {
  private static let center = SIMD3<Float>(30, -40, 15)

  private func stage(_ shape: EmitterShape, _ mode: EmitterMode, width: Double, height: Double, depth: Double) -> Stage
  {
    var stage = Stage(cell(rate: 12_000, lifetime: 1))
    stage.emitter.emitterShape = shape
    stage.emitter.emitterMode = mode
    stage.emitter.emitterPosition = CGPoint(x: 30, y: -40)
    stage.emitter.emitterZPosition = 15
    stage.emitter.emitterSize = CGSize(width: width, height: height)
    stage.emitter.emitterDepth = CGFloat(depth)
    return stage
  }

  private func points(
    _ shape: EmitterShape, _ mode: EmitterMode, width: Double = 200, height: Double = 100, depth: Double = 60
  ) -> [SIMD3<Float>] {
    let points = stage(shape, mode, width: width, height: height, depth: depth).positions(at: 1)
    #expect(points.count == 12_000)
    return points.map { $0 - Self.center }
  }

  /// Even over 0..<1, by a bound that an even spread of 12,000 values exceeds about once in 10,000 draws.
  private func expectEven(_ values: [Float], at location: SourceLocation = #_sourceLocation) {
    #expect(chiSquare(values.map(Double.init), bins: 20) < 50, sourceLocation: location)
  }

  private func corners(_ points: [SIMD3<Float>]) -> [SIMD3<Float>: Int] {
    Dictionary(grouping: points) { point in
      SIMD3(point.x.rounded(), point.y.rounded(), point.z.rounded()) + 0
    }.mapValues(\.count)
  }

  @Test(arguments: EmitterMode.allCases) func aPointIsAPoint(mode: EmitterMode) {
    #expect(corners(points(.point, mode)) == [.zero: 12_000])
  }

  @Test(arguments: [EmitterMode.outline, .surface, .volume]) func linesAreCoveredEvenly(mode: EmitterMode) {
    let points = points(.line, mode)
    #expect(points.allSatisfy { abs($0.x) <= 100.001 && abs($0.y) < 0.001 && abs($0.z) < 0.001 })
    expectEven(points.map { $0.x / 200 + 0.5 })
  }

  @Test func cornersAreEquallyLikely() {
    for (shape, count) in [(EmitterShape.line, 2), (.rectangle, 4), (.cuboid, 8)] {
      let corners = corners(points(shape, .points))
      #expect(corners.count == count)
      let share = 12_000 / count
      for (corner, births) in corners {
        #expect(abs(corner.x) == 100)
        #expect(abs(corner.y) == (count > 2 ? 50 : 0))
        #expect(abs(corner.z) == (count > 4 ? 30 : 0))
        #expect(abs(births - share) < share / 8)
      }
    }
    #expect(corners(points(.circle, .points)) == [.zero: 12_000])
    #expect(corners(points(.sphere, .points)) == [.zero: 12_000])
  }

  @Test func rectangles() {
    for mode in [EmitterMode.surface, .volume] {
      let inside = points(.rectangle, mode)
      #expect(inside.allSatisfy { abs($0.x) <= 100.001 && abs($0.y) <= 50.001 && abs($0.z) < 0.001 })
      expectEven(inside.map { $0.x / 200 + 0.5 })
      expectEven(inside.map { $0.y / 100 + 0.5 })
    }
    let edges = points(.rectangle, .outline)
    #expect(edges.allSatisfy { abs(abs($0.x) - 100) < 0.001 || abs(abs($0.y) - 50) < 0.001 })
    // Two thirds of the perimeter are horizontal.
    let horizontal = edges.filter { abs(abs($0.y) - 50) < 0.001 }
    #expect(abs(horizontal.count - 8000) < 250)
    expectEven(horizontal.map { $0.x / 200 + 0.5 })
    expectEven(edges.filter { abs(abs($0.x) - 100) < 0.001 }.map { $0.y / 100 + 0.5 })
  }

  @Test func cuboids() {
    let half = SIMD3<Float>(100, 50, 30)
    let inside = points(.cuboid, .volume)
    for axis in 0..<3 { expectEven(inside.map { $0[axis] / (2 * half[axis]) + 0.5 }) }
    func fixedAxes(_ point: SIMD3<Float>) -> [Int] { (0..<3).filter { abs(abs(point[$0]) - half[$0]) < 0.001 } }
    let faces = points(.cuboid, .surface)
    let areas: [Float] = [50 * 30, 100 * 30, 100 * 50]
    for axis in 0..<3 {
      let onFace = faces.filter { fixedAxes($0) == [axis] }
      #expect(abs(Float(onFace.count) - 12_000 * areas[axis] / 9500) < 250)
      for other in 0..<3 where other != axis { expectEven(onFace.map { $0[other] / (2 * half[other]) + 0.5 }) }
    }
    let edges = points(.cuboid, .outline)
    for axis in 0..<3 {
      let onEdge = edges.filter { fixedAxes($0) == (0..<3).filter { $0 != axis } }
      #expect(abs(Float(onEdge.count) - 12_000 * half[axis] / 180) < 250)
      expectEven(onEdge.map { $0[axis] / (2 * half[axis]) + 0.5 })
    }
  }

  @Test func circles() {
    let rim = points(.circle, .outline)
    #expect(rim.allSatisfy { abs(($0 * $0).sum().squareRoot() - 200) < 0.01 && abs($0.z) < 0.001 })
    expectEven(rim.map { atan2($0.y, $0.x) / (2 * .pi) + 0.5 })
    for mode in [EmitterMode.surface, .volume] {
      let disc = points(.circle, mode)
      #expect(disc.allSatisfy { abs($0.z) < 0.001 })
      expectEven(disc.map { atan2($0.y, $0.x) / (2 * .pi) + 0.5 })
      expectEven(disc.map { ($0 * $0).sum() / 40_000 })
    }
  }

  @Test func spheres() {
    for mode in [EmitterMode.outline, .surface, .volume] {
      let ball = points(.sphere, mode)
      let radii = ball.map { ($0 * $0).sum().squareRoot() }
      // Even over the sphere: even in z (Archimedes) and in angle about z.
      expectEven(zip(ball, radii).map { $0.z / $1 / 2 + 0.5 })
      expectEven(ball.map { atan2($0.y, $0.x) / (2 * .pi) + 0.5 })
      if mode == .volume {
        expectEven(radii.map { $0 * $0 * $0 / 8e6 })
      } else {
        #expect(radii.allSatisfy { abs($0 - 200) < 0.01 })
      }
    }
  }

  @Test(arguments: [EmitterShape.point, .line, .rectangle, .cuboid, .circle, .sphere])
  func aShapeOfNoSizeIsAPoint(shape: EmitterShape) {
    for mode in EmitterMode.allCases {
      #expect(corners(points(shape, mode, width: 0, height: 0, depth: 0)) == [.zero: 12_000])
    }
  }

  @Test(arguments: EmitterShape.allCases) func negativeSizesActLikeTheirMagnitude(shape: EmitterShape) {
    for mode in EmitterMode.allCases {
      let positive = stage(shape, mode, width: 200, height: 100, depth: 60)
      let negative = stage(shape, mode, width: -200, height: -100, depth: -60)
      #expect(positive.particles(at: 1) == negative.particles(at: 1))
    }
  }

  /// Expected values of a peer's tests.
  @Test func radiusConformanceCases() throws {
    let summary = try ConformanceCases("core-animation").check("emitter.radius") { item in
      guard let shape = EmitterShape(rawValue: item.inputs["shape"].string ?? ""),
        let mode = EmitterMode(rawValue: item.inputs["mode"].string ?? ""),
        let size = item.inputs["emitterSize"].numbers
      else { return .failed("unreadable") }
      let radii = points(shape, mode, width: size[0], height: size[1]).map { Double(($0 * $0).sum().squareRoot()) }
      return .compare([radii.min() ?? 0, radii.max() ?? 0], [12, 12], tolerance: 0.01)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 2)
  }
}
