/// The context of a running keyframe block. It collects the values of each property with their times (behavior.md 8.5).
final class KeyframeBlock: BlockContext {
  /// The present keyframe as fractions of the duration.
  private var frame = (start: 0.0, end: 1.0)
  private let whole: AnimationSettings
  private let mode: CAAnimationCalculationMode
  let tracker: AnimationTracker
  let adopt: AnimationTaker?
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
    adopt: AnimationTaker?
  ) {
    (whole, self.mode, self.tracker, self.adopt) = (settings, mode, tracker, adopt)
  }

  /// Settings of a block nested in the present keyframe.
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
    // The property was set again in the same keyframe.
    let isAgain = tracks[index].frames.last.map { $0.start == value.start && $0.end == value.end } ?? false
    if isAgain { tracks[index].frames.removeLast() }
    tracks[index].frames.append(value)
  }

  func runFrame(start: Double, duration: Double, _ body: () -> Void) {
    let outer = frame
    let start = min(max(start, 0), 1)
    frame = (start, min(start + max(duration, 0), 1))
    body()
    frame = outer
  }

  /// Runs the body of the block, then creates an animation for each property.
  func run(_ body: () -> Void) {
    record(body)
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

  /// Discrete values have a duration each, except the last.
  private func times(_ times: [Double]) -> [NSNumber]? {
    if mode == .paced || mode == .cubicPaced { return nil }
    return (mode == .discrete ? times + [1] : times).map { NSNumber(value: $0) }
  }
}

extension KeyframeBlock.Track {
  /// Each keyframe runs from the previous value to its own. Between keyframes the value is kept.
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
  /// The part of a property's value that this change affects.
  func part(of value: Any?) -> Any? {
    switch keyPath {
    case "bounds.origin": (value as? CGRect)?.origin
    case "bounds.size": (value as? CGRect)?.size
    default: value
    }
  }
}

extension Pace {
  fileprivate var function: CAMediaTimingFunction {
    if case .curve(let function) = self { return function }
    return UIView.AnimationCurve.easeInOut.timingFunction
  }
}

extension UIView {
  /// Animates views through keyframes. Add them with `addKeyframe`. Changes outside keyframes use the whole duration.
  ///
  /// - Parameters:
  ///   - duration: duration of all keyframes in seconds.
  ///   - delay: seconds before the start.
  ///   - options: include the curve of the whole timeline, by default ease-in and ease-out.
  ///   - animations: a block that adds the keyframes.
  ///   - completion: see `animate(withDuration:)`.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let outer = ViewThread.current.block
    var settings = AnimationSettings(duration: duration, delay: delay, options: options.common)
      .nested(in: outer?.settings)
    if !areAnimationsEnabled { settings.duration = 0 }
    KeyframeBlock(settings, options.calculationMode, AnimationTracker(completion), adopt: outer?.adopt)
      .run(animations)
  }

  /// Adds a keyframe to the running block. Outside a block, the changes apply without animation.
  ///
  /// - Parameters:
  ///   - frameStartTime: start as a fraction of the duration, 0...1.
  ///   - frameDuration: length as a fraction of the duration, 0...1.
  ///   - animations: a block with the changes of the keyframe.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: () -> Void
  ) {
    guard let block = ViewThread.current.contexts.last as? KeyframeBlock else { return animations() }
    block.runFrame(start: frameStartTime, duration: frameDuration, animations)
  }
}
