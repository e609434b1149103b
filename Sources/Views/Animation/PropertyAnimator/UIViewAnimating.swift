/// An animation that you can start, pause, scrub and stop (documented; behavior.md 8.8).
public protocol UIViewAnimating: AnyObject {
  /// Present state.
  var state: UIViewAnimatingState { get }
  /// Whether the animation is running.
  var isRunning: Bool { get }
  /// Whether the animation runs toward its start.
  var isReversed: Bool { get set }
  /// Progress, 0...1. Set it to scrub a paused animation.
  var fractionComplete: CGFloat { get set }
  /// Starts the animation, or continues after a pause.
  func startAnimation()
  /// Starts the animation after a delay in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Pauses the animation.
  func pauseAnimation()
  /// Stops the animation at its present position. True makes it inactive; false waits for `finishAnimation(at:)`.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Finishes a stopped animation at its start, its end, or its present position.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animator that animates the changes in blocks (documented; behavior.md 8.8).
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds a block of animated changes. `delayFactor` is the delay as a fraction of the remaining time, 0...1.
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  /// Adds a block that takes the final position.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Continues after a pause with another easing, over `durationFactor` times the duration. 0 means the remaining time.
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}

extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}
