/// The easing of an animation.
enum Pace {
  case curve(CAMediaTimingFunction)
  case spring(BlockSpring)
}

struct AnimationSettings {
  /// Seconds. 0 or less: no animation.
  var duration = 0.2
  /// Seconds before the start.
  var delay = 0.0
  var pace = Pace.curve(UIView.AnimationCurve.easeInOut.timingFunction)
  var options: UIView.AnimationOptions = []
  /// Number of repetitions. May be fractional. 0: as set by the options.
  var repeatCount: Float = 0

  init() {}

  init(duration: Double, delay: Double = 0, options: UIView.AnimationOptions) {
    (self.duration, self.delay, self.options) = (duration, delay, options)
    pace = .curve(options.curve.timingFunction)
  }

  /// Settings of a nested block. It starts with the outer block and inherits its duration and curve, unless it
  /// overrides them (documented). It inherits spring and options unless overridden.
  func nested(in outer: AnimationSettings?) -> AnimationSettings {
    guard let outer else { return self }
    var result = self
    result.delay += outer.delay
    if !options.contains(.overrideInheritedDuration) { result.duration = outer.duration }
    if !options.contains(.overrideInheritedOptions) {
      result.options.formUnion(outer.options.intersection(.inherited))
      if result.repeatCount == 0 { result.repeatCount = outer.repeatCount }
    }
    switch (pace, outer.pace) {
    case (.curve, .curve):
      if !options.contains(.overrideInheritedCurve) { result.pace = outer.pace }
    case (.curve, .spring):
      if !options.contains(.overrideInheritedOptions), !options.contains(.overrideInheritedCurve) {
        result.pace = outer.pace
      }
    case (.spring, _):
      break
    }
    return result
  }

  var isAnimated: Bool { duration > 0 }

  /// The repeat count of a Core Animation object; 0 for one iteration.
  var iterations: Float { options.contains(.repeat) && repeatCount == 0 ? .infinity : repeatCount }

  /// A basic animation with the easing and the duration of the settings.
  func makeAnimation(keyPath: String, velocity: Double? = nil) -> CABasicAnimation {
    switch pace {
    case .curve(let function):
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.duration, animation.timingFunction, animation.fillMode) = (duration, function, .both)
      return animation
    case .spring(let spring):
      let animation = spring.makeAnimation(keyPath: keyPath, duration: duration, velocity: velocity)
      animation.fillMode = .both
      return animation
    }
  }

  /// Adds delay and repetition.
  /// - Parameter layer: the layer whose time the animation uses.
  func schedule(_ animation: CAAnimation, on layer: CALayer) {
    (animation.repeatCount, animation.autoreverses) = (iterations, options.contains(.autoreverse))
    if delay != 0 { animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay }
  }
}
