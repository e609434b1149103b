extension UIView {
  /// Animates the changes in a block.
  ///
  /// The block runs at once and sets the model values. The visible values follow. Animations of position, size,
  /// transform and corner radius are additive, so a new block continues smoothly from one that is still running
  /// (behavior.md 8.3). Animations of a view outside a committed tree wait until it is committed.
  ///
  /// - Parameters:
  ///   - duration: duration in seconds. With 0 or less, the changes are visible at once.
  ///   - delay: seconds before the start.
  ///   - options: curve, repetition and others. The default is a slow start and end.
  ///   - animations: a block that changes properties of views.
  ///   - completion: called when all animations have stopped. It takes whether all ran to their end. Without
  ///     animations, it is called as soon as possible.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(AnimationSettings(duration: duration, delay: delay, options: options), animations, completion)
  }

  /// Animates the changes in a block, without delay and with the default options.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
  }

  /// Animates the changes in a block with a spring that is at rest after the duration.
  ///
  /// - Parameters:
  ///   - duration: duration in seconds. With 0 or less, the changes are visible at once.
  ///   - delay: seconds before the start.
  ///   - dampingRatio: damping ratio, limited to 0.01...1. 1 does not oscillate.
  ///   - velocity: initial velocity in distances per second, toward the target.
  ///   - options: options. Curves have no effect.
  ///   - animations: a block that changes properties of views.
  ///   - completion: see `animate(withDuration:)`.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var settings = AnimationSettings(duration: duration, delay: delay, options: options)
    settings.pace = .spring(BlockSpring(.dampingRatio(Double(dampingRatio)), velocity: Double(velocity)))
    animate(settings, animations, completion)
  }

  /// Animates the changes in a block with a spring that is defined by its perceptual duration.
  ///
  /// - Parameters:
  ///   - duration: seconds of an oscillation without damping. The animation runs until the spring is at rest.
  ///   - bounce: limited to -0.99...0.99. 0 does not overshoot, 1 would never stop, and negative values are overdamped.
  ///   - initialSpringVelocity: initial velocity in distances per second, toward the target.
  ///   - delay: seconds before the start.
  ///   - options: options. Curves have no effect.
  ///   - animations: a block that changes properties of views.
  ///   - completion: see `animate(withDuration:)`.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var settings = AnimationSettings(duration: duration, delay: delay, options: options)
    if duration > 0 {
      let bounce = Double(min(max(bounce, -0.99), 0.99))
      let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
      let spring = BlockSpring(.period(duration, dampingRatio: ratio), velocity: Double(initialSpringVelocity))
      (settings.pace, settings.duration) = (.spring(spring), spring.settlingDuration ?? duration)
    }
    animate(settings, animations, completion)
  }

  private static func animate(
    _ settings: AnimationSettings, _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    makeBlock(settings, AnimationTracker(completion)).run(animations)
  }

  /// Creates a nested block. It animates nothing while animations are disabled.
  static func makeBlock(_ settings: AnimationSettings, _ tracker: AnimationTracker) -> AnimationBlock {
    let outer = ViewThread.current.block
    var settings = settings.nested(in: outer?.settings)
    if !areAnimationsEnabled { settings.duration = 0 }
    return AnimationBlock(settings, tracker, adopt: outer?.adopt)
  }

  // MARK: Whether anything animates

  /// Sets whether blocks animate on this thread. Running animations continue. Default true.
  public class func setAnimationsEnabled(_ enabled: Bool) { ViewThread.current.areAnimationsEnabled = enabled }
  /// Whether blocks animate on this thread. Default true.
  public class var areAnimationsEnabled: Bool { ViewThread.current.areAnimationsEnabled }

  /// Runs a body without animating its changes, even inside a block.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let thread = ViewThread.current
    let isEnabled = thread.areAnimationsEnabled
    thread.areAnimationsEnabled = false
    thread.with(StillContext(), actionsWithoutAnimation)
    thread.areAnimationsEnabled = isEnabled
  }

  /// Duration of the innermost running block in seconds; 0 outside blocks.
  public class var inheritedAnimationDuration: TimeInterval { max(0, ViewThread.current.block?.settings.duration ?? 0) }

  /// Repeats the changes of a body. Use it inside a block.
  ///
  /// - Parameters:
  ///   - count: number of repetitions, may be fractional. Forward and backward count as one.
  ///   - autoreverses: whether each repetition also runs backward.
  ///   - animations: the body.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    guard let block = AnimationBlock.current else { return animations() }
    let kept = block.settings
    block.settings.repeatCount = Float(count)
    block.settings.options.set(.autoreverse, autoreverses)
    animations()
    block.settings = kept
  }
}
