import Foundation
import Scene

extension CALayer {
  /// The action for a property or an event: from `actions`, then the style's `actions`, then the class; nil if there is
  /// none or the search ends with `NSNull`.
  public final func action(forKey event: String) -> (any CAAction)? {
    guard let action = searchAction(event), !(action is NSNull) else { return nil }
    return action
  }

  private func searchAction(_ event: String) -> (any CAAction)? {
    if let action = actions?[event] { return action }
    var style = style
    while let current = style {
      if let action = (current["actions"] as? [String: Any])?[event] as? any CAAction { return action }
      style = current["style"] as? [AnyHashable: Any]
    }
    return Self.defaultAction(forKey: event)
  }

  /// Whether changes of the layer may animate: it has been committed in a tree that shows, and actions are on.
  private var isLive: Bool {
    guard committedNode != nil, modelLayer == nil, !CATransaction.disableActions() else { return false }
    var root = self
    while let parent = root.superlayer { root = parent }
    return root.publishedTree != nil
  }

  /// What a change of a property is to start; asked before the change, run after it.
  func implicitAction(for key: String) -> (any CAAction)? {
    guard isLive, let row = Self.row(forKeyPath: key) else { return nil }
    if let action = searchAction(key) { return action is NSNull ? nil : action }
    guard row.action == .basic, let old = (presentation() ?? self).keyValue(forKeyPath: key) else { return nil }
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = old
    if CATransaction.animationTimingFunction() == nil {
      animation.timingFunction = CAMediaTimingFunction(name: .default)
    }
    return animation
  }

  /// The row that a stored value belongs to; nil for values that no row with actions has.
  func actionKey<Value>(_ path: WritableKeyPath<LayerState, Value>, _ changed: LayerState) -> String? {
    guard committedNode != nil else { return nil }
    let thread = ThreadState.current
    let identity = ActionPath(owner: ObjectIdentifier(Self.self), path: path)
    if let known = thread.actionKeys[identity] { return known }
    let row = Self.propertyTable.rows.first { !$0.hasEqualValues(state, changed) }
    thread.actionKeys[identity] = .some(row?.key)
    return row?.key
  }
}

/// A stored value of a class of layers.
struct ActionPath: Hashable {
  let owner: ObjectIdentifier
  let path: AnyKeyPath
}
