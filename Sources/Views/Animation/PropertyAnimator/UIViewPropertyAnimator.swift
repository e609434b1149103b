/// Where an animator is in its life. Raw values are UIKit's.
public enum UIViewAnimatingState: Int, Sendable {
  /// UIKit's names: not started or done, running or paused, stopped and not finished.
  case inactive, active, stopped
}

/// Where an animation has ended. Raw values are UIKit's.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// UIKit's names.
  case end, start, current
}

/// Animates what its blocks change, and can be paused, moved by hand, turned round and stopped (behavior.md 8.8).
///
/// Everything happens on the virtual clock of the thread. Completions come when the time is over, whether or not
/// anything has been changed by the blocks.
open class UIViewPropertyAnimator: NSObject {
  /// Seconds; of a spring with constants of its own the time until it is at rest.
  open private(set) var duration: TimeInterval
  /// Seconds, as given to `startAnimation(afterDelay:)`. Default 0.
  open private(set) var delay: TimeInterval = 0
  /// The pace it was made with.
  open private(set) var timingParameters: (any UITimingCurveProvider)?
  /// Where it is in its life. Default inactive.
  open private(set) var state = UIViewAnimatingState.inactive
  /// Whether animations may be paused and stopped. Default true.
  open var isInterruptible = true {
    willSet { demand(state == .inactive, "UIViewPropertyAnimator: isInterruptible is set while it is inactive") }
  }
  /// Whether touches come to views that it animates. Default true.
  open var isUserInteractionEnabled = true
  /// Whether hit testing is left to the caller; changes nothing here, where it looks at the model anyway.
  open var isManualHitTestingEnabled = false
  /// Whether a paused animator moves by hand along a straight line instead of its own pace. Default true.
  open var scrubsLinearly = true
  /// Whether it stays active at its end, without completions. Default false.
  open var pausesOnCompletion = false

  private var blocks: [(delayFactor: Double, body: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private(set) var items: [AnimatorItem] = []
  private var motion = Motion.still(.time(0))
  private var timer: MediaClock.TimedAction?
  private let pace: Pace

  private enum Motion {
    case still(AnimatorSpot)
    /// Along its own pace since a media time, from a time of the time line.
    case own(from: Double, since: Double)
    /// Along another pace for a number of seconds, from a fraction of the way.
    case other(from: Double, since: Double, seconds: Double, pace: Pace)
  }

  // MARK: Creation

  /// An animator without blocks yet.
  ///
  /// - Parameters:
  ///   - duration: seconds.
  ///   - parameters: the pace.
  public required init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    (self.duration, timingParameters, pace) = (duration, parameters, parameters.pace)
    if case .spring(let spring) = pace, let settling = spring.settlingDuration { self.duration = settling }
  }

  /// An animator with a built-in curve; `animations` is its first block.
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  /// An animator with a cubic curve by its control points; `animations` is its first block.
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  /// An animator with a spring that is at rest after `duration`; `animations` is its first block.
  public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// An animator that runs already. Options of transitions and of direction have no effect (documented).
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> Self {
    let animator = Self(
      duration: duration, timingParameters: UICubicTimingParameters(animationCurve: options.curve))
    animator.addAnimations(animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  // MARK: Blocks

  /// Adds a block: it runs when the animator starts, at once if it has started; then its changes take the time that is
  /// left. They begin after `delayFactor` of that time, 0...1.
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

  /// Adds a block that is told where the animations have ended.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

  private func run(_ body: () -> Void, delayFactor: Double, from time: Double) {
    let left = duration - time
    var settings = AnimationSettings(duration: left * (1 - delayFactor), delay: time + left * delayFactor, options: [])
    settings.pace = pace
    if !UIView.areAnimationsEnabled { settings.duration = 0 }
    ViewThread.current.outsideOfBlocks {
      AnimationBlock(settings, AnimationTracker(nil), animator: self).run(body)
    }
  }

  /// A block has changed something.
  func adopt(
    _ change: AnimatedChange, _ animations: [CAPropertyAnimation], _ settings: AnimationSettings,
    _ tracker: AnimationTracker
  ) {
    let ticket = tracker.ticket(blocking: isUserInteractionEnabled ? nil : change.view)
    items.append(AnimatorItem(change, animations, settings, ticket: ticket))
  }

  // MARK: Time

  /// Where it is now.
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

  /// On the time line, seconds.
  private func time(of spot: AnimatorSpot) -> Double {
    switch spot {
    case .time(let time): time
    case .linear(let fraction): pace.fraction(of: fraction, duration: duration) * duration
    }
  }

  /// Whether it is active and not paused.
  open var isRunning: Bool {
    guard state == .active, case .still = motion else { return state == .active }
    return false
  }

  /// Whether it goes back to the start. Turned round, `fractionComplete` counts towards the new goal (assumed; as
  /// reported for iOS 11 and later).
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

  /// How far it has come to its end, or reversed to its start: a fraction of the time while it runs, of the way while
  /// it is paused and scrubs linearly, so that moving it by hand begins with the picture that shows (assumed).
  ///
  /// Setting it moves the picture of a paused animator, and makes an inactive one active and paused; a running one is
  /// left alone.
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

  /// Starts it, or goes on where it was paused.
  ///
  /// - Precondition: it has not been stopped without `finishAnimation(at:)`.
  open func startAnimation() {
    demand(state != .stopped, "UIViewPropertyAnimator: a stopped animator has to be finished first")
    if state == .inactive { activate() }
    if !isRunning { runOn() }
  }

  /// Starts the animations after a delay in seconds.
  open func startAnimation(afterDelay delay: TimeInterval) {
    self.delay = delay
    if state == .inactive, delay > 0 {
      activate()
      motion = .still(.time(-delay))
    }
    startAnimation()
  }

  /// Pauses it; an inactive one becomes active and stands at its start.
  open func pauseAnimation() {
    demand(state != .stopped, "UIViewPropertyAnimator: a stopped animator cannot be paused")
    if state == .inactive { activate() }
    guard isInterruptible || !isRunning else { return }
    pause()
  }

  /// Goes on from where it was paused.
  ///
  /// - Parameters:
  ///   - parameters: the pace from here on; nil for the present one.
  ///   - durationFactor: of `duration`, the seconds until the end; 0 for the time that is left.
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

  /// Ends the animations where they are; what shows becomes the model.
  ///
  /// - Parameter withoutFinishing: true makes it inactive without completions, false leaves that to
  ///   `finishAnimation(at:)`.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active, isInterruptible || !isRunning else { return }
    settle(\.shownValue)
    if withoutFinishing { end() } else { state = .stopped }
  }

  /// Finishes a stopped animator: the values of that place become the model, then completions are called.
  ///
  /// - Precondition: it has been stopped.
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

  /// Runs from where it is along its own pace.
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

  /// The time is over.
  private func arrive() {
    if pausesOnCompletion {
      motion = .still(.time(isReversed ? 0 : duration))
      return show()
    }
    if isReversed { settle(\.startValue) }
    complete(at: isReversed ? .start : .end)
  }

  /// Makes values the model and takes the animations away.
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
