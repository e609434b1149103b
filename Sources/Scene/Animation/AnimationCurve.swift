/// The values of an animation over its progress.
package struct AnimationCurve<Value: Animatable>: Sendable {
  package enum Source: Sendable {
    /// Missing ends are computed from the value below the animation (behavior.md 2.3).
    case basic(from: Value?, to: Value?, by: Value?)
    case keyframes(Keyframes<Value>)
    /// Computes the value from the progress.
    case function(@Sendable (Double) -> Value?)
  }
  package var source: Source
  package var isAdditive: Bool
  /// Whether each completed iteration adds the end value.
  package var isCumulative: Bool

  package init(_ source: Source, isAdditive: Bool = false, isCumulative: Bool = false) {
    (self.source, self.isAdditive, self.isCumulative) = (source, isAdditive, isCumulative)
  }

  /// The visible value, or nil if the animation has no effect.
  /// - Parameter under: the model value with previous animations.
  package func value(over under: Value, at sample: AnimationSample) -> Value? {
    guard var value = plainValue(over: under, at: sample.progress) else { return nil }
    if isCumulative, sample.iteration > 0 {
      guard let end = plainValue(over: under, at: 1), let sum = end.repeated(sample.iteration)?.plus(value) else {
        return nil
      }
      value = sum
    }
    return isAdditive ? under.plus(value) : value
  }

  private func plainValue(over under: Value, at progress: Double) -> Value? {
    switch source {
    case .basic(let from, let to, let by):
      guard let base = isAdditive ? (from ?? to ?? by ?? under).neutral : under,
        let ends = Self.ends(from, to, by, base: base)
      else { return nil }
      return ends.0.mixed(ends.1, progress)
    case .keyframes(let keyframes): return keyframes.value(at: progress)
    case .function(let function): return function(progress)
    }
  }

  private static func ends(_ from: Value?, _ to: Value?, _ by: Value?, base: Value) -> (Value, Value)? {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): from.plus(by).map { (from, $0) }
    case (nil, let to?, let by?): to.minus(by).map { ($0, to) }
    case (let from?, nil, nil): (from, base)
    case (nil, let to?, nil): (base, to)
    case (nil, nil, let by?): base.plus(by).map { (base, $0) }
    case (nil, nil, nil): nil
    }
  }
}
