/// State of an animator. Raw values are those of UIKit.
public enum UIViewAnimatingState: Int, Sendable {
  /// Not started or finished; running or paused; stopped but not finished.
  case inactive, active, stopped
}

/// Final position of an animation. Raw values are those of UIKit.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// The cases of UIKit.
  case end, start, current
}

/// An animator for the changes in its blocks. You can pause, scrub, reverse and stop it (behavior.md 8.8).
///
/// It uses the virtual clock of the thread. Completions are called after the duration, even if the blocks change
/// nothing.
open class UIViewPropertyAnimator: NSObject {
  /// Duration in seconds. For a spring with physical constants, the time until it is at rest.
  open private(set) var duration: TimeInterval
  /// Delay in seconds, as passed to `startAnimation(afterDelay:)`. Default 0.
  open private(set) var delay: TimeInterval = 0
  /// The easing of the animator.
  open private(set) var timingParameters: (any UITimingCurveProvider)?
  /// Present state. Default inactive.
  open private(set) var state = UIViewAnimatingState.inactive
  /// Whether the animator can be paused and stopped. Default true.
  open var isInterruptible = true {
    willSet { demand(state == .inactive, "UIViewPropertyAnimator: isInterruptible is set while it is inactive") }
  }
  /// Whether animated views receive touches. Default true.
  open var isUserInteractionEnabled = true
  /// Whether the caller does hit testing. Ignored: hit testing always uses the model.
  open var isManualHitTestingEnabled = false
  /// Whether scrubbing a paused animator is linear instead of eased. Default true.
  open var scrubsLinearly = true
  /// Whether the animator stays active at its end, without completions. Default false.
  open var pausesOnCompletion = false

  private var blocks: [(delayFactor: Double, body: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private(set) var items: [AnimatorItem] = []
  private var motion = Motion.still(.time(0))
  private var timer: MediaClock.TimedAction?
  private let pace: Pace

  private enum Motion {
    case still(AnimatorSpot)
    /// With its own easing since a media time, from a time of the timeline.
    case own(from: Double, since: Double)
    /// With another easing for some seconds, from a fraction of the distance.
    case other(from: Double, since: Double, seconds: Double, pace: Pace)
  }

  // MARK: Creation

  /// Creates an animator without blocks.
  ///
  /// - Parameters:
  ///   - duration: duration in seconds.
  ///   - parameters: the easing.
  public required init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    (self.duration, timingParameters, pace) = (duration, parameters, parameters.pace)
    if case .spring(let spring) = pace, let settling = spring.settlingDuration { self.duration = settling }
  }

  /// Creates an animator with a built-in curve. `animations` is its first block.
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a cubic curve. `animations` is its first block.
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a spring that is at rest after `duration`. `animations` is its first block.
  public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// Creates and starts an animator. Transition and direction options have no effect (documented).
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> Self {
    let animator = Self(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: options.curve))
    animator.addAnimations(animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  // MARK: Blocks

  /// Adds a block of animated changes. It runs when the animator starts, or at once if the animator has started. The
  /// changes then use the remaining time, after a delay of `delayFactor` times that time, 0...1.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat = 0) {
    let factor = Double(min(max(delayFactor, 0), 1))
    guard state == .active else {
      blocks.append((factor, animation))
      return
    }
    let (now, known) = (spot, items.count)
    run(animation, delayFactor: factor, from: min(max(time(of: now), 0), duration))
    guard case .other(_, let since, let seconds, let pace) = motion else { return show() }
    for item in items.dropFirst(known) {
      item.goOn(
        from: .linear(0), isReversed: isReversed, pace: pace, seconds: since + seconds - CACurrentMediaTime(),
        timeLine: duration)
    }
  }

  /// Adds a block that takes the final position of the animations.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

  private func run(_ body: () -> Void, delayFactor: Double, from time: Double) {
    let left = duration - time
    var settings = AnimationSettings(duration: left * (1 - delayFactor), delay: time + left * delayFactor, options: [])
    settings.pace = pace
    if !UIView.areAnimationsEnabled { settings.duration = 0 }
    ViewThread.current.outsideOfBlocks {
      AnimationBlock(settings, AnimationTracker(nil), adopt: adopt).run(body)
    }
  }

  private func adopt(
    _ change: AnimatedChange, _ animations: [CAPropertyAnimation], _ settings: AnimationSettings,
    _ tracker: AnimationTracker
  ) {
    let ticket = tracker.ticket(blocking: isUserInteractionEnabled ? nil : change.view)
    items.append(AnimatorItem(change, animations, settings, ticket: ticket))
  }

  // MARK: Time

  private var spot: AnimatorSpot {
    let now = CACurrentMediaTime()
    switch motion {
    case .still(let spot): return spot
    case .own(let from, let since):
      return .time(isReversed ? max(0, from - (now - since)) : min(duration, from + (now - since)))
    case .other(let from, let since, let seconds, let pace):
      let progress = pace.progress(at: seconds > 0 ? (now - since) / seconds : 1, duration: seconds)
      return .linear(from + ((isReversed ? 0 : 1) - from) * progress)
    }
  }

  private func time(of spot: AnimatorSpot) -> Double {
    switch spot {
    case .time(let time): time
    case .linear(let fraction): pace.fraction(of: fraction, duration: duration) * duration
    }
  }

  /// Whether the animator is active and not paused.
  open var isRunning: Bool {
    guard state == .active, case .still = motion else { return state == .active }
    return false
  }

  /// Whether the animator runs toward its start. In this case `fractionComplete` is the progress toward the start
  /// (assumed; as reported for iOS 11 and later).
  open var isReversed: Bool {
    get { goesBack }
    set {
      guard newValue != goesBack else { return }
      let wasRunning = isRunning
      if wasRunning { motion = .still(spot) }
      goesBack = newValue
      if wasRunning { runOn() }
    }
  }
  private var goesBack = false

  /// Progress toward the end, or toward the start if reversed. It is a fraction of the time while running, and a
  /// fraction of the distance while paused with linear scrubbing, so that scrubbing starts at the visible state
  /// (assumed).
  ///
  /// Set it to scrub a paused animator. This makes an inactive animator active and paused. A running animator ignores
  /// it.
  open var fractionComplete: CGFloat {
    get {
      let fraction: Double
      switch (motion, spot) {
      case (.still, .time(let time)) where scrubsLinearly && duration > 0:
        fraction = pace.progress(at: max(0, time) / duration, duration: duration)
      case (_, .time(let time)): fraction = duration > 0 ? max(0, time) / duration : 1
      case (_, .linear(let way)): fraction = way
      }
      if state == .inactive { return 0 }
      return CGFloat(isReversed ? 1 - fraction : fraction)
    }
    set {
      if state == .inactive { activate() }
      guard state == .active, case .still = motion else { return }
      let fraction = min(max(isReversed ? 1 - Double(newValue) : Double(newValue), 0), 1)
      motion = .still(scrubsLinearly ? .linear(fraction) : .time(fraction * duration))
      show()
    }
  }

  // MARK: Control

  /// Starts the animator, or continues after a pause.
  ///
  /// - Precondition: it was not stopped without `finishAnimation(at:)`.
  open func startAnimation() {
    demand(state != .stopped, "UIViewPropertyAnimator: a stopped animator has to be finished first")
    if state == .inactive { activate() }
    if !isRunning { runOn() }
  }

  /// Starts the animator after a delay in seconds.
  open func startAnimation(afterDelay delay: TimeInterval) {
    self.delay = delay
    if state == .inactive, delay > 0 {
      activate()
      motion = .still(.time(-delay))
    }
    startAnimation()
  }

  /// Pauses the animator. An inactive one becomes active at its start.
  open func pauseAnimation() {
    demand(state != .stopped, "UIViewPropertyAnimator: a stopped animator cannot be paused")
    if state == .inactive { activate() }
    guard isInterruptible || !isRunning else { return }
    pause()
  }

  /// Continues after a pause.
  ///
  /// - Parameters:
  ///   - parameters: the new easing; nil keeps the present one.
  ///   - durationFactor: time to the end as a factor of `duration`; 0 means the remaining time.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    guard state == .active, !isRunning else { return }
    let now = time(of: spot)
    let left = isReversed ? now : duration - now
    guard parameters != nil || durationFactor > 0 else { return runOn() }
    let pace = parameters?.pace ?? pace
    var seconds = durationFactor > 0 ? Double(durationFactor) * duration : left
    if case .spring(let spring) = pace, let settling = spring.settlingDuration { seconds = settling }
    let start = spot
    motion = .other(from: way(at: start), since: CACurrentMediaTime(), seconds: seconds, pace: pace)
    for item in items {
      item.goOn(from: start, isReversed: isReversed, pace: pace, seconds: seconds, timeLine: duration)
    }
    setTimer(after: seconds)
  }

  private func way(at spot: AnimatorSpot) -> Double {
    switch spot {
    case .linear(let fraction): fraction
    case .time(let time): pace.progress(at: duration > 0 ? max(0, time) / duration : 1, duration: duration)
    }
  }

  /// Stops the animations. The visible values become the model values.
  ///
  /// - Parameter withoutFinishing: true makes the animator inactive without completions; false waits for
  ///   `finishAnimation(at:)`.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active, isInterruptible || !isRunning else { return }
    settle(\.shownValue)
    if withoutFinishing { end() } else { state = .stopped }
  }

  /// Finishes a stopped animator. The values of the position become the model values, then completions are called.
  ///
  /// - Precondition: the animator was stopped.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    demand(state == .stopped, "UIViewPropertyAnimator: only a stopped animator can be finished")
    switch finalPosition {
    case .end: settle(\.endValue)
    case .start: settle(\.startValue)
    case .current: break
    }
    complete(at: finalPosition)
  }

  // MARK: Steps

  private func activate() {
    state = .active
    motion = .still(.time(0))
    let added = blocks
    blocks = []
    for (factor, body) in added { run(body, delayFactor: factor, from: 0) }
    show()
  }

  private func pause() {
    motion = .still(spot)
    timer?.cancel()
    show()
  }

  /// Runs from the present position with its own easing.
  private func runOn() {
    let time = time(of: spot)
    motion = .own(from: time, since: CACurrentMediaTime())
    show()
    setTimer(after: UIView.areAnimationsEnabled ? isReversed ? time : duration - time : 0)
  }

  private func show() {
    switch motion {
    case .still(.time(let time)): items.forEach { $0.hold(at: time) }
    case .still(.linear(let fraction)): items.forEach { $0.holdLinearly(at: fraction * duration) }
    case .own:
      let time = time(of: spot)
      items.forEach { $0.run(from: time, isReversed: isReversed) }
    case .other: break
    }
  }

  private func setTimer(after seconds: Double) {
    timer?.cancel()
    timer = MediaClock.perform(at: CACurrentMediaTime() + max(0, seconds)) { [self] in arrive() }
  }

  private func arrive() {
    if pausesOnCompletion {
      motion = .still(.time(isReversed ? 0 : duration))
      return show()
    }
    if isReversed { settle(\.startValue) }
    complete(at: isReversed ? .start : .end)
  }

  /// Sets the model values and removes the animations.
  private func settle(_ value: (ArraySlice<AnimatorItem>) -> Any?) {
    timer?.cancel()
    let properties = AnimatorItem.byProperty(items)
    let values = properties.map(value)
    items.forEach { $0.remove() }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (items, value) in zip(properties, values) {
      guard let change = items.first?.change else { continue }
      change.layer.setValue(value, forKeyPath: change.keyPath)
    }
    CATransaction.commit()
  }

  private func complete(at position: UIViewAnimatingPosition) {
    let called = completions
    end()
    ViewThread.current.outsideOfBlocks { called.forEach { $0(position) } }
  }

  private func end() {
    timer?.cancel()
    timer = nil
    let ended = items
    (items, completions, blocks) = ([], [], [])
    (state, goesBack, motion) = (.inactive, false, .still(.time(0)))
    for item in ended {
      item.remove()
      item.ticket.animationDidStop(CAAnimation(), finished: true)
    }
  }
}
