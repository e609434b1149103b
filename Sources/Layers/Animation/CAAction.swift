public import Foundation

/// Something that happens when a layer changes (reference section 3.3).
public protocol CAAction {
  /// - Parameters:
  ///   - event: the property's key or the name of the event, for example `onOrderIn`.
  ///   - anObject: the layer.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// Means no action, and ends the search for one.
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
