import CStarmineParticleKernels
import StarmineGraphics

/// Constants for drawing a run of particles. Kernels read them in place: copying them for each call took a tenth of the
/// time of small emitters.
struct ParticleBrush {
  var cell = ParticleCell()
  /// Shape for particles without parents.
  var shape = ParticleShape()
  /// Cell of the parents, for particles born at parents.
  var parent = ParticleCell()
  var hasParents = false
  /// Retains the memory of a shape: particles are drawn in large groups, when their plan may be gone.
  var pieces: WeightedPlaces?
  var view = ParticleView()
  var isVisible = false
  /// Behaviours of the cell, with the segment of the births.
  var behaviors: BehaviorPlan?
  var segment = 0
  /// Cache for states of the cell between frames.
  var kept: MotionCache.Request?

  fileprivate func isSame(as other: ParticleBrush) -> Bool {
    guard hasParents, other.hasParents, isVisible, other.isVisible else { return false }
    return cell.isSame(as: other.cell) && parent.isSame(as: other.parent)
      && view.layer_seconds == other.view.layer_seconds
      && view.sprite == other.view.sprite && behaviors === other.behaviors
      && (behaviors == nil || segment == other.segment)
  }
}

/// A particle that emits, as used by its children.
struct Parent {
  /// Motion under behaviours.
  struct Movement {
    var track: ParticleTrack
    var cell: ParticleCell
    var looks: ParticleLooks
    var integration: ParticleIntegration
  }

  var state: ParticleParent
  var movement: Movement?
}

/// Collects visible particles of emitters: selects births, draws full vectors, and appends them to the batch.
struct ParticleSink: ~Copyable {
  let kernels: ParticleKernels
  let scratch: EmissionScratch
  private(set) var projection = ParticleProjection(CATransform3DIdentity, keepsDepth: false, clip: .empty, order: .none)
  private(set) var cache: MotionCache?
  private var keepsOrder = false
  private var batch: ParticleBatch
  /// Number of particles of previous emitters.
  private var earlier = 0
  /// Number of living particles, drawn or not.
  private(set) var liveCount = 0
  /// Remaining limit, and the number above it.
  var budget: EmissionBudget
  private(set) var droppedCount = 0
  /// Reason of the first birth video that cannot be read.
  var clipProblem: String?

  // Pointers into the scratch memory, which this sink owns.
  var list: ParticleList
  var columns: ParticleColumns
  private var brush = ParticleBrush()
  /// A stack of emitting particles, nested ones last.
  private var parents: [ParentParticle]
  /// Number of enclosing cells whose parents are integrated step by step.
  var pathDepth = 0
  private var keys: [Float]

  init(
    batch: consuming ParticleBatch, budget: EmissionBudget, scratch: EmissionScratch, kernels: ParticleKernels
  ) {
    self.scratch = scratch
    self.budget = budget
    self.batch = consume batch
    self.kernels = kernels
    list = scratch.list
    columns = scratch.columns
    (parents, keys) = scratch.takeArrays()
  }

  private var count: Int { batch.count + columns.count }

  /// Starts an emitter.
  /// - Parameters:
  ///   - matrix: layer space to device pixels.
  ///   - clip: visible device pixels.
  mutating func begin(
    _ plan: EmissionPlan, _ matrix: CATransform3D, isFlipped: Bool, clip: DeviceRect, cache: MotionCache
  ) {
    let order = scratch.trace == nil ? plan.mode.order : .age
    earlier = count
    batch.blend = plan.mode.blend
    let firstSprite = batch.add(plan.sprites, isFirst: earlier == 0)
    scratch.trace?.begin(plan, firstSprite: firstSprite)
    projection = ParticleProjection(
      matrix, keepsDepth: plan.preservesDepth, clip: clip, order: order, firstSprite: firstSprite, isFlipped: isFlipped)
    (self.cache, keepsOrder) = (cache, order != .none)
    // Drawing of the previous emitter is finished.
    (brush, list) = (ParticleBrush(), scratch.list)
  }

  /// Ends the emitter and draws its remaining particles.
  mutating func end(newestFirst: Bool) {
    paint()
    if keepsOrder {
      flush()
      // A separate variable: the thread sanitizer reports two accesses to the sink in a call.
      let scratch = scratch
      var own: [Float] = []
      swap(&own, &keys)
      batch.sort(by: own, descending: newestFirst, scratch: &scratch.sorting)
      own.removeAll(keepingCapacity: true)
      swap(&own, &keys)
    }
    if count > earlier { growBounds() }
  }

  /// Rounds to whole pixels with half a pixel for soft edges of rotated sprites. Coordinates of visible sprites fit
  /// integers.
  private mutating func growBounds() {
    let reached = DeviceRect(
      minX: Int(columns.low_x.rounded(.down)), minY: Int(columns.low_y.rounded(.down)),
      maxX: Int(columns.high_x.rounded(.up)), maxY: Int(columns.high_y.rounded(.up))
    ).grown(by: (1, 1))
    let seen = reached.intersection(projection.clip)
    batch.boundsAreWhole = seen == reached && (earlier == 0 || batch.boundsAreWhole)
    batch.bounds = earlier == 0 ? seen : batch.bounds.union(seen)
    (columns.low_x, columns.low_y) = (scratch.columns.low_x, scratch.columns.low_y)
    (columns.high_x, columns.high_y) = (scratch.columns.high_x, scratch.columns.high_y)
  }

  /// Takes `count` births from the limit. Fewer may remain.
  /// - Parameter steps: integration steps of each.
  mutating func admit(_ count: Int, steps: Int) -> Int {
    let admitted = min(count, budget.births, steps > 0 ? max(0, budget.steps / steps) : .max)
    budget.births -= admitted
    budget.steps -= admitted * steps
    droppedCount = droppedCount.addingClamped(count - admitted)
    if admitted > EmissionScratch.sprites { batch.reserve(batch.count + admitted) }
    return admitted
  }

  /// Counts births that are omitted because of the limit.
  mutating func drop(_ count: Int) { droppedCount = droppedCount.addingClamped(count) }

  /// Counts living particles of a run that are not visible.
  mutating func count(_ run: ParticleRun, lifetime: ParticleSpread) {
    // After waiting particles, which remain.
    if list.count > EmissionScratch.births / 2 { paint() }
    let waiting = list.count
    forEachPiece(of: run) { sink, piece in
      sink.liveCount += sink.select(&piece, lifetime, nil, keepsDead: false)
      sink.list.count = waiting
    }
  }

  /// Sets the constants for the following runs.
  mutating func use(_ next: ParticleBrush) {
    if brush.isSame(as: next) { return }
    paint()
    brush = next
    list.times = next.behaviors?.isIntegrated ?? false ? scratch.times : nil
    list.numbers = nil
    if next.hasParents {
      (list.elapsed, list.parents) = (scratch.elapsed, scratch.parentColumns)
    } else {
      if next.shape.lap != 0 || next.kept != nil { list.numbers = scratch.numbers }
      (list.elapsed, list.parents) = (next.shape.is_drifting != 0 ? scratch.elapsed : nil, nil)
    }
  }

  /// Adds the living particles of a run, born at `parent` if it is given.
  mutating func draw(_ run: ParticleRun, at parent: Parent?) {
    guard brush.isVisible else { return count(run, lifetime: brush.cell.lifetime) }
    forEachPiece(of: run) { sink, piece in
      sink.liveCount += sink.select(&piece, sink.brush.cell.lifetime, parent, keepsDead: false)
      if sink.list.count > EmissionScratch.births - 8 { sink.paint() }
    }
  }

  private mutating func select(
    _ run: inout ParticleRun, _ lifetime: ParticleSpread, _ parent: Parent?, keepsDead: Bool
  ) -> Int {
    var lifetime = lifetime
    guard var parent else { return kernels.select(&list, &run, &lifetime, nil, keepsDead ? 1 : 0) }
    let start = list.count
    // Particles with integration are found birth by birth, in columns.
    list.shared = parent.movement == nil ? scratch.sharedParents : nil
    let living = kernels.select(&list, &run, &lifetime, &parent.state, keepsDead ? 1 : 0)
    if var movement = parent.movement, list.parents != nil {
      kernels.follow(&list, start, &movement.track, &movement.cell, &movement.integration, &movement.looks)
    }
    return living
  }

  /// Calls `body` for parts of a run that fit the list.
  @inline(__always)
  private mutating func forEachPiece(of run: ParticleRun, _ body: (inout ParticleSink, inout ParticleRun) -> Void) {
    var piece = run
    let end = run.first + run.count
    while piece.first < end, !scratch.isCancelled {
      piece.count = min(end - piece.first, Int64(EmissionScratch.births - list.count))
      body(&self, &piece)
      piece.first += piece.count
    }
  }

  // MARK: Particles that emit

  func parent(_ index: Int) -> ParentParticle { parents[index] }

  /// Adds all particles of a run to the stack of parents, and returns their indices.
  mutating func pushParents(_ run: ParticleRun, segment: Int, at parent: Parent?) -> Range<Int> {
    let start = parents.count
    paint()
    list.times = scratch.times
    forEachPiece(of: run) { sink, piece in
      _ = sink.select(&piece, sink.brush.cell.lifetime, parent, keepsDead: true)
      sink.pushParents(ofSegment: segment)
      sink.list.count = 0
    }
    list.times = brush.behaviors?.isIntegrated ?? false ? scratch.times : nil
    return start..<parents.count
  }

  /// Computes birth values of the listed particles in the scratch memory.
  mutating func findBirths() {
    let (out, stride) = (scratch.birthColumns, list.stride)
    if brush.hasParents {
      kernels.birthsFromParents(out, stride, &list, &brush.cell, &brush.parent)
    } else {
      kernels.birthsFromShape(out, stride, &list, &brush.cell, &brush.shape)
    }
  }

  private mutating func pushParents(ofSegment segment: Int) {
    let (out, stride) = (scratch.birthColumns, list.stride)
    findBirths()
    for index in 0..<list.count {
      let birth = scratch.times[index]
      let lifetime = out[(Int(PARTICLE_BIRTH_COLUMNS) - 1) * stride + index]
      parents.append(
        ParentParticle(
          identity: list.identities[index], segment: segment, birth: birth, death: birth + Double(lifetime),
          stateTime: birth, state: ParticleParent(out + index, stride: stride)))
    }
  }

  /// Steps of parents from birth to death or now, until the next request at this depth. No particles may be waiting.
  mutating func path(of range: Range<Int>, _ brush: ParticleBrush, _ program: ForceProgram, now: Double) -> ParentPath {
    paint()
    var integration = program.integration
    var (cell, looks) = (brush.cell, brush.behaviors?.looks.looks ?? ParticleLooks())
    (list.count, list.times) = (range.count, scratch.times)
    var lastSteps: [Int32] = []
    for (index, parent) in parents[range].enumerated() {
      list.identities[index] = parent.identity
      scratch.times[index] = parent.birth
      let age = Float(max(0, min(now, parent.death) - parent.birth))
      list.ages[index] = age
      lastSteps.append(Int32(age * integration.steps_per_second))
      parent.state.store(at: index, in: scratch.birthColumns, stride: list.stride)
      scratch.birthColumns[Int(PARTICLE_PARENT_COLUMNS) * list.stride + index] = Float(parent.death - parent.birth)
    }
    let count = (Int(lastSteps.max() ?? 0) + 1) * Int(PARTICLE_STATE_COLUMNS * PARTICLE_LANES)
    let path = scratch.path(depth: pathDepth, count: count)
    pathDepth += 1
    var states = ParticleStates(steps: nil, states: nil, path: path.start)
    kernels.integrate(scratch.states, &list, scratch.birthColumns, &cell, &integration, &looks, &states)
    list.count = 0
    list.times = brush.behaviors?.isIntegrated ?? false ? scratch.times : nil
    return ParentPath(states: path, lastSteps: lastSteps)
  }

  mutating func leavePath() { pathDepth -= 1 }

  /// The state of a parent after some time. Particles that wait to be drawn stay in the queue.
  /// The present brush must belong to a sub-cell.
  mutating func state(of parent: Parent, after elapsed: Float) -> ParticleParent {
    guard var movement = parent.movement, let columns = list.parents, let seconds = list.elapsed else {
      return parent.state
    }
    let place = list.count
    parent.state.store(at: place, in: columns, stride: list.stride)
    // The lanes after it are computed too.
    for lane in 0..<Int(PARTICLE_LANES) { seconds[place + lane] = elapsed }
    list.count = place + 1
    kernels.follow(&list, place, &movement.track, &movement.cell, &movement.integration, &movement.looks)
    list.count = place
    return ParticleParent(columns + place, stride: list.stride)
  }

  mutating func popParents(_ range: Range<Int>) { parents.removeLast(parents.count - range.lowerBound) }

  // MARK: Output

  /// Draws the selected births.
  private mutating func paint() {
    guard list.count > 0, brush.isVisible else { return }
    if let behaviors = brush.behaviors { return paint(under: behaviors) }
    let first = columns.count
    if brush.hasParents {
      kernels.drawFromParents(&columns, &list, &brush.cell, &brush.parent, &brush.view)
    } else {
      kernels.drawFromShape(&columns, &list, &brush.cell, &brush.shape, &brush.view)
    }
    scratch.trace?.add(columns, from: first, list, secondsPerSecond: brush.view.layer_seconds)
    list.count = 0
    if columns.count > EmissionScratch.sprites - EmissionScratch.births { flush() }
  }

  private mutating func paint(under behaviors: BehaviorPlan) {
    if let ribbon = behaviors.looks.ribbon {
      scratch.trace?.noteRibbon()
      return paint(ribbon, brush, under: behaviors)
    }
    var (looks, motion) = (behaviors.looks.looks, behaviors.motion(of: brush.segment))
    findBirths()
    if behaviors.isIntegrated, var integration = behaviors.program?.integration {
      var states = ParticleStates(steps: nil, states: nil, path: nil)
      if let cache, let kept = brush.kept {
        cache.load(kept, list, scratch.known.steps, scratch.known.states)
        (states.steps, states.states) = (scratch.known.steps.start, scratch.known.states.start)
      }
      kernels.integrate(scratch.states, &list, scratch.birthColumns, &brush.cell, &integration, &looks, &states)
      if let cache, let kept = brush.kept { cache.store(kept, list, scratch.known.steps, scratch.known.states) }
      motion.states = scratch.states.readable
    }
    let first = columns.count
    kernels.drawBirths(&columns, &list, scratch.birthColumns, &brush.cell, &motion, &looks, &brush.view)
    scratch.trace?.add(columns, from: first, list, secondsPerSecond: brush.view.layer_seconds)
    list.count = 0
    if columns.count > EmissionScratch.sprites - EmissionScratch.births { flush() }
  }

  /// Moves filled columns to the batch.
  mutating func flush() {
    guard columns.count > 0 else { return }
    // Spelled out: counting references of key paths waits for pending stores, which took 3 % of an evaluation.
    batch.x.append(contentsOf: columns.filled(ParticleColumnX))
    batch.y.append(contentsOf: columns.filled(ParticleColumnY))
    batch.widthX.append(contentsOf: columns.filled(ParticleColumnWidthX))
    batch.widthY.append(contentsOf: columns.filled(ParticleColumnWidthY))
    batch.heightX.append(contentsOf: columns.filled(ParticleColumnHeightX))
    batch.heightY.append(contentsOf: columns.filled(ParticleColumnHeightY))
    batch.tint.append(contentsOf: columns.filledTints)
    batch.sprite.append(contentsOf: columns.filledSprites)
    if keepsOrder { keys.append(contentsOf: columns.filledKeys) }
    batch.count += columns.count
    columns.count = 0
  }

  consuming func finish() -> EmissionFrame {
    flush()
    scratch.keep(parents, keys)
    // Moved, because a copy retains ten objects.
    var found = ParticleBatch()
    swap(&found, &batch)
    return EmissionFrame(
      batch: consume found, liveCount: liveCount, droppedCount: droppedCount, clipProblem: clipProblem)
  }
}
