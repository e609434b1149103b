/// Told of the beginning and end of the animations of `UIView.beginAnimations`; on iOS, methods that are named by
/// selectors, which there are none of on Linux.
public protocol UIViewAnimationDelegate: AnyObject {
  /// The animations of a `beginAnimations` block begin, after its delay.
  func animationWillStart(_ animationID: String?, context: UnsafeMutableRawPointer?)
  /// They have ended; `finished` is false if others took their place.
  func animationDidStop(_ animationID: String?, finished: Bool, context: UnsafeMutableRawPointer?)
}

extension UIViewAnimationDelegate {
  /// Does nothing.
  public func animationWillStart(_ animationID: String?, context: UnsafeMutableRawPointer?) {}
  /// Does nothing.
  public func animationDidStop(_ animationID: String?, finished: Bool, context: UnsafeMutableRawPointer?) {}
}

/// The block of one `beginAnimations`. The context is handed on, never read.
@safe private final class LegacyBlock {
  let id: String?
  let context: UnsafeMutableRawPointer?
  /// Kept until the animations have stopped (documented).
  var delegate: (any UIViewAnimationDelegate)?

  init(_ id: String?, _ context: UnsafeMutableRawPointer?) { unsafe (self.id, self.context) = (id, context) }
}

extension UIView {
  /// Opens a block that `commitAnimations()` closes; blocks may be inside each other.
  ///
  /// The setters below change the settings of the innermost open block, of those of `animate(withDuration:)` too, for
  /// what is changed after them.
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

  /// Closes the innermost block. Does nothing without one.
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

  /// Seconds. Default 0.2.
  public class func setAnimationDuration(_ duration: TimeInterval) { change { $0.duration = duration } }
  /// Seconds from now. Default 0.
  public class func setAnimationDelay(_ delay: TimeInterval) { change { $0.delay = delay } }
  /// Default ease in and out.
  public class func setAnimationCurve(_ curve: AnimationCurve) { change { $0.pace = .curve(curve.timingFunction) } }
  /// Iterations, may be fractional. Default 0, which is one.
  public class func setAnimationRepeatCount(_ repeatCount: Float) { change { $0.repeatCount = repeatCount } }
  /// Default false.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    change { if repeatAutoreverses { $0.options.insert(.autoreverse) } else { $0.options.remove(.autoreverse) } }
  }
  /// Default false.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    change {
      if fromCurrentState {
        $0.options.insert(.beginFromCurrentState)
      } else {
        $0.options.remove(.beginFromCurrentState)
      }
    }
  }
  /// Told of the beginning of the block's first animation and the end of the last. Only for `beginAnimations`.
  public class func setAnimationDelegate(_ delegate: (any UIViewAnimationDelegate)?) {
    (AnimationBlock.current?.legacyState as? LegacyBlock)?.delegate = delegate
  }
}
