extension LinkedKey where Root == CAAnimation {
  /// The property of an animation; nil for keys that its class does not have.
  static func find(_ key: String, of animation: CAAnimation) -> LinkedKey? {
    animations[key].flatMap { $0.isOwned(animation) ? $0 : nil }
  }

  private static let animations: [String: LinkedKey] = [
    "delegate": LinkedKey(\CAAnimation.delegate),
    "timingFunction": LinkedKey(\CAAnimation.timingFunction),
    "valueFunction": LinkedKey(\CAPropertyAnimation.valueFunction),
    "animations": LinkedKey(\CAAnimationGroup.animations),
    "values": LinkedKey(\CAKeyframeAnimation.values),
    "path": LinkedKey(\CAKeyframeAnimation.path),
    "timingFunctions": LinkedKey(\CAKeyframeAnimation.timingFunctions),
    "keyTimes": LinkedKey(\CAKeyframeAnimation.keyTimes, numberList),
    "tensionValues": LinkedKey(\CAKeyframeAnimation.tensionValues, numberList),
    "continuityValues": LinkedKey(\CAKeyframeAnimation.continuityValues, numberList),
    "biasValues": LinkedKey(\CAKeyframeAnimation.biasValues, numberList),
    "settlingDuration": LinkedKey { (spring: CASpringAnimation) in NSNumber(value: spring.settlingDuration) },
    "perceptualDuration": LinkedKey { (spring: CASpringAnimation) in NSNumber(value: spring.perceptualDuration) },
    "bounce": LinkedKey { (spring: CASpringAnimation) in NSNumber(value: Double(spring.bounce)) },
  ]

  @Sendable private static func numberList(_ value: Any) -> [NSNumber]? {
    guard let list = value as? [Any] else { return nil }
    let numbers = list.compactMap { number(in: $0) }
    return numbers.count == list.count ? numbers : nil
  }
}
