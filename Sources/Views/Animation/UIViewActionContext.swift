/// Decides what becomes of changes of views while it is the current context: the extension point for block APIs of
/// one's own, and what the blocks of `UIView` themselves are made of.
///
/// While a context is current (`UIView.perform(in:_:)`), every change of a property of a view's layer asks it for an
/// action, before the change. An action that records can note the old value then and read the new one when it is run,
/// after the change; an API that animates "pop" or "shake" builds its animations from that (behavior.md 8.9).
public protocol UIViewActionContext: AnyObject {
  /// The action for a property that is about to change on `view.layer`; `event` is its key.
  /// - Returns: What runs after the change; nil for nothing.
  func action(for view: UIView, forKey event: String) -> (any CAAction)?
}

/// A property of a layer with its value before and after a block.
public struct UIViewPropertyChange {
  /// The layer whose property has changed.
  public let layer: CALayer
  /// For example `position` or `backgroundColor`.
  public let keyPath: String
  /// In the spelling of key-value coding; nil for no value.
  public let oldValue: Any?
  /// The value after the change, as key-value coding gives it.
  public let newValue: Any?

  /// Puts the old value back, without any animation.
  public func undo() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.setValue(oldValue, forKeyPath: keyPath)
    CATransaction.commit()
  }
}

/// Writes down the old values of what changes, and lets nothing animate.
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
  /// Runs a body with a context that answers for the changes of views; the innermost context answers.
  public static func perform(in context: any UIViewActionContext, _ body: () -> Void) {
    ViewThread.current.with(context, body)
  }

  /// Runs a body without animating anything, and says what it has changed: each property of each view's layer once, in
  /// the order of the first changes.
  public static func changes(in body: () -> Void) -> [UIViewPropertyChange] {
    let recorder = ChangeRecorder()
    perform(in: recorder, body)
    return recorder.changes.map {
      UIViewPropertyChange(
        layer: $0.layer, keyPath: $0.keyPath, oldValue: $0.oldValue, newValue: $0.layer.value(forKeyPath: $0.keyPath))
    }
  }
}
