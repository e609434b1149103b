import CStarmineParticleKernels

/// One cell of a committed emission, prepared for one time: clocks, birth rates and kernels of every segment up to
/// then.
struct CellPlan {
  struct Segment {
    /// Start in the clock of the parent (the layer, or the parent cell); the first is -infinity.
    var parentStart: Double
    /// The same moment in the cell's own clock.
    var start: Double
    /// Births per second of the cell's own clock.
    var rate: Double
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

  /// A round of a loop, for a top-level cell.
  struct Round {
    /// Seconds since the first one.
    var shift: Double
    /// Whether the segment is the round's first.
    var begins: Bool
    /// Multiplies the birth rate.
    var rate: Double
  }

  /// The cell during one segment, with the layer's values for top-level cells.
  struct State {
    var cell: EmitterCellTree
    var emitter: EmitterState?
    var drift: EmitterDrift?
    /// Behaviours of the layer, which act on every cell.
    var layerBehaviors: [EmitterBehaviorState] = []
    var round: Round?

    /// The cell inside it with an index.
    func child(_ index: Int) -> State { State(cell: cell.cells[index], layerBehaviors: layerBehaviors) }

    /// All that act, the layer's first.
    var behaviors: [EmitterBehaviorState] {
      layerBehaviors.isEmpty && cell.state.behaviors.isEmpty
        ? [] : (layerBehaviors + cell.state.behaviors).filter { $0.activeKind != nil }
    }
  }

  /// Values that behaviours need beside those of segments; nil where there are none.
  struct Moments {
    /// Exactly at the time of evaluation.
    var present: State
    /// At the ends of segments in which values change, by segment.
    var ends: [(State, State)?]
    /// When the last segment ends, in the clock of the parent.
    var end: Double

    func child(_ index: Int, end: Double) -> Moments {
      Moments(
        present: present.child(index), ends: ends.map { $0.map { ($0.child(index), $1.child(index)) } }, end: end)
    }
  }

  let key: UInt32
  /// Whether rounds of a loop repeat.
  let isLooped: Bool
  /// When a sub-cell emits; top-level cells emit all the time.
  let moment: EmissionMoment
  let clock: CellClock
  /// The time of evaluation in the parent's clock and in the cell's own.
  private(set) var parentNow: Double
  private(set) var now: Double
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
  let layerSeconds: Double
  /// Births before the first segment, of a top-level cell.
  private let earlierBirths: Double
  /// Where the cell's sprites start in the batch; nil draws nothing.
  let sprites: SpriteRange?
  private(set) var behaviors: BehaviorPlan?

  /// - Parameters:
  ///   - states: the cell at each segment.
  ///   - starts: of the segments, in the parent's clock.
  ///   - inherited: the most that the cell's particles take over from their parents.
  ///   - isUniform: whether all segments have the same values.
  init(
    states: [State], starts: [Double], parentNow: Double, key: UInt32,
    layerSeconds: Double = 1, earlierBirths: Double = 0, inherited: Inheritance = .none, isUniform: Bool = false,
    moments: Moments? = nil, sprites: inout ParticleSprites
  ) {
    (self.layerSeconds, self.key) = (layerSeconds, key)
    (self.earlierBirths, self.parentNow) = (earlierBirths, parentNow)
    let clock = CellClock(segments: zip(starts, states).map { (start: $0, speed: $1.cell.state.clockSpeed) })
    self.clock = clock
    now = clock.time(atParent: parentNow)
    let latest = states[states.count - 1].cell
    isLooped = states[0].round != nil
    moment = states[states.count - 1].emitter == nil ? latest.state.emissionMoment : .life
    self.sprites = sprites.add(latest.state)
    segments = zip(states, starts).map { Segment($0, start: $1, clock: clock) }
    slowestSpeed = segments.map(\.speed).min() ?? 0
    lastWindowEnd = segments.map(\.window.end).max() ?? 0
    let ownStarts = segments.map(\.start)
    let end = moments.map { clock.time(atParent: $0.end) } ?? .infinity
    let isConstant = segments.count == 1 || isUniform
    let only = isConstant && moments == nil ? segments[0].constants : nil
    let handedOn = only?.inheritance(from: inherited) ?? .unknown
    var children: [CellPlan] = []
    for index in latest.cells.indices {
      children.append(
        CellPlan(
          states: states.map { $0.child(index) }, starts: ownStarts, parentNow: now,
          key: RandomStream.key(key, UInt32(index) + 1),
          layerSeconds: layerSeconds / max(segments[segments.count - 1].speed, 1e-9), inherited: handedOn,
          isUniform: isUniform, moments: moments?.child(index, end: end), sprites: &sprites))
    }
    self.children = children
    let lifetime = Double(segments.map(\.constants.longestLifetime).max() ?? 0)
    longestLifetime = lifetime
    longestExtent = children.reduce(lifetime) { max($0, lifetime + $1.extentInParentClock) }
    let seen = only.map { Double($0.longestVisibleAge(inherited)) } ?? lifetime
    longestVisibleAge = children.isEmpty ? min(lifetime, seen) : longestExtent
    if !isConstant { setOffsets() }
    if let moments { setBehaviors(states, moments, end: end) }
  }

  private mutating func setBehaviors(_ states: [State], _ moments: Moments, end: Double) {
    func stretch(_ index: Int, _ state: State) -> ForceStretch {
      let cell = state.cell.state
      return ForceStretch(
        start: segments[index].start,
        // A clock that stands still has no time for an end without end.
        end: index + 1 < segments.count ? segments[index + 1].start : end.isNaN ? .infinity : max(end, now.nextUp),
        acceleration: SIMD3<Double>(LiveRates(cell).acceleration), behaviors: state.behaviors)
    }
    behaviors = BehaviorPlan(
      states.enumerated().map { stretch($0, $1) },
      ends: moments.ends.enumerated().map { index, ends in ends.map { (stretch(index, $0), stretch(index, $1)) } },
      present: moments.present.behaviors, constants: segments.map(\.constants), now: now, lifetime: longestLifetime,
      hasChildren: !children.isEmpty)
    guard behaviors?.looks.handsOnScale ?? false else { return }
    for index in segments.indices { segments[index].constants.handOnScale() }
  }

  /// Sets another time, where nothing but the clocks depends on it.
  mutating func move(toParent time: Double) {
    (parentNow, now) = (time, clock.time(atParent: time))
    for index in children.indices { children[index].move(toParent: now) }
  }

  /// Seconds of the parent's clock for which something can be left of what was emitted at a moment.
  var extentInParentClock: Double {
    guard slowestSpeed > 0 else { return .infinity }
    // At a death or an impact, the window may come after the parent's life.
    return longestExtent / slowestSpeed + (moment == .life ? 0 : lastWindowEnd)
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
    for index in segments.indices.reversed() {
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
  init(_ state: CellPlan.State, start: Double, clock: CellClock) {
    let cell = state.cell.state
    let speed = cell.clockSpeed
    // In the cell's own clock, like the times of birth.
    let drift = state.drift.map {
      EmitterDrift(start: clock.time(atParent: $0.start), velocity: $0.velocity / max(speed, 1e-9))
    }
    let rate = cell.birthRate(under: state.emitter) * (state.round?.rate ?? 1)
    var window = state.emitter == nil ? EmissionWindow(cell) : EmissionWindow(cell.timing)
    if let shift = state.round?.shift { (window.start, window.end) = (window.start + shift, window.end + shift) }
    self.init(
      parentStart: start, start: start.isFinite ? clock.time(atParent: start) : start, rate: rate,
      speed: speed, perSpeed: 1 / speed, window: window,
      rateCurve: state.emitter == nil ? RateCurve(cell.birthRateOverLife) : nil,
      constants: CellConstants(cell, emitter: state.emitter),
      birthplace: state.emitter.map { CellPlan.Birthplace(emitter: $0, drift: drift, lap: rate) },
      driftStart: drift?.start ?? 0,
      beginsCount: state.round?.begins ?? false)
  }
}
