/// An animation on a layer, with its state.
final class AnimationEntry {
  let key: String?
  /// Set while the animation has a pending begin or end, at most for the life of the layer. Not weak: a weak reference
  /// makes every later reference count of the layer slower.
  unowned(unsafe) var layer: CALayer?
  /// Position among the animations of the layer, ascending.
  var place = 0
  let animation: CAAnimation
  /// Completion blocks that wait for this animation.
  let completions: [CompletionGroup]
  /// Nil until the next commit.
  private(set) var tracks: [Track]?
  /// Tracks from before the first commit, valid for the expected begin time.
  private var prepared: Prepared?
  /// Whether a commit has given it a begin time.
  private(set) var isResolved = false
  private(set) var problems: [AnimationError] = []
  /// The transition of a `CATransition`, from its commit until it ends.
  private(set) var transition: Transition? {
    get { box?.transition }
    set { box = newValue.map(Box.init) }
  }
  private var box: Box?
  /// In the layer's time.
  private(set) var endTime = Double.infinity
  var hasStarted = false
  var hasEnded = false

  private struct Prepared {
    let tracks: [Track]
    /// In the layer's time.
    let span: (begin: Double, end: Double)
  }

  /// Stored separately, because few animations are transitions.
  private final class Box {
    let transition: Transition
    init(_ transition: Transition) { self.transition = transition }
  }

  init(_ animation: CAAnimation, key: String?, completions: [CompletionGroup]) {
    (self.animation, self.key, self.completions) = (animation, key, completions)
  }

  /// - Parameter time: now, in the layer's time, which is the begin time of an animation without one.
  /// - Parameter old: the layer's node before the commit; nil if it was not visible.
  func resolve(on layer: CALayer, at time: Double, replacing old: RenderNode?) {
    let (isNew, begin) = (!isResolved, animation.held.timing.beginTime)
    defer {
      if isNew, !problems.isEmpty || endTime < time {
        ThreadState.current.remarks.add(self, of: layer, begin: begin, at: time)
      }
    }
    if isNew {
      animation.begin(at: time)
      transition = (animation as? CATransition)?.resolved(replacing: old?.outgoing(at: time))
    }
    isResolved = true
    let expected = prepared
    prepared = nil
    // A frozen animation can change only its begin time.
    if let expected, expected.span.begin == animation.held.timing.beginTime {
      (tracks, endTime) = (expected.tracks, expected.span.end)
      return
    }
    let clock = AnimationClock(of: animation)
    endTime = clock.endTime
    if let expected {
      tracks = expected.tracks.map { $0.timed(by: clock) }
    } else {
      var builder = TrackBuilder(layer)
      build(&builder)
      tracks = builder.tracks
    }
  }

  /// Makes tracks before the begin time is known, if they depend on it only through their clock. Tracks of emitters may
  /// find other cells when they are committed.
  /// - Returns: why the animation has no effect.
  func prepare(on layer: CALayer) -> [AnimationError] {
    // Most documents are committed at the time at which they are read.
    var builder = TrackBuilder(layer, commitTime: CACurrentMediaTime())
    build(&builder)
    if !builder.dependsOnBeginning, !(layer is CAEmitterLayer) {
      prepared = Prepared(tracks: builder.tracks, span: builder.span)
    }
    return problems
  }

  private func build(_ builder: inout TrackBuilder) {
    builder.add(animation, key: key)
    problems = animation is CABasicAnimation ? builder.problems : builder.problems + animation.transitionProblems
  }

  var isHeard: Bool { animation.delegate != nil || !completions.isEmpty }

  /// Marks the animation as started if its start is not reported and its end never comes.
  /// - Parameter time: the current time of the layer.
  func startsQuietly(at time: Double) -> Bool {
    guard endTime == .infinity, animation.held.timing.beginTime <= time, !isHeard else { return false }
    hasStarted = true
    return true
  }

  /// Discards the tracks: the key path may refer to another object now.
  func forgetTracks() { (tracks, prepared) = (nil, nil) }

  func end(finished: Bool) {
    layer = nil
    guard !hasEnded else { return }
    hasEnded = true
    if let transition, transition.isOver(at: endTime.nextUp) { self.transition = nil }
    animation.delegate?.animationDidStop(animation, finished: finished)
    completions.forEach { $0.leave() }
  }
}

final class CompletionGroup {
  private let block: () -> Void
  private var pending = 0
  private var isCommitted = false

  init(_ block: @escaping () -> Void) {
    self.block = block
  }

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    if isCommitted, pending == 0 { block() }
  }

  /// Called when the transaction is published. Without animations, the block runs after the current script returns,
  /// never inside a commit (measured).
  func commit() {
    isCommitted = true
    if pending == 0 { MediaClock.performSoon(block) }
  }
}
