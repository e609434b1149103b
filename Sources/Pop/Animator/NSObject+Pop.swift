extension NSObject {
  /// Adds and starts an animation of this object: a layer, an animation, or an object of your own. An animation with
  /// the same key is replaced; without a key, any number can run. The animator of the calling thread runs it.
  public func pop_add(_ anim: POPAnimation!, forKey key: String!) {
    guard let anim else { return }
    POPAnimator.shared().add(anim, for: self, key: key)
  }

  /// Removes all POP animations of this object.
  public func pop_removeAllAnimations() {
    POPAnimator.shared().removeAllAnimations(for: self)
  }

  /// Removes an animation. Its delegate is called with `finished` false. Does nothing for nil.
  public func pop_removeAnimation(forKey key: String!) {
    POPAnimator.shared().removeAnimation(for: self, key: key)
  }

  /// Returns the keys of the animations, in the order they were added.
  public func pop_animationKeys() -> [String] {
    POPAnimator.shared().animationKeys(for: self)
  }

  /// Returns the animation with a key. It is the added object, not a copy.
  public func pop_animation(forKey key: String!) -> Any? {
    guard let key else { return nil }
    return POPAnimator.shared().animation(for: self, key: key)
  }
}
