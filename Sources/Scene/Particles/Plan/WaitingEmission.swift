/// An emitter whose particles are not found yet.
struct WaitingEmission {
  let committed: CommittedEmission
  let loop: LoopedEmission?
  /// In the layer's own time.
  let time: Double
  /// Layer space to device pixels.
  let matrix: CATransform3D
  /// Whether an odd number of flips are in it.
  let isFlipped: Bool
  /// That its particles show.
  let clips: ClipFrames
}

/// Emitters whose particles go to one batch, in order: a single one, or several small ones between which nothing is
/// drawn.
struct WaitingBatch {
  /// Places of the emitters among those that wait.
  private(set) var emitters: Range<Int>
  /// Device pixels that can be seen.
  let clip: DeviceRect
  /// Where the particles go; a group around them, if there is one, is the command before.
  let command: Int
  let isFaded: Bool
  /// Colours of the copies around, from the innermost on.
  var tints: [SIMD4<Float>] = []
  /// Share of the first emitter; nil for one that stays alone.
  private var share: EmissionShare?
  /// Particles that the shared batch may have.
  private var particles: Int
  /// Without particles until they have been looked for.
  private var frame: EmissionFrame
  /// Budget that they took of the limit; nil if nothing was looked for.
  private(set) var used: EmissionBudget?

  init(
    ofEmitter emitter: Int, _ share: EmissionShare?, clip: DeviceRect, command: Int, isFaded: Bool,
    memory: consuming ParticleBatch
  ) {
    emitters = emitter..<emitter + 1
    (self.share, particles) = (isFaded ? nil : share, share?.particles ?? 0)
    (self.clip, self.command, self.isFaded) = (clip, command, isFaded)
    frame = EmissionFrame(batch: memory, liveCount: 0, droppedCount: 0)
  }

  /// With the group.
  var commands: ClosedRange<Int> { isFaded ? command - 1...command + 1 : command...command }

  /// Takes the next emitter in; false where that has to be one of its own.
  mutating func take(_ other: EmissionShare, clip otherClip: DeviceRect) -> Bool {
    guard let share, share.blend == other.blend, clip == otherClip, tints.isEmpty,
      particles + other.particles <= EmissionShare.limit
    else { return false }
    particles += other.particles
    emitters = emitters.lowerBound..<emitters.upperBound + 1
    return true
  }

  /// Finds the particles of the emitters one after the other.
  /// - Parameter waiting: all emitters that wait.
  func evaluate(
    _ waiting: Span<WaitingEmission>, seed: UInt32, budget: inout EmissionBudget,
    memory: consuming ParticleBatch, scratch: EmissionScratch
  ) -> EmissionFrame {
    var sink = ParticleSink(batch: memory, budget: budget, scratch: scratch, kernels: .fast)
    for index in emitters {
      waiting[index].committed.emit(
        at: waiting[index].time, in: waiting[index].loop, seed: seed, matrix: waiting[index].matrix,
        isFlipped: waiting[index].isFlipped, clip: clip, clips: waiting[index].clips, into: &sink)
    }
    budget = sink.budget
    // The last look may cost more than what was left: taken for work beyond the limit, all would be done once more.
    budget.visits = max(0, budget.visits)
    return sink.finish()
  }

  /// Finds the particles as if the emitters were the next ones to take from a limit.
  /// - Returns: what they took.
  mutating func evaluate(
    _ waiting: Span<WaitingEmission>, seed: UInt32, outOf limit: EmissionBudget,
    scratch: EmissionScratch
  ) -> EmissionBudget {
    var (memory, left) = (ParticleBatch(), limit)
    swap(&memory, &frame.batch)
    frame = evaluate(waiting, seed: seed, budget: &left, memory: consume memory, scratch: scratch)
    used = limit - left
    return limit - left
  }

  /// Moves out what was found.
  mutating func takeFrame() -> EmissionFrame {
    var result = EmissionFrame(batch: ParticleBatch(), liveCount: 0, droppedCount: 0)
    swap(&result, &frame)
    return result
  }
}

/// Share of a small emitter in a batch that holds the particles of several.
struct EmissionShare {
  /// Particles that may live at a time.
  let particles: Int
  let blend: BlendMode

  /// Particles of a batch that is shared, so that large emitters are evaluated side by side.
  static let limit = 256

  /// Nil for emitters that keep an order, and those that may have many particles or sprites.
  init?(_ segment: Emission.Segment) {
    let mode = segment.emitter.renderMode
    guard mode.order == .none else { return nil }
    var living = 1.0
    for cell in segment.cells {
      guard cell.cells.isEmpty, cell.state.contentsFrameCount <= 16 else { return nil }
      let lifetime =
        (Double(cell.state.lifetime) + abs(Double(cell.state.lifetimeRange))) * Double(segment.emitter.lifetime)
      living += cell.state.birthRate(under: segment.emitter) * max(lifetime, 0) + 1
    }
    guard (0...Double(Self.limit)).contains(living) else { return nil }
    (particles, blend) = (Int(living), mode.blend)
  }
}
