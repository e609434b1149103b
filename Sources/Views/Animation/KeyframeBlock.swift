/// The context of a running keyframe block: collects the values of each property with their times (behavior.md 8.5).
final class KeyframeBlock: BlockContext {
  /// The part of the duration that the present keyframe has.
  private var frame = (start: 0.0, end: 1.0)
  private let whole: AnimationSettings
  private let mode: CAAnimationCalculationMode
  let tracker: AnimationTracker
  let animator: UIViewPropertyAnimator?
  var changedViews: [UIView] = []
  private var tracks: [Track] = []

  fileprivate struct Track {
    let view: UIView
    let key: String
    let old: Any?
    var frames: [(start: Double, end: Double, value: Any?)]
  }

  init(
    _ settings: AnimationSettings, _ mode: CAAnimationCalculationMode, _ tracker: AnimationTracker,
    animator: UIViewPropertyAnimator?
  ) {
    (whole, self.mode, self.tracker, self.animator) = (settings, mode, tracker, animator)
  }

  /// Settings of a block inside the present keyframe.
  var settings: AnimationSettings {
    var settings = whole
    settings.delay += frame.start * whole.duration
    settings.duration *= frame.end - frame.start
    return settings
  }

  func action(for view: UIView, forKey event: String) -> (any CAAction)? {
    guard AnimatedKey.contains(event), whole.isAnimated else { return nil }
    if !changedViews.contains(where: { $0 === view }) { changedViews.append(view) }
    return Recorder(block: self, view: view, old: view.layer.value(forKeyPath: event))
  }

  /// Notes the new value after a change.
  private final class Recorder: CAAction {
    private let block: KeyframeBlock
    private let view: UIView
    private let old: Any?

    init(block: KeyframeBlock, view: UIView, old: Any?) { (self.block, self.view, self.old) = (block, view, old) }

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      block.note(view, event, old: old)
    }
  }

  private func note(_ view: UIView, _ key: String, old: Any?) {
    let value = (start: frame.start, end: frame.end, value: view.layer.value(forKeyPath: key))
    guard let index = tracks.firstIndex(where: { $0.view === view && $0.key == key }) else {
      tracks.append(Track(view: view, key: key, old: old, frames: [value]))
      return
    }
    // A property that is set again in the same keyframe.
    let isAgain = tracks[index].frames.last.map { $0.start == value.start && $0.end == value.end } ?? false
    if isAgain { tracks[index].frames.removeLast() }
    tracks[index].frames.append(value)
  }

  /// Runs the body of one keyframe.
  func runFrame(start: Double, duration: Double, _ body: () -> Void) {
    let outer = frame
    let start = min(max(start, 0), 1)
    frame = (start, min(start + max(duration, 0), 1))
    body()
    frame = outer
  }

  /// Runs the body of the block, then makes one animation of each property.
  func run(_ body: () -> Void) {
    ViewThread.current.with(self) {
      body()
      layOutIfAsked()
    }
    for track in tracks { animate(track) }
    tracker.close()
  }

  private func animate(_ track: Track) {
    let points = track.points
    let changes = AnimatedChange.changes(of: track.view, key: track.key, old: track.old, new: points.last?.value)
    for change in changes {
      let animation = CAKeyframeAnimation(keyPath: change.keyPath)
      let values = points.map { change.part(of: $0.value) }
      let added = change.added == nil ? [] : values.compactMap { change.addition(of: $0) }
      animation.isAdditive = added.count == values.count
      animation.values = animation.isAdditive ? added : values.compactMap { $0 }
      if animation.values?.count == points.count { animation.keyTimes = times(points.map(\.time)) }
      (animation.calculationMode, animation.duration, animation.fillMode) = (mode, whole.duration, .both)
      animation.timingFunction = whole.pace.function
      start(animation, of: change, whole)
    }
  }

  /// Discrete values have a length each, the last none.
  private func times(_ times: [Double]) -> [NSNumber]? {
    if mode == .paced || mode == .cubicPaced { return nil }
    return (mode == .discrete ? times + [1] : times).map { NSNumber(value: $0) }
  }
}

extension KeyframeBlock.Track {
  /// From the old value on: each keyframe goes from the value before it to its own, between them the value is held.
  fileprivate var points: [(time: Double, value: Any?)] {
    var points: [(time: Double, value: Any?)] = [(0, old)]
    func add(_ time: Double, _ value: Any?) { points.append((max(time, points[points.count - 1].time), value)) }
    let ordered = frames.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    for (_, frame) in ordered {
      let last = points[points.count - 1]
      if frame.start > last.time { add(frame.start, last.value) }
      add(frame.end, frame.value)
    }
    if points[points.count - 1].time < 1 { add(1, points[points.count - 1].value) }
    return points
  }
}

extension AnimatedChange {
  /// The part of a property's value that this change is about.
  func part(of value: Any?) -> Any? {
    switch keyPath {
    case "bounds.origin": (value as? CGRect)?.origin
    case "bounds.size": (value as? CGRect)?.size
    default: value
    }
  }
}

extension Pace {
  /// Keyframes have no springs.
  fileprivate var function: CAMediaTimingFunction {
    if case .curve(let function) = self { return function }
    return UIView.AnimationCurve.easeInOut.timingFunction
  }
}

extension UIView {
  /// Animates through keyframes: the block adds them with `addKeyframe`. What it changes beside them takes the whole
  /// duration.
  ///
  /// - Parameters:
  ///   - duration: seconds of all keyframes together.
  ///   - delay: seconds until they begin.
  ///   - options: the curve, ease in and out by default, is that of the whole time line.
  ///   - animations: adds the keyframes.
  ///   - completion: as in `animate(withDuration:)`.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let outer = ViewThread.current.block
    var settings = AnimationSettings(duration: duration, delay: delay, options: options.common)
      .nested(in: outer?.settings)
    if !areAnimationsEnabled { settings.duration = 0 }
    KeyframeBlock(settings, options.calculationMode, AnimationTracker(completion), animator: outer?.animator)
      .run(animations)
  }

  /// Adds a keyframe to the block that is running; outside of one the changes are just made.
  ///
  /// - Parameters:
  ///   - frameStartTime: 0...1 of the duration.
  ///   - frameDuration: 0...1 of the duration.
  ///   - animations: changes what the keyframe animates.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: () -> Void
  ) {
    guard let block = ViewThread.current.contexts.last as? KeyframeBlock else { return animations() }
    block.runFrame(start: frameStartTime, duration: frameDuration, animations)
  }
}
