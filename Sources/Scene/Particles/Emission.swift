/// The committed history of one emitter layer: what its cells were set to, from when on.
///
/// A change of a cell or of the emitter does not touch particles that are already born, so the committed scene carries
/// one segment per change. Any time can be evaluated from it, in any order.
public struct Emission: Sendable {
  /// Values from `start` (layer-local seconds) on.
  public struct Segment: Sendable {
    public var start: Double
    public var emitter: EmitterState
    public var cells: [EmitterCellTree]
  }

  public private(set) var segments: [Segment] = []
  /// Births of each top-level cell before the first segment that is kept.
  private(set) var earlierBirths: [Double] = []

  public init() {}

  /// Notes the values from `time` (layer-local seconds) on. The first values count from the beginning of time.
  ///
  /// Cells that are nested differently from before are new cells: the emission starts over with them.
  public mutating func record(_ emitter: EmitterState, cells: [EmitterCellTree], at time: Double) {
    guard let last = segments.last, last.cells.hasSameShape(as: cells) else {
      segments = [Segment(start: -.infinity, emitter: emitter, cells: cells)]
      earlierBirths = cells.map { _ in 0 }
      return
    }
    guard last.emitter != emitter || last.cells != cells else { return }
    if last.start == time { segments.removeLast() }
    segments.append(Segment(start: time, emitter: emitter, cells: cells))
    dropDeadSegments(at: time)
  }

  /// Forgets segments whose last particle is dead at `time`; only the number of their births is kept.
  private mutating func dropDeadSegments(at time: Double) {
    while segments.count > 1, segments[1].start + segments[0].reach <= time {
      var sprites = SpriteTable()
      for index in earlierBirths.indices {
        let plan = CellPlan(
          states: [(segments[0].cells[index], segments[0].emitter)], starts: [segments[0].start],
          parentNow: segments[1].start, key: 0, earlierBirths: earlierBirths[index], sprites: &sprites)
        earlierBirths[index] = plan.intervals().last?.interval.countAtEnd ?? earlierBirths[index]
      }
      segments.removeFirst()
    }
  }
}

extension Emission.Segment {
  /// Layer seconds for which something of a particle born in this segment can be left.
  fileprivate var reach: Double {
    let factor = abs(Double(finite(emitter.lifetime)))
    return cells.map { $0.reach(lifetimeFactor: factor) }.max() ?? 0
  }
}

extension EmitterCellTree {
  /// In seconds of the parent's clock.
  fileprivate func reach(lifetimeFactor: Double) -> Double {
    let speed = Double(state.timing.speed)
    guard speed > 0 else { return .infinity }
    let lifetime = max(0, Double(finite(state.lifetime)) + abs(Double(finite(state.lifetimeRange))) / 2)
    let children = cells.map { $0.reach(lifetimeFactor: 1) }.max() ?? 0
    return (lifetime * lifetimeFactor + children) / speed
  }
}

extension [EmitterCellTree] {
  /// Whether the cells are nested alike, whatever their values.
  fileprivate func hasSameShape(as other: [EmitterCellTree]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.cells.hasSameShape(as: $1.cells) }
  }
}
