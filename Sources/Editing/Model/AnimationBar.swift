import StarmineLayers
import StarmineScene
import StarminePresets

/// When an animation of the document runs: begin times count on the clocks of layers and groups, bars on the movie's.
struct AnimationBar {
  private let clock: AnimationClock
  /// Seconds of the scene per second of the time that the animation runs in, and of what is written per second of the
  /// scene.
  private let rate: Double
  private let scale: Double
  /// Seconds of the scene.
  private let start: Double
  private var isInGroup = false

  init(_ animation: CAAnimation, on layer: CALayer, _ scene: PresetScene) {
    let begin = animation.beginTime
    let (zero, one) = (layer.convertTime(0, to: nil), layer.convertTime(1, to: nil))
    let rate = one > zero && (one - zero).isFinite ? one - zero : 1
    let start = begin == 0 ? 0 : layer.convertTime(begin, to: nil) - scene.values.movieStart
    self.init(AnimationClock(of: animation), start: start, rate, 1 / scene.speed)
  }

  private init(_ clock: AnimationClock, start: Double, _ rate: Double, _ scale: Double) {
    (self.clock, self.start, self.rate, self.scale) = (clock, start, rate, scale)
  }

  /// The bar of an animation in this one, which is a group: its time begins with the group and goes at its speed.
  func child(_ animation: CAAnimation) -> AnimationBar {
    let own = clock.speed == 0 ? rate : rate / abs(clock.speed)
    let inner = AnimationClock(of: animation, inherited: clock.duration)
    var bar = AnimationBar(inner, start: start + inner.beginTime * own, own, scale)
    bar.isInGroup = true
    return bar
  }

  var model: SceneModel.Bar {
    let finite = { (seconds: Double) in seconds.isFinite ? seconds : 0 }
    let end = (start + clock.length * rate) * scale
    return SceneModel.Bar(
      start: finite(start * scale), end: end.isFinite ? end : nil, period: max(0, finite(clock.cycle * rate * scale)),
      pace: finite(1 / (isInGroup ? rate * scale : scale)))
  }
}
