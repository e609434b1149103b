/// A recognizer of one or several taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// Number of taps. Default 1.
  open var numberOfTapsRequired = 1
  /// Number of fingers. Stored only: scripts send one touch at a time. Default 1.
  open var numberOfTouchesRequired = 1

  /// Recognizes the gesture, or fails, when touches end.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first else { return }
    let place = touch.location(in: nil)
    // A tap fails if the finger has moved too far (assumed: 45 points).
    let isStill = Double.hypot(place.x - start.x, place.y - start.y) < 45
    state = isStill && touch.tapCount >= numberOfTapsRequired ? .ended : .failed
  }
}

/// A recognizer of a long press.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Minimum duration in seconds. Default 0.5.
  open var minimumPressDuration: TimeInterval = 0.5
  /// Maximum movement of the finger before recognition, in points. Default 10.
  open var allowableMovement: CGFloat = 10
  private var timer: MediaClock.TimedAction?

  /// Tracks touches that begin.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    timer = MediaClock.perform(at: CACurrentMediaTime() + minimumPressDuration) { [weak self] in
      if self?.state == .possible { self?.state = .began }
    }
  }

  /// Tracks touches that move. The gesture can fail or change.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = touches.first?.location(in: nil) ?? .zero
    if state == .began || state == .changed {
      state = .changed
    } else if Double.hypot(place.x - start.x, place.y - start.y) > allowableMovement {
      state = .failed
      timer?.cancel()
    }
  }

  /// Recognizes the gesture, or fails, when touches end.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { finish(.ended) }
  /// Cancels the gesture, or fails if it has not begun.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { finish(.cancelled) }

  private func finish(_ end: State) {
    timer?.cancel()
    self.end(end)
  }
}

/// A recognizer of a moving finger.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var origin = CGPoint.zero
  private var samples: [(place: CGPoint, time: TimeInterval)] = []
  /// Movement before a pan is recognized, in points (assumed).
  private static let slack: CGFloat = 10

  private func note(_ touches: Set<UITouch>) {
    guard let touch = touches.first else { return }
    samples.append((touch.location(in: nil), touch.timestamp))
    if samples.count > 5 { samples.removeFirst() }
  }

  /// Tracks touches that begin.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    samples = []
    note(touches)
    origin = start
  }

  /// Tracks touches that move. The gesture can fail or change.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    guard let place = samples.last?.place else { return }
    if state == .began || state == .changed {
      state = .changed
    } else if Double.hypot(place.x - start.x, place.y - start.y) >= Self.slack {
      state = .began
    }
  }

  /// Recognizes the gesture, or fails, when touches end.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    end(.ended)
  }

  /// Cancels the gesture, or fails if it has not begun.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { end(.cancelled) }

  /// Returns the movement in points since the start, or since `setTranslation(_:in:)`.
  open func translation(in view: UIView?) -> CGPoint {
    guard let place = samples.last?.place else { return .zero }
    return CGPoint(x: place.x - origin.x, y: place.y - origin.y)
  }

  /// Sets the present result of `translation(in:)`, in points.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    guard let place = samples.last?.place else { return }
    origin = CGPoint(x: place.x - translation.x, y: place.y - translation.y)
  }

  /// Returns the velocity of the last moves in points per second.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let first = samples.first, let last = samples.last, last.time > first.time else { return .zero }
    let time = last.time - first.time
    return CGPoint(x: (last.place.x - first.place.x) / time, y: (last.place.y - first.place.y) / time)
  }
}

/// A recognizer of a fast movement in one direction.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Direction of a swipe. Raw values are those of UIKit.
  public struct Direction: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Creates a set from its raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Toward larger x.
    public static let right = Direction(rawValue: 1)
    /// Toward smaller x.
    public static let left = Direction(rawValue: 2)
    /// Toward smaller y.
    public static let up = Direction(rawValue: 4)
    /// Toward larger y.
    public static let down = Direction(rawValue: 8)
  }

  /// Direction to recognize. Default right.
  open var direction = Direction.right

  /// Recognizes the gesture, or fails, when touches end.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = touches.first?.location(in: nil) ?? start
    let (x, y) = (place.x - start.x, place.y - start.y)
    let way: Direction = abs(x) > abs(y) ? (x > 0 ? .right : .left) : y > 0 ? .down : .up
    // Minimum distance 50 points (assumed).
    state = max(abs(x), abs(y)) >= 50 && direction.contains(way) ? .ended : .failed
  }
}
