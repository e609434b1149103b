/// The spring of a block animation: how it swings, and how fast it starts.
struct BlockSpring {
  enum Shape {
    /// Comes to rest within the duration (behavior.md 8.7).
    case dampingRatio(Double)
    /// Swings once per period in seconds, at the given ratio to critical damping; takes as long as it takes.
    case period(Double, dampingRatio: Double)
    /// Physics of its own; takes as long as it takes.
    case constants(mass: Double, stiffness: Double, damping: Double)
  }
  var shape: Shape
  /// Distances per second along x and y; scalar values start with its length.
  var velocity = CGVector.zero

  /// With the speed of one axis.
  init(_ shape: Shape, velocity: Double) {
    (self.shape, speed) = (shape, velocity)
  }

  /// With a speed along each axis.
  init(_ shape: Shape, velocity: CGVector) {
    (self.shape, self.velocity) = (shape, velocity)
    speed = velocity.dx == velocity.dy ? Double(velocity.dx) : Double.hypot(Double(velocity.dx), Double(velocity.dy))
    isDirected = velocity.dx != velocity.dy
  }

  /// Initial speed of values without axes.
  let speed: Double
  /// Whether x and y start at different speeds.
  private(set) var isDirected = false

  func makeAnimation(keyPath: String, duration: Double, velocity: Double? = nil) -> CASpringAnimation {
    let (animation, speed) = (CASpringAnimation(keyPath: keyPath), velocity ?? speed)
    let constants = constants(duration: duration, speed: speed)
    (animation.mass, animation.stiffness) = (constants.mass, constants.stiffness)
    (animation.damping, animation.initialVelocity) = (constants.damping, speed)
    animation.allowsOverdamping = true
    animation.duration = duration
    // The transaction's curve is not the block's.
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    return animation
  }

  /// Seconds of a spring that takes as long as it takes; nil where it fits itself to a duration.
  var settlingDuration: Double? {
    if case .dampingRatio = shape { return nil }
    return makeAnimation(keyPath: "", duration: 1).settlingDuration
  }

  private func constants(duration: Double, speed: Double) -> (mass: Double, stiffness: Double, damping: Double) {
    switch shape {
    case .dampingRatio(let ratio):
      // A ratio of 0 would never come to rest.
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

  /// Part of the way that is left when the duration is over.
  private static let rest = 0.001

  /// The frequency without damping, radians per second, at which the envelope of the remaining distance comes to a
  /// thousandth at the end of the duration (behavior.md 8.7). The largest, where there are several.
  static func frequency(duration: Double, dampingRatio ratio: Double, velocity: Double) -> Double {
    func remainder(_ frequency: Double) -> Double {
      if ratio >= 1 { return abs(1 + (frequency - velocity) * duration) * Double.exp(-frequency * duration) }
      let swing = frequency * (1 - ratio * ratio).squareRoot()
      return abs(ratio * frequency - velocity) / swing * Double.exp(-ratio * frequency * duration)
    }
    // Beyond this the envelope only falls; from there down to the first frequency that is too low.
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

/// A direction with a length (Core Graphics').
public struct CGVector: Hashable, Sendable {
  /// Along x.
  public var dx: CGFloat
  /// Along y.
  public var dy: CGFloat

  /// A vector by its components.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

  /// The vector of length 0.
  public static let zero = CGVector(dx: 0, dy: 0)
}
