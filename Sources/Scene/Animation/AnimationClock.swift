/// The state of an animation at a time.
package struct AnimationSample: Sendable, Equatable {
  package enum Phase: Sendable { case before, active, after }
  /// Progress through the simple duration after easing and spring. Can be outside 0...1.
  package var progress: Double
  /// Completed iterations of a cumulative animation. 0 if it autoreverses (measured, behavior.md 2.4).
  package var iteration: Double
  /// The end time counts as after.
  package var phase: Phase
}

/// The timing of an animation or group (behavior.md 2.1; rules measured on macOS).
package struct AnimationClock: Sendable, Equatable {
  package let duration: Double
  package let beginTime: Double
  /// Local seconds per second of the parent. Negative values run backward.
  package let speed: Double
  private let timeOffset: Double
  /// Lengths of one iteration and of all iterations in local seconds.
  private let period: Double
  private let active: Double
  private let autoreverses: Bool
  private let fillsBackwards: Bool
  let fillsForwards: Bool
  private let easing: Easing

  private enum Easing: Equatable, Sendable {
    case linear
    case curve(TimingCurve)
    /// A spring over eased time. Stored separately, because it is large and rare.
    indirect case spring(Spring, over: TimingCurve?)
  }

  /// Default duration of an animation in seconds (documented).
  package static let defaultDuration = 0.25

  /// - Parameter inherited: simple duration in seconds if the timing has none.
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
    // Fast path for the most frequent mode.
    let isRemoved = timing.fillMode == .removed
    fillsBackwards = !isRemoved && (timing.fillMode == .backwards || timing.fillMode == .both)
    fillsForwards = !isRemoved && (timing.fillMode == .forwards || timing.fillMode == .both)
    easing = spring.map { .spring($0, over: curve) } ?? curve.map { .curve($0) } ?? .linear
  }

  /// End of the animation in the parent's time; infinite if it never ends.
  package var endTime: Double { beginTime + length }

  /// Length of all iterations in the parent's time; infinite if time is paused.
  package var length: Double { speed == 0 ? .infinity : active / abs(speed) }

  /// Length of one iteration in the parent's time; 0 if time is paused.
  package var cycle: Double { speed == 0 ? 0 : period / abs(speed) }

  /// Nil if the animation has no effect.
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

  /// The time of the children of a group.
  package func basicTime(at parentTime: Double) -> Double? { sample(at: parentTime).map { $0.progress * duration } }

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

  /// Splits a local time into the number of iterations and a fraction of the simple duration.
  private func wrap(_ local: Double, isAtEnd: Bool) -> (fraction: Double, iteration: Double) {
    guard local.isFinite, period.isFinite, period > 0 else { return (0, 0) }
    // Fast path for the first iteration. A quotient below 1 does not round up to 1.
    var iteration = local >= 0 && local < period ? 0 : (local / period).rounded(.down)
    var rest = local - iteration * period
    // Rounding may leave a tiny part of the next or the last iteration.
    if rest < period * 1e-12 || rest > period * (1 - 1e-12), isAtEnd, local > 0 {
      iteration = (local / period).rounded() - 1
      rest = period
    }
    if autoreverses, rest > duration { rest = period - rest }
    return (min(max(rest / duration, 0), 1), iteration)
  }
}
