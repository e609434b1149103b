/// Something that can be started, paused, moved by hand and stopped (documented; behavior.md 8.8).
public protocol UIViewAnimating: AnyObject {
  /// Where it is in its life.
  var state: UIViewAnimatingState { get }
  /// Whether it moves now.
  var isRunning: Bool { get }
  /// Whether it moves towards its start.
  var isReversed: Bool { get set }
  /// How far it is, 0...1; setting it moves a paused animation.
  var fractionComplete: CGFloat { get set }
  /// Starts it, or goes on after a pause.
  func startAnimation()
  /// Starts it after a delay in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Holds it where it is.
  func pauseAnimation()
  /// Ends it where it is; with true it is inactive at once, with false it waits for `finishAnimation(at:)`.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Ends a stopped animation at its start, its end, or where it is.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animator that takes blocks of changes besides (documented; behavior.md 8.8).
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds a block whose changes animate; `delayFactor` is the part of the time that is left to wait, 0...1.
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  /// Adds a block that hears where the animation has ended.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Goes on after a pause with another pace, over `durationFactor` times the duration; 0 is the time that was left.
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}

extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}
