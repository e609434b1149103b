/// An object that responds to touches. Methods without an override call the `next` responder (documented).
open class UIResponder: NSObject {
  /// The next responder, or nil at the end of the chain.
  open var next: UIResponder? { nil }

  /// Called when touches begin. The default calls the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Called when touches move. The default calls the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Called when touches end. The default calls the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Called when touches are cancelled. The default calls the next responder.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
}

/// A touch of a finger, from its beginning to its end. Raw values of phases are those of UIKit.
open class UITouch: NSObject {
  /// Phase of a touch. Raw values are those of UIKit.
  public enum Phase: Int, Sendable {
    /// The cases of UIKit.
    case began, moved, stationary, ended, cancelled
  }

  /// Present phase.
  open internal(set) var phase = Phase.began
  /// Media time of the last change in seconds.
  open internal(set) var timestamp: TimeInterval = 0
  /// Number of taps in quick succession, including this one.
  open internal(set) var tapCount = 1
  /// The view where the touch began. It does not change.
  open internal(set) weak var view: UIView?
  /// The window of the touch.
  open internal(set) weak var window: UIWindow?
  /// Whether a gesture recognizer has cancelled the touch for its view.
  var isTaken = false
  /// In the coordinates of the window.
  var place = CGPoint.zero
  var previousPlace = CGPoint.zero

  /// Returns the location in the coordinates of a view. Nil means the window.
  open func location(in view: UIView?) -> CGPoint { convert(place, to: view) }
  /// Returns the location before the last change.
  open func previousLocation(in view: UIView?) -> CGPoint { convert(previousPlace, to: view) }

  private func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    guard let view, let window else { return point }
    return view.convert(point, from: window)
  }
}

/// An event with changed touches.
open class UIEvent: NSObject {
  /// Media time in seconds.
  public let timestamp: TimeInterval
  /// All active touches of the window.
  public let allTouches: Set<UITouch>?

  init(_ touches: Set<UITouch>, at time: TimeInterval) { (allTouches, timestamp) = (touches, time) }
}
