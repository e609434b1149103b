import CStarmineParticleKernels

package struct EmissionFrame: Sendable {
  package var batch: ParticleBatch
  package var liveCount: Int
  var droppedCount: Int
  /// Why a birth video cannot be read.
  var clipProblem: String?
}

extension Emission {
  /// Evaluates all particles at a layer-local time: a pure function, in any order of times.
  /// - Parameter loop: the repetitions of a looped emission.
  /// - Parameter seed: of the whole scene. The layer's own `seed` is combined with it.
  /// - Parameter matrix: layer space to device pixels.
  /// - Parameter isFlipped: whether it contains an odd number of flips, so that images must be mirrored.
  /// - Parameter clip: visible device pixels.
  /// - Parameter clips: video frames of the cells at the time. Cells with other videos draw nothing.
  /// - Parameter budget: the remaining limit of the frame, from which the used part is subtracted.
  /// - Parameter memory: a batch to append to; empty if the emission is sorted.
  /// - Parameter kernels: the implementation. All give the same bits.
  package func evaluate(
    at time: Double, in loop: LoopedEmission? = nil, seed: UInt32, matrix: CATransform3D, isFlipped: Bool = false,
    clip: DeviceRect, clips: ClipFrames = ClipFrames(), budget: inout EmissionBudget, memory: consuming ParticleBatch,
    scratch: EmissionScratch = EmissionScratch(), kernels: ParticleKernels = .fast
  ) -> EmissionFrame {
    var sink = ParticleSink(batch: memory, budget: budget, scratch: scratch, kernels: kernels)
    emit(at: time, in: loop, seed: seed, matrix: matrix, isFlipped: isFlipped, clip: clip, clips: clips, into: &sink)
    budget = sink.budget
    return sink.finish()
  }

  /// Adds the particles to a sink that may contain those of other emitters.
  @inline(__always)
  func emit(
    at time: Double, in loop: LoopedEmission?, seed: UInt32, matrix: CATransform3D, isFlipped: Bool,
    clip: DeviceRect, clips: ClipFrames, into sink: inout ParticleSink
  ) {
    guard !clip.isEmpty, time.isFinite, let plan = plan(at: time, in: loop, seed: seed) else { return }
    let present = hasBehaviors ? loop.map { $0.values(at: time) } ?? values(at: time) : nil
    guard plan.move(to: time, present: present, clips: clips) else { return }
    sink.begin(plan, matrix, isFlipped: isFlipped, clip: clip, cache: cache)
    // In place, because a copy retains the cell's objects.
    let kept = plan.cells
    let cells = kept.span
    for index in cells.indices { cells[index].emitFromShape(into: &sink) }
    sink.end(newestFirst: plan.mode == .oldestLast)
    plans.keep(plan)
  }

  /// A plan for the time; nil without a history.
  private func plan(at time: Double, in loop: LoopedEmission?, seed: UInt32) -> EmissionPlan? {
    let span = loop?.round(at: time) ?? span(at: time)
    if let kept = plans.take(span: span, seed: seed) { return kept }
    let (active, earlierBirths) = loop.map { ($0.segments(in: span), []) } ?? history(in: span, at: time)
    guard let first = active.first else { return nil }
    return EmissionPlan(
      active, span: span, seed: seed, earlierBirths: loop == nil ? earlierBirths : first.cells.map { _ in 0 },
      isUniform: loop?.isUniform ?? false, hasBehaviors: hasBehaviors)
  }
}

extension EmitterRenderMode {
  /// Sort keys: by age, ascending with the time of birth; by depth, far to near.
  var order: ParticleOrder {
    switch self {
    case .oldestFirst, .oldestLast: .age
    case .backToFront: .depth
    default: .none
    }
  }

  var blend: BlendMode {
    switch self {
    case .additive: .additive
    case .screen: .screen
    case .maximum: .maximum
    case .cheapColorDodge: .colorDodge
    case .multiply: .multiply
    case .unordered, .oldestFirst, .oldestLast, .backToFront: .sourceOver
    }
  }
}

extension CellPlan {
  /// Emits particles of a top-level cell from the layer's shape, with their descendants.
  fileprivate func emitFromShape(into sink: inout ParticleSink) {
    forEachBirthInterval(from: -.infinity, through: .infinity, shift: 0) { segment, interval in
      guard segments[segment].birthplace != nil, interval.births(from: now - longestExtent, through: now) != nil,
        let (shape, pieces) = shape(segment: segment, into: &sink)
      else { return }
      guard var run = run(interval, segment: segment, key: key, into: &sink) else { return }
      run.clock_start = segments[segment].driftStart
      var brush = brush(segment: segment, shape: shape, pieces: pieces, in: sink.projection)
      // Cached positions outlive commits, which may flip the geometry.
      let isTurnedOver = sink.projection.isFlipped && segments[segment].birthplace?.emitter.standsUpright == true
      if !isTurnedOver { brush.kept = kept(segment: segment, living: Int(run.count), in: sink.cache) }
      emit(run, segment: segment, with: brush, at: nil, into: &sink)
    }
  }

  /// The birth shape of a segment; nil if there are no births.
  private func shape(segment: Int, into sink: inout ParticleSink) -> (ParticleShape, WeightedPlaces?)? {
    if let shape = segments[segment].birthplace?.shape { return (shape, nil) }
    guard let birthplace = segments[segment].birthplace,
      let places = birthplace.emitter.places(isFlipped: sink.projection.isFlipped)
    else { return nil }
    if let problem = places.problem { sink.clipProblem = sink.clipProblem ?? problem }
    return ParticleShape(
      birthplace.emitter, drift: birthplace.drift, pieces: places.pieces, lap: birthplace.lap
    ).map { ($0, places.pieces) }
  }

  /// The births of an interval that may be visible now; nil without any.
  @inline(__always)
  private func run(
    _ interval: BirthInterval, segment: Int, key: UInt32, into sink: inout ParticleSink
  ) -> ParticleRun? {
    guard let births = interval.births(from: now - longestExtent, through: now) else { return nil }
    var run = ParticleRun(interval, now: now, key: key, multiplier: segments[segment].multiplier)
    var first = births.lowerBound
    if longestVisibleAge < longestExtent {
      let visible = interval.births(from: now - longestVisibleAge, through: now)
      first = visible?.lowerBound ?? births.upperBound + 1
      let start = max(births.lowerBound, first - sink.budget.counts)
      (run.first, run.count) = (Int64(start), Int64(first - start))
      sink.budget.counts -= first - start
      sink.count(run, lifetime: segments[segment].constants.cell.lifetime)
    }
    let pieces = behaviors?.looks.ribbon?.segments ?? 1
    let wanted = (births.upperBound - first + 1).multipliedReportingOverflow(by: pieces)
    let admitted =
      sink.admit(wanted.overflow ? .max : wanted.partialValue, steps: stepsPerBirth(interval, from: first)) / pieces
    guard admitted > 0 else { return nil }
    (run.first, run.count) = (Int64(births.upperBound - admitted + 1), Int64(admitted))
    return run
  }

  /// Average number of integration steps per birth of an interval.
  private func stepsPerBirth(_ interval: BirthInterval, from first: Int) -> Int {
    guard let step = behaviors?.program?.integration.step else { return 0 }
    let time = interval.start + (Double(first) - interval.countAtStart) / interval.rate
    let ages = min(now - time, longestLifetime) + min(now - interval.end, longestLifetime)
    return Int(min(max(ages / 2 / step, 0), 1e6)) + 1
  }

  private func brush(
    segment: Int, shape: ParticleShape = ParticleShape(), pieces: WeightedPlaces? = nil, of parent: ParticleCell? = nil,
    in projection: ParticleProjection
  ) -> ParticleBrush {
    ParticleBrush(
      cell: segments[segment].constants.cell, shape: shape, parent: parent ?? ParticleCell(),
      hasParents: parent != nil, pieces: pieces, view: view(segment: segment, in: projection),
      isVisible: sprites != nil, behaviors: behaviors, segment: segment)
  }

  private func view(segment: Int, in projection: ParticleProjection) -> ParticleView {
    guard let sprites else { return ParticleView() }
    return projection.view(
      of: sprites, layerSeconds: Float(layerSeconds / max(segments[segment].speed, 1e-9)),
      lifetime: segments[segment].constants.cell.lifetime)
  }

  /// Cache key of the cell's states; nil for other motions, or if they depend on more than the past.
  private func kept(segment: Int, living: Int, in cache: MotionCache?) -> MotionCache.Request? {
    guard let cache, let behaviors, behaviors.isIntegrated, behaviors.looks.ribbon == nil,
      behaviors.looks.massCurve == nil, let step = behaviors.program?.integration.step
    else { return nil }
    let wish = MotionCache.Request(cell: key, step: step, round: segments[segment].round)
    let expected = segments[segment].rate * longestLifetime
    return cache.holds(wish, expected: expected, living: living) ? wish : nil
  }

  /// Emits a run of particles with their descendants.
  private func emit(
    _ run: ParticleRun, segment: Int, with brush: ParticleBrush, at parent: Parent?, into sink: inout ParticleSink
  ) {
    var piece = run
    let end = run.first + run.count
    // Parents are stored for one piece at a time. Its ends are birth indices, so that the drawing order is constant
    // over time. Integrated parents are processed together.
    let pieceMask: Int64 = behaviors?.program == nil ? 0x3FF : Int64(PARTICLE_LANES) - 1
    while piece.first < end, !sink.scratch.isCancelled {
      if !children.isEmpty, sink.budget.visits <= 0 { return sink.drop(Int(end - piece.first)) }
      let last = children.isEmpty ? end - 1 : min(piece.first | pieceMask, end - 1)
      piece.count = last - piece.first + 1
      sink.use(brush)
      sink.draw(piece, at: parent)
      if !children.isEmpty {
        let parents = sink.pushParents(piece, segment: segment, at: parent)
        let path = behaviors?.program.map { sink.path(of: parents, brush, $0, now: now) }
        for child in children {
          if child.moment == .impact {
            emitAtImpacts(child, of: parents, path, into: &sink)
          } else {
            emit(child, from: parents, path, into: &sink)
          }
        }
        if path != nil { sink.leavePath() }
        sink.popParents(parents)
      }
      piece.first = last + 1
    }
  }

  /// Emits particles of a sub-cell for all parents of a piece together, because a single parent rarely fills a vector.
  private func emit(
    _ child: CellPlan, from parents: Range<Int>, _ path: ParentPath?, into sink: inout ParticleSink
  ) {
    var brushSegment = -1
    for index in parents {
      var parent = sink.parent(index)
      let track = behaviors.map { _ in ParticleTrack(parent, on: path, lane: index - parents.lowerBound) }
      let begin = child.moment == .death ? parent.death : parent.birth
      let end = child.moment == .death ? .infinity : parent.death
      guard sink.budget.visits > 0 else { return sink.drop(parents.upperBound - index) }
      sink.budget.visits -= child.forEachBirthInterval(from: begin, through: end, shift: begin) { segment, interval in
        advance(&parent, toSegment: segment)
        let key = RandomStream.key(child.key, parent.identity)
        guard var run = child.run(interval, segment: segment, key: key, into: &sink) else { return }
        // Converts the birth time in the sub-cell's clock to the parent's time.
        run.per_second = child.segments[segment].perSpeed
        run.clock_start = child.clock.time(atParent: parent.stateTime)
        let state = Parent(state: parent.state, movement: movement(of: parent, track, segment: segment))
        if child.children.isEmpty, segment == brushSegment { return sink.draw(run, at: state) }
        // Births that are parents are processed individually, which takes a third of a microsecond.
        if !child.children.isEmpty { sink.budget.visits -= 12 }
        let brush = child.brush(segment: segment, of: segments[segment].constants.cell, in: sink.projection)
        child.emit(run, segment: segment, with: brush, at: state, into: &sink)
        brushSegment = segment
      }
    }
  }

  /// Emits particles of a sub-cell at impacts of a piece's parents.
  private func emitAtImpacts(
    _ child: CellPlan, of parents: Range<Int>, _ path: ParentPath?, into sink: inout ParticleSink
  ) {
    guard let path, let program = behaviors?.program else { return }
    for index in parents {
      let (parent, lane) = (sink.parent(index), index - parents.lowerBound)
      guard sink.budget.visits > 0 else { return sink.drop(parents.upperBound - index) }
      let impacts = program.impacts(on: path, lane: lane, birth: parent.birth, after: now - child.extentInParentClock)
      sink.budget.visits -= Int(path.lastSteps[lane]) / 8
      for impact in impacts {
        emit(child, at: impact, of: parent, ParticleTrack(parent, on: path, lane: lane), into: &sink)
      }
    }
  }

  /// - Parameter parent: the parent at its birth.
  private func emit(
    _ child: CellPlan, at impact: Impact, of parent: ParentParticle, _ track: ParticleTrack,
    into sink: inout ParticleSink
  ) {
    var (parent, state) = (parent, nil as ParticleParent?)
    let ownSegment = lastSegment(startingBy: impact.time)
    advance(&parent, toSegment: ownSegment)
    let key = RandomStream.key(RandomStream.key(child.key, parent.identity), UInt32(truncatingIfNeeded: impact.step))
    // Births at an impact are processed individually, which takes some microseconds.
    sink.budget.visits -= 64
    sink.budget.visits -= child.forEachBirthInterval(
      from: impact.time, through: .infinity, shift: impact.time
    ) { segment, interval in
      guard var run = child.run(interval, segment: segment, key: key, into: &sink) else { return }
      // All births use the parent's state at the impact.
      run.per_second = 0
      var still = segments[ownSegment].constants.cell
      still.speed = ParticleChange()
      let brush = child.brush(segment: segment, of: still, in: sink.projection)
      sink.use(brush)
      let seen =
        state
        ?? sink.state(
          of: Parent(state: parent.state, movement: movement(of: parent, track, segment: ownSegment)),
          after: Float(impact.time - parent.stateTime)
        ).resting(at: impact)
      state = seen
      child.emit(run, segment: segment, with: brush, at: Parent(state: seen, movement: nil), into: &sink)
    }
  }

  /// The motion of a parent under behaviours from its present state; nil without behaviours.
  private func movement(of parent: ParentParticle, _ track: ParticleTrack?, segment: Int) -> Parent.Movement? {
    guard var track, let behaviors else { return nil }
    track.age = Float(parent.stateTime - parent.birth)
    return Parent.Movement(
      track: track, cell: segments[segment].constants.cell, looks: behaviors.looksAtBirth(in: segment),
      integration: behaviors.program?.integration ?? .none)
  }

  /// Advances a particle's state to the start of a later segment.
  private func advance(_ parent: inout ParentParticle, toSegment target: Int) {
    while parent.segment < target {
      let rates = segments[parent.segment].constants.rates
      let next = segments[parent.segment + 1].start
      let span = Float(max(next - parent.stateTime, 0))
      let velocity = SIMD3(parent.state.velocity)
      let position = SIMD3(parent.state.position) + (velocity * span + rates.acceleration * (span * span / 2))
      parent.state.position = ParticleVector(position)
      parent.state.velocity = ParticleVector(velocity + rates.acceleration * span)
      parent.state.scale += rates.scaleSpeed * span
      parent.state.color = ParticleColor(SIMD4(parent.state.color) + rates.colorSpeed * span)
      parent.stateTime = max(next, parent.stateTime)
      parent.segment += 1
    }
  }
}

extension ParticleRun {
  /// The births of an interval, without the range of indices.
  fileprivate init(_ interval: BirthInterval, now: Double, key: UInt32, multiplier: Float) {
    self.init(
      first: 0, count: 0, count_at_start: interval.countAtStart, period: 1 / interval.rate, start: interval.start,
      now: now, clock_start: 0, per_second: 1, key: key, multiplier: multiplier)
  }
}

extension ParticleParent {
  /// The particle at an impact. Its births move along the normal.
  fileprivate func resting(at impact: Impact) -> ParticleParent {
    var result = self
    (result.position, result.velocity) = (ParticleVector(impact.position), ParticleVector())
    result.direction = ParticleVector(impact.normal)
    return result
  }
}

extension ParticleTrack {
  /// - Parameter parent: the parent at its birth.
  /// - Parameter lane: index in the path.
  fileprivate init(_ parent: ParentParticle, on path: ParentPath?, lane: Int) {
    self.init()
    (self.path, self.lane) = (path?.states.start.readable, Int32(lane))
    last_step = path?.lastSteps[lane] ?? 0
    (lifetime, identity) = (Float(parent.death - parent.birth), parent.identity)
    (scale, origin, birth) = (parent.state.scale, parent.state.position, parent.birth)
  }
}

extension ParticleIntegration {
  /// A placeholder for parents with polynomial motion. It is never read.
  private static let noForces = NoForces()
  fileprivate static var none: ParticleIntegration { noForces.program.integration }
}

// Created once and never changed.
private final class NoForces: @unchecked Sendable {
  let program = ForceProgram([], step: 1)
}
