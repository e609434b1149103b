import StarmineGraphics
import Synchronization

extension Evaluation {
  mutating func drawParticles(
    _ node: RenderNode, at time: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    guard let emission = node.emission else { return }
    let memory = spare.popLast() ?? ParticleBatch()
    if !context.isRead { return wait(for: emission, at: time, in: matrix, context, memory: memory) }
    let scratch = scratch ?? EmissionScratch()
    self.scratch = scratch
    let result = emission.evaluate(
      at: time, in: loop?.emission(emission), seed: seed, matrix: matrix, clip: context.frame,
      clips: clips(of: emission, at: time), budget: &particleBudget, memory: consume memory, scratch: scratch)
    count(result)
    guard result.batch.count > 0 else { return spare.append(result.batch) }
    guard context.opacity < 1 else { return list.commands.append(.particles(result.batch)) }
    list.commands += [
      .pushGroup(GroupCommand(bounds: result.batch.bounds, alpha: context.alpha)), .particles(result.batch), .popGroup,
    ]
  }

  private mutating func count(_ result: EmissionFrame) {
    list.liveParticles += result.liveCount
    list.droppedParticles = list.droppedParticles.addingClamped(result.droppedCount)
    if list.clipProblem == nil { list.clipProblem = result.clipProblem }
  }

  // MARK: Several at a time

  private mutating func wait(
    for emission: Emission, at time: Double, in matrix: CATransform3D, _ context: DrawContext,
    memory: consuming ParticleBatch
  ) {
    let isFaded = context.opacity < 1
    if isFaded { list.commands.append(.pushGroup(GroupCommand(bounds: .empty, alpha: context.alpha))) }
    waiting.append(
      WaitingEmission(
        emission, loop?.emission(emission), at: time, in: matrix, clip: context.frame,
        clips: clips(of: emission, at: time), command: list.commands.count, isFaded: isFaded, memory: memory))
    list.commands.append(.particles(ParticleBatch()))
    if isFaded { list.commands.append(.popGroup) }
  }

  /// Has particles that wait behind an index multiplied like the commands there.
  mutating func tintWaiting(from index: Int, by tint: SIMD4<Float>) {
    for place in waiting.indices.reversed() {
      guard waiting[place].command >= index else { return }
      waiting[place].tints.append(tint)
    }
  }

  /// Puts the particles of waiting emitters in their places.
  mutating func finishEmissions() {
    guard !waiting.isEmpty else { return }
    let scratch = scratch ?? EmissionScratch()
    self.scratch = scratch
    scratch.reserve(workers.count)
    evaluateWaiting(scratch)
    for index in waiting.indices {
      if let used = waiting[index].used, particleBudget.take(used) {
        finish(index, waiting[index].takeFrame())
      } else {
        // The frame's limit is exceeded: what this emitter may have is what those before it leave.
        let memory = spare.popLast() ?? ParticleBatch()
        finish(index, waiting[index].evaluate(seed: seed, budget: &particleBudget, memory: memory, scratch: scratch))
      }
    }
    spare.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    swap(&spare, &scratch.batches)
    swap(&waiting, &scratch.waiting)
  }

  /// - Parameter index: of the waiting emitter.
  private mutating func finish(_ index: Int, _ frame: consuming EmissionFrame) {
    count(frame)
    let (command, bounds) = (waiting[index].command, frame.batch.bounds)
    if frame.batch.count == 0 { emptyCommands.append(waiting[index].commands) }
    // Moved out: a copy has ten references.
    var batch = ParticleBatch()
    swap(&batch, &frame.batch)
    list.commands[command] = .particles(consume batch)
    for tint in waiting[index].tints { list.commands[command].multiply(by: tint) }
    if waiting[index].isFaded, case .pushGroup(var group) = list.commands[command - 1] {
      group.bounds = bounds
      list.commands[command - 1] = .pushGroup(group)
    }
  }

  /// Takes out commands of waiting emitters that have no particles. Nothing may be open that knows places of commands.
  mutating func removeEmptyCommands() {
    guard let first = emptyCommands.first?.lowerBound else { return }
    var (kept, place) = (first, first)
    for commands in emptyCommands + [list.commands.endIndex...list.commands.endIndex] {
      while place < commands.lowerBound {
        list.commands.swapAt(kept, place)
        (kept, place) = (kept + 1, place + 1)
      }
      place = commands.upperBound + 1
    }
    list.commands.removeSubrange(kept...)
    emptyCommands.removeAll()
  }

  /// Each as if it were the next one to take from what is left of the limit. When all of that is used, the others are
  /// left out: an emitter may take as much as the limit allows, and there may be thousands.
  private mutating func evaluateWaiting(_ scratch: EmissionScratch) {
    let (seed, whole) = (seed, particleBudget)
    let left = Mutex(whole)
    waiting.withUnsafeMutableBufferPointer { waiting in
      // Each unit reads and writes an element of its own.
      nonisolated(unsafe) let waiting = waiting
      workers.run(count: waiting.count) { index, worker in
        guard left.withLock({ !$0.isUsed }) else { return }
        let used = waiting[index].evaluate(seed: seed, outOf: whole, scratch: scratch.ofWorker(worker))
        left.withLock { $0 = $0 - used }
      }
    }
  }
}
