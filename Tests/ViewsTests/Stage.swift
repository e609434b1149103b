import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import StarmineViews

/// A committed window of 400 by 400 points at media time 1,000 s, with a red view of 100 by 100 points.
struct Stage {
  let window: UIWindow
  let view: UIView

  init(frame: CGRect = CGRect(x: 0, y: 0, width: 100, height: 100)) {
    MediaClock.time = 1000
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    view = UIView(frame: frame)
    view.backgroundColor = .red
    window.addSubview(view)
    _ = window.layer.committedTree()
  }

  /// Moves the clock to some seconds after the start.
  func advance(to time: Double) { MediaClock.advance(to: 1000 + time) }

  var shown: CALayer { view.layer.presentation() ?? CALayer() }
}

/// Calls of a completion block, with their times: seconds after the start.
final class Calls {
  private(set) var flags: [Bool] = []
  private(set) var times: [Double] = []

  var note: (Bool) -> Void {
    { flag in
      self.flags.append(flag)
      self.times.append((CACurrentMediaTime() - 1000) * 1e6.rounded() / 1e6)
    }
  }
}

extension JSONValue {
  var point: CGPoint? { numbers.flatMap { $0.count == 2 ? CGPoint(x: $0[0], y: $0[1]) : nil } }
  var rect: CGRect? {
    numbers.flatMap { $0.count == 4 ? CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) : nil }
  }
}

func near(_ first: Double?, _ second: Double?, _ tolerance: Double = 1e-6) -> Bool {
  guard let first, let second else { return false }
  return abs(first - second) <= tolerance
}

func near(_ first: CGFloat?, _ second: Double?, _ tolerance: Double = 1e-6) -> Bool {
  near(first.map { Double($0) }, second, tolerance)
}
