/// The display list of `tree` at media time `time` (seconds): a pure function of its first three arguments.
/// - Parameter recycled: a list that is no longer needed. Only its memory is reused: the columns of a million particles
///   have 30 MB, which would otherwise be allocated for every frame.
/// - Parameter workers: evaluate emitters in parallel. The result does not depend on their number. If they are
///   cancelled, the list is incomplete.
package func evaluate(
  _ tree: RenderTree, at time: Double, in viewport: Viewport, recycling recycled: consuming DisplayList? = nil,
  workers: Workers = Workers(count: 1), tracing trace: ParticleTrace? = nil
) -> DisplayList {
  var evaluation = Evaluation(
    viewport: viewport, seed: tree.seed, memory: recycled.take()?.emptied() ?? RecycledScratch(), workers: workers)
  if let trace {
    evaluation.scratch = EmissionScratch()
    evaluation.scratch?.trace = trace
  }
  evaluation.list.isTooDeep = tree.isTooDeep
  evaluation.list.light = FrameLight(tree.light, in: viewport)
  evaluation.loop = tree.loop
  if !tree.isTooDeep {
    evaluation.draw(tree.root, at: tree.moment ?? time, in: viewport.matrix, DrawContext(viewport))
    if let overlay = tree.overlay { evaluation.draw(overlay, in: viewport) }
  }
  evaluation.finishEmissions()
  evaluation.removeEmptyCommands()
  (evaluation.list.scratch, evaluation.list.commandPool) = (evaluation.scratch, evaluation.commandPool)
  return evaluation.list
}

/// Returns the particles of a tree at media time `time` (seconds) by emitter, as drawn in `viewport`.
package func traceParticles(_ tree: RenderTree, at time: Double, in viewport: Viewport) -> [TracedEmitter] {
  let trace = ParticleTrace()
  _ = evaluate(tree, at: time, in: viewport, tracing: trace)
  return trace.emitters
}

/// The recursion over a tree that appends commands to a display list.
struct Evaluation {
  var list: DisplayList
  /// Remaining copies of sublayers.
  var copyBudget = Evaluation.copyLimit
  /// Video frames of the list.
  var clipFrames = ClipFrames()
  /// Remaining particles.
  var particleBudget = EmissionBudget()
  /// Emitters that wait to be evaluated in parallel.
  var waiting: [WaitingEmission] = []
  var batches: [WaitingBatch] = []
  /// The first command whose batch later emitters may share. Earlier ones are outside a coloured copy.
  var firstShared = 0
  /// Commands of waiting emitters without particles, in order.
  var emptyCommands: [ClosedRange<Int>] = []
  let workers: Workers
  private var effectBudget: WorkBudget
  private var pathBudget = PathBudget.perFrame
  let seed: UInt32
  fileprivate(set) var loop: RenderLoop?
  var spare: [ParticleBatch]
  var scratch: EmissionScratch?
  var commandPool: CommandPool?

  init(viewport: Viewport, seed: UInt32, memory: consuming RecycledScratch, workers: Workers) {
    self.workers = workers
    spare = memory.batches
    (scratch, commandPool) = (memory.scratch, memory.commandPool)
    if let scratch {
      swap(&waiting, &scratch.waiting)
      swap(&batches, &scratch.batches)
    }
    list = DisplayList(
      width: viewport.width, height: viewport.height,
      background: viewport.paintsBackground ? 0 : premultiplied(viewport.background, opacity: 1),
      commands: memory.commands)
    list.dithersGradients = viewport.dithersGradients
    effectBudget = EffectBudget.perFrame(viewport)
    self.seed = seed
    if viewport.paintsBackground { drawBackground(of: viewport) }
  }

  /// The memory pool for the next list.
  mutating func reusable() -> CommandPool {
    list.hasReusableCommands = true
    if let commandPool { return commandPool }
    let memory = CommandPool()
    commandPool = memory
    return memory
  }

  /// Takes the cost of an effect. Returns false, and counts it, if it is above the limit.
  mutating func takeEffect(_ cost: Int) -> Bool {
    if effectBudget.take(cost) { return true }
    list.droppedEffects += 1
    return false
  }

  /// Takes the cost of paths. Returns false, and counts it, if it is above the limit.
  mutating func takePath(_ cost: Int) -> Bool {
    if pathBudget.take(cost) { return true }
    list.droppedPaths += 1
    return false
  }
}

extension Evaluation {
  /// A background colour that cannot be stored in 8 bits.
  fileprivate mutating func drawBackground(of viewport: Viewport) {
    let frame = DrawContext(viewport).frame
    guard let paint = Paint(viewport.background, isDeep: viewport.isDeep) else { return }
    list.commands.append(
      .fill(
        FillCommand(bounds: frame, shape: .roundedRect(RoundedRect(frame)), transform: .identity, paint: paint)))
  }

  /// Draws another moment of the scene for a cross-fade.
  fileprivate mutating func draw(_ overlay: RenderTree.Overlay, in viewport: Viewport) {
    let context = DrawContext(viewport).read
    list.commands.append(.pushGroup(GroupCommand(bounds: context.frame, alpha: overlay.alpha)))
    list.commands.append(
      .fill(
        FillCommand(
          bounds: context.frame, shape: RoundedRect(context.frame), transform: .identity, color: list.background)))
    if viewport.paintsBackground { drawBackground(of: viewport) }
    draw(overlay.root, at: overlay.time, in: viewport.matrix, context)
    list.commands.append(.popGroup)
  }
}

extension CGColor {
  /// Whether an 8-bit pixel differs visibly from this colour.
  /// - Parameter word: the nearest 8-bit pixel, premultiplied.
  /// - Parameter isDeep: whether the target has more than 8 bits per component.
  @inline(__always)
  func needsMore(than word: UInt32, opacity: Float, isDeep: Bool) -> Bool {
    if isWide { return true }
    guard isDeep, word != 0 else { return false }
    let color = deepComponents
    let alpha = color.w * opacity * 255
    let bytes = SIMD4<Float>(SIMD4(word >> 16 & 255, word >> 8 & 255, word & 255, word >> 24))
    let error = SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha) - bytes
    return (error * error).max() > Self.heldError * Self.heldError
  }

  /// Accepted difference in 8-bit steps: a sixteenth of a 10-bit step.
  private static var heldError: Float { 1 / 64 }
}

func premultiplied(_ color: CGColor, opacity: Float) -> UInt32 {
  var faded = color
  faded.alpha = min(max(color.alpha, 0), 1) * CGFloat(opacity)
  return faded.premultipliedPixel
}
