extension Property where Root == AnimationValues {
  /// `CAAnimation`; values without a kind of their own are reached by `AnimationValues.untyped`.
  static let animation: [Property<AnimationValues>] =
    [
      Property("removedOnCompletion", \.isRemovedOnCompletion, animatable: false, "Whether it leaves at its end.")
    ] + Property<Timing>.timing.map { $0.lifted(through: \.timing) }

  static let propertyAnimation: [Property<AnimationValues>] = [
    Property("keyPath", \.keyPath, animatable: false, "What is animated; the animation's key if nil."),
    Property("additive", \.isAdditive, animatable: false, "Values are added to what is under the animation."),
    Property("cumulative", \.isCumulative, animatable: false, "Each repetition starts where the last one ended."),
  ]

  static let keyframeAnimation: [Property<AnimationValues>] = [
    Property("calculationMode", \.special.calculationMode, animatable: false, "How keyframes are connected."),
    Property("rotationMode", \.special.rotationMode, animatable: false, "Whether the layer turns along the path."),
  ]

  static let springAnimation: [Property<AnimationValues>] = [
    Property("mass", \.special.spring.mass, range: 0.1...10, animatable: false, "Mass of the object on the spring."),
    Property("stiffness", \.special.spring.stiffness, range: 1...1000, animatable: false, "Stiffness of the spring."),
    Property("damping", \.special.spring.damping, range: 0...100, animatable: false, "Friction."),
    Property(
      "initialVelocity", \.special.spring.initialVelocity, range: -50...50, animatable: false,
      "Distances per second toward the target."),
    Property(
      "allowsOverdamping", \.special.spring.allowsOverdamping, animatable: false, listsZeroDefault: true,
      "More than critical damping is not cut."),
  ]
}

extension Property where Root == AnimationValues {
  static let transition: [Property<AnimationValues>] = [
    Property(
      "type", \.special.transition.type, animatable: false, "How the new picture takes the place of the old one."),
    Property("subtype", \.special.transition.subtype, animatable: false, "Where the movement comes from."),
    Property(
      "startProgress", \.special.transition.startProgress, range: 0...1, animatable: false,
      "How far the transition has come at its beginning."),
    Property(
      "endProgress", \.special.transition.endProgress, range: 0...1, animatable: false,
      "How far the transition has come at its end."),
  ]
}
