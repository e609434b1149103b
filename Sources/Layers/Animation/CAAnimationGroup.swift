public import Foundation

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

  /// A group of copies of its animations.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations?.compactMap { $0.copy() as? CAAnimation }
    return copy
  }
}
