/// Waits for the animations of a block, and calls its completion once when the last has stopped (behavior.md 8.4).
final class AnimationTracker {
  private let completion: ((Bool) -> Void)?
  /// Called when the first animation begins.
  private var start: (() -> Void)?
  private var pending = 0
  private var hasAnimations = false
  private var allFinished = true
  private var isOpen = true

  init(start: (() -> Void)? = nil, _ completion: ((Bool) -> Void)?) {
    (self.start, self.completion) = (start, completion)
  }

  /// Returns a delegate for an animation that is about to be added.
  /// - Parameter view: a view that receives no touches meanwhile, or nil.
  func ticket(blocking view: UIView?) -> any CAAnimationDelegate {
    (hasAnimations, pending) = (true, pending + 1)
    return Ticket(self, blocking: view)
  }

  /// Called after the block. Without animations, the completion is called after the current script returns.
  func close() {
    isOpen = false
    if !hasAnimations {
      guard completion != nil else { return }
      MediaClock.performSoon { [self] in finish() }
    } else if pending == 0 {
      finish()
    }
  }

  fileprivate func animationStarted() {
    let start = start
    self.start = nil
    if let start { ViewThread.current.outsideOfBlocks(start) }
  }

  fileprivate func animationStopped(finished: Bool) {
    pending -= 1
    if !finished { allFinished = false }
    if pending == 0, !isOpen { finish() }
  }

  private func finish() {
    guard let completion else { return }
    ViewThread.current.outsideOfBlocks { completion(allFinished) }
  }

  /// One per animation, because the layer's copy keeps only its delegate.
  private final class Ticket: CAAnimationDelegate {
    private let tracker: AnimationTracker
    private weak var view: UIView?

    init(_ tracker: AnimationTracker, blocking view: UIView?) {
      (self.tracker, self.view) = (tracker, view)
      view?.touchBlockers += 1
    }

    func animationDidStart(_ anim: CAAnimation) { tracker.animationStarted() }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      view?.touchBlockers -= 1
      tracker.animationStopped(finished: flag)
    }
  }
}
