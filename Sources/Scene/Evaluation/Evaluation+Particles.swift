import Synchronization

extension Evaluation {
  mutating func drawParticles(
    _ node: RenderNode, at time: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    guard let committed = node.committedEmission else { return }
    if !context.isRead { return wait(for: committed, at: time, in: matrix, context) }
    let emission = committed.emission
    let memory = spare.popLast() ?? ParticleBatch()
    let scratch = takeScratch()
    let result = emission.evaluate(
      at: time, in: loop?.emission(emission), seed: seed, matrix: matrix, isFlipped: context.isFlipped,
      clip: context.frame, clips: clips(of: emission, at: time), budget: &particleBudget, memory: consume memory,
      scratch: scratch)
    count(result)
    guard result.batch.count > 0 else { return spare.append(result.batch) }
    guard context.opacity < 1 else { return list.commands.append(.particles(result.batch)) }
    list.commands += [
      .pushGroup(GroupCommand(bounds: result.batch.bounds, alpha: context.alpha)), .particles(result.batch), .popGroup,
    ]
  }

  private mutating func takeScratch() -> EmissionScratch {
    let found = scratch ?? EmissionScratch()
    found.reserve(workers.count, unless: workers.cancellation)
    scratch = found
    return found
  }

  private mutating func count(_ result: EmissionFrame) {
    list.liveParticles += result.liveCount
    list.droppedParticles = list.droppedParticles.addingClamped(result.droppedCount)
    if list.clipProblem == nil { list.clipProblem = result.clipProblem }
  }

  // MARK: Parallel evaluation

  private mutating func wait(
    for committed: CommittedEmission, at time: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    let (loop, isFaded) = (loop?.emission(committed.emission), context.opacity < 1)
    let share = loop == nil && !isFaded ? committed.emission.share : nil
    waiting.append(
      WaitingEmission(
        committed: committed, loop: loop, time: time, matrix: matrix, isFlipped: context.isFlipped,
        clips: clips(of: committed.emission, at: time)))
    if let share, let last = batches.indices.last, batches[last].command == list.commands.count - 1,
      batches[last].command >= firstShared, batches[last].take(share, clip: context.frame)
    {
      return
    }
    if isFaded { list.commands.append(.pushGroup(GroupCommand(bounds: .empty, alpha: context.alpha))) }
    batches.append(
      WaitingBatch(
        ofEmitter: waiting.count - 1, share, clip: context.frame, command: list.commands.count, isFaded: isFaded,
        memory: spare.popLast() ?? ParticleBatch()))
    list.commands.append(.particles(ParticleBatch()))
    if isFaded { list.commands.append(.popGroup) }
  }

  /// Inserts the particles of waiting emitters.
  mutating func finishEmissions() {
    guard !waiting.isEmpty else { return }
    let scratch = takeScratch()
    evaluateWaiting(scratch)
    for index in batches.indices {
      if let used = batches[index].used, particleBudget.take(used) {
        finish(index, batches[index].takeFrame())
      } else {
        // The limit of the frame is exceeded: these emitters get what the previous ones leave.
        let memory = spare.popLast() ?? ParticleBatch()
        var budget = particleBudget
        let frame = batches[index].evaluate(waiting.span, seed: seed, budget: &budget, memory: memory, scratch: scratch)
        particleBudget = budget
        finish(index, frame)
      }
    }
    spare.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
    swap(&spare, &scratch.spare)
    swap(&waiting, &scratch.waiting)
    swap(&batches, &scratch.batches)
  }

  private mutating func finish(_ index: Int, _ frame: consuming EmissionFrame) {
    count(frame)
    let (command, bounds) = (batches[index].command, frame.batch.bounds)
    if frame.batch.count == 0 { emptyCommands.append(batches[index].commands) }
    // Moved, because a copy retains ten objects.
    var batch = ParticleBatch()
    swap(&batch, &frame.batch)
    list.commands[command] = .particles(consume batch)
    for tint in batches[index].tints { list.commands[command].multiply(by: tint) }
    if batches[index].isFaded, case .pushGroup(var group) = list.commands[command - 1] {
      group.bounds = bounds
      list.commands[command - 1] = .pushGroup(group)
    }
  }

  /// Removes commands of waiting emitters without particles. Indices of commands must not be in use.
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

  /// Evaluates each emitter as if it were the next one to use the remaining limit. When that is used up, the others are
  /// omitted: each emitter may use the whole limit, and there may be thousands.
  private mutating func evaluateWaiting(_ scratch: EmissionScratch) {
    let (seed, whole) = (seed, particleBudget)
    let left = Mutex(whole)
    let (count, waiting) = (batches.count, waiting)
    batches.withRow { batches in
      // Each unit reads and writes only its own element.
      nonisolated(unsafe) let batches = batches
      workers.run(count: count) { index, worker in
        guard left.withLock({ !$0.isUsed }) else { return }
        let used = batches.start[index].evaluate(
          waiting.span, seed: seed, outOf: whole, scratch: scratch.ofWorker(worker))
        left.withLock { $0 = $0 - used }
      }
    }
  }
}
