/// An animation of one property (documented; behavior.md 1.3).
open class CAPropertyAnimation: CAAnimation {
  /// Creates an animation of the property at a key path, for example `position.x` or `transform.rotation.z`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override class var properties: [Property<AnimationValues>] { super.properties + Property.propertyAnimation }

  /// Key path of the property. Nil means the key that the animation is added with. Default nil.
  open var keyPath: String? {
    get { stored.keyPath }
    set { stored.keyPath = newValue }
  }
  /// Whether the values are added to the value without this animation. Default false.
  open var isAdditive: Bool {
    get { stored.isAdditive }
    set { stored.isAdditive = newValue }
  }
  /// Whether each repetition starts at the end value of the previous one. Default false.
  open var isCumulative: Bool {
    get { stored.isCumulative }
    set { stored.isCumulative = newValue }
  }
  /// Function that converts the animated numbers to a transform. Default nil.
  open var valueFunction: CAValueFunction? {
    get { stored.valueFunction }
    set { stored.valueFunction = newValue }
  }
}

/// An animation between two values (see behavior.md 2.3 for combinations of the three end values).
open class CABasicAnimation: CAPropertyAnimation {
  /// Start value. Pass colours and paths as objects, and structures boxed or unboxed. Default nil.
  open var fromValue: Any? {
    get { boxed(held.fromValue) }
    set { stored.fromValue = newValue }
  }
  /// End value. Default nil.
  open var toValue: Any? {
    get { boxed(held.toValue) }
    set { stored.toValue = newValue }
  }
  /// Difference to the start value. Default nil.
  open var byValue: Any? {
    get { boxed(held.byValue) }
    set { stored.byValue = newValue }
  }
}
