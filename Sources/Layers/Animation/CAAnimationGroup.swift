/// Animations that run together, in the group's time and clipped to it (documented; behavior.md 1.3).
open class CAAnimationGroup: CAAnimation {
  /// Their delegates and `isRemovedOnCompletion` are ignored. Default nil.
  open var animations: [CAAnimation]? {
    didSet { if isFrozen { animations = oldValue } }
  }

  override func freeze() {
    super.freeze()
    animations?.forEach { $0.freeze() }
  }

  /// A group that shares its animations (measured).
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations
    return copy
  }

  /// A layer's own group has animations of its own, and never itself inside.
  override func copyForLayer(inside groups: [CAAnimation]) -> CAAnimation? {
    let path = groups + [self]
    let copy = super.copyForLayer(inside: groups)
    (copy as? CAAnimationGroup)?.animations = animations?.compactMap { child in
      path.contains { $0 === child } ? nil : child.copyForLayer(inside: path)
    }
    return copy
  }
}
