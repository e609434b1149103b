import Foundation
import StarmineGraphics
import Testing

@Suite struct TransformComponentsTests {
  private func mixed(_ from: CATransform3D, _ to: CATransform3D, _ progress: Double) throws -> CATransform3D {
    let (start, end) = (try #require(TransformComponents(from)), try #require(TransformComponents(to)))
    return start.interpolated(to: end, progress: progress).matrix
  }

  /// Ours: views that shrink to nothing, or grow from it, do not turn on the way.
  @Test func zeroScaleKeepsTheRotation() throws {
    let turned = CATransform3DMakeRotation(0.7, 0, 0, 1)
    for from in [CATransform3DIdentity, turned] {
      let nothing = CATransform3DMakeScale(0, 0, 1)
      for half in [try mixed(from, nothing, 0.5), try mixed(nothing, from, 0.5)] {
        #expect(abs(half.m11 - from.m11 / 2) < 1e-12 && abs(half.m12 - from.m12 / 2) < 1e-12)
        #expect(abs(half.m21 - from.m21 / 2) < 1e-12 && abs(half.m22 - from.m22 / 2) < 1e-12)
      }
    }
  }

  /// Flattened axes say nothing of a turn: what is left of a transform stands upright.
  @Test func flattenedTransformsAreUpright() throws {
    let factors: [(CGFloat, CGFloat, CGFloat)] = [
      (0, 0, 1), (0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0),
    ]
    for (x, y, z) in factors {
      let parts = try #require(TransformComponents(CATransform3DMakeScale(x, y, z)))
      #expect(abs(parts.rotation.w) == 1, "\(x) \(y) \(z)")
      #expect(parts.scale == SIMD3(Double(x), Double(y), Double(z)))
    }
  }

  /// One axis that is left says how the plane is turned.
  @Test func oneAxisKeepsTheTurn() throws {
    for angle in [0.7, -2.5, Double.pi] {
      for (x, y) in [(0, 2), (2, 0)] as [(CGFloat, CGFloat)] {
        let turn = CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1)
        let turned = CATransform3DConcat(CATransform3DMakeScale(x, y, 1), turn)
        let parts = try #require(TransformComponents(turned))
        #expect(cos(parts.rotation.eulerAngles.z - angle) > 1 - 1e-9 && abs(parts.rotation.eulerAngles.x) < 1e-9)
        #expect(abs(parts.scale.x - Double(x)) < 1e-9 && abs(parts.scale.y - Double(y)) < 1e-9)
      }
    }
  }

  /// Growing from a line to the whole: no turn out of the plane on the way.
  @Test func linesGrowInThePlane() throws {
    let half = try mixed(CATransform3DMakeScale(1, 0, 1), CATransform3DIdentity, 0.5)
    #expect(half == CATransform3DMakeScale(1, 0.5, 1))
  }

  @Test func mirrorsLieAlongTheAxisOfTheLeastTurn() throws {
    for (x, y, z) in [(-2, 3, 1), (2, -3, 1), (2, 3, -1), (-2, -3, -1)] as [(CGFloat, CGFloat, CGFloat)] {
      let turn = CATransform3DMakeRotation(0.4, 0, 0, 1)
      var slanted = CATransform3DMakeScale(x, y, z)
      slanted.m21 = 0.3
      let transform = CATransform3DConcat(slanted, turn)
      let parts = try #require(TransformComponents(transform)).withNearestMirror
      let expected = SIMD3(Double(x), Double(y), Double(z))
      #expect((parts.scale - expected).max() < 0.1 && (expected - parts.scale).max() < 0.1, "\(x) \(y) \(z)")
      let (back, wanted) = (elements(parts.matrix), elements(transform))
      #expect(areClose(back, wanted, 1e-9), "\(x) \(y) \(z)")
    }
  }
}
