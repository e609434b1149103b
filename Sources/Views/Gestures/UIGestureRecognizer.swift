/// Watches the touches of a view and what is in it, and says when they are a gesture.
///
/// There are no selectors on Linux: give a closure, `UITapGestureRecognizer { tap in ... }`, or a method,
/// `UITapGestureRecognizer(target: self, action: Game.tapped)` with `func tapped(_ tap: UITapGestureRecognizer)`.
open class UIGestureRecognizer: NSObject {
  /// Raw values are UIKit's.
  public enum State: Int, Sendable {
    /// UIKit's names. Tap and swipe go straight to `ended`; the others begin, change and end.
    case possible, began, changed, ended, cancelled, failed
    /// `ended`, as recognizers of one moment call it.
    public static let recognized = State.ended
  }

  private var actions: [(UIGestureRecognizer) -> Void] = []
  /// The view whose touches are watched.
  open internal(set) weak var view: UIView?
  /// Default true.
  open var isEnabled = true
  /// Whether the view's touches are cancelled when the gesture is recognised. Default true.
  open var cancelsTouchesInView = true
  /// Setting it calls the actions, except for `possible` and `failed`.
  open var state = State.possible {
    didSet {
      guard state != .possible, state != .failed else { return }
      for action in actions { action(self) }
    }
  }
  /// The touches that are watched now.
  private(set) var touches: [UITouch] = []

  /// A recognizer without actions.
  public override init() {}

  /// Calls a closure at each change of the gesture.
  public convenience init<Recognizer: UIGestureRecognizer>(_ action: @escaping (Recognizer) -> Void) {
    self.init()
    add { recognizer in (recognizer as? Recognizer).map(action) }
  }

  /// Calls a method of an object, which is held weakly, with the recognizer.
  public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
    target: Target, action: @escaping (Target) -> (Recognizer) -> Void
  ) {
    self.init()
    add { [weak target] recognizer in
      guard let target, let recognizer = recognizer as? Recognizer else { return }
      action(target)(recognizer)
    }
  }

  /// Calls a method of an object, which is held weakly.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init()
    add { [weak target] _ in target.map { action($0)() } }
  }

  func add(_ action: @escaping (UIGestureRecognizer) -> Void) { actions.append(action) }

  /// The middle of the touches; nil means the window's coordinates.
  open func location(in view: UIView?) -> CGPoint {
    let places = touches.map { $0.location(in: view) }
    guard !places.isEmpty else { return lastPlace.location(in: view) }
    let sum = places.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    return CGPoint(x: sum.x / CGFloat(places.count), y: sum.y / CGFloat(places.count))
  }

  /// Touches that are watched now.
  open var numberOfTouches: Int { touches.count }
  private var lastPlace = UITouch()

  /// For subclasses: what touches are and do.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// For subclasses: touches have moved.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// For subclasses: touches have been lifted.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// For subclasses: touches have been taken away.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Back to the beginning, when the last touch has gone.
  open func reset() {}

  /// A change of a touch that began in the view.
  func take(_ touch: UITouch, _ event: UIEvent) {
    guard isEnabled else { return }
    lastPlace = touch
    switch touch.phase {
    case .began:
      touches.append(touch)
      touchesBegan([touch], with: event)
    case .moved: touchesMoved([touch], with: event)
    case .ended: touchesEnded([touch], with: event)
    case .cancelled: touchesCancelled([touch], with: event)
    case .stationary: break
    }
    guard touch.phase == .ended || touch.phase == .cancelled else { return }
    touches.removeAll { $0 === touch }
    guard touches.isEmpty else { return }
    reset()
    state = .possible
  }
}

extension UIView {
  /// Watches the view's touches; a recognizer watches one view.
  public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizer.view = self
    recognizers.append(gestureRecognizer)
  }

  /// Stops watching the view's touches.
  public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    recognizers.removeAll { $0 === gestureRecognizer }
    if gestureRecognizer.view === self { gestureRecognizer.view = nil }
  }

  /// Nil without any, as in UIKit.
  public var gestureRecognizers: [UIGestureRecognizer]? { recognizers.isEmpty ? nil : recognizers }
}
