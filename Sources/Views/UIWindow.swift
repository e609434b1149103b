/// The view at the root: what a movie shows (`Movie(window:)`), and where touches come in.
///
/// A movie is not touched by a hand, so touches are scripted: `tap(at:)`, or `beginTouch(at:)`, `moveTouch(_:to:)` and
/// `endTouch(_:)` at the times of a time line. They take the way of real ones: hit test, responder chain.
open class UIWindow: UIView {
  private var touches: [UITouch] = []
  private var lastTap: (place: CGPoint, time: TimeInterval, count: Int)?

  /// Taps that come within this time and distance count together.
  private static let tapTime = 0.35
  private static let tapDistance: CGFloat = 45

  /// Shows the window and makes it the key window, after the view of its controller has been told.
  open func makeKeyAndVisible() {
    rootViewController?.viewWillAppear(false)
    isHidden = false
    isKeyWindow = true
    UIApplication.shared.add(self)
    rootViewController?.viewDidAppear(false)
  }
  /// Whether `makeKeyAndVisible()` was called: windows here do not take this from each other.
  open private(set) var isKeyWindow = false

  /// The controller whose view fills the window. Default nil.
  open var rootViewController: UIViewController? {
    willSet { rootViewController?.viewIfLoaded?.removeFromSuperview() }
    didSet {
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(view, at: 0)
    }
  }

  // MARK: Scripted touches

  /// A finger comes down.
  ///
  /// - Parameter point: in the window's coordinates.
  /// - Returns: The touch, to go on with. It reached no view (`view` is nil) where nothing is hit, and where a view has
  ///   a touch already and takes one at a time.
  @discardableResult
  open func beginTouch(at point: CGPoint) -> UITouch {
    let touch = UITouch()
    (touch.place, touch.previousPlace, touch.window) = (point, point, self)
    touch.tapCount = tapCount(at: point)
    touches.append(touch)
    let event = change(touch, .began)
    if let view = hitTest(point, with: event), view.isMultipleTouchEnabled || view.activeTouches == 0 {
      touch.view = view
      view.activeTouches += 1
    }
    sendEvent(event)
    return touch
  }

  /// Moves a finger that is down, in the window's coordinates.
  open func moveTouch(_ touch: UITouch, to point: CGPoint) {
    guard touches.contains(touch) else { return }
    (touch.previousPlace, touch.place) = (touch.place, point)
    sendEvent(change(touch, .moved))
  }

  /// The finger leaves. Does nothing for a touch that is over.
  open func endTouch(_ touch: UITouch) { finish(touch, .ended) }

  /// The system takes the touch away.
  open func cancelTouch(_ touch: UITouch) { finish(touch, .cancelled) }

  /// A finger comes down and leaves at once.
  open func tap(at point: CGPoint) { endTouch(beginTouch(at: point)) }

  private func finish(_ touch: UITouch, _ phase: UITouch.Phase) {
    guard touches.contains(touch) else { return }
    touch.previousPlace = touch.place
    let event = change(touch, phase)
    touches.removeAll { $0 === touch }
    touch.view?.activeTouches -= 1
    sendEvent(event)
    lastTap = phase == .ended ? (touch.place, touch.timestamp, touch.tapCount) : nil
  }

  private func change(_ touch: UITouch, _ phase: UITouch.Phase) -> UIEvent {
    (touch.phase, touch.timestamp) = (phase, CACurrentMediaTime())
    for other in touches where other !== touch { other.phase = .stationary }
    return UIEvent(Set(touches), at: touch.timestamp)
  }

  private func tapCount(at point: CGPoint) -> Int {
    guard let last = lastTap, CACurrentMediaTime() - last.time <= Self.tapTime,
      Double.hypot(point.x - last.place.x, point.y - last.place.y) <= Self.tapDistance
    else { return 1 }
    return last.count + 1
  }

  /// Recognizers of the view where the touch began, then of those around it; one that recognises takes the touch away
  /// from the view.
  private func tellRecognizers(_ touch: UITouch, _ event: UIEvent) {
    var around = touch.view
    while let view = around {
      around = view.superview
      for recognizer in view.recognizers {
        let wasPossible = recognizer.state == .possible
        recognizer.take(touch, event)
        let hasBegun = wasPossible && (recognizer.state == .began || recognizer.state == .changed)
        guard hasBegun, recognizer.cancelsTouchesInView, let taken = touch.view, !touch.isTaken else { continue }
        touch.isTaken = true
        taken.touchesCancelled([touch], with: event)
      }
    }
  }

  /// Hands the touches of an event to the views where they began.
  open func sendEvent(_ event: UIEvent) {
    for touch in event.allTouches ?? [] where touch.phase != .stationary {
      tellRecognizers(touch, event)
      if touch.isTaken { continue }
      switch touch.phase {
      case .began: touch.view?.touchesBegan([touch], with: event)
      case .moved: touch.view?.touchesMoved([touch], with: event)
      case .ended: touch.view?.touchesEnded([touch], with: event)
      case .cancelled: touch.view?.touchesCancelled([touch], with: event)
      case .stationary: break
      }
    }
  }
}
