extension Property where Root == AnimationValues {
  /// Properties of `CAAnimation`. `AnimationValues.untyped` has those without a fixed type.
  static let animation: [Property<AnimationValues>] =
    [
      Property(
        "removedOnCompletion", \.isRemovedOnCompletion, animatable: false,
        "Whether the animation is removed when it completes.")
    ] + Property<Timing>.timing.map { $0.lifted(through: \.timing) }

  static let propertyAnimation: [Property<AnimationValues>] = [
    Property(
      "keyPath", \.keyPath, animatable: false, "Key path of the animated property. Nil: the key of the animation."),
    Property(
      "additive", \.isAdditive, animatable: false, "Whether values are added to the value without this animation."),
    Property(
      "cumulative", \.isCumulative, animatable: false,
      "Whether each repetition starts from the end value of the previous one."),
  ]

  static let keyframeAnimation: [Property<AnimationValues>] = [
    Property("calculationMode", \.special.calculationMode, animatable: false, "How keyframes are connected."),
    Property(
      "rotationMode", \.special.rotationMode, animatable: false, "Whether the layer rotates to follow the path."),
  ]

  static let springAnimation: [Property<AnimationValues>] = [
    Property("mass", \.special.spring.mass, range: 0.1...10, animatable: false, "Mass of the object on the spring."),
    Property("stiffness", \.special.spring.stiffness, range: 1...1000, animatable: false, "Stiffness of the spring."),
    Property("damping", \.special.spring.damping, range: 0...100, animatable: false, "Friction."),
    Property(
      "initialVelocity", \.special.spring.initialVelocity, range: -50...50, animatable: false,
      "Initial velocity toward the target, in distances per second."),
    Property(
      "allowsOverdamping", \.special.spring.allowsOverdamping, animatable: false, listsZeroDefault: true,
      "Whether damping above the critical value is allowed."),
  ]
}

extension Property where Root == AnimationValues {
  static let transition: [Property<AnimationValues>] = [
    Property(
      "type", \.special.transition.type, animatable: false, "Type of the transition."),
    Property("subtype", \.special.transition.subtype, animatable: false, "Direction from which the movement comes."),
    Property(
      "startProgress", \.special.transition.startProgress, range: 0...1, animatable: false,
      "Progress at which the transition starts."),
    Property(
      "endProgress", \.special.transition.endProgress, range: 0...1, animatable: false,
      "Progress at which the transition ends."),
  ]
}
