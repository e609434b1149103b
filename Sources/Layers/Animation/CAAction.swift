/// Something that happens when a layer changes (behavior.md 3.3).
public protocol CAAction {
  /// Runs the action.
  /// - Parameter event: the property's key or the name of the event, for example `onOrderIn`.
  /// - Parameter anObject: the layer.
  /// - Parameter dict: additional data of the event; nil for changes of properties.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The event of a layer that is added to a visible tree (documented).
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that leaves its tree (documented).
public let kCAOnOrderOut = "onOrderOut"
/// The key of all transitions (documented).
public let kCATransition = CATransition.key

/// `NSNull` is no action, and ends the search for one.
extension NSNull: CAAction {
  /// Does nothing. `NSNull` as an action ends the search for one (behavior.md 3.3).
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
