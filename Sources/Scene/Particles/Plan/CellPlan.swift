import CStarmineParticleKernels

/// A cell of an emission, prepared for the times of a plan: clocks, birth rates and kernels of every segment, and
/// values for one time.
struct CellPlan {
  struct Segment {
    /// Start in the clock of the parent (the layer or the parent cell); the first is -infinity.
    var parentStart: Double
    var start: Double
    /// Births per second on the cell's clock.
    var rate: Double
    var multiplier: Float
    var speed: Double
    var perSpeed: Double
    /// In the parent's clock for top-level cells; for sub-cells, relative to the birth of the parent particle.
    var window: EmissionWindow
    /// The rate over the parent's life; nil if constant.
    var rateCurve: RateCurve?
    var constants: CellConstants
    /// Birth shape of top-level particles. Sub-cells are born at their parents.
    var birthplace: Birthplace?
    var driftStart: Double
    /// Whether the count of births restarts here.
    var beginsCount: Bool
    /// The repetition of the loop, or nil.
    var round: MotionCache.Round?
  }

  /// The birth shape, computed on demand because a video frame may have to be decoded.
  struct Birthplace {
    var emitter: EmitterState
    var drift: EmitterDrift?
    /// Births per walk along the outline in sequential mode.
    var lap: Double
    /// Nil if it depends on a table of positions.
    private(set) var shape: ParticleShape?

    init(emitter: EmitterState, drift: EmitterDrift?, lap: Double) {
      (self.emitter, self.drift, self.lap) = (emitter, drift, lap)
      if !emitter.isMadeOfPieces { shape = ParticleShape(emitter, drift: drift, pieces: nil, lap: lap) }
    }
  }

  /// The cell in a segment. It refers to shared values of the segment, because a plan has thousands of these.
  struct State {
    let cells: [EmitterCellTree]
    let index: Int
    let layerBehaviors: [EmitterBehaviorState]
    let segment: PlannedSegment?

    func child(_ child: Int) -> State {
      State(cells: cells[index].cells, index: child, layerBehaviors: layerBehaviors, segment: nil)
    }

    /// All active behaviours, those of the layer first. Copied only if necessary: a plan reads them thousands of times.
    var behaviors: [EmitterBehaviorState] {
      let own = cells[index].state.behaviors
      if own.isEmpty { return layerBehaviors }
      let active = own.indices.allSatisfy { own[$0].activeKind != nil } ? own : own.filter { $0.activeKind != nil }
      return layerBehaviors.isEmpty ? active : layerBehaviors + active
    }

    /// Colours of the cell and of its behaviours.
    var colors: [CGColor] {
      let given = behaviors.flatMap { $0.activeKind == .colorOverLife ? $0.colors : [] }
      return given + [cells[index].state.color].compactMap { $0 }
    }

    /// Colours of lights. Their sum multiplies those of particles.
    var lights: [CGColor] { behaviors.filter { $0.activeKind == .light }.compactMap(\.color) }

    var keepsColor: Bool {
      let state = cells[index].state
      let changes = [
        state.redSpeed, state.greenSpeed, state.blueSpeed, state.redRange, state.greenRange, state.blueRange,
      ]
      return !hasBehaviors && changes.allSatisfy { $0 == 0 }
    }

    var hasBehaviors: Bool { !layerBehaviors.isEmpty || cells[index].state.behaviors.contains { $0.activeKind != nil } }

    /// Whether a behaviour moves particles at any time.
    var hasForces: Bool {
      cells[index].state.behaviors.contains { $0.isForce } || layerBehaviors.contains { $0.isForce }
    }
  }

  /// The cell at both ends of a segment with changing values, and its end in the parent's clock.
  struct Ends {
    let first: State
    let last: State
    let time: Double

    func child(_ index: Int, clock: CellClock) -> Ends {
      Ends(first: first.child(index), last: last.child(index), time: clock.time(atParent: time))
    }
  }

  let key: UInt32
  private(set) var parentNow = 0.0
  private(set) var now = 0.0
  /// Number of segments that have started. Later frames use the others.
  private var startedCount = 0
  /// When a sub-cell emits. Top-level cells emit always.
  private(set) var moment = EmissionMoment.life
  let clock: CellClock
  private(set) var segments: [Segment]
  private(set) var children: [CellPlan]
  /// Maximum ages in the cell's clock: of a particle, and of it with its descendants.
  let longestLifetime: Double
  let longestExtent: Double
  private let slowestSpeed: Double
  private let lastWindowEnd: Double
  /// Maximum age of visible particles.
  let longestVisibleAge: Double
  /// Layer seconds per second of the parent's clock, for comparing ages of different cells.
  private(set) var layerSeconds = 1.0
  private let earlierBirths: Double
  /// First sprite of the cell in the batch; nil for an invisible cell.
  private(set) var sprites: SpriteRange?
  private(set) var behaviors: BehaviorPlan?
  private let states: [State]
  /// Whether the rates of living particles can differ from those at their birth.
  private let changesRates: Bool
  private let history: BehaviorHistory?

  /// Sets the values that are the same for all times of a plan. `move` sets the time.
  /// - Parameter ends: the cell at the ends of each segment, nil for constant values; empty without behaviours.
  /// - Parameter inherited: the maximum that the cell's particles inherit from their parents.
  /// - Parameter isUniform: whether all segments have the same values.
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
  /// - Parameter started: number of segments that have started by then, at least one.
  /// - Parameter present: the values at exactly that time; nil without behaviours.
  /// - Parameter gain: gain of the parents' colours, which multiply those of the cell's particles.
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

  private mutating func handOnScale(_ always: Bool) {
    guard !children.isEmpty else { return }
    for index in segments.indices { segments[index].constants.handOnScale(always) }
  }

  /// Seconds of the parent's clock during which particles born at one time can exist.
  var extentInParentClock: Double {
    guard slowestSpeed > 0 else { return .infinity }
    // For a death or an impact, the emission may be after the parent's life.
    let isOfLife = states.allSatisfy { $0.segment != nil || $0.cells[$0.index].state.emissionMoment == .life }
    return longestExtent / slowestSpeed + (isOfLife ? 0 : lastWindowEnd)
  }

  /// Sets the effect of later segments on the particles born in each segment.
  ///
  /// With constant rates a particle of age `a` has moved by `h a^2`, where `h` is half the acceleration. Let `e` be the
  /// time since its segment ended, and `K` the movement by later segments of a particle at rest then. Up to the end of
  /// the segment it moves `h (a-e)^2`. From there it has the speed `2h (a-e)` and moves another `2h (a-e) e`: together
  /// `h (a-e)^2 + 2h (a-e) e + K = h a^2 + (K - h e^2)`. Linear rates give `s a + (L - s e)`.
  ///
  /// `K` of a segment follows from the next one: a particle at rest at its start moves `h s^2` over its length `s`,
  /// then `2h s e` with the speed `2h s`, plus the next `K`.
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

  /// Calls a closure for birth intervals up to now in the parent's clock range, with their segments. Emission windows
  /// are shifted by `shift` (the birth of a parent). A range with an end is the life of that parent.
  /// - Returns: number of examined segments.
  @discardableResult @inline(__always)
  func forEachBirthInterval(
    from earliest: Double, through latest: Double, shift: Double, _ body: (Int, BirthInterval) -> Void
  ) -> Int {
    var count = earlierBirths
    var visits = 0
    // Nothing is born before the first window or after the last one.
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
  private func overlapping(_ earliest: Double) -> Range<Int> {
    lastSegment { $0.parentStart <= earliest }..<segments.count
  }

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
    // In the cell's clock, like the times of birth.
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
      driftStart: drift?.start ?? 0, beginsCount: segment?.round?.begins ?? false,
      round: (segment?.round).map { MotionCache.Round(number: $0.number, seenFrom: $0.seenFrom, place: $0.place) })
  }
}
