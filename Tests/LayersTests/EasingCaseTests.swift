import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

/// Cases of css-easing, whose curves are those of timing functions: values between the ends, by the curve's definition.
@Suite struct EasingCaseTests {
  @Test func curves() throws {
    let summary = try ConformanceCases("web").check("easing") { item in
      let points = try #require(item.fields["points"].numbers).map { Float($0) }
      let time = try #require(item.fields["input"].number)
      let value = try shown(CAMediaTimingFunction(controlPoints: points[0], points[1], points[2], points[3]), at: time)
      let expected = try #require(item.expected.number)
      return .compare([value], [expected], tolerance: 1e-5 * max(1, abs(expected)))
    }
    #expect(summary.failures.isEmpty, "\(summary.failures.joined(separator: "\n"))")
  }

  /// How far an animation from 0 to 1 is at a time of its second.
  private func shown(_ function: CAMediaTimingFunction, at time: Double) throws -> Double {
    MediaClock.time = 1000
    let layer = CALayer()
    _ = layer.committedTree()
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue, animation.duration, animation.timingFunction) = (0, 1, 1, function)
    (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false)
    layer.add(animation, forKey: nil)
    _ = layer.committedTree()
    MediaClock.advance(to: 1000 + time)
    return Double(try #require(layer.presentation()).zPosition)
  }
}
