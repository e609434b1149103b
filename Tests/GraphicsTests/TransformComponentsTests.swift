import Foundation
import StarmineGraphics
import Testing

@Suite struct TransformComponentsTests {
  private func mixed(_ from: CATransform3D, _ to: CATransform3D, _ progress: Double) throws -> CATransform3D {
    let (start, end) = (try #require(TransformComponents(from)), try #require(TransformComponents(to)))
    return start.interpolated(to: end, progress: progress).matrix
  }

  /// Ours: views that shrink to nothing, or grow from it, do not turn on the way.
  @Test func whatShrinksToNothingKeepsItsTurn() throws {
    let turned = CATransform3DMakeRotation(0.7, 0, 0, 1)
    for from in [CATransform3DIdentity, turned] {
      let nothing = CATransform3DMakeScale(0, 0, 1)
      for half in [try mixed(from, nothing, 0.5), try mixed(nothing, from, 0.5)] {
        #expect(abs(half.m11 - from.m11 / 2) < 1e-12 && abs(half.m12 - from.m12 / 2) < 1e-12)
        #expect(abs(half.m21 - from.m21 / 2) < 1e-12 && abs(half.m22 - from.m22 / 2) < 1e-12)
      }
    }
  }
}
