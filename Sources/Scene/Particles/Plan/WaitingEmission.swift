import StarmineGraphics

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
  /// Without particles until they have been looked for.
  private var frame: EmissionFrame
  /// Budget that they took of the limit; nil if nothing was looked for.
  private(set) var used: EmissionBudget?

  init(
    _ emission: Emission, _ loop: LoopedEmission?, at time: Double, in matrix: CATransform3D, clip: DeviceRect,
    clips: ClipFrames, command: Int, isFaded: Bool, memory: consuming ParticleBatch
  ) {
    (self.emission, self.loop, self.time, self.matrix) = (emission, loop, time, matrix)
    (self.clip, self.clips, self.command, self.isFaded) = (clip, clips, command, isFaded)
    frame = EmissionFrame(batch: memory, liveCount: 0, droppedCount: 0)
  }

  /// With the group.
  var commands: ClosedRange<Int> { isFaded ? command - 1...command + 1 : command...command }

  func evaluate(
    seed: UInt32, budget: inout EmissionBudget, memory: consuming ParticleBatch, scratch: EmissionScratch
  ) -> EmissionFrame {
    emission.evaluate(
      at: time, in: loop, seed: seed, matrix: matrix, clip: clip, clips: clips, budget: &budget, memory: memory,
      scratch: scratch)
  }

  /// Finds the particles as if the emitter were the next one to take from a limit.
  ///
  /// - Returns: what they took.
  mutating func evaluate(seed: UInt32, outOf limit: EmissionBudget, scratch: EmissionScratch) -> EmissionBudget {
    var (memory, left) = (ParticleBatch(), limit)
    swap(&memory, &frame.batch)
    frame = evaluate(seed: seed, budget: &left, memory: consume memory, scratch: scratch)
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
