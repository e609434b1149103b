/// One or several taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// Default 1.
  open var numberOfTapsRequired = 1
  /// Stored; touches are scripted one by one. Default 1.
  open var numberOfTouchesRequired = 1
  private var start = CGPoint.zero

  /// Follows the touches that begin.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = touches.first?.location(in: nil) ?? .zero
  }

  /// Decides whether the touches were the gesture.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first else { return }
    let place = touch.location(in: nil)
    // A finger that has wandered does not tap (assumed: 45 points).
    let isStill = Double.hypot(place.x - start.x, place.y - start.y) < 45
    state = isStill && touch.tapCount >= numberOfTapsRequired ? .ended : .failed
  }
}

/// A finger that stays down.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Seconds. Default 0.5.
  open var minimumPressDuration: TimeInterval = 0.5
  /// Points that the finger may move before. Default 10.
  open var allowableMovement: CGFloat = 10
  private var start = CGPoint.zero
  private var timer: MediaClock.TimedAction?

  /// Follows the touches that begin.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = touches.first?.location(in: nil) ?? .zero
    timer = MediaClock.perform(at: CACurrentMediaTime() + minimumPressDuration) { [weak self] in
      if self?.state == .possible { self?.state = .began }
    }
  }

  /// Follows the touches that move; too far, and the gesture fails or changes.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = touches.first?.location(in: nil) ?? .zero
    if state == .began || state == .changed {
      state = .changed
    } else if Double.hypot(place.x - start.x, place.y - start.y) > allowableMovement {
      state = .failed
      timer?.cancel()
    }
  }

  /// Decides whether the touches were the gesture.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { finish(.ended) }
  /// The gesture is cancelled, or fails where it had not begun.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { finish(.cancelled) }

  private func finish(_ end: State) {
    timer?.cancel()
    state = state == .began || state == .changed ? end : .failed
  }
}

/// A finger that moves.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var start = CGPoint.zero
  private var origin = CGPoint.zero
  private var samples: [(place: CGPoint, time: TimeInterval)] = []
  /// Points that a finger moves before it pans (assumed).
  private static let slack: CGFloat = 10

  private func note(_ touches: Set<UITouch>) {
    guard let touch = touches.first else { return }
    samples.append((touch.location(in: nil), touch.timestamp))
    if samples.count > 5 { samples.removeFirst() }
  }

  /// Follows the touches that begin.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    samples = []
    note(touches)
    start = samples.last?.place ?? .zero
    origin = start
  }

  /// Follows the touches that move; too far, and the gesture fails or changes.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    guard let place = samples.last?.place else { return }
    if state == .began || state == .changed {
      state = .changed
    } else if Double.hypot(place.x - start.x, place.y - start.y) >= Self.slack {
      state = .began
    }
  }

  /// Decides whether the touches were the gesture.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    state = state == .began || state == .changed ? .ended : .failed
  }

  /// The gesture is cancelled, or fails where it had not begun.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .began || state == .changed ? .cancelled : .failed
  }

  /// Points since the beginning, or since it was set.
  open func translation(in view: UIView?) -> CGPoint {
    guard let place = samples.last?.place else { return .zero }
    return CGPoint(x: place.x - origin.x, y: place.y - origin.y)
  }

  /// Sets what `translation(in:)` gives now, in points.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    guard let place = samples.last?.place else { return }
    origin = CGPoint(x: place.x - translation.x, y: place.y - translation.y)
  }

  /// Points per second, of the last moves.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let first = samples.first, let last = samples.last, last.time > first.time else { return .zero }
    let time = last.time - first.time
    return CGPoint(x: (last.place.x - first.place.x) / time, y: (last.place.y - first.place.y) / time)
  }
}

/// A finger that moves one way, fast.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Raw values are UIKit's.
  public struct Direction: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Towards larger x.
    public static let right = Direction(rawValue: 1)
    /// Towards smaller x.
    public static let left = Direction(rawValue: 2)
    /// Towards smaller y.
    public static let up = Direction(rawValue: 4)
    /// Towards larger y.
    public static let down = Direction(rawValue: 8)
  }

  /// Default right.
  open var direction = Direction.right
  private var start = CGPoint.zero

  /// Follows the touches that begin.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = touches.first?.location(in: nil) ?? .zero
  }

  /// Decides whether the touches were the gesture.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = touches.first?.location(in: nil) ?? start
    let (x, y) = (place.x - start.x, place.y - start.y)
    let way: Direction = abs(x) > abs(y) ? (x > 0 ? .right : .left) : y > 0 ? .down : .up
    // At least 50 points (assumed).
    state = max(abs(x), abs(y)) >= 50 && direction.contains(way) ? .ended : .failed
  }
}
