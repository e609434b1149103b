/// An animation of one property (documented; behavior.md 1.3).
open class CAPropertyAnimation: CAAnimation {
  /// An animation of the property at a key path, for example `position.x` or `transform.rotation.z`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override class var properties: [Property<AnimationValues>] { super.properties + Property.propertyAnimation }

  /// Nil, the default, means the key under which the animation is added.
  open var keyPath: String? {
    get { stored.keyPath }
    set { stored.keyPath = newValue }
  }
  /// Whether the values are added to what is under the animation. Default false.
  open var isAdditive: Bool {
    get { stored.isAdditive }
    set { stored.isAdditive = newValue }
  }
  /// Whether each repetition starts where the last one ended. Default false.
  open var isCumulative: Bool {
    get { stored.isCumulative }
    set { stored.isCumulative = newValue }
  }
  /// Makes a transform of the animated numbers. Default nil.
  open var valueFunction: CAValueFunction? {
    get { stored.valueFunction }
    set { stored.valueFunction = newValue }
  }
}

/// An animation between two values (behavior.md 2.3 says how the three ends pair up).
open class CABasicAnimation: CAPropertyAnimation {
  /// Value at the start, as the property takes it (colours and paths as themselves, structures boxed or not). Default
  /// nil.
  open var fromValue: Any? {
    get { boxed(held.fromValue) }
    set { stored.fromValue = newValue }
  }
  /// Value at the end. Default nil.
  open var toValue: Any? {
    get { boxed(held.toValue) }
    set { stored.toValue = newValue }
  }
  /// Difference that is added to the start. Default nil.
  open var byValue: Any? {
    get { boxed(held.byValue) }
    set { stored.byValue = newValue }
  }
}
