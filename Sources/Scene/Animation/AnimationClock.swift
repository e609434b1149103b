import Foundation

/// Where an animation is at one moment.
public struct AnimationSample: Sendable, Equatable {
  public enum Phase: Sendable { case before, active, after }
  /// 0...1 through the simple duration, after timing function and spring, which may leave that range.
  public var progress: Double
  /// Completed iterations.
  public var iteration: Double
  /// The end itself counts as after.
  public var phase: Phase
}

/// The time of one animation or group (reference 2.1; rules measured on macOS).
public struct AnimationClock: Sendable, Equatable {
  /// In the parent's time; the duration is finite and above 0.
  public var timing: Timing
  public var curve: TimingCurve?
  /// Moves the value instead of the linear progress.
  public var spring: Spring?

  /// - Parameter inherited: simple duration where the timing has none, seconds.
  public init(_ timing: Timing, curve: TimingCurve? = nil, spring: Spring? = nil, inherited: Double = 0.25) {
    (self.timing, self.curve, self.spring) = (timing, curve, spring)
    if !(timing.duration > 0) { self.timing.duration = inherited }
  }

  /// When the animation is over, in the parent's time; infinite if never.
  public var endTime: Double {
    timing.speed == 0 ? .infinity : timing.beginTime + timing.activeDuration / Double(abs(timing.speed))
  }

  /// Nil where the animation has no effect.
  public func sample(at parentTime: Double) -> AnimationSample? {
    guard let (fraction, iteration, phase) = position(at: parentTime) else { return nil }
    let eased = curve?.value(at: fraction) ?? fraction
    let progress = spring.map { $0.value(at: eased * timing.duration) } ?? eased
    return AnimationSample(progress: progress, iteration: iteration, phase: phase)
  }

  /// The time in which the children of a group run.
  public func basicTime(at parentTime: Double) -> Double? {
    sample(at: parentTime).map { $0.progress * timing.duration }
  }

  private func position(at parentTime: Double) -> (Double, Double, AnimationSample.Phase)? {
    let elapsed = parentTime - timing.beginTime
    let speed = Double(timing.speed)
    let active = timing.activeDuration
    let isAtEnd = speed == 0 ? timing.timeOffset >= active : elapsed * abs(speed) >= active
    if elapsed < 0 {
      guard timing.fillMode == .backwards || timing.fillMode == .both else { return nil }
      let (fraction, iteration) = wrap(timing.timeOffset, isAtEnd: false)
      return (fraction, iteration, .before)
    }
    if elapsed * abs(speed) > active {
      guard timing.fillMode == .forwards || timing.fillMode == .both else { return nil }
      let (fraction, iteration) = wrap(active * (speed < 0 ? -1 : 1) + timing.timeOffset, isAtEnd: true)
      return (fraction, iteration, .after)
    }
    let (fraction, iteration) = wrap(elapsed * speed + timing.timeOffset, isAtEnd: isAtEnd)
    return (fraction, iteration, isAtEnd && speed != 0 ? .after : .active)
  }

  /// A local time as a fraction of the simple duration with the number of iterations before it.
  private func wrap(_ local: Double, isAtEnd: Bool) -> (fraction: Double, iteration: Double) {
    let simple = timing.duration
    let period = timing.autoreverses ? simple * 2 : simple
    guard local.isFinite, period.isFinite, period > 0 else { return (0, 0) }
    var iteration = (local / period).rounded(.down)
    var rest = local - iteration * period
    // Rounding may leave a hair of the next or the last iteration.
    if rest < period * 1e-12 || rest > period * (1 - 1e-12), isAtEnd, local > 0 {
      iteration = (local / period).rounded() - 1
      rest = period
    }
    if timing.autoreverses, rest > simple { rest = period - rest }
    return (min(max(rest / simple, 0), 1), iteration)
  }
}
