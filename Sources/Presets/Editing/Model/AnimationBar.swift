import StarmineLayers

/// When an animation of the document runs: begin times count on the clocks of layers and groups, bars on the movie's.
struct AnimationBar {
  /// Seconds of the scene per second of the clock that the animation counts on, and of what is written per second of
  /// the scene.
  private let rate: Double
  private let scale: Double
  /// Seconds of the scene.
  private let start: Double
  private let length: Double
  private let period: Double

  init(_ animation: CAAnimation, on layer: CALayer, _ scene: PresetScene) {
    let begin = animation.beginTime
    let now = scene.values.movieStart
    let (zero, one) = (layer.convertTime(0, to: nil), layer.convertTime(1, to: nil))
    let rate = one > zero && (one - zero).isFinite ? one - zero : 1
    self.init(animation, start: begin == 0 ? 0 : layer.convertTime(begin, to: nil) - now, rate, 1 / scene.speed)
  }

  /// - Parameter whole: duration of the group, which is its children's where they have none.
  private init(
    _ animation: CAAnimation, start: Double, _ rate: Double, _ scale: Double, whole: Double = Self.standard
  ) {
    let simple = animation.duration > 0 ? animation.duration : whole
    let speed = abs(Double(animation.speed)) > 0 ? abs(Double(animation.speed)) : 1
    let once = simple * (animation.autoreverses ? 2 : 1)
    let count = Double(animation.repeatCount)
    let active = animation.repeatDuration > 0 ? animation.repeatDuration : once * (count > 0 ? count : 1)
    (self.start, self.rate, self.scale) = (start.isFinite ? start : 0, rate, scale)
    (length, period) = (active / speed * rate, once / speed * rate)
  }

  /// Core Animation's duration of what says none.
  private static let standard = 0.25

  /// The bar of an animation in this one, which is a group.
  func child(_ animation: CAAnimation) -> AnimationBar {
    AnimationBar(animation, start: start + animation.beginTime * rate, rate, scale, whole: period / rate)
  }

  var model: SceneModel.Bar {
    let end = (start + length) * scale
    return SceneModel.Bar(start: start * scale, end: end.isFinite ? end : nil, period: max(0, period * scale))
  }
}
