/// The spring of a block animation: its oscillation and its initial velocity.
struct BlockSpring {
  enum Shape {
    /// A spring that is at rest after the duration (behavior.md 8.7).
    case dampingRatio(Double)
    /// A spring with a period in seconds and a damping ratio. It sets its duration.
    case period(Double, dampingRatio: Double)
    /// A spring with physical constants. It sets its duration.
    case constants(mass: Double, stiffness: Double, damping: Double)
  }
  var shape: Shape
  /// Initial velocity along x and y in distances per second. Scalar values use its length.
  var velocity = CGVector.zero

  init(_ shape: Shape, velocity: Double) { (self.shape, speed) = (shape, velocity) }

  init(_ shape: Shape, velocity: CGVector) {
    (self.shape, self.velocity) = (shape, velocity)
    speed = velocity.dx == velocity.dy ? Double(velocity.dx) : Double.hypot(Double(velocity.dx), Double(velocity.dy))
    isDirected = velocity.dx != velocity.dy
  }

  /// Initial velocity of values without axes.
  let speed: Double
  /// Whether the velocities along x and y differ.
  private(set) var isDirected = false

  func makeAnimation(keyPath: String, duration: Double, velocity: Double? = nil) -> CASpringAnimation {
    let (animation, speed) = (CASpringAnimation(keyPath: keyPath), velocity ?? speed)
    let constants = constants(duration: duration, speed: speed)
    (animation.mass, animation.stiffness) = (constants.mass, constants.stiffness)
    (animation.damping, animation.initialVelocity) = (constants.damping, speed)
    animation.allowsOverdamping = true
    animation.duration = duration
    // The curve of the transaction does not apply to the block.
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    return animation
  }

  /// The duration set by the spring in seconds, or nil if the spring fits the given duration.
  var settlingDuration: Double? {
    if case .dampingRatio = shape { return nil }
    return makeAnimation(keyPath: "", duration: 1).settlingDuration
  }

  private func constants(duration: Double, speed: Double) -> (mass: Double, stiffness: Double, damping: Double) {
    switch shape {
    case .dampingRatio(let ratio):
      // With a ratio of 0, the spring would never be at rest.
      let ratio = min(max(ratio, 0.01), 1)
      let frequency = Self.frequency(duration: duration, dampingRatio: ratio, velocity: speed)
      return (1, frequency * frequency, 2 * ratio * frequency)
    case .period(let period, let ratio):
      let frequency = 2 * Double.pi / period
      return (1, frequency * frequency, 2 * ratio * frequency)
    case .constants(let mass, let stiffness, let damping):
      return (mass, stiffness, damping)
    }
  }

  // MARK: Fitting to a duration

  /// Remaining part of the distance at the end of the duration.
  private static let rest = 0.001

  /// The undamped frequency in radians per second at which the envelope of the remaining distance is a thousandth at
  /// the end of the duration (behavior.md 8.7). The largest, if there are several.
  static func frequency(duration: Double, dampingRatio ratio: Double, velocity: Double) -> Double {
    func remainder(_ frequency: Double) -> Double {
      if ratio >= 1 { return abs(1 + (frequency - velocity) * duration) * Double.exp(-frequency * duration) }
      let swing = frequency * (1 - ratio * ratio).squareRoot()
      return abs(ratio * frequency - velocity) / swing * Double.exp(-ratio * frequency * duration)
    }
    // Above this, the envelope decreases. Search down to the first frequency that is too low.
    var high = (10 + 2 * abs(velocity)) / (ratio * duration)
    while remainder(high) > rest { high *= 2 }
    var low = high
    repeat {
      high = low
      low *= 0.99
    } while remainder(low) <= rest && low > 1e-9
    for _ in 0..<200 where high - low > high * 1e-16 {
      let middle = (low + high) / 2
      if remainder(middle) > rest { low = middle } else { high = middle }
    }
    return high
  }
}

/// A vector with a direction and a length, as in Core Graphics.
public struct CGVector: Hashable, Sendable {
  /// The x component.
  public var dx: CGFloat
  /// The y component.
  public var dy: CGFloat

  /// Creates a vector from its components.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

  /// The vector with length 0.
  public static let zero = CGVector(dx: 0, dy: 0)
}
