/// Something that touches come to. What it does not override goes on to `next` (documented).
open class UIResponder: NSObject {
  /// Who gets what this one does not take; nil at the end of the chain.
  open var next: UIResponder? { nil }

  /// Touches have begun; hands them to the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Touches have moved; hands them to the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Touches have been lifted; hands them to the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Touches have been taken away; hands them to the next responder.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
}

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
