public import Foundation

/// Something that touches come to. What it does not override goes on to `next` (documented).
open class UIResponder: NSObject {
  /// Who gets what this one does not take; nil at the end of the chain.
  open var next: UIResponder? { nil }

  /// Touches have begun; hands them to the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Touches have moved; hands them to the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Touches have been lifted; hands them to the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Touches have been taken away; hands them to the next responder.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
}
