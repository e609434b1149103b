/// An animation for programs: property records, and values in document form.
struct AnimationModel {
  let className: String
  /// The key; for a child of a group, the animated property.
  let name: String
  private(set) var values: [String: DocumentValue] = [:]
  let target: PropertyRecord?

  init(_ animation: CAAnimation, on layer: CALayer, key: String, texts: ValueText) {
    let spelling = AnimationSpelling(animation, on: layer, key: key, texts: texts)
    className = spelling.className
    let keyPath = (animation as? CAPropertyAnimation)?.keyPath ?? key
    name = layer.animation(forKey: key) === animation ? key : keyPath
    let hasFunction = (animation as? CAPropertyAnimation)?.valueFunction != nil
    target = hasFunction ? nil : spelling.target.map { PropertyRecord($0, default: nil) }
    // The animated property cannot change, because its values would not fit.
    for value in spelling.values where value.key != "keyPath" { values[value.key] = value.value }
  }

  // MARK: Rows

  static var classes: [String: [PropertyRecord]] {
    let kinds = AnimationReader.classes.mapValues { $0() }.filter { !($0.value is CATransition) }
    return kinds.mapValues { animation in
      let own = AnimationReader.otherKeys(animation) + ["timingFunction"]
      let keys = type(of: animation).keys.filter { $0 != "keyPath" }
      return others.filter { own.contains($0.key) }
        + keys.compactMap { type(of: animation).info(forKey: $0) }.map { info in
          PropertyRecord(
            info, default: animation.value(forKey: info.key),
            group: PropertyGroup.title(of: info.key) == "Timing" ? nil : PropertyGroup.animation)
        }
    }
  }

  private static let others: [PropertyRecord] = [
    record("values", "keyframes", "Values at the keyframes."),
    record("keyTimes", "line", "Time of each keyframe as a fraction of the duration. Empty: evenly spaced."),
    record("timingFunctions", "line", "Easing between adjacent keyframes."),
    record("fromValue", "target", "Where it starts."), record("toValue", "target", "Where it ends."),
    record("byValue", "target", "Difference between start and end."),
    record("timingFunction", "timing", "Easing of the whole animation."),
    record("path", "path", "Path of a position. Takes precedence over values."),
    record("valueFunction", "line", "Transform function to which the values are arguments, such as rotateZ."),
    record("tensionValues", "line", "Tension of the cubic curve at each keyframe."),
    record("continuityValues", "line", "Continuity of the cubic curve at each keyframe."),
    record("biasValues", "line", "Bias of the cubic curve at each keyframe."),
  ]

  private static func record(_ key: String, _ kind: String, _ summary: String) -> PropertyRecord {
    PropertyRecord(
      animation: key, kind: kind, options: kind == "timing" ? AnimationReader.curves : nil,
      isRequired: kind == "keyframes", summary)
  }
}

/// The time interval of an animation. Begin times use clocks of layers and groups; bars are relative to the movie.
struct AnimationBar {
  private let clock: AnimationClock
  /// Seconds of the scene per second of the animation's time, and of the file per second of the scene.
  private let rate: Double
  private let scale: Double
  /// Scene time in seconds.
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

  /// The bar of a child of this group, whose time begins with the group at its speed.
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
