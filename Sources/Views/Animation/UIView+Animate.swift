extension UIView {
  /// Animates what the block changes.
  ///
  /// The block runs at once and the model has its new values; the picture follows. Animations of place, size, transform
  /// and corner radius add up, so that a new block goes on smoothly from one that is still running (behavior.md 8.3).
  /// The animations of a view that is in no committed tree wait until it is.
  ///
  /// - Parameters:
  ///   - duration: seconds; with 0 or less the changes show at once.
  ///   - delay: seconds until the animations begin.
  ///   - options: curve, repetition and the rest; slow at both ends by default.
  ///   - animations: changes properties of views, at once.
  ///   - completion: called when all of them have stopped, with whether all ran to their end; as soon as possible where
  ///     nothing has been animated.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(AnimationSettings(duration: duration, delay: delay, options: options), animations, completion)
  }

  /// As above, without delay and options: slow at both ends.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
  }

  /// Animates along a spring that comes to rest within the duration.
  ///
  /// - Parameters:
  ///   - duration: seconds; with 0 or less the changes show at once.
  ///   - delay: seconds until the animations begin.
  ///   - dampingRatio: 1 stops without swinging, smaller values swing; used in 0.01...1.
  ///   - velocity: whole distances per second, toward the target.
  ///   - options: curves have no effect here.
  ///   - animations: changes properties of views, at once.
  ///   - completion: as in `animate(withDuration:)`.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var settings = AnimationSettings(duration: duration, delay: delay, options: options)
    settings.pace = .spring(BlockSpring(.dampingRatio(Double(dampingRatio)), velocity: Double(velocity)))
    animate(settings, animations, completion)
  }

  /// Animates along a spring that is known by how long it is felt to take.
  ///
  /// - Parameters:
  ///   - duration: seconds of one swing without damping; the animation takes until the spring is at rest.
  ///   - bounce: 0 does not swing over, 1 never stops; below 0 flatter. Used in -0.99...0.99.
  ///   - initialSpringVelocity: whole distances per second, toward the target.
  ///   - delay: seconds until the animations begin.
  ///   - options: curves have no effect here.
  ///   - animations: changes properties of views, at once.
  ///   - completion: as in `animate(withDuration:)`.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var settings = AnimationSettings(duration: duration, delay: delay, options: options)
    if duration > 0 {
      let bounce = Double(min(max(bounce, -0.99), 0.99))
      let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
      let spring = BlockSpring(
        .period(duration, dampingRatio: ratio), velocity: Double(initialSpringVelocity))
      (settings.pace, settings.duration) = (.spring(spring), spring.settlingDuration ?? duration)
    }
    animate(settings, animations, completion)
  }

  private static func animate(
    _ settings: AnimationSettings, _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    makeBlock(settings, AnimationTracker(completion)).run(animations)
  }

  /// A block inside the present one; it animates nothing while animations are off.
  static func makeBlock(_ settings: AnimationSettings, _ tracker: AnimationTracker) -> AnimationBlock {
    let outer = ViewThread.current.block
    var settings = settings.nested(in: outer?.settings)
    if !areAnimationsEnabled { settings.duration = 0 }
    return AnimationBlock(settings, tracker, animator: outer?.animator)
  }

  // MARK: Whether anything animates

  /// Whether blocks animate. Default true; animations that run already go on either way.
  public class func setAnimationsEnabled(_ enabled: Bool) { ViewThread.current.areAnimationsEnabled = enabled }
  /// Whether blocks animate at all, on this thread. Default true.
  public class var areAnimationsEnabled: Bool { ViewThread.current.areAnimationsEnabled }

  /// Runs a body without animating what it changes, even inside a block.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let thread = ViewThread.current
    let isEnabled = thread.areAnimationsEnabled
    thread.areAnimationsEnabled = false
    thread.with(StillContext(), actionsWithoutAnimation)
    thread.areAnimationsEnabled = isEnabled
  }

  /// Duration of the block that is running, as far as it counts; 0 outside.
  public class var inheritedAnimationDuration: TimeInterval { max(0, ViewThread.current.block?.settings.duration ?? 0) }

  /// Lets the changes of a body repeat; only inside a block.
  ///
  /// - Parameters:
  ///   - count: iterations, may be fractional; there and back is one.
  ///   - autoreverses: whether each goes back.
  ///   - animations: the body.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    guard let block = AnimationBlock.current else { return animations() }
    let kept = block.settings
    block.settings.repeatCount = Float(count)
    if autoreverses { block.settings.options.insert(.autoreverse) } else { block.settings.options.remove(.autoreverse) }
    animations()
    block.settings = kept
  }
}
