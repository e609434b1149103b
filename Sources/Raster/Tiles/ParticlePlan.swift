import StarmineScene

/// The particles of one frame, batch by batch.
final class ParticlePlan {
  private(set) var bins: [ParticleBins] = []
  /// Batches that are to be sorted into bins of the same index.
  private var batches: [(batch: ParticleBatch, bounds: DeviceRect)] = []
  private var chunks: [(bin: Int, chunk: Int)] = []

  /// Nil for what changes no pixel.
  ///
  /// - Parameters:
  ///   - around: pixels that the groups around can touch.
  ///   - images: where the batch's sprites go.
  func prepare(_ batch: ParticleBatch, in around: DeviceRect, _ images: ImagePlan) -> PreparedCommand? {
    let bounds = batch.bounds.intersection(around)
    guard !bounds.isEmpty, batch.count > 0 else { return nil }
    let sources = images.append(batch.sprites)
    batches.append((batch, bounds))
    return PreparedCommand(
      work: .particles(bins: batches.count - 1, sources: sources, batch.blend), bounds: bounds)
  }

  /// Sorts the batches' chunks side by side.
  func finish(_ grid: TileGrid, _ workers: Workers, _ kernels: KernelTable) {
    while bins.count < batches.count { bins.append(ParticleBins()) }
    chunks.removeAll(keepingCapacity: true)
    for (index, (batch, bounds)) in batches.enumerated() {
      bins[index].begin(batch, bounds: bounds, grid: grid)
      for chunk in 0..<bins[index].chunkCount { chunks.append((index, chunk)) }
    }
    let particles = batches.reduce(0) { $0 + $1.batch.count }
    // Each unit writes bins or a part of them of its own, and nothing else changes meanwhile.
    nonisolated(unsafe) let plan = self
    Workers(count: particles < 1024 ? 1 : workers.count).run(phases: [chunks.count, batches.count, chunks.count]) {
      phase, unit, _ in
      switch phase {
      case 0: plan.bins[plan.chunks[unit].bin].count(chunk: plan.chunks[unit].chunk, kernels)
      case 1: plan.bins[unit].findPlaces()
      default: plan.bins[plan.chunks[unit].bin].place(chunk: plan.chunks[unit].chunk, kernels)
      }
    }
    for index in batches.indices { bins[index].end() }
    batches.removeAll(keepingCapacity: true)
  }
}
