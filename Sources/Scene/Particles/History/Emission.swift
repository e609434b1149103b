/// The committed history of one emitter layer: what its cells were set to, from when on.
///
/// A change of a cell or the emitter does not affect particles that are already born. So the history has a segment per
/// change, with the animations of that time. It can be evaluated at any time, in any order.
package struct Emission: Sendable {
  /// Values from `start` (layer-local seconds).
  package struct Segment: Sendable {
    package var start: Double
    package var emitter: EmitterState
    package var cells: [EmitterCellTree]
    /// Animations of the values during the segment.
    var animation: EmissionAnimation?
    /// Motion of the shape's centre during the segment.
    var drift: EmitterDrift?
    /// Nil unless the emission is looped.
    var round: Round?
    /// For behaviours: values at both ends of an interval in which they change, and its end.
    var ends: (first: EmissionValues, last: EmissionValues, time: Double)?
    /// Whether nothing changes, and there is neither a behaviour nor a video.
    fileprivate var isSteady = false
    fileprivate var share: EmissionShare?

    init(start: Double, emitter: EmitterState, cells: [EmitterCellTree]) {
      (self.start, self.emitter, self.cells) = (start, emitter, cells)
    }
  }

  package private(set) var segments: [Segment] = []
  /// Identity of this history through all commits.
  private(set) var identity = EmissionIdentity()
  /// Cache of integrated particles, valid until the history changes.
  private(set) var cache = MotionCache()
  private(set) var plans = EmissionPlanPool()
  /// Births of each top-level cell before the first stored segment.
  private(set) var earlierBirths: [Double] = []
  /// Seconds of past births to evaluate if there are animations.
  private var animatedReach = Double.infinity

  package init() {}

  /// Adds the values from `time` (layer-local seconds). The first values apply from the beginning of time.
  ///
  /// Cells that are nested differently from before are new cells: the emission starts over with them.
  /// - Parameter tracks: animations of the layer; those that births do not depend on are ignored.
  package mutating func record(
    _ emitter: EmitterState, cells: [EmitterCellTree], tracks: [Track] = [], at time: Double
  ) {
    let tracks = tracks.filter(\.reachesBirths)
    guard let last = segments.last, last.cells.hasSameShape(as: cells) else {
      segments = []
      identity = EmissionIdentity()
      earlierBirths = cells.map { _ in 0 }
      return append(emitter, cells, tracks, at: -.infinity)
    }
    let isSame = last.emitter == emitter && last.cells == cells && last.tracks.elementsEqual(tracks, by: ===)
    guard time.isFinite, !isSame else { return }
    // If the layer's clock goes back, later segments never apply.
    while segments.count > 1, segments[segments.count - 1].start >= time { segments.removeLast() }
    append(emitter, cells, tracks, at: time)
    dropDeadSegments(at: time)
  }

  private mutating func append(
    _ emitter: EmitterState, _ cells: [EmitterCellTree], _ tracks: [Track], at time: Double
  ) {
    (cache, plans) = (MotionCache(), EmissionPlanPool())
    var segment = Segment(start: time, emitter: emitter, cells: cells)
    if !tracks.isEmpty || emitter.birthClip?.span != nil {
      let earlier = segments.flatMap(\.extremes)
      let base = EmissionValues(emitter: emitter, cells: cells)
      segment.animation = EmissionAnimation(tracks, base: base, start: time) { reach(of: earlier + $0) }
    }
    segment.isSteady =
      segment.animation == nil && emitter.behaviors.isEmpty && emitter.birthClip == nil
      && !cells.contains(where: \.hasBehaviors) && !cells.showClips
    if segment.isSteady { segment.share = EmissionShare(segment) }
    segments.append(segment)
    guard segments.contains(where: { $0.animation != nil }) else { return }
    let isEndless = segments.contains { $0.animation?.isEndless ?? false }
    animatedReach = min(
      reach(of: segments.flatMap(\.extremes)) ?? .infinity, isEndless ? EmissionAnimation.longestReach : .infinity)
  }

  /// Removes segments whose last particle is dead at `time`. Only the number of their births is stored.
  private mutating func dropDeadSegments(at time: Double) {
    guard segments.count > 1, let reach = reach(of: segments.flatMap(\.extremes)),
      segments[1].start + reach <= time
    else { return }
    while segments.count > 1, segments[1].start + reach <= time {
      earlierBirths = zip(earlierBirths, segments[0].births(until: segments[1].start)).map { $0 + $1 }
      segments.removeFirst()
    }
  }

  /// The values at a time, including animations.
  package func values(at time: Double) -> EmissionValues? {
    guard let segment = segments.last(where: { $0.start <= time }) else { return nil }
    return segment.animation?.values(at: time) ?? segment.values
  }

  /// The cells at a time, as used by births.
  func cells(at time: Double) -> [EmitterCellTree] {
    guard let segment = segments.last(where: { $0.start <= time }) else { return [] }
    guard let animation = segment.animation else { return segment.cells }
    return animation.segments(from: time, through: time, limit: 1).last?.cells ?? segment.cells
  }

  /// Whether a single plan applies at all times.
  var isSteady: Bool { segments.count == 1 && segments[0].isSteady }

  /// Share of a batch with other emitters; nil if the emitter needs its own batch.
  var share: EmissionShare? { isSteady ? segments[0].share : nil }

  var hasBehaviors: Bool {
    segments.contains { !$0.emitter.behaviors.isEmpty || $0.cells.contains { $0.hasBehaviors } }
  }

  /// Duration in seconds for which a plan is used if there are animations.
  private static let spanLength = 1.0

  /// Number of the interval with the same plan.
  func span(at time: Double) -> Double {
    segments.contains { $0.animation != nil } ? (time / Self.spanLength).rounded(.down) : 0
  }

  /// The segments needed in an interval, with animations split into segments of constant values, and the births of each
  /// top-level cell before them.
  /// - Parameter time: a time in the interval.
  func history(in span: Double, at time: Double) -> (segments: [Segment], earlierBirths: [Double]) {
    guard segments.contains(where: { $0.animation != nil }) else { return (segments, earlierBirths) }
    // If numbers are too coarse for seconds, the interval is a single time.
    let (start, end) = (min(span * Self.spanLength, time), max((span + 1) * Self.spanLength, time))
    let started = segments.prefix { $0.start <= end }
    let limit = started.compactMap { $0.animation?.stretchLimit }.min() ?? .infinity
    var (kept, count, first) = ([[Segment]](), 0.0, started.count)
    // Backward from the latest, until particles or the limit are used up.
    while first > 0, count < limit, self.end(of: first - 1) > start - animatedReach {
      first -= 1
      let stretches = stretches(of: first, from: start, through: end, limit: limit - count)
      count += Double(stretches.count)
      kept.append(stretches)
    }
    var births = earlierBirths
    for index in 0..<first { births = sum(births, segments[index].births(until: self.end(of: index))) }
    if let start = kept.last?.first?.start { births = sum(births, segments[first].births(until: start)) }
    return (kept.reversed().flatMap(\.self), births)
  }

  private func end(of index: Int) -> Double { index + 1 < segments.count ? segments[index + 1].start : .infinity }

  private func stretches(of index: Int, from first: Double, through last: Double, limit: Double) -> [Segment] {
    let segment = segments[index]
    guard let animation = segment.animation else { return [segment] }
    return animation.segments(
      from: max(segment.start, first - animatedReach), through: min(last, end(of: index).nextDown), limit: limit)
  }

  private func sum(_ left: [Double], _ right: [Double]) -> [Double] { zip(left, right).map { $0 + $1 } }
}

extension Emission {
  /// Layer seconds during which a particle or its descendants can exist; nil if a particle can be frozen.
  var longestReach: Double? { reach(of: segments.flatMap(\.extremes)) }

  /// This history with a later state of it, including segments that the later one has removed.
  func joined(_ later: Emission) -> Emission {
    guard let first = later.segments.first else { return self }
    var result = later
    result.segments = segments.prefix { $0.start < first.start } + later.segments
    return result
  }
}

final class EmissionIdentity: Sendable {}

extension Emission.Segment {
  var tracks: [Track] { animation?.tracks ?? [] }
  var values: EmissionValues { EmissionValues(emitter: emitter, cells: cells) }
  fileprivate var extremes: [EmissionValues] { animation?.samples ?? [values] }

  fileprivate func births(until end: Double) -> [Double] {
    animation?.births(until: end) ?? values.births(from: start, until: end)
  }
}

/// Layer seconds during which a particle or its descendants can exist with the values of these segments; nil if a
/// particle can be frozen.
private func reach(of segments: [EmissionValues]) -> Double? {
  let factor = segments.map { abs(Double(bounded($0.emitter.lifetime))) }.max() ?? 1
  return reach(ofCells: segments.map(\.cells), lifetimeFactor: factor)
}

/// The longest reach of cells that change together, in seconds of the parent's clock.
private func reach(ofCells states: [[EmitterCellTree]], lifetimeFactor: Double) -> Double? {
  var longest = 0.0
  for index in states[0].indices {
    guard let reach = reach(of: states.map { $0[index] }, lifetimeFactor: lifetimeFactor) else { return nil }
    longest = max(longest, reach)
  }
  return longest
}

/// - Parameter states: a cell's values over time. Its particles may be born with any of them, and its clock may run at
///   the slowest speed.
private func reach(of states: [EmitterCellTree], lifetimeFactor: Double) -> Double? {
  let speeds = states.map { Double(bounded($0.state.timing.speed)) }
  guard let slowest = speeds.min(), let fastest = speeds.max(), fastest > 0 else { return 0 }
  guard slowest > 0, let children = reach(ofCells: states.map(\.cells), lifetimeFactor: 1) else { return nil }
  let lifetimes = states.map { Double(bounded($0.state.lifetime)) + abs(Double(bounded($0.state.lifetimeRange))) / 2 }
  let windows = states.map { $0.state.emissionMoment == .life ? 0 : EmissionWindow($0.state).end }
  return (max(0, lifetimes.max() ?? 0) * lifetimeFactor + children) / slowest + (windows.max() ?? 0)
}

extension [EmitterCellTree] {
  /// Whether the cells have the same nesting.
  fileprivate func hasSameShape(as other: [EmitterCellTree]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.cells.hasSameShape(as: $1.cells) }
  }
}

/// A history in a tree. An object, because a frame would retain five references of each of thousands of histories.
final class CommittedEmission: Sendable {
  let emission: Emission

  init(_ emission: Emission) { self.emission = emission }

  /// Calls `Emission.emit` in place, because a call from outside retains its references.
  @inline(never)
  func emit(
    at time: Double, in loop: LoopedEmission?, seed: UInt32, matrix: CATransform3D, isFlipped: Bool,
    clip: DeviceRect, clips: ClipFrames, into sink: inout ParticleSink
  ) {
    emission.emit(
      at: time, in: loop, seed: seed, matrix: matrix, isFlipped: isFlipped, clip: clip, clips: clips, into: &sink)
  }
}
