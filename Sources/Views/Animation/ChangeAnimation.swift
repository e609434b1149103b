/// The changes of a view's layer that animate in a block (measured, behavior.md 8.2).
enum AnimatedKey {
  /// Properties with additive animations.
  static let additive: Set<String> = ["position", "bounds", "transform", "cornerRadius"]
  /// Properties whose new animation replaces the old one.
  static let exclusive: Set<String> = ["opacity", "backgroundColor", "anchorPoint", "shadowOpacity"]

  static func contains(_ key: String) -> Bool { additive.contains(key) || exclusive.contains(key) }
}

/// A change in a block: a property, or the origin or size of the bounds.
struct AnimatedChange {
  let view: UIView
  let keyPath: String
  let old: Any?
  let new: Any?
  /// Differences to the new value, for additive animations. Nil for properties without them.
  let added: (old: Any, none: Any)?

  var layer: CALayer { view.layer }

  /// - Parameter key: a property of the view's layer. Bounds are split into origin and size (iOS 8 and later).
  static func changes(of view: UIView, key: String, old: Any?, new: Any?) -> [AnimatedChange] {
    guard key == "bounds", let old = old as? CGRect, let new = new as? CGRect else {
      return [AnimatedChange(view, key, old, new)]
    }
    return [
      AnimatedChange(view, "bounds.origin", old.origin, new.origin),
      AnimatedChange(view, "bounds.size", old.size, new.size),
    ]
  }

  init(_ view: UIView, _ keyPath: String, _ old: Any?, _ new: Any?) {
    (self.view, self.keyPath, self.old, self.new) = (view, keyPath, old, new)
    let key = keyPath.prefix { $0 != "." }.description
    added = AnimatedKey.additive.contains(key) ? Self.difference(old, new) : nil
  }

  /// The difference between a value and the new one. Nil for transforms without inverse.
  func addition(of value: Any?) -> Any? { Self.difference(value, new)?.old }

  private static func difference(_ old: Any?, _ new: Any?) -> (old: Any, none: Any)? {
    guard let old = animatable(old), let new = animatable(new) else { return nil }
    return difference(of: old, to: new)
  }

  private static func difference<Value: Animatable>(of old: Value, to new: any Animatable) -> (old: Any, none: Any)? {
    guard let new = new as? Value, let difference = old.minus(new), let none = difference.neutral else { return nil }
    return (difference, none)
  }

  static func animatable(_ value: Any?) -> (any Animatable)? {
    (value as? NSNumber).map { $0.doubleValue } ?? value as? any Animatable
  }

  // MARK: Animations

  /// Animations from the old value to the new one, without delay and repetition. A spring with different velocities
  /// along x and y needs two.
  func animations(_ settings: AnimationSettings) -> [CABasicAnimation] {
    guard let added else { return [exclusiveAnimation(settings)] }
    if case .spring(let spring) = settings.pace, spring.isDirected, let axes = axes(of: added.old) {
      return zip(axes, [spring.velocity.dx, spring.velocity.dy]).map { axis, velocity in
        let animation = settings.makeAnimation(keyPath: "\(keyPath).\(axis.name)", velocity: Double(velocity))
        (animation.fromValue, animation.toValue, animation.isAdditive) = (axis.value, 0.0, true)
        return animation
      }
    }
    let animation = settings.makeAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.isAdditive) = (added.old, added.none, true)
    return [animation]
  }

  /// From the old model value, or from the visible value, to the model value.
  private func exclusiveAnimation(_ settings: AnimationSettings) -> CABasicAnimation {
    let animation = settings.makeAnimation(keyPath: keyPath)
    let shown = settings.options.contains(.beginFromCurrentState) ? layer.presentation() : nil
    animation.fromValue = (shown.flatMap { $0.value(forKeyPath: keyPath) } ?? old) ?? Self.missing(for: new)
    return animation
  }

  /// The start value for an animation from nil: a transparent colour.
  private static func missing(for value: Any?) -> Any? { (value as? CGColor).map { $0.copy(alpha: 0) ?? $0 } }

  private func axes(of value: Any) -> [(name: String, value: Any)]? {
    switch value {
    case let point as CGPoint: [("x", point.x), ("y", point.y)]
    case let size as CGSize: [("width", size.width), ("height", size.height)]
    default: nil
    }
  }

  /// A free key for another animation: the key path, which exclusive animations replace, then numbered.
  var freeKey: String {
    guard added != nil, let taken = layer.animationKeys(), taken.contains(keyPath) else { return keyPath }
    return (2...).lazy.map { "\(keyPath)-\($0)" }.first { !taken.contains($0) } ?? keyPath
  }
}
