import StarmineScene

/// An animation on a layer with what has become of it.
final class AnimationEntry {
  let key: String?
  /// The layer's own copy.
  let animation: CAAnimation
  /// Completion blocks that wait for its end.
  let completions: [CompletionGroup]
  /// Nil until the next commit.
  private(set) var tracks: [Track]?
  /// Whether a commit has given it a begin time.
  private(set) var isResolved = false
  private(set) var problems: [AnimationProblem] = []
  /// The transition of a `CATransition`, from that commit on until it is over.
  private(set) var transition: Transition?
  /// In the layer's time.
  private(set) var endTime = Double.infinity
  var hasStarted = false
  var hasEnded = false

  init(_ animation: CAAnimation, key: String?, completions: [CompletionGroup]) {
    (self.animation, self.key, self.completions) = (animation, key, completions)
  }

  /// - Parameters:
  ///   - time: now, in the layer's time: where an animation without a begin time begins.
  ///   - old: the layer's node before the commit, nil if it did not show.
  func resolve(on layer: CALayer, at time: Double, replacing old: RenderNode?) {
    if !isResolved {
      animation.begin(at: time)
      transition = (animation as? CATransition)?.resolved(replacing: old?.outgoing(at: time))
    }
    isResolved = true
    var builder = TrackBuilder(layer)
    builder.add(animation, key: key)
    (tracks, problems) = (builder.tracks, builder.problems + animation.transitionProblems)
    endTime = AnimationClock(animation.stored.timing).endTime
  }

  /// Forgets the tracks: the key path may lead to another thing now.
  func forgetTracks() { tracks = nil }

  /// The animation is over or leaves the layer.
  func end(finished: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    if let transition, transition.isOver(at: endTime.nextUp) { self.transition = nil }
    animation.delegate?.animationDidStop(animation, finished: finished)
    completions.forEach { $0.leave() }
  }
}

/// A completion block with the number of animations that it waits for.
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

  /// The transaction has been published; without animations the block runs now.
  func commit() {
    isCommitted = true
    if pending == 0 { block() }
  }
}

/// The beginnings and ends of animations that a thread has ahead of it, in media time.
struct AnimationAgenda {
  private struct Item {
    weak var layer: CALayer?
    var entry: AnimationEntry
    var time: Double
  }
  private var items: [Item] = []
  /// Seconds of media time; infinite if nothing is ahead.
  private(set) var nextTime = Double.infinity

  mutating func add(_ entry: AnimationEntry, of layer: CALayer) {
    let time = Self.time(of: entry, on: layer)
    items.append(Item(layer: layer, entry: entry, time: time))
    nextTime = min(nextTime, time)
  }

  /// The next moment of an animation: its beginning, then just after its end, which still belongs to it (measured).
  private static func time(of entry: AnimationEntry, on layer: CALayer) -> Double {
    if entry.hasStarted { return layer.mediaTime(ofLocal: entry.endTime).nextUp }
    return layer.mediaTime(ofLocal: entry.animation.beginTime)
  }

  /// Clocks have changed.
  mutating func reschedule() {
    items.removeAll { $0.layer == nil || $0.entry.hasEnded }
    for index in items.indices {
      if let layer = items[index].layer { items[index].time = Self.time(of: items[index].entry, on: layer) }
    }
    nextTime = items.map(\.time).min() ?? .infinity
  }

  /// Takes out what is due at `time`, in order of time, then of adding; an animation that only begins stays, with its
  /// end ahead.
  mutating func takeDue(at time: Double) -> [(layer: CALayer, entry: AnimationEntry)] {
    let due = items.enumerated().filter { $0.element.time <= time }
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    items.removeAll { $0.time <= time }
    nextTime = items.map(\.time).min() ?? .infinity
    return due.compactMap { item in item.layer.map { ($0, item.entry) } }
  }
}

extension CALayer {
  /// Media time of a local time; infinite where a clock on the way stands still or runs backward.
  func mediaTime(ofLocal time: Double) -> Double {
    var time = time
    var next: CALayer? = self
    while let layer = next {
      guard layer.state.timing.speed > 0 else { return .infinity }
      time = layer.state.timing.parentTime(fromLocal: time)
      next = layer.superlayer
    }
    return time
  }
}
