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
    guard time.isFinite, last.emitter != emitter || last.cells != cells else { return }
    // Where the layer's clock went back, what was noted for later never comes about.
    while segments.count > 1, segments[segments.count - 1].start >= time { segments.removeLast() }
    segments.append(Segment(start: time, emitter: emitter, cells: cells))
    dropDeadSegments(at: time)
  }

  /// Forgets segments whose last particle is dead at `time`; only the number of their births is kept.
  private mutating func dropDeadSegments(at time: Double) {
    guard segments.count > 1, let reach = reach(of: segments), segments[1].start + reach <= time else { return }
    while segments.count > 1, segments[1].start + reach <= time {
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

/// Layer seconds for which something of a particle can be left, whatever it and its descendants meet with in these
/// segments; nil where a particle can be frozen.
private func reach(of segments: [Emission.Segment]) -> Double? {
  let factor = segments.map { abs(Double(finite($0.emitter.lifetime))) }.max() ?? 1
  return reach(ofCells: segments.map(\.cells), lifetimeFactor: factor)
}

/// The longest reach of cells that change together, in seconds of their parent's clock.
private func reach(ofCells states: [[EmitterCellTree]], lifetimeFactor: Double) -> Double? {
  var longest = 0.0
  for index in states[0].indices {
    guard let reach = reach(of: states.map { $0[index] }, lifetimeFactor: lifetimeFactor) else { return nil }
    longest = max(longest, reach)
  }
  return longest
}

/// - Parameter states: one cell's values over time. Its particles may be born with any of them, and its clock may run
///   at the slowest speed for all of their life.
private func reach(of states: [EmitterCellTree], lifetimeFactor: Double) -> Double? {
  let speeds = states.map { Double(finite($0.state.timing.speed)) }
  guard let slowest = speeds.min(), let fastest = speeds.max(), fastest > 0 else { return 0 }
  guard slowest > 0, let children = reach(ofCells: states.map(\.cells), lifetimeFactor: 1) else { return nil }
  let lifetimes = states.map { Double(finite($0.state.lifetime)) + abs(Double(finite($0.state.lifetimeRange))) / 2 }
  return (max(0, lifetimes.max() ?? 0) * lifetimeFactor + children) / slowest
}

extension [EmitterCellTree] {
  /// Whether the cells are nested alike, whatever their values.
  fileprivate func hasSameShape(as other: [EmitterCellTree]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.cells.hasSameShape(as: $1.cells) }
  }
}
