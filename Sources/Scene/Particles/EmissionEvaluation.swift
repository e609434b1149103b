import Graphics

/// The particles of one emitter at one time.
struct EmissionFrame: Sendable {
  var batch: ParticleBatch
  /// Living particles, drawn or not.
  var liveCount: Int
  /// Births that exceeded the limit of particles per frame.
  var droppedCount: Int
}

/// Work that is left to the emitters of one frame.
struct EmissionRoom {
  /// Births that may still be evaluated.
  var births = EmissionModel.particleLimit
  /// Births too old to be seen that may still be counted.
  var counts = EmissionModel.particleLimit
}

extension Emission {
  /// Evaluates all particles at a layer-local time: a pure function, in any order of times.
  ///
  /// - Parameters:
  ///   - seed: of the whole scene; the layer's own `seed` is mixed in.
  ///   - matrix: layer space to device pixels.
  ///   - clip: device pixels that can be seen.
  ///   - room: what the frame's limit leaves; what is used is taken off.
  ///   - memory: an empty batch to fill.
  func evaluate(
    at time: Double, seed: UInt32, matrix: CATransform3D, clip: DeviceRect, room: inout EmissionRoom,
    memory: consuming ParticleBatch
  ) -> EmissionFrame {
    let nothing = EmissionFrame(batch: ParticleBatch(), liveCount: 0, droppedCount: 0)
    guard time.isFinite, !clip.isEmpty else { return nothing }
    let (active, earlierBirths) = history(at: time)
    guard let latest = active.last else { return nothing }
    var sprites = SpriteTable()
    let sceneKey = RandomStream.key(RandomStream.mixed(seed ^ 0x5374_6172), latest.emitter.seed)
    let plans = latest.cells.indices.map { index in
      CellPlan(
        states: active.map { CellPlan.State(cell: $0.cells[index], emitter: $0.emitter, drift: $0.drift) },
        starts: active.map(\.start), parentNow: time,
        key: RandomStream.key(sceneKey, UInt32(index) + 1), earlierBirths: earlierBirths[index], sprites: &sprites)
    }
    let mode = latest.emitter.renderMode
    memory.blend = mode == .additive ? .additive : .sourceOver
    memory.sprites = sprites.sprites
    var sink = ParticleSink(
      batch: memory,
      projection: ParticleProjection(matrix, keepsDepth: latest.emitter.preservesDepth, clip: clip),
      orderKey: mode.orderKey, room: room)
    for plan in plans { plan.emitFromShape(into: &sink) }
    room = sink.room
    let result = sink.finish(newestFirst: mode == .oldestLast)
    return EmissionFrame(batch: result.batch, liveCount: result.liveCount, droppedCount: result.droppedCount)
  }
}

extension EmitterRenderMode {
  /// By age the key ascends with the time of birth, by depth from far to near.
  fileprivate var orderKey: ParticleSink.OrderKey {
    switch self {
    case .unordered, .additive: .none
    case .oldestFirst, .oldestLast: .age
    case .backToFront: .depth
    }
  }
}

/// A particle that emits: its state at a moment of its cell's clock, from which later states follow.
private struct ParentParticle {
  var identity: UInt32
  /// Index of the segment that the state belongs to.
  var segment: Int
  /// Times in the clock of the particle's cell.
  var birth: Double
  var death: Double
  var stateTime: Double
  var position: SIMD3<Float>
  var velocity: SIMD3<Float>
  /// Direction of emission, for particles that do not move.
  var direction: SIMD3<Float>
  var scale: Float
  var color: SIMD4<Float>
}

/// A run of births that share everything but index and age.
private struct BirthRun {
  var interval: BirthInterval
  var births: ClosedRange<Int>
  var segment: Int
}

extension CellPlan {
  /// Emits a top-level cell's particles from the layer's shape, with their descendants.
  fileprivate func emitFromShape(into sink: inout ParticleSink) {
    for (segment, interval) in intervals() {
      guard let geometry = segments[segment].geometry else { continue }
      guard let run = run(interval, segment: segment, key: key, into: &sink) else { continue }
      let kernel = segments[segment].kernel
      let white = ColorLanes(repeating: SIMD4(repeating: 1))
      let one = Floats(repeating: 1)
      let uniformFrame = geometry.uniformDirection.map { kernel.frame(base: VectorLanes(repeating: $0)) }
      emit(run, key: key, into: &sink) { identities, times in
        let (position, direction) = geometry.sample(identities, bornAt: times)
        let origin = OriginLanes(position: position, scale: one, color: white)
        return (origin, uniformFrame ?? kernel.frame(base: direction))
      }
    }
  }

  /// The births of an interval that can matter now; nil if there are none.
  private func run(
    _ interval: BirthInterval, segment: Int, key: UInt32, into sink: inout ParticleSink
  ) -> BirthRun? {
    guard var births = interval.births(from: now - longestExtent, through: now) else { return nil }
    if children.isEmpty, longestVisibleAge < longestExtent {
      let visible = interval.births(from: now - longestVisibleAge, through: now)
      let hidden = births.lowerBound..<(visible?.lowerBound ?? births.upperBound + 1)
      count(hidden, of: interval, segment: segment, key: key, into: &sink)
      guard let visible else { return nil }
      births = visible
    }
    let admitted = sink.admit(births.count)
    guard admitted > 0 else { return nil }
    return BirthRun(
      interval: interval, births: (births.upperBound - admitted + 1)...births.upperBound, segment: segment)
  }

  /// Counts the living among births that are too old to be seen.
  private func count(
    _ hidden: Range<Int>, of interval: BirthInterval, segment: Int, key: UInt32, into sink: inout ParticleSink
  ) {
    let kernel = segments[segment].kernel
    let start = max(hidden.lowerBound, hidden.upperBound - sink.room.counts)
    sink.room.counts -= hidden.upperBound - start
    for first in stride(from: start, to: hidden.upperBound, by: 8) {
      let ages = Floats(narrowing: now - interval.times(ofBirthsFrom: first))
      let lifetimes = kernel.lifetimes(RandomStream.identities(key: key, births: Words(birthsFrom: first)))
      sink.count(isAlive: (ages .< lifetimes) .& (Floats.laneNumbers .< Float(min(hidden.upperBound - first, 8))))
    }
  }

  /// Emits the particles that one parent has born so far, from every sub-cell.
  private func emitChildren(of parent: ParentParticle, into sink: inout ParticleSink) {
    for child in children {
      var state = parent
      let intervals = child.birthIntervals(from: parent.birth, through: parent.death, shift: parent.birth)
      for (segment, interval) in intervals {
        advance(&state, toSegment: segment)
        child.emit(interval, segment: segment, from: state, parentKernel: segments[segment].kernel, into: &sink)
      }
    }
  }

  /// Moves a particle's state on to the start of a later segment.
  private func advance(_ state: inout ParentParticle, toSegment target: Int) {
    while state.segment < target {
      let rates = segments[state.segment].kernel.rates
      let next = segments[state.segment + 1].start
      let span = Float(max(next - state.stateTime, 0))
      state.position += state.velocity * span + rates.acceleration * (span * span / 2)
      state.velocity += rates.acceleration * span
      state.scale += rates.scaleSpeed * span
      state.color += rates.colorSpeed * span
      state.stateTime = max(next, state.stateTime)
      state.segment += 1
    }
  }

  /// Emits one sub-cell's particles from one parent during one segment.
  private func emit(
    _ interval: BirthInterval, segment: Int, from parent: ParentParticle, parentKernel: CellKernel,
    into sink: inout ParticleSink
  ) {
    let identity = RandomStream.key(key, parent.identity)
    guard let run = run(interval, segment: segment, key: identity, into: &sink) else { return }
    let kernel = segments[segment].kernel
    // The parent's time at a birth, from the birth's time in this cell's clock.
    let perOwnSecond = 1 / segments[segment].speed
    let clockStart = clock.time(atParent: parent.stateTime)
    emit(run, key: identity, into: &sink) { _, times in
      let elapsed = Floats(narrowing: (times - clockStart) * perOwnSecond)
      return parent.origins(after: elapsed, kernel: parentKernel, childKernel: kernel)
    }
  }

  /// Emits a run of particles and what these emit in turn; `origins` tells where and around which frame eight of them
  /// are born.
  @inline(__always)
  private func emit(
    _ run: BirthRun, key: UInt32, into sink: inout ParticleSink,
    origins: (_ identities: Words, _ birthTimes: SIMD8<Double>) -> (OriginLanes, FrameLanes)
  ) {
    var parents: [ParentParticle] = []
    var rest = run
    while true {
      // Parents are kept for one piece only. Its ends are birth indices, so the drawing order stays the same over time.
      let last = children.isEmpty ? run.births.upperBound : min(rest.births.lowerBound | 0xFFFF, run.births.upperBound)
      let piece = BirthRun(interval: run.interval, births: rest.births.lowerBound...last, segment: run.segment)
      emit(piece, key: key, into: &sink, parents: &parents, origins: origins)
      for parent in parents { emitChildren(of: parent, into: &sink) }
      parents.removeAll(keepingCapacity: true)
      guard last < run.births.upperBound else { return }
      rest.births = (last + 1)...run.births.upperBound
    }
  }

  /// Emits a run of particles; those that have sub-cells become parents.
  @inline(__always)
  private func emit(
    _ run: BirthRun, key: UInt32, into sink: inout ParticleSink, parents: inout [ParentParticle],
    origins: (_ identities: Words, _ birthTimes: SIMD8<Double>) -> (OriginLanes, FrameLanes)
  ) {
    let kernel = segments[run.segment].kernel
    let offsets = segments[run.segment].offsets
    let layerSecondsPerOwn = Float(layerSeconds / max(segments[run.segment].speed, 1e-9))
    for first in stride(from: run.births.lowerBound, through: run.births.upperBound, by: 8) {
      let remaining = min(run.births.upperBound - first + 1, 8)
      let times = run.interval.times(ofBirthsFrom: first)
      // Who is born is decided by counting; an age below 0 is a rounding error.
      let rounded = Floats(narrowing: now - times)
      let ages = Floats(repeating: 0).replacing(with: rounded, where: rounded .> 0)
      let identities = RandomStream.identities(key: key, births: Words(birthsFrom: first))
      let (origin, frame) = origins(identities, times)
      let birth = kernel.birth(identities, origin: origin, frame: frame)
      let isAlive = (Floats.laneNumbers .< Float(remaining)) .& (ages .< birth.lifetime)
      let seen = kernel.appearance(birth, age: ages, offsets: offsets, identities: identities)
      sink.add(
        seen, isAlive: isAlive, ages: ages, layerAges: ages * layerSecondsPerOwn, identities: identities,
        sprites: sprites)
      if !children.isEmpty {
        for lane in 0..<remaining where birth.lifetime[lane] > 0 {
          parents.append(
            ParentParticle(birth, lane: lane, identity: identities[lane], segment: run.segment, time: times[lane]))
        }
      }
    }
  }
}

extension ParentParticle {
  init(_ birth: BirthLanes, lane: Int, identity: UInt32, segment: Int, time: Double) {
    self.init(
      identity: identity, segment: segment, birth: time, death: time + Double(birth.lifetime[lane]), stateTime: time,
      position: birth.position.lane(lane), velocity: birth.velocity.lane(lane),
      direction: birth.direction.lane(lane), scale: birth.scale[lane],
      color: birth.color.lane(lane))
  }

  /// What children that are born `elapsed` seconds after the state's time take from this particle: its place, its
  /// colour and scale at that moment, and a frame around its direction of movement.
  @inline(__always)
  func origins(
    after elapsed: Floats, kernel: CellKernel, childKernel: CellKernel
  ) -> (OriginLanes, FrameLanes) {
    let rates = kernel.rates
    let halfSquare = elapsed * elapsed * 0.5
    let place = VectorLanes(
      elapsed * velocity.x + (halfSquare * rates.acceleration.x + position.x),
      elapsed * velocity.y + (halfSquare * rates.acceleration.y + position.y),
      elapsed * velocity.z + (halfSquare * rates.acceleration.z + position.z))
    let motion = VectorLanes(
      elapsed * rates.acceleration.x + velocity.x, elapsed * rates.acceleration.y + velocity.y,
      elapsed * rates.acceleration.z + velocity.z)
    let square = motion.x * motion.x + motion.y * motion.y + motion.z * motion.z
    let isStill = square .< 1e-6
    let unit = motion * LaneMath.inverseSquareRoot(square)
    let forward = VectorLanes(
      unit.x.replacing(with: direction.x, where: isStill), unit.y.replacing(with: direction.y, where: isStill),
      unit.z.replacing(with: direction.z, where: isStill))
    let current = elapsed * rates.scaleSpeed + scale
    let handed = kernel.handsOnScale ? current : Floats(repeating: 1)
    func component(_ index: Int) -> Floats {
      let value = elapsed * rates.colorSpeed[index] + color[index]
      return value.replacing(with: 0, where: value .< 0)
    }
    return (
      OriginLanes(
        position: place, scale: handed.replacing(with: 0, where: handed .< 0),
        color: ColorLanes(component(0), component(1), component(2), component(3))),
      childKernel.frame(base: forward)
    )
  }
}
