extension CALayer {
  /// The answer of the delegate, `actions`, the style and the class, in this order; `NSNull` where the search is to
  /// end.
  func searchAction(_ event: String) -> (any CAAction)? {
    if let action = delegate?.action(for: self, forKey: event) { return action }
    if let action = actions?[event] { return action }
    for style in style == nil ? [] : Array(styles) {
      if let action = (style["actions"] as? [String: Any])?[event] as? any CAAction { return action }
    }
    return Self.defaultAction(forKey: event)
  }

  /// Whether no action can be found for a change or an event: the layer is fresh and of a class of this module, and
  /// there is no delegate to ask. Documents make such layers by the thousands.
  final var asksNoDelegate: Bool {
    !isShown && !mayBeHeard && LayerRegistry.isOwn(type(of: self))
  }

  /// Whether the layer has been committed in a tree that shows: fresh layers have no implicit animations (measured).
  private var isLive: Bool {
    guard isShown, modelLayer == nil else { return false }
    var root = self
    while let parent = root.superlayer { root = parent }
    return root.publishedTree != nil
  }

  /// The animation that a change starts by itself (behavior.md 1.1, column Implicit, and 1.1.3), from what shows now.
  func implicitAction(_ key: String) -> (any CAAction)? {
    guard isLive else { return nil }
    let kind = Self.row(forKeyPath: key)?.action ?? Self.objectTable[key]?.action ?? .none
    guard kind != .none else { return nil }
    let animation: CAAnimation
    if kind == .transition {
      animation = CATransition()
    } else {
      guard let old = shownValue(key) else { return nil }
      let basic = CABasicAnimation(keyPath: key)
      basic.fromValue = old
      animation = basic
    }
    animation.fillMode = .backwards
    if CATransaction.animationTimingFunction() == nil {
      animation.timingFunction = CAMediaTimingFunction(name: .default)
    }
    return animation
  }

  /// The value of a property as it shows; of contents the model's (measured).
  private func shownValue(_ key: String) -> Any? {
    let row = Self.row(forKeyPath: key)
    guard let node = shownNode, key != "contents" else { return row?.read(state) }
    return row?.read(node.tracks.isEmpty ? node.state : node.presentedState(at: localTime))
  }

  /// The row that a stored value belongs to; nil for values that no row has.
  func actionKey<Value>(_ path: WritableKeyPath<LayerState, Value>, _ value: Value) -> String? {
    let thread = ThreadState.current
    let identity = ActionPath(owner: ObjectIdentifier(Self.self), path: path)
    if let known = thread.actionKeys[identity] { return known }
    var changed = state
    changed[keyPath: path] = value
    let row = Self.propertyTable.rows.first { !$0.hasEqualValues(state, changed) }
    thread.actionKeys[identity] = .some(row?.key)
    return row?.key
  }
}
