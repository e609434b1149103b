import StarmineScene

final class ParticlePlan {
  /// Particles that are sorted into bins of the same index.
  private struct Job {
    var batch: ParticleBatch
    var bounds: DeviceRect
    /// Whether the batch is a joined copy of several, owned by the plan.
    var isJoined = false
  }

  @exclusivity(unchecked) private(set) var bins: [ParticleBins] = []
  @exclusivity(unchecked) private var jobs: [Job] = []
  private var chunks: [(bin: Int, chunk: Int)] = []
  /// Empty batches whose memory can be reused.
  private var spare: [ParticleBatch] = []

  /// Largest number of particles of a batch that is joined: copying more takes longer than separate bins.
  private static let mostJoined = 256

  /// Appends the batch's command, or extends the last one. Does nothing if no pixel changes.
  /// - Parameters:
  ///   - around: Pixels that the enclosing groups can touch.
  ///   - images: Receives the batch's sprites.
  func append(
    _ batch: ParticleBatch, in around: DeviceRect, _ form: PixelDepth, to commands: inout [PreparedCommand],
    _ images: ImagePlan
  ) {
    let bounds = batch.bounds.intersection(around)
    guard !bounds.isEmpty, batch.count > 0 else { return }
    let batch = form == .words ? batch.cut : batch
    let sources = images.append(batch.sprites, form)
    let isWhole = batch.boundsAreWhole && bounds == batch.bounds
    if isWhole, let last = commands.last, let joined = join(batch, sources, to: last) {
      return commands[commands.count - 1] = joined
    }
    jobs.append(Job(batch: batch, bounds: bounds))
    jobs[jobs.count - 1].batch.boundsAreWhole = isWhole
    commands.append(
      PreparedCommand(work: .particles(bins: jobs.count - 1, sources: sources, batch.blend), bounds: bounds))
  }

  /// The last command extended by a small batch, drawn after its own; equivalent if neither exceeds its bounds. Returns
  /// nil if they cannot be joined.
  private func join(_ batch: ParticleBatch, _ sources: Range<Int>, to last: PreparedCommand) -> PreparedCommand? {
    guard case .particles(let bin, let earlier, let blend) = last.work, blend == batch.blend,
      batch.count <= Self.mostJoined, jobs[bin].batch.boundsAreWhole,
      jobs[bin].isJoined || jobs[bin].batch.count <= Self.mostJoined,
      earlier.count + sources.count <= Int(UInt16.max), earlier.upperBound == sources.lowerBound
    else { return nil }
    if !jobs[bin].isJoined {
      var joined = spare.popLast() ?? ParticleBatch()
      joined.append(jobs[bin].batch)
      joined.boundsAreWhole = true
      (jobs[bin].batch, jobs[bin].isJoined) = (joined, true)
    }
    jobs[bin].batch.append(batch)
    jobs[bin].bounds = last.bounds.union(batch.bounds)
    return PreparedCommand(
      work: .particles(bins: bin, sources: earlier.lowerBound..<sources.upperBound, blend), bounds: jobs[bin].bounds)
  }

  /// Sorts the batches' chunks concurrently.
  func finish(_ grid: TileGrid, _ workers: Workers, _ kernels: KernelTable) {
    while bins.count < jobs.count { bins.append(ParticleBins()) }
    chunks.removeAll(keepingCapacity: true)
    for index in jobs.indices {
      bins[index].begin(jobs[index].batch, bounds: jobs[index].bounds, grid: grid)
      for chunk in 0..<bins[index].chunkCount { chunks.append((index, chunk)) }
    }
    let particles = jobs.reduce(0) { $0 + $1.batch.count }
    // Each unit writes its own bins or part of them, and nothing else changes meanwhile.
    nonisolated(unsafe) let plan = self
    Workers(count: particles < 1024 ? 1 : workers.count).run(phases: [chunks.count, jobs.count, chunks.count]) {
      phase, unit, _ in
      switch phase {
      case 0: plan.bins[plan.chunks[unit].bin].count(chunk: plan.chunks[unit].chunk, kernels)
      case 1: plan.bins[unit].findPlaces()
      default: plan.bins[plan.chunks[unit].bin].place(chunk: plan.chunks[unit].chunk, kernels)
      }
    }
    for index in jobs.indices { bins[index].end() }
    while var job = jobs.popLast() {
      guard job.isJoined else { continue }
      job.batch.removeAll()
      job.batch.sprites.removeAll(keepingCapacity: true)
      spare.append(job.batch)
    }
  }
}

extension ParticleBatch {
  /// The batch clamped for 8-bit pixels, whose colour is limited to alpha.
  fileprivate var cut: ParticleBatch {
    guard sprites.contains(where: { $0.gain != .none }) else { return self }
    var batch = self
    for index in tint.indices { batch.tint[index] = sprites[Int(sprite[index])].gain.cut(tint[index]) }
    for index in sprites.indices { batch.sprites[index].gain = .none }
    return batch
  }
}
