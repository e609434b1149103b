import StarmineGraphics
import Synchronization

/// Plans of an emission's cells for an interval, set to one time, with the sprites at that time.
///
/// Successive frames use the same segments. An animated emitter in a loop has thousands, and planning them took most of
/// such a frame.
// Used only by the thread that has taken it from the pool.
final class EmissionPlan: @unchecked Sendable {
  let span: Double
  let seed: UInt32
  private(set) var cells: [CellPlan]
  private(set) var sprites: [ParticleBatch.Sprite] = []
  private let segments: [PlannedSegment]
  private var started = 0

  /// - Parameter active: segments that affect the interval, ascending; at least one.
  init(
    _ active: [Emission.Segment], span: Double, seed: UInt32, earlierBirths: [Double], isUniform: Bool,
    hasBehaviors: Bool
  ) {
    (self.span, self.seed) = (span, seed)
    let segments = active.map { PlannedSegment($0) }
    self.segments = segments
    let key = RandomStream.key(RandomStream.mixed(seed ^ 0x5374_6172), active[active.count - 1].emitter.seed)
    let starts = active.map(\.start)
    let ends = hasBehaviors ? active.map { PlannedEnds($0) } : []
    cells = active[0].cells.indices.map { index in
      CellPlan(
        states: segments.map { $0.state(index) }, ends: ends.map { $0.ofCell(index) }, starts: starts,
        key: RandomStream.key(key, UInt32(index) + 1), earlierBirths: earlierBirths[index], isUniform: isUniform)
    }
  }

  var mode: EmitterRenderMode { segments[started - 1].emitter.renderMode }
  var preservesDepth: Bool { segments[started - 1].emitter.preservesDepth }
  /// Number of segments of all top-level cells, as a measure of memory.
  var size: Int { cells.count * segments.count }

  /// Sets a time of the interval. Returns false if no segment has started.
  /// - Parameter present: the values at exactly that time, for behaviours.
  func move(to time: Double, present: EmissionValues?, clips: ClipFrames) -> Bool {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    started = low
    let values = present.map { PlannedSegment($0) }
    var sprites = ParticleSprites(clips: clips, time: time)
    for index in cells.indices {
      cells[index].move(toParent: time, started: low, present: values?.state(index), sprites: &sprites)
    }
    self.sprites = sprites.sprites
    return true
  }
}

final class PlannedSegment {
  let start: Double
  let emitter: EmitterState
  let drift: EmitterDrift?
  let round: Emission.Round?
  private let cells: [EmitterCellTree]
  private let layerBehaviors: [EmitterBehaviorState]

  convenience init(_ segment: Emission.Segment) {
    self.init(segment.values, start: segment.start, drift: segment.drift, round: segment.round)
  }

  init(
    _ values: EmissionValues, start: Double = 0, drift: EmitterDrift? = nil, round: Emission.Round? = nil
  ) {
    (self.start, self.drift, self.round) = (start, drift, round)
    (emitter, cells) = (values.emitter, values.cells)
    layerBehaviors = values.emitter.behaviors.filter { $0.activeKind != nil }
  }

  func state(_ index: Int) -> CellPlan.State {
    CellPlan.State(cells: cells, index: index, layerBehaviors: layerBehaviors, segment: self)
  }
}

/// The values at both ends of a segment; nil if they are constant.
private struct PlannedEnds {
  private let ends: (first: PlannedSegment, last: PlannedSegment, time: Double)?

  init(_ segment: Emission.Segment) {
    ends = segment.ends.map { (PlannedSegment($0.first), PlannedSegment($0.last), $0.time) }
  }

  func ofCell(_ index: Int) -> CellPlan.Ends? {
    ends.map { CellPlan.Ends(first: $0.first.state(index), last: $0.last.state(index), time: $0.time) }
  }
}

/// Plans from previous frames. Each frame takes a plan and sets its time.
final class EmissionPlanPool: Sendable {
  /// Maximum number of stored plans, for frames that are evaluated in parallel.
  private static let most = 8
  /// Maximum segments of a plan and of all stored plans; about a kilobyte each.
  private static let (planLimit, totalLimit) = (1 << 15, 1 << 17)
  private static let total = Atomic<Int>(0)

  private let kept = Mutex<[EmissionPlan]>([])

  deinit { Self.total.subtract(kept.withLock { $0.reduce(0) { $0 + $1.size } }, ordering: .relaxed) }

  /// Returns a plan for an interval, or nil.
  func take(span: Double, seed: UInt32) -> EmissionPlan? {
    let found = kept.withLock { kept in
      kept.lastIndex { $0.span == span && $0.seed == seed }.map { kept.remove(at: $0) }
    }
    if let found { Self.total.subtract(found.size, ordering: .relaxed) }
    return found
  }

  /// Stores a plan and removes those of other intervals.
  func keep(_ plan: EmissionPlan) {
    guard plan.size <= Self.planLimit else { return }
    guard Self.total.add(plan.size, ordering: .relaxed).newValue <= Self.totalLimit else {
      Self.total.subtract(plan.size, ordering: .relaxed)
      return
    }
    let dropped = kept.withLock { kept in
      let before = kept.reduce(0) { $0 + $1.size }
      kept.removeAll { $0.span != plan.span || $0.seed != plan.seed }
      if kept.count == Self.most { kept.removeFirst() }
      let after = kept.reduce(0) { $0 + $1.size }
      kept.append(plan)
      return before - after
    }
    Self.total.subtract(dropped, ordering: .relaxed)
  }
}
