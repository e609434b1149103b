extension Property where Root == AnimationValues {
  /// Properties of `CAAnimation`. `AnimationValues.untyped` has those without a fixed type.
  static let animation: [Property<AnimationValues>] =
    [
      Property("removedOnCompletion", \.isRemovedOnCompletion, animatable: false, "Whether it is removed at its end.")
    ] + Property<Timing>.timing.map { $0.lifted(through: \.timing) }

  static let propertyAnimation: [Property<AnimationValues>] = [
    Property("keyPath", \.keyPath, animatable: false, "Animated property; nil: the key of the animation."),
    Property("additive", \.isAdditive, animatable: false, "Values are added to the underlying value."),
    Property("cumulative", \.isCumulative, animatable: false, "Repetitions continue from the end of the last one."),
  ]

  static let keyframeAnimation: [Property<AnimationValues>] = [
    Property("calculationMode", \.special.calculationMode, animatable: false, "Interpolation between keyframes."),
    Property("rotationMode", \.special.rotationMode, animatable: false, "Whether the layer rotates along the path."),
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
      "Allows overdamping instead of limiting it to critical damping."),
  ]
}

extension Property where Root == AnimationValues {
  static let transition: [Property<AnimationValues>] = [
    Property(
      "type", \.special.transition.type, animatable: false, "Type of the transition."),
    Property("subtype", \.special.transition.subtype, animatable: false, "Direction of the transition."),
    Property(
      "startProgress", \.special.transition.startProgress, range: 0...1, animatable: false,
      "Progress at which the transition begins."),
    Property(
      "endProgress", \.special.transition.endProgress, range: 0...1, animatable: false,
      "Progress at which the transition ends."),
  ]
}
