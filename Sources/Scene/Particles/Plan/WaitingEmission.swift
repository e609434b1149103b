/// An emitter that waits to be evaluated.
struct WaitingEmission {
  let committed: CommittedEmission
  let loop: LoopedEmission?
  /// In the layer's local time.
  let time: Double
  /// Layer space to device pixels.
  let matrix: CATransform3D
  /// Whether the matrix contains an odd number of flips.
  let isFlipped: Bool
  let clips: ClipFrames
}

/// Emitters of a batch, in order: a single one, or several small ones without drawing between them.
struct WaitingBatch {
  /// Indices of the waiting emitters.
  private(set) var emitters: Range<Int>
  /// Visible device pixels.
  let clip: DeviceRect
  /// Index of the batch's command. Its group, if any, is the previous command.
  let command: Int
  let isFaded: Bool
  /// Colours of the enclosing copies, innermost first.
  var tints: [SIMD4<Float>] = []
  /// Share of the first emitter; nil for an emitter with a separate batch.
  private var share: EmissionShare?
  /// Number of particles in the shared batch.
  private var particles: Int
  /// Empty before the evaluation.
  private var frame: EmissionFrame
  /// Used part of the limit; nil before the evaluation.
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

  var commands: ClosedRange<Int> { isFaded ? command - 1...command + 1 : command...command }

  /// Adds the next emitter. Returns false if it needs a separate batch.
  mutating func take(_ other: EmissionShare, clip otherClip: DeviceRect) -> Bool {
    guard let share, share.blend == other.blend, clip == otherClip, tints.isEmpty,
      particles + other.particles <= EmissionShare.limit
    else { return false }
    particles += other.particles
    emitters = emitters.lowerBound..<emitters.upperBound + 1
    return true
  }

  /// Evaluates the emitters one after the other.
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
    // The last step may cost more than what remained. If counted as exceeding the limit, all would be repeated.
    budget.visits = max(0, budget.visits)
    return sink.finish()
  }

  /// Evaluates the emitters as if they were the next ones to use a limit.
  /// - Returns: the used part of the limit.
  mutating func evaluate(
    _ waiting: Span<WaitingEmission>, seed: UInt32, outOf limit: EmissionBudget, scratch: EmissionScratch
  ) -> EmissionBudget {
    var (memory, left) = (ParticleBatch(), limit)
    swap(&memory, &frame.batch)
    frame = evaluate(waiting, seed: seed, budget: &left, memory: consume memory, scratch: scratch)
    used = limit - left
    return limit - left
  }

  mutating func takeFrame() -> EmissionFrame {
    var result = EmissionFrame(batch: ParticleBatch(), liveCount: 0, droppedCount: 0)
    swap(&result, &frame)
    return result
  }
}

/// Share of a small emitter in a shared batch.
struct EmissionShare {
  /// Estimated number of living particles.
  let particles: Int
  let blend: BlendMode

  /// Maximum number of particles in a shared batch, so that large emitters are evaluated in parallel.
  static let limit = 256

  /// Nil for sorted emitters, and for those that may have many particles or sprites.
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
