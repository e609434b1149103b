/// Methods that are called when the animations of `UIView.beginAnimations` begin and end. On iOS, selectors name these
/// methods; Linux has no selectors.
public protocol UIViewAnimationDelegate: AnyObject {
  /// Called when the animations of a block begin, after its delay.
  func animationWillStart(_ animationID: String?, context: UnsafeMutableRawPointer?)
  /// Called when the animations have ended. `finished` is false if other animations replaced them.
  func animationDidStop(_ animationID: String?, finished: Bool, context: UnsafeMutableRawPointer?)
}

extension UIViewAnimationDelegate {
  /// Does nothing.
  public func animationWillStart(_ animationID: String?, context: UnsafeMutableRawPointer?) {}
  /// Does nothing.
  public func animationDidStop(_ animationID: String?, finished: Bool, context: UnsafeMutableRawPointer?) {}
}

/// The block of a `beginAnimations`. The context is passed on and never read.
@safe private final class LegacyBlock {
  let id: String?
  let context: UnsafeMutableRawPointer?
  /// Retained until the animations have stopped (documented).
  var delegate: (any UIViewAnimationDelegate)?

  init(_ id: String?, _ context: UnsafeMutableRawPointer?) { unsafe (self.id, self.context) = (id, context) }
}

extension UIView {
  /// Opens an animation block. Close it with `commitAnimations()`. Blocks can be nested.
  ///
  /// The setters below change the settings of the innermost open block for later changes. They also work in blocks of
  /// `animate(withDuration:)`.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    let legacy = unsafe LegacyBlock(animationID, context)
    let tracker = AnimationTracker {
      unsafe legacy.delegate?.animationWillStart(legacy.id, context: legacy.context)
    } _: { finished in
      unsafe legacy.delegate?.animationDidStop(legacy.id, finished: finished, context: legacy.context)
      legacy.delegate = nil
    }
    let block = makeBlock(AnimationSettings(), tracker)
    block.legacyState = legacy
    ViewThread.current.contexts.append(block)
  }

  /// Closes the innermost block. Does nothing if no block is open.
  public class func commitAnimations() {
    let thread = ViewThread.current
    guard let block = thread.contexts.last as? AnimationBlock, block.legacyState != nil else { return }
    thread.contexts.removeLast()
    block.tracker.close()
  }

  private static func change(_ body: (inout AnimationSettings) -> Void) {
    guard let block = AnimationBlock.current else { return }
    body(&block.settings)
    if !areAnimationsEnabled { block.settings.duration = 0 }
  }

  /// Sets the duration in seconds. Default 0.2.
  public class func setAnimationDuration(_ duration: TimeInterval) { change { $0.duration = duration } }
  /// Sets the delay in seconds. Default 0.
  public class func setAnimationDelay(_ delay: TimeInterval) { change { $0.delay = delay } }
  /// Sets the easing. Default ease-in and ease-out.
  public class func setAnimationCurve(_ curve: AnimationCurve) { change { $0.pace = .curve(curve.timingFunction) } }
  /// Sets the number of repetitions. May be fractional. 0 means one. Default 0.
  public class func setAnimationRepeatCount(_ repeatCount: Float) { change { $0.repeatCount = repeatCount } }
  /// Sets whether animations also run backward. Default false.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    change { $0.options.set(.autoreverse, repeatAutoreverses) }
  }
  /// Sets whether animations start from the visible values. Default false.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    change { $0.options.set(.beginFromCurrentState, fromCurrentState) }
  }
  /// Sets the delegate for the start of the first animation and the end of the last one. Only for `beginAnimations`.
  public class func setAnimationDelegate(_ delegate: (any UIViewAnimationDelegate)?) {
    (AnimationBlock.current?.legacyState as? LegacyBlock)?.delegate = delegate
  }
}
