/// Where an animation is at one moment.
package struct AnimationSample: Sendable, Equatable {
  package enum Phase: Sendable { case before, active, after }
  /// 0...1 through the simple duration, after timing function and spring, which may leave that range.
  package var progress: Double
  /// Completed iterations that a cumulative animation adds up: none where it autoreverses (measured, behavior.md 2.4).
  package var iteration: Double
  /// The end itself counts as after.
  package var phase: Phase
}

/// The time of one animation or group (behavior.md 2.1; rules measured on macOS).
package struct AnimationClock: Sendable, Equatable {
  /// Simple duration in seconds, above 0.
  package let duration: Double
  /// In the parent's time.
  package let beginTime: Double
  /// Local seconds per second of the parent; below 0 time runs backwards.
  package let speed: Double
  private let timeOffset: Double
  /// Length of one iteration, and of all of them, in local seconds.
  private let period: Double
  private let active: Double
  private let autoreverses: Bool
  private let fillsBackwards: Bool
  let fillsForwards: Bool
  private let easing: Easing

  /// How linear progress is eased.
  private enum Easing: Equatable, Sendable {
    case linear
    case curve(TimingCurve)
    /// A spring over eased time; apart, because it is large and rare.
    indirect case spring(Spring, over: TimingCurve?)
  }

  /// Seconds of an animation without a duration (documented).
  package static let defaultDuration = 0.25

  /// - Parameter inherited: simple duration where the timing has none, seconds.
  package init(
    _ timing: Timing, curve: TimingCurve? = nil, spring: Spring? = nil, inherited: Double = defaultDuration
  ) {
    var timing = timing
    if !(timing.duration > 0) { timing.duration = inherited }
    (duration, beginTime, timeOffset) = (timing.duration, timing.beginTime, timing.timeOffset)
    speed = Double(timing.speed)
    autoreverses = timing.autoreverses
    period = timing.autoreverses ? timing.duration * 2 : timing.duration
    active = timing.activeDuration
    // What most animations say is not compared with the others.
    let isRemoved = timing.fillMode == .removed
    fillsBackwards = !isRemoved && (timing.fillMode == .backwards || timing.fillMode == .both)
    fillsForwards = !isRemoved && (timing.fillMode == .forwards || timing.fillMode == .both)
    easing = spring.map { .spring($0, over: curve) } ?? curve.map { .curve($0) } ?? .linear
  }

  /// When the animation is over, in the parent's time; infinite if never.
  package var endTime: Double { beginTime + length }

  /// Length of all iterations in the parent's time; infinite where time stands still.
  package var length: Double { speed == 0 ? .infinity : active / abs(speed) }

  /// Length of one iteration in the parent's time; 0 where time stands still.
  package var cycle: Double { speed == 0 ? 0 : period / abs(speed) }

  /// Nil where the animation has no effect.
  package func sample(at parentTime: Double) -> AnimationSample? {
    guard let (fraction, iteration, phase) = position(at: parentTime) else { return nil }
    return AnimationSample(progress: eased(fraction), iteration: autoreverses ? 0 : iteration, phase: phase)
  }

  private func eased(_ fraction: Double) -> Double {
    switch easing {
    case .linear: fraction
    case .curve(let curve): curve.value(at: fraction)
    case .spring(let spring, let curve): spring.value(at: (curve?.value(at: fraction) ?? fraction) * duration)
    }
  }

  /// The time in which the children of a group run.
  package func basicTime(at parentTime: Double) -> Double? {
    sample(at: parentTime).map { $0.progress * duration }
  }

  private func position(at parentTime: Double) -> (Double, Double, AnimationSample.Phase)? {
    let elapsed = parentTime - beginTime
    let isAtEnd = speed == 0 ? timeOffset >= active : elapsed * abs(speed) >= active
    if elapsed < 0 {
      guard fillsBackwards else { return nil }
      let (fraction, iteration) = wrap(timeOffset, isAtEnd: false)
      return (fraction, iteration, .before)
    }
    if elapsed * abs(speed) > active {
      guard fillsForwards else { return nil }
      let (fraction, iteration) = wrap(active * (speed < 0 ? -1 : 1) + timeOffset, isAtEnd: true)
      return (fraction, iteration, .after)
    }
    let (fraction, iteration) = wrap(elapsed * speed + timeOffset, isAtEnd: isAtEnd)
    return (fraction, iteration, isAtEnd && speed != 0 ? .after : .active)
  }

  /// A local time as a fraction of the simple duration with the number of iterations before it.
  private func wrap(_ local: Double, isAtEnd: Bool) -> (fraction: Double, iteration: Double) {
    guard local.isFinite, period.isFinite, period > 0 else { return (0, 0) }
    // Most animations are seen in their first iteration: a quotient below 1 is not rounded up to it.
    var iteration = local >= 0 && local < period ? 0 : (local / period).rounded(.down)
    var rest = local - iteration * period
    // Rounding may leave a hair of the next or the last iteration.
    if rest < period * 1e-12 || rest > period * (1 - 1e-12), isAtEnd, local > 0 {
      iteration = (local / period).rounded() - 1
      rest = period
    }
    if autoreverses, rest > duration { rest = period - rest }
    return (min(max(rest / duration, 0), 1), iteration)
  }
}
