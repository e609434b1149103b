extension NSObject {
  /// Lets an animation run on this object, from now on: layers, animations, own objects. An animation under the same
  /// key is replaced; without a key any number may run. The animator of the calling thread moves it.
  public func pop_add(_ anim: POPAnimation!, forKey key: String!) {
    guard let anim else { return }
    POPAnimator.shared().add(anim, for: self, key: key)
  }

  /// Stops all POP animations of this object.
  public func pop_removeAllAnimations() {
    POPAnimator.shared().removeAllAnimations(for: self)
  }

  /// Stops an animation: its delegate hears that it has not finished. Does nothing for nil.
  public func pop_removeAnimation(forKey key: String!) {
    POPAnimator.shared().removeAnimation(for: self, key: key)
  }

  /// Keys of the animations, in the order they were added.
  public func pop_animationKeys() -> [String] {
    POPAnimator.shared().animationKeys(for: self)
  }

  /// The animation under a key: the very one that was added, not a copy.
  public func pop_animation(forKey key: String!) -> Any? {
    guard let key else { return nil }
    return POPAnimator.shared().animation(for: self, key: key)
  }
}
