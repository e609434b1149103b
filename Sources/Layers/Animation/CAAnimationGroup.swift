/// A group of animations that run together, in the time of the group and clipped to it (documented; behavior.md 1.3).
open class CAAnimationGroup: CAAnimation {
  /// The animations of the group. Their delegates and `isRemovedOnCompletion` are ignored. Default nil.
  open var animations: [CAAnimation]? {
    didSet { if isFrozen { animations = oldValue } }
  }

  override func freeze() {
    super.freeze()
    animations?.forEach { $0.freeze() }
  }

  /// Returns a copy that shares its animations with the original (measured).
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations
    return copy
  }

  /// Returns a group with copied animations that never contains itself.
  override func copyForLayer(inside groups: [CAAnimation]) -> CAAnimation? {
    let path = groups + [self]
    let copy = super.copyForLayer(inside: groups)
    (copy as? CAAnimationGroup)?.animations = animations?.compactMap { child in
      path.contains { $0 === child } ? nil : child.copyForLayer(inside: path)
    }
    return copy
  }
}
