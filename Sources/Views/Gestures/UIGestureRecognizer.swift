/// Recognizes a gesture in the touches of a view and its subviews.
///
/// Linux has no selectors. Pass a closure, `UITapGestureRecognizer { tap in ... }`, or a method,
/// `UITapGestureRecognizer(target: self, action: Game.tapped)` with `func tapped(_ tap: UITapGestureRecognizer)`.
open class UIGestureRecognizer: NSObject {
  /// State of a gesture. Raw values are those of UIKit.
  public enum State: Int, Sendable {
    /// The cases of UIKit. Taps and swipes only end. Other gestures begin, change and end.
    case possible, began, changed, ended, cancelled, failed
    /// The same as `ended`, for gestures without a duration.
    public static let recognized = State.ended
  }

  private var actions: [(UIGestureRecognizer) -> Void] = []
  /// The view of the recognizer.
  open internal(set) weak var view: UIView?
  /// Whether the recognizer is active. Default true.
  open var isEnabled = true
  /// Whether recognition cancels the touches of the view. Default true.
  open var cancelsTouchesInView = true
  /// State of the gesture. Setting it calls the actions, except for `possible` and `failed`.
  open var state = State.possible {
    didSet {
      guard state != .possible, state != .failed else { return }
      for action in actions { action(self) }
    }
  }
  private(set) var touches: [UITouch] = []
  /// Place where the last touch began, in the coordinates of the window.
  private(set) var start = CGPoint.zero

  /// Creates a recognizer without actions.
  public override init() {}

  /// Creates a recognizer that calls a closure at each change of the gesture.
  public convenience init<Recognizer: UIGestureRecognizer>(_ action: @escaping (Recognizer) -> Void) {
    self.init()
    add { recognizer in (recognizer as? Recognizer).map(action) }
  }

  /// Creates a recognizer that calls a method of an object with the recognizer. The object is not retained.
  public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
    target: Target, action: @escaping (Target) -> (Recognizer) -> Void
  ) {
    self.init()
    add { [weak target] recognizer in
      guard let target, let recognizer = recognizer as? Recognizer else { return }
      action(target)(recognizer)
    }
  }

  /// Creates a recognizer that calls a method of an object. The object is not retained.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init()
    add { [weak target] _ in target.map { action($0)() } }
  }

  func add(_ action: @escaping (UIGestureRecognizer) -> Void) { actions.append(action) }

  /// Returns the centre of the touches. Nil means the coordinates of the window.
  open func location(in view: UIView?) -> CGPoint {
    let places = touches.map { $0.location(in: view) }
    guard !places.isEmpty else { return lastPlace.location(in: view) }
    let sum = places.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    return CGPoint(x: sum.x / CGFloat(places.count), y: sum.y / CGFloat(places.count))
  }

  /// Number of tracked touches.
  open var numberOfTouches: Int { touches.count }
  private var lastPlace = UITouch()

  /// Called when touches begin. Override it to recognize a gesture.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches move. Override it to recognize a gesture.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches end. Override it to recognize a gesture.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches are cancelled. Override it to recognize a gesture.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Resets the recognizer when the last touch has ended.
  open func reset() {}

  /// Ends a gesture that has begun; otherwise it fails.
  func end(_ end: State) { state = state == .began || state == .changed ? end : .failed }

  func take(_ touch: UITouch, _ event: UIEvent) {
    guard isEnabled else { return }
    lastPlace = touch
    switch touch.phase {
    case .began:
      touches.append(touch)
      start = touch.location(in: nil)
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
  /// Adds a recognizer. It leaves its previous view.
  public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizer.view = self
    recognizers.append(gestureRecognizer)
  }

  /// Removes a recognizer.
  public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    recognizers.removeAll { $0 === gestureRecognizer }
    if gestureRecognizer.view === self { gestureRecognizer.view = nil }
  }

  /// The recognizers of the view, or nil if there are none, as in UIKit.
  public var gestureRecognizers: [UIGestureRecognizer]? { recognizers.isEmpty ? nil : recognizers }
}
