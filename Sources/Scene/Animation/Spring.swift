/// A damped spring from 0 to 1, for `CASpringAnimation` (closed forms of behavior.md 2.7).
package struct Spring: Sendable, Hashable {
  package var mass = 1.0
  package var stiffness = 100.0
  /// Infinite damping arrives at once.
  package var damping = 10.0
  /// Initial velocity in distances per second, toward the target.
  package var initialVelocity = 0.0
  /// If false, damping is limited to critical damping (measured).
  package var allowsOverdamping = false

  package init() {}

  private var frequency: Double { (stiffness / mass).squareRoot() }
  private var decay: Double { damping / (2 * mass) }
  private var dampingRatio: Double { decay / frequency }

  package func value(at time: Double) -> Double {
    if time <= 0 { return 0 }
    let (w, b, v) = (frequency, decay, initialVelocity)
    guard damping.isFinite else { return 1 }
    if dampingRatio < 1 {
      let q = (w * w - b * b).squareRoot()
      return 1 - Double.exp(-b * time) * (Double.cos(q * time) + (b - v) / q * Double.sin(q * time))
    }
    guard let modes = overdampedModes else { return 1 - Double.exp(-w * time) * (1 + (w - v) * time) }
    return 1 - modes.share * Double.exp(modes.slow * time) - (1 - modes.share) * Double.exp(modes.fast * time)
  }

  /// The rates of the two exponentials of an overdamped spring, and the share of the slow one; nil for other springs.
  private var overdampedModes: (slow: Double, fast: Double, share: Double)? {
    guard allowsOverdamping, dampingRatio > 1 else { return nil }
    let (w, b) = (frequency, decay)
    let q = (b * b - w * w).squareRoot()
    let (slow, fast) = (-b + q, -b - q)
    return (slow, fast, (fast + initialVelocity) / (fast - slow))
  }

  /// Seconds until the spring stays within a thousandth of the target. The formula matches all measured values.
  ///
  /// For overdamped springs the shares of the two exponentials are exchanged. This is assumed: it gives the measured
  /// 2.6 s of `perceptualDuration` 1 and `bounce` -0.5, and tends to the measured 0 of `bounce` -1 (behavior.md 2.7).
  package var settlingDuration: Double {
    if !damping.isFinite { return 0 }
    if damping == 0 { return Double(Float.greatestFiniteMagnitude) }
    let threshold = 0.001
    if dampingRatio < 1 {
      let q = (frequency * frequency - decay * decay).squareRoot()
      return max(0, Double.log((1 + abs((decay - initialVelocity) / q)) / threshold) / decay)
    }
    // Overdamped springs are evaluated in steps of a tenth.
    var steps = settlingBound
    while steps > 0, distance(at: Double(steps - 1) / 10) <= threshold, staysSettled(from: steps - 1) { steps -= 1 }
    return Double(steps) / 10
  }

  private func distance(at time: Double) -> Double {
    if time <= 0 { return 1 }
    guard let modes = overdampedModes else { return abs(1 - value(at: time)) }
    return abs((1 - modes.share) * Double.exp(modes.slow * time) + modes.share * Double.exp(modes.fast * time))
  }

  /// Whether there is no later extremum. Each of these springs has at most one.
  private func staysSettled(from step: Int) -> Bool {
    guard let hump else { return true }
    return hump <= Double(step) / 10 || distance(at: hump) <= 0.001
  }

  /// Time of the extremum after the start; nil if the distance only decreases.
  private var hump: Double? {
    if let (slow, fast, share) = overdampedModes {
      let ratio = -share * fast / ((1 - share) * slow)
      return ratio > 0 && ratio.isFinite ? Double.log(ratio) / (slow - fast) : nil
    }
    let w = frequency
    return w == initialVelocity ? nil : 1 / w - 1 / (w - initialVelocity)
  }

  /// An upper bound of the settling time in tenths.
  private var settlingBound: Int {
    var steps = 1
    while distance(at: Double(steps) / 10) > 0.001 || !staysSettled(from: steps), steps < 1 << 20 { steps *= 2 }
    return steps
  }
}
