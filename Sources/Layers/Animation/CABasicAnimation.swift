import Foundation

/// An animation between two values (behavior.md 2.3 says how the three ends pair up).
open class CABasicAnimation: CAPropertyAnimation {
  /// Value at the start, as the property takes it (colours and paths as themselves, structures boxed or not). Default
  /// nil.
  open var fromValue: Any? {
    get { boxed(held.fromValue) }
    set { stored.fromValue = newValue }
  }
  /// Value at the end. Default nil.
  open var toValue: Any? {
    get { boxed(held.toValue) }
    set { stored.toValue = newValue }
  }
  /// Difference that is added to the start. Default nil.
  open var byValue: Any? {
    get { boxed(held.byValue) }
    set { stored.byValue = newValue }
  }
}
