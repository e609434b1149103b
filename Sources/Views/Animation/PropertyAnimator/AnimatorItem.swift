/// A property of a property animator: its animations from the start, and those on the layer now.
final class AnimatorItem {
  let change: AnimatedChange
  private let animations: [CAPropertyAnimation]
  /// Start on the animator's timeline in seconds.
  private let start: Double
  private let duration: Double
  private let pace: Pace
  /// Counts for the completion of a block nested in the animator's.
  let ticket: any CAAnimationDelegate
  private(set) var shown: [(key: String, animation: CAPropertyAnimation)] = []
  /// Whether another animation has replaced it on the layer.
  private var isLost = false

  init(
    _ change: AnimatedChange, _ animations: [CAPropertyAnimation], _ settings: AnimationSettings,
    ticket: any CAAnimationDelegate
  ) {
    (self.change, self.animations, self.ticket) = (change, animations, ticket)
    (start, duration, pace) = (settings.delay, settings.duration, settings.pace)
  }

  private var layer: CALayer { change.layer }
  private var now: Double { layer.convertTime(CACurrentMediaTime(), from: nil) }

  // MARK: Visible value

  /// Pauses at a time of the timeline.
  func hold(at time: Double) {
    show(animations) { animation in
      (animation.speed, animation.timeOffset) = (0, min(max(time - start, 0), duration))
    }
  }

  /// Pauses at a fraction of the distance, without easing.
  /// - Parameter time: the fraction of the animator's duration, in seconds.
  func holdLinearly(at time: Double) {
    let flat = animations.map { animation in
      guard let basic = animation as? CABasicAnimation else { return animation }
      let flat = CABasicAnimation(keyPath: basic.keyPath)
      (flat.fromValue, flat.toValue, flat.isAdditive) = (basic.fromValue, basic.toValue, basic.isAdditive)
      return flat
    }
    show(flat) { animation in
      (animation.duration, animation.timingFunction) = (duration, CAMediaTimingFunction(name: .linear))
      (animation.speed, animation.timeOffset) = (0, min(max(time - start, 0), duration))
    }
  }

  /// Runs from a time of the timeline to its end, or back to its start.
  /// - Parameter rate: seconds of the timeline per second.
  func run(from time: Double, isReversed: Bool, rate: Double = 1) {
    let local = time - start
    show(animations) { animation in
      animation.speed = Float(rate)
      guard isReversed else {
        animation.beginTime = now - local / rate
        return
      }
      // The backward part of an autoreversing animation.
      (animation.autoreverses, animation.timeOffset, animation.repeatDuration) = (true, duration, duration)
      animation.beginTime = now + (local - duration) / rate
    }
  }

  /// Continues from the present value with another easing.
  /// - Parameter seconds: seconds to the end.
  func goOn(from spot: AnimatorSpot, isReversed: Bool, pace: Pace, seconds: Double, timeLine: Double) {
    let from = progress(at: spot, timeLine: timeLine)
    guard let basic = animations.first as? CABasicAnimation, let keyPath = basic.keyPath,
      let (old, new) = ends(of: basic), let value = Self.mix(old, new, from)
    else {
      // Keyframes keep their easing and change their speed.
      let left = isReversed ? from : 1 - from
      return run(
        from: start + from * duration, isReversed: isReversed, rate: max(left * duration / max(seconds, 1e-3), 1e-6))
    }
    var settings = AnimationSettings(duration: seconds, options: [])
    settings.pace = pace
    let animation = settings.makeAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.isAdditive) = (value, isReversed ? old : new, basic.isAdditive)
    show([animation]) { $0.beginTime = now }
  }

  /// Ends of the animation, on top of the model or instead of it. Nil if a value is missing.
  private func ends(of animation: CABasicAnimation) -> (old: Any, new: Any)? {
    guard let old = AnimatedChange.animatable(animation.fromValue),
      let new = AnimatedChange.animatable(animation.toValue ?? change.new)
    else { return nil }
    return (old, new)
  }

  /// The progress of the value, 0...1, without overshoot.
  private func progress(at spot: AnimatorSpot, timeLine: Double) -> Double {
    func part(_ time: Double) -> Double { duration > 0 ? min(max((time - start) / duration, 0), 1) : 1 }
    return switch spot {
    case .time(let time): pace.progress(at: part(time), duration: duration)
    case .linear(let fraction): part(fraction * timeLine)
    }
  }

  private static func mix(_ old: Any, _ new: Any, _ progress: Double) -> Any? {
    func mixed<Value: Animatable>(_ old: Value) -> Any? { (new as? Value).flatMap { old.mixed($0, progress) } }
    return (old as? any Animatable).flatMap { mixed($0) }
  }

  private func show(_ animations: [CAPropertyAnimation], _ prepare: (CAPropertyAnimation) -> Void) {
    guard !isLost else { return }
    remove()
    for animation in animations {
      guard let copy = animation.copy() as? CAPropertyAnimation else { continue }
      // Held values do not depend on it, but animations begin when they are added unless it is set.
      copy.beginTime = now
      (copy.fillMode, copy.isRemovedOnCompletion) = (.both, false)
      prepare(copy)
      copy.delegate = Guard(self)
      let key = change.freeKey
      layer.add(copy, forKey: key)
      shown.append((key, copy))
    }
  }

  /// Removes the animations from the layer, so that the model is visible.
  func remove() {
    let keys = shown.map(\.key)
    shown = []
    keys.forEach { layer.removeAnimation(forKey: $0) }
  }

  private final class Guard: CAAnimationDelegate {
    private weak var item: AnimatorItem?

    init(_ item: AnimatorItem) { self.item = item }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      // Animations that the item itself removes are no longer in `shown`.
      guard !flag, let item, !item.shown.isEmpty else { return }
      (item.isLost, item.shown) = (true, [])
    }
  }
}

extension AnimatorItem {
  /// Groups items by property, in the order of their changes.
  static func byProperty(_ items: [AnimatorItem]) -> [ArraySlice<AnimatorItem>] {
    var groups: [ArraySlice<AnimatorItem>] = []
    for item in items {
      let index = groups.firstIndex {
        $0.first?.layer === item.layer && $0.first?.change.keyPath == item.change.keyPath
      }
      if let index { groups[index].append(item) } else { groups.append([item]) }
    }
    return groups
  }
}

extension ArraySlice<AnimatorItem> {
  var startValue: Any? { first?.change.old }
  var endValue: Any? { last?.change.new }
  /// The model value with these items applied.
  var shownValue: Any? {
    first.flatMap { $0.change.layer.value(forKeyPath: $0.change.keyPath, under: flatMap(\.shown).map(\.animation)) }
  }
}

/// A position on the timeline of an animator.
enum AnimatorSpot {
  /// A time in seconds, with easing.
  case time(Double)
  /// A fraction of the distance, without easing.
  case linear(Double)
}

extension Pace {
  /// The progress at a fraction of the duration.
  func progress(at fraction: Double, duration: Double) -> Double {
    switch self {
    case .curve(let function): function.curve.value(at: min(max(fraction, 0), 1))
    case .spring(let spring):
      spring.makeAnimation(keyPath: "", duration: duration).progress(after: fraction * duration)
    }
  }

  /// The first fraction of the duration that reaches a progress.
  func fraction(of progress: Double, duration: Double) -> Double {
    guard progress > 0 else { return 0 }
    let steps = 512
    guard
      let step = (1...steps).first(where: {
        self.progress(at: Double($0) / Double(steps), duration: duration) >= progress
      })
    else { return 1 }
    var (low, high) = (Double(step - 1) / Double(steps), Double(step) / Double(steps))
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if self.progress(at: middle, duration: duration) < progress { low = middle } else { high = middle }
    }
    return high
  }
}
