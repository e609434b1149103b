import Foundation
import StarmineLayers
import StarmineScene
import Testing

/// A layer whose `sublayerTime` says what time it is inside of it; ours.
@Suite struct SublayerTimeTests {
  /// A layer in a layer, whose place is the seconds of its clock since 1,000 s.
  private func tree(_ settings: (CALayer) -> Void) -> (root: CALayer, holder: CALayer, inner: CALayer) {
    MediaClock.time = 1000
    let (root, holder, inner) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(holder)
    holder.addSublayer(inner)
    settings(holder)
    let way = CABasicAnimation(keyPath: "position.x")
    (way.fromValue, way.toValue, way.beginTime, way.duration) = (0.0, 10.0, 1000, 10)
    way.fillMode = .both
    inner.add(way, forKey: "way")
    _ = root.committedTree()
    return (root, holder, inner)
  }

  private func place(of layer: CALayer, at time: Double) -> Double {
    MediaClock.advance(to: time)
    return Double(layer.presentation()?.position.x ?? .nan)
  }

  @Test func aTimeThatIsSetHoldsWhatIsInside() {
    let (root, _, inner) = tree { $0.sublayerTime = 1004 }
    withExtendedLifetime(root) {
      for time in [1000.5, 1003, 1007] { #expect(abs(place(of: inner, at: time) - 4) < 1e-9) }
    }
  }

  @Test func aTimeThatRunsBackRunsWhatIsInsideBack() {
    let (root, _, inner) = tree { holder in
      let back = CABasicAnimation(keyPath: "sublayerTime")
      (back.fromValue, back.toValue, back.beginTime, back.duration) = (1008.0, 1000.0, 1000, 4)
      holder.add(back, forKey: "back")
    }
    withExtendedLifetime(root) {
      #expect(abs(place(of: inner, at: 1001) - 6) < 1e-9)
      #expect(abs(place(of: inner, at: 1003) - 2) < 1e-9)
      // After the animation the clocks run as without it.
      #expect(abs(place(of: inner, at: 1005) - 5) < 1e-9)
    }
  }

  @Test func timesAreConvertedThroughIt() {
    let (root, holder, inner) = tree { ($0.sublayerTime, $0.speed) = (1004, 0.5) }
    let beside = CALayer()
    holder.addSublayer(beside)
    (inner.timeOffset, beside.timeOffset) = (1, 3)
    withExtendedLifetime(root) {
      MediaClock.time = 1002
      #expect(inner.convertTime(1002, from: nil) == 1005 && root.convertTime(9, to: inner) == 1005)
      #expect(holder.convertTime(77, to: inner) == 1005)
      // Those that share its clock convert as always; what is outside of it says only what time it is.
      #expect(inner.convertTime(8, to: beside) == 10)
      #expect(inner.convertTime(8, to: holder) == 501 && inner.convertTime(8, to: root) == 1002)
    }
  }
}
