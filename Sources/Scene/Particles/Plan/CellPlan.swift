import CStarmineParticleKernels
import StarmineGraphics

/// One cell of a committed emission, prepared for the times of a plan: clocks, birth rates and kernels of every segment
/// up to their end, and what follows from one of these times.
struct CellPlan {
  struct Segment {
    /// Start in the clock of the parent (the layer, or the parent cell); the first is -infinity.
    var parentStart: Double
    /// The same moment in the cell's own clock.
    var start: Double
    /// Births per second of the cell's own clock.
    var rate: Double
    /// See `ParticleRun.multiplier`.
    var multiplier: Float
    /// Cell seconds per parent second, and parent seconds per cell second.
    var speed: Double
    var perSpeed: Double
    /// For top-level cells in the parent's clock; for sub-cells relative to the parent particle's birth.
    var window: EmissionWindow
    /// The rate over the parent's life; nil where it stays.
    var rateCurve: RateCurve?
    var constants: CellConstants
    /// Where top-level particles are born; sub-cells are born at their parents.
    var birthplace: Birthplace?
    /// When its drift began, in the cell's own clock.
    var driftStart: Double
    /// Whether births are counted anew from here on.
    var beginsCount: Bool
    /// The round that it belongs to; nil where nothing repeats.
    var round: MotionCache.Round?
  }

  /// Where particles are born: looked at when some are, since a clip may have to be decoded for it.
  struct Birthplace {
    var emitter: EmitterState
    var drift: EmitterDrift?
    /// Births in one walk along the outline, where births walk.
    var lap: Double
    /// Nil where it depends on a table of places.
    private(set) var shape: ParticleShape?

    init(emitter: EmitterState, drift: EmitterDrift?, lap: Double) {
      (self.emitter, self.drift, self.lap) = (emitter, drift, lap)
      if !emitter.isMadeOfPieces { shape = ParticleShape(emitter, drift: drift, pieces: nil, lap: lap) }
    }
  }

  /// The cell during one segment. It refers to what all cells of the segment share: a plan has thousands of these.
  struct State {
    /// The cell and its siblings, and which of them it is.
    let cells: [EmitterCellTree]
    let index: Int
    /// Behaviours of the layer that act on every cell.
    let layerBehaviors: [EmitterBehaviorState]
    /// The segment of the layer, for a top-level cell.
    let segment: PlannedSegment?

    /// The cell inside it with an index.
    func child(_ child: Int) -> State {
      State(cells: cells[index].cells, index: child, layerBehaviors: layerBehaviors, segment: nil)
    }

    /// All that act, the layer's first. A plan asks thousands of times: arrays are copied only where they must be.
    var behaviors: [EmitterBehaviorState] {
      let own = cells[index].state.behaviors
      if own.isEmpty { return layerBehaviors }
      let active = own.indices.allSatisfy { own[$0].activeKind != nil } ? own : own.filter { $0.activeKind != nil }
      return layerBehaviors.isEmpty ? active : layerBehaviors + active
    }

    /// The cell's own colour, and those that behaviours give its particles.
    var colors: [CGColor] {
      let given = behaviors.flatMap { $0.activeKind == .colorOverLife ? $0.colors : [] }
      return given + [cells[index].state.color].compactMap { $0 }
    }

    /// The colours of lights, whose sum multiplies those of particles.
    var lights: [CGColor] { behaviors.filter { $0.activeKind == .light }.compactMap(\.color) }

    /// Whether all particles keep the cell's own colour.
    var keepsColor: Bool {
      let state = cells[index].state
      let changes = [
        state.redSpeed, state.greenSpeed, state.blueSpeed, state.redRange, state.greenRange, state.blueRange,
      ]
      return !hasBehaviors && changes.allSatisfy { $0 == 0 }
    }

    var hasBehaviors: Bool { !layerBehaviors.isEmpty || cells[index].state.behaviors.contains { $0.activeKind != nil } }

    /// Whether any behaviour moves particles, now or at another time.
    var hasForces: Bool {
      cells[index].state.behaviors.contains { $0.isForce } || layerBehaviors.contains { $0.isForce }
    }
  }

  /// The cell at both ends of a segment in which values change, and when it ends, in the clock of the parent.
  struct Ends {
    let first: State
    let last: State
    let time: Double

    func child(_ index: Int, clock: CellClock) -> Ends {
      Ends(first: first.child(index), last: last.child(index), time: clock.time(atParent: time))
    }
  }

  let key: UInt32
  /// The time of evaluation in the parent's clock and in the cell's own.
  private(set) var parentNow = 0.0
  private(set) var now = 0.0
  /// Those that have started by then: later ones are looked at by later frames.
  private var startedCount = 0
  /// When a sub-cell emits; top-level cells emit all the time.
  private(set) var moment = EmissionMoment.life
  let clock: CellClock
  private(set) var segments: [Segment]
  private(set) var children: [CellPlan]
  /// Ages, in the cell's own clock, beyond which nothing is left of a particle: of itself, and with its descendants.
  let longestLifetime: Double
  let longestExtent: Double
  /// The slowest clock and the latest end of a window among all segments.
  private let slowestSpeed: Double
  private let lastWindowEnd: Double
  /// How far back births are worth looking at for what is seen now.
  let longestVisibleAge: Double
  /// Layer seconds per second of the parent's clock, to compare ages across cells.
  private(set) var layerSeconds = 1.0
  /// Births before the first segment, of a top-level cell.
  private let earlierBirths: Double
  /// Where the cell's sprites start in the batch; nil draws nothing.
  private(set) var sprites: SpriteRange?
  private(set) var behaviors: BehaviorPlan?
  private let states: [State]
  /// Whether particles may live on under other rates than those that they were born with.
  private let changesRates: Bool
  /// Behaviours of all segments; nil where none has any.
  private let history: BehaviorHistory?

  /// What holds for all times of a plan; `move` sets one of them.
  ///
  /// - Parameters:
  ///   - states: the cell at each segment.
  ///   - ends: of the segments, nil where nothing changes; none at all without behaviours.
  ///   - starts: of the segments, in the parent's clock.
  ///   - inherited: the most that the cell's particles take over from their parents.
  ///   - isUniform: whether all segments have the same values.
  init(
    states: [State], ends: [Ends?], starts: [Double], key: UInt32, earlierBirths: Double = 0,
    inherited: Inheritance = .none, isUniform: Bool
  ) {
    (self.states, self.key, self.earlierBirths) = (states, key, earlierBirths)
    let clock = CellClock(segments: zip(starts, states).map { ($0, $1.cells[$1.index].state.clockSpeed) })
    self.clock = clock
    let segments = zip(states, starts).map { Segment($0, start: $1, clock: clock) }
    slowestSpeed = segments.map(\.speed).min() ?? 0
    lastWindowEnd = segments.map(\.window.end).max() ?? 0
    let ownStarts = segments.map(\.start)
    let isConstant = segments.count == 1 || isUniform
    changesRates = !isConstant && segments.contains { $0.constants.rates != .none }
    let only = isConstant && ends.isEmpty ? segments[0].constants : nil
    let handedOn = only?.inheritance(from: inherited) ?? .unknown
    children = states[0].cells[states[0].index].cells.indices.map { index in
      CellPlan(
        states: states.map { $0.child(index) }, ends: ends.map { $0?.child(index, clock: clock) }, starts: ownStarts,
        key: RandomStream.key(key, UInt32(index) + 1), inherited: handedOn, isUniform: isUniform)
    }
    let lifetime = Double(segments.map(\.constants.longestLifetime).max() ?? 0)
    longestLifetime = lifetime
    longestExtent = children.reduce(lifetime) { max($0, lifetime + $1.extentInParentClock) }
    let seen = only.map { Double($0.longestVisibleAge(inherited)) } ?? lifetime
    longestVisibleAge = children.isEmpty ? min(lifetime, seen) : longestExtent
    let ownEnds = ends.map { $0.map { Ends(first: $0.first, last: $0.last, time: clock.time(atParent: $0.time)) } }
    history =
      ends.isEmpty
      ? nil
      : BehaviorHistory(
        states, ends: ownEnds, starts: ownStarts, constants: segments.map(\.constants), lifetime: lifetime,
        hasChildren: !children.isEmpty)
    self.segments = segments
  }

  /// Sets the time of evaluation.
  ///
  /// - Parameters:
  ///   - started: segments that have started by then, one at least.
  ///   - present: the values of exactly that time; nil without behaviours.
  ///   - gain: of the parents' colours, which multiply those of the cell's particles.
  mutating func move(
    toParent time: Double, started: Int, layerSeconds: Double = 1, present: State?, gain: TintGain = .none,
    sprites: inout ParticleSprites
  ) {
    (parentNow, now) = (time, clock.time(atParent: time))
    (startedCount, self.layerSeconds) = (started, layerSeconds)
    let latest = states[started - 1]
    moment = latest.segment == nil ? latest.cells[latest.index].state.emissionMoment : .life
    let state = present ?? latest
    let gain = gain * TintGain(state.colors, areFixed: state.keepsColor) * TintGain(sumOf: state.lights)
    self.sprites = sprites.add(latest.cells[latest.index].state, gain: gain)
    let seconds = layerSeconds / max(segments[started - 1].speed, 1e-9)
    for index in children.indices {
      children[index].move(
        toParent: now, started: started, layerSeconds: seconds, present: present?.child(index), gain: gain,
        sprites: &sprites)
    }
    if changesRates { setOffsets() }
    if let history, let present {
      behaviors = BehaviorPlan(
        history, started: started, present: present.behaviors,
        velocityOffsets: changesRates ? segments.map(\.constants.velocityOffset) : [], now: now,
        lifetime: longestLifetime, hasChildren: !children.isEmpty)
      handOnScale(behaviors?.looks.handsOnScale ?? false)
    }
  }

  /// Whether children take over a scale whatever the particles' own is.
  private mutating func handOnScale(_ always: Bool) {
    guard !children.isEmpty else { return }
    for index in segments.indices { segments[index].constants.handOnScale(always) }
  }

  /// Seconds of the parent's clock for which something can be left of what was emitted at a moment.
  var extentInParentClock: Double {
    guard slowestSpeed > 0 else { return .infinity }
    // At a death or an impact, the window may come after the parent's life.
    let isOfLife = states.allSatisfy { $0.segment != nil || $0.cells[$0.index].state.emissionMoment == .life }
    return longestExtent / slowestSpeed + (isOfLife ? 0 : lastWindowEnd)
  }

  /// Sets what later segments do to the particles born in each segment.
  ///
  /// With constant rates a particle of age `a` has moved by `h a^2`, `h` half the acceleration. Let `e` be the time
  /// since its segment ended and `K` what the later segments move a particle that was at rest then. Up to the end of
  /// the segment it moves `h (a-e)^2`, and from there on with the speed `2h (a-e)` it has by then another `2h (a-e) e`:
  /// together `h (a-e)^2 + 2h (a-e) e + K = h a^2 + (K - h e^2)`. Linear rates likewise give `s a + (L - s e)`.
  ///
  /// `K` of a segment follows from the next one's: at rest at its start, a particle moves `h s^2` over its span `s` and
  /// then, with the speed `2h s`, `2h s e` besides the next `K`.
  private mutating func setOffsets() {
    var later = LiveOffsets()
    var end = now
    for index in (0..<startedCount).reversed() {
      let elapsed = Float(now - end)
      let rates = segments[index].constants.rates
      segments[index].constants.offsets.position = later.position - rates.acceleration * (elapsed * elapsed / 2)
      segments[index].constants.velocityOffset = later.velocity - rates.acceleration * elapsed
      segments[index].constants.offsets.scale = later.scale - rates.scaleSpeed * elapsed
      segments[index].constants.offsets.color = later.color - rates.colorSpeed * elapsed
      guard segments[index].start.isFinite else { continue }
      let span = Float(end - segments[index].start)
      later.position += rates.acceleration * (span * span / 2 + span * elapsed)
      later.velocity += rates.acceleration * span
      later.scale += rates.scaleSpeed * span
      later.color += rates.colorSpeed * span
      end = segments[index].start
    }
  }

  /// Birth intervals up to now in the parent's clock range, each with its segment; windows are shifted to `shift` (the
  /// birth of a parent particle). A range with an end is the life of that parent.
  ///
  /// - Returns: how many segments were looked at.
  @discardableResult @inline(__always)
  func forEachBirthInterval(
    from earliest: Double, through latest: Double, shift: Double, _ body: (Int, BirthInterval) -> Void
  ) -> Int {
    var count = earlierBirths
    var visits = 0
    // Nothing is born before the first window opens and after the last one has closed.
    let end = shift + lastWindowEnd
    for index in overlapping(earliest) {
      let (start, window) = (segments[index].parentStart, segments[index].window)
      visits += 1
      if start >= latest || start >= end { break }
      if segments[index].beginsCount { count = 0 }
      let next = index + 1 < segments.count ? segments[index + 1].parentStart : parentNow
      let low = max(start, shift + window.start, earliest)
      let high = min(next, shift + window.end, latest, parentNow)
      guard segments[index].rate > 0, high > low, low.isFinite else { continue }
      if let curve = segments[index].rateCurve, latest.isFinite {
        for part in curve.stretches(from: low, to: high, of: earliest...latest) {
          let interval = interval(index, from: part.start, to: part.end, factor: part.factor, count: count)
          body(index, interval)
          count = interval.countAtEnd
        }
        continue
      }
      let interval = interval(index, from: low, to: high, factor: 1, count: count)
      body(index, interval)
      count = interval.countAtEnd
    }
    return visits
  }

  @inline(__always)
  private func interval(
    _ index: Int, from low: Double, to high: Double, factor: Double, count: Double
  ) -> BirthInterval {
    BirthInterval(
      start: clock.time(atParent: low), end: clock.time(atParent: high),
      rate: min(segments[index].rate * factor, EmissionModel.rateLimit), countAtStart: count)
  }
}

extension CellPlan {
  /// The segments that reach beyond a time of the parent's clock.
  private func overlapping(_ earliest: Double) -> Range<Int> {
    lastSegment { $0.parentStart <= earliest }..<segments.count
  }

  /// The segment that lasts at a time of the cell's own clock.
  func lastSegment(startingBy time: Double) -> Int { lastSegment { $0.start <= time } }

  @inline(__always)
  private func lastSegment(_ hasStarted: (Segment) -> Bool) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if hasStarted(segments[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension CellPlan.Segment {
  fileprivate init(_ state: CellPlan.State, start: Double, clock: CellClock) {
    let (index, segment) = (state.index, state.segment)
    let shared = state.cells
    // In place: a plan has thousands of segments, and a cell is large.
    let cells = shared.span
    let (speed, timing) = (cells[index].state.clockSpeed, cells[index].state.timing)
    // In the cell's own clock, like the times of birth.
    let drift = segment?.drift.map {
      EmitterDrift(start: clock.time(atParent: $0.start), velocity: $0.velocity / max(speed, 1e-9))
    }
    let rate = cells[index].state.birthRate(under: segment?.emitter) * (segment?.round?.rates[index] ?? 1)
    var window = segment == nil ? EmissionWindow(cells[index].state) : EmissionWindow(timing)
    if let shift = segment?.round?.shift { (window.start, window.end) = (window.start + shift, window.end + shift) }
    self.init(
      parentStart: start, start: start.isFinite ? clock.time(atParent: start) : start, rate: rate,
      multiplier: cells[index].state.thinning, speed: speed, perSpeed: 1 / speed, window: window,
      rateCurve: segment == nil ? RateCurve(cells[index].state.birthRateOverLife) : nil,
      constants: CellConstants(cells[index].state, emitter: segment?.emitter),
      birthplace: segment.map { CellPlan.Birthplace(emitter: $0.emitter, drift: drift, lap: rate) },
      driftStart: drift?.start ?? 0,
      beginsCount: segment?.round?.begins ?? false,
      round: (segment?.round).map { MotionCache.Round(number: $0.number, seenFrom: $0.seenFrom, place: $0.place) })
  }
}
