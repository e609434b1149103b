import Foundation

/// An animation between two values (behavior.md 2.3 says how the three ends pair up).
open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any? {
    get { stored.fromValue }
    set { stored.fromValue = newValue }
  }
  open var toValue: Any? {
    get { stored.toValue }
    set { stored.toValue = newValue }
  }
  open var byValue: Any? {
    get { stored.byValue }
    set { stored.byValue = newValue }
  }
}
