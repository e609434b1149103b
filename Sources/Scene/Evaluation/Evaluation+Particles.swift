import StarmineGraphics
import Synchronization

/// An emitter whose particles are not found yet.
struct WaitingEmission {
  let emission: Emission
  let loop: LoopedEmission?
  /// In the layer's own time.
  let time: Double
  /// Layer space to device pixels.
  let matrix: CATransform3D
  /// Device pixels that can be seen.
  let clip: DeviceRect
  /// That its particles show.
  let clips: ClipFrames
  /// Where its particles go; a group around them, if there is one, is the command before.
  let command: Int
  let isFaded: Bool
  /// Colours of the copies around, from the innermost on.
  var tints: [SIMD4<Float>] = []
  var memory: ParticleBatch

  /// With the group.
  var commands: ClosedRange<Int> { isFaded ? command - 1...command + 1 : command...command }

  func evaluate(
    seed: UInt32, budget: inout EmissionBudget, memory: consuming ParticleBatch, scratch: EmissionScratch
  ) -> EmissionFrame {
    emission.evaluate(
      at: time, in: loop, seed: seed, matrix: matrix, clip: clip, clips: clips, budget: &budget, memory: memory,
      scratch: scratch)
  }
}

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
        emission: emission, loop: loop?.emission(emission), time: time, matrix: matrix, clip: context.frame,
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
    let results = evaluateWaiting(scratch)
    for (emission, result) in zip(waiting, results) {
      if let (frame, used) = result, particleBudget.take(used) {
        finish(emission, frame)
      } else {
        // The frame's limit is exceeded: what this emitter may have is what those before it leave.
        let memory = spare.popLast() ?? ParticleBatch()
        finish(emission, emission.evaluate(seed: seed, budget: &particleBudget, memory: memory, scratch: scratch))
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func finish(_ emission: WaitingEmission, _ frame: EmissionFrame) {
    count(frame)
    if frame.batch.count == 0 { emptyCommands.append(emission.commands) }
    list.commands[emission.command] = .particles(frame.batch)
    for tint in emission.tints { list.commands[emission.command].multiply(by: tint) }
    if emission.isFaded, case .pushGroup(var group) = list.commands[emission.command - 1] {
      group.bounds = frame.batch.bounds
      list.commands[emission.command - 1] = .pushGroup(group)
    }
  }

  /// Takes out commands of waiting emitters that have no particles. Nothing may be open that knows places of commands.
  mutating func removeEmptyCommands() {
    for commands in emptyCommands.reversed() { list.commands.removeSubrange(commands) }
    emptyCommands.removeAll()
  }

  /// Each as if it were the next one to take from what is left of the limit. When all of that is used, the others are
  /// left out: an emitter may take as much as the limit allows, and there may be thousands.
  ///
  /// - Returns: the particles and what they took of the limit.
  private mutating func evaluateWaiting(_ scratch: EmissionScratch) -> [(EmissionFrame, EmissionBudget)?] {
    var results = [(EmissionFrame, EmissionBudget)?](repeating: nil, count: waiting.count)
    let (seed, whole) = (seed, particleBudget)
    let left = Mutex(whole)
    waiting.withUnsafeMutableBufferPointer { waiting in
      results.withUnsafeMutableBufferPointer { results in
        // Each unit reads and writes elements of its own.
        nonisolated(unsafe) let (waiting, results) = (waiting, results)
        workers.run(count: waiting.count) { index, worker in
          guard left.withLock({ !$0.isUsed }) else { return }
          var memory = ParticleBatch()
          swap(&memory, &waiting[index].memory)
          var budget = whole
          let frame = waiting[index].evaluate(
            seed: seed, budget: &budget, memory: consume memory, scratch: scratch.ofWorker(worker))
          let used = whole - budget
          left.withLock { $0 = $0 - used }
          results[index] = (frame, used)
        }
      }
    }
    return results
  }
}
