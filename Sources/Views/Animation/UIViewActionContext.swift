/// Decides how changes of views animate while it is the current context. Use it for your own block APIs; the blocks of
/// `UIView` use it too.
///
/// Before each property change of a view's layer, the current context (`UIView.perform(in:_:)`) returns an action. The
/// action can store the old value and read the new one when it runs, after the change. With these values, an API for
/// "pop" or "shake" can create its animations (behavior.md 8.9).
public protocol UIViewActionContext: AnyObject {
  /// Returns the action for a property of `view.layer` that is about to change. `event` is its key.
  /// - Returns: the action that runs after the change, or nil.
  func action(for view: UIView, forKey event: String) -> (any CAAction)?
}

/// A property of a layer with its values before and after a block.
public struct UIViewPropertyChange {
  /// The changed layer.
  public let layer: CALayer
  /// Key path of the property, for example `position` or `backgroundColor`.
  public let keyPath: String
  /// The value before the change, as in key-value coding, or nil.
  public let oldValue: Any?
  /// The value after the change, as in key-value coding, or nil.
  public let newValue: Any?

  /// Restores the old value without animation.
  public func undo() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.setValue(oldValue, forKeyPath: keyPath)
    CATransaction.commit()
  }
}

/// Records the old values of changes and animates nothing.
private final class ChangeRecorder: UIViewActionContext {
  private(set) var changes: [(layer: CALayer, keyPath: String, oldValue: Any?)] = []

  func action(for view: UIView, forKey event: String) -> (any CAAction)? {
    // Events of the tree have no values.
    guard CALayer.row(forKeyPath: event) != nil || type(of: view.layer).row(forKeyPath: event) != nil,
      !changes.contains(where: { $0.layer === view.layer && $0.keyPath == event })
    else { return nil }
    changes.append((view.layer, event, view.layer.value(forKeyPath: event)))
    return nil
  }
}

extension UIView {
  /// Runs a body with a context for the changes of views. The innermost context applies.
  public static func perform(in context: any UIViewActionContext, _ body: () -> Void) {
    ViewThread.current.with(context, body)
  }

  /// Runs a body without animation and returns its changes: each property of each view's layer once, in the order of
  /// the first changes.
  public static func changes(in body: () -> Void) -> [UIViewPropertyChange] {
    let recorder = ChangeRecorder()
    perform(in: recorder, body)
    return recorder.changes.map {
      UIViewPropertyChange(
        layer: $0.layer, keyPath: $0.keyPath, oldValue: $0.oldValue, newValue: $0.layer.value(forKeyPath: $0.keyPath))
    }
  }
}
