public import Foundation

/// One finger from its coming to its going. Raw values of phases are UIKit's.
open class UITouch: NSObject {
  /// Where a touch is in its life. Raw values are UIKit's.
  public enum Phase: Int, Sendable {
    /// UIKit's names.
    case began, moved, stationary, ended, cancelled
  }

  /// Where the touch is in its life.
  open internal(set) var phase = Phase.began
  /// Media time of the last change, seconds.
  open internal(set) var timestamp: TimeInterval = 0
  /// How many times the finger has come down here in quick succession, this time included.
  open internal(set) var tapCount = 1
  /// Where the touch began; it stays with this view.
  open internal(set) weak var view: UIView?
  /// The window that was touched.
  open internal(set) weak var window: UIWindow?
  /// Whether a gesture has taken it away from its view.
  var isTaken = false
  /// In the window's coordinates.
  var place = CGPoint.zero
  var previousPlace = CGPoint.zero

  /// In a view's coordinates; nil means the window's.
  open func location(in view: UIView?) -> CGPoint { convert(place, to: view) }
  /// Where it was before the last change.
  open func previousLocation(in view: UIView?) -> CGPoint { convert(previousPlace, to: view) }

  private func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    guard let view, let window else { return point }
    return view.convert(point, from: window)
  }
}

/// Changes of touches.
open class UIEvent: NSObject {
  /// Media time, seconds.
  public let timestamp: TimeInterval
  /// All touches of the window that are under way.
  public let allTouches: Set<UITouch>?

  init(_ touches: Set<UITouch>, at time: TimeInterval) { (allTouches, timestamp) = (touches, time) }
}
