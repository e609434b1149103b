import Foundation
package import StarmineGraphics

/// The pixels that a tree is drawn to.
package struct Viewport: Sendable, Hashable {
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Pixels per point of the space that the root layer lies in.
  package var scale: Double
  /// Pixels by which that space's origin is moved right and down, to centre a scene.
  package var offsetX: Double
  package var offsetY: Double
  /// Behind everything; transparent by default.
  package var background: CGColor

  package init(
    width: Int, height: Int, scale: Double = 1, offsetX: Double = 0, offsetY: Double = 0, background: CGColor = .clear
  ) {
    (self.width, self.height, self.scale) = (width, height, scale)
    (self.offsetX, self.offsetY, self.background) = (offsetX, offsetY, background)
  }

  /// Points to pixels.
  var matrix: CATransform3D {
    var matrix = CATransform3D()
    (matrix.m11, matrix.m22, matrix.m33) = (scale, scale, scale)
    (matrix.m41, matrix.m42) = (offsetX, offsetY)
    return matrix
  }
}

/// The display list of `tree` at media time `time` (seconds): a pure function of its first three arguments.
///
/// - Parameters:
///   - recycled: a list that is no longer needed. Its memory is used again, nothing else of it: the columns of a
///     million particles are 30 MB, which would otherwise be taken from the system for every frame.
///   - workers: emitters are evaluated side by side; what the list draws is the same for any number.
package func evaluate(
  _ tree: RenderTree, at time: Double, in viewport: Viewport, recycling recycled: consuming DisplayList? = nil,
  workers: Workers = Workers(count: 1)
) -> DisplayList {
  var evaluation = Evaluation(
    viewport: viewport, seed: tree.seed, memory: recycled.take()?.emptied() ?? RecycledMemory(), workers: workers)
  evaluation.draw(tree.root, at: time, in: viewport.matrix)
  evaluation.finishEmissions()
  evaluation.removeEmptyCommands()
  (evaluation.list.scratch, evaluation.list.commandMemory) = (evaluation.scratch, evaluation.commandMemory)
  return evaluation.list
}

/// The walk over a tree that appends commands to one display list.
struct Evaluation {
  var list: DisplayList
  /// Sublayers that replicators may still draw.
  var copyBudget = Evaluation.copyLimit
  var frame: DeviceRect
  /// Particles that emitters may still have.
  var particleBudget = EmissionBudget()
  /// Emitters that wait for others, to be evaluated side by side.
  var waiting: [WaitingEmission] = []
  /// Commands of emitters that waited and have no particles, in order.
  var emptyCommands: [ClosedRange<Int>] = []
  let workers: Workers
  /// Number of things that are open around a layer and look at its commands, or move them, when they are closed.
  var openReaders = 0
  /// How far effects may widen the frame.
  var limit: DeviceRect
  private var effectBudget: WorkBudget
  private var pathBudget = PathBudget.perFrame
  /// Where the commands of the innermost bitmap begin.
  var bitmapStart = 0
  /// Opacity of layers around that do not fade as one picture.
  var inheritedOpacity: Float = 1
  let seed: UInt32
  /// Pixels around the frame that effects may reach into: what lies farther out throws no shadow into it. With 6,000,
  /// nested blurs of endless layers took half a minute per frame.
  private static let farthest = 2000
  /// Empty batches with memory.
  var spare: [ParticleBatch]
  var scratch: EmissionScratch?
  fileprivate var commandMemory: CommandMemory?
  /// Whether an odd number of the layers around have flipped geometry: images are turned upright again.
  var isFlipped = false
  /// Transitions around what is drawn.
  var transitionDepth = 0

  init(viewport: Viewport, seed: UInt32, memory: consuming RecycledMemory, workers: Workers) {
    self.workers = workers
    spare = memory.batches
    (scratch, commandMemory) = (memory.scratch, memory.commandMemory)
    list = DisplayList(
      width: viewport.width, height: viewport.height, background: premultiplied(viewport.background, opacity: 1),
      commands: memory.commands)
    frame = DeviceRect(minX: 0, minY: 0, maxX: viewport.width, maxY: viewport.height)
    limit = frame.grown(by: (Self.farthest, Self.farthest))
    effectBudget = EffectBudget.perFrame(viewport)
    self.seed = seed
  }

  /// Where things are made that the next list can use again.
  mutating func reusable() -> CommandMemory {
    list.hasReusableCommands = true
    let memory = commandMemory ?? CommandMemory()
    commandMemory = memory
    return memory
  }

  /// Takes the cost of an effect; false, and counted, where it is not left.
  mutating func takeEffect(_ cost: Int) -> Bool {
    if effectBudget.take(cost) { return true }
    list.droppedEffects += 1
    return false
  }

  /// Takes the cost of paths; false, and counted, where it is not left.
  mutating func takePath(_ cost: Int) -> Bool {
    if pathBudget.take(cost) { return true }
    list.droppedPaths += 1
    return false
  }

  /// - Parameter superlayer: from the space that the layer's position is in to device pixels.
  mutating func draw(_ node: RenderNode, at superlayerTime: Double, in superlayer: CATransform3D) {
    let time = node.clock.localTime(fromParent: superlayerTime)
    guard !node.tracks.isEmpty else { return draw(node, showing: node.state, at: time, in: superlayer) }
    var state = node.state
    node.applyTracks(to: &state, at: time)
    draw(node, showing: state, at: time, in: superlayer)
  }

  /// - Parameters:
  ///   - state: the node's state with its animations applied.
  ///   - time: in the layer's own time.
  mutating func draw(
    _ node: RenderNode, showing state: LayerState, at time: Double, in superlayer: CATransform3D
  ) {
    if node.transition != nil {
      openReaders += 1
      defer { openReaders -= 1 }
      if drawTransition(of: node, showing: state, at: time, in: superlayer) { return }
    }
    drawLayer(node, showing: state, at: time, in: superlayer)
  }

  /// A layer as it is now, whatever transition it is in.
  mutating func drawLayer(
    _ node: RenderNode, showing state: LayerState, at time: Double, in superlayer: CATransform3D
  ) {
    guard !state.isHidden, state.opacity > 0 else { return }
    let inSpace = state.toSuperlayer(in: superlayer)
    let matrix = inSpace.flattened
    guard matrix.isFinite else { return }
    let opacity = min(state.opacity, 1) * inheritedOpacity
    if state.keepsDepth {
      openReaders += 1
      defer { openReaders -= 1 }
      return drawSpace(node, showing: state, at: time, in: inSpace, opacity: opacity)
    }
    guard state.isDoubleSided || matrix.facesViewer != isFlipped else { return }
    if !state.effects.isUnset {
      openReaders += 1
      defer { openReaders -= 1 }
      if drawEffects(node, showing: state, at: time, in: inSpace, opacity: opacity) { return }
    }
    drawPlane(node, showing: state, at: time, in: inSpace, matrix: matrix, opacity: opacity)
  }

  /// Draws a layer that is seen, with its sublayers.
  ///
  /// - Parameters:
  ///   - inSpace: from the layer's coordinates to device pixels; `matrix` is the same, flattened.
  ///   - opacity: the layer's with that of the layers around it.
  mutating func drawPlane(
    _ node: RenderNode, showing state: LayerState, at time: Double, in inSpace: CATransform3D, matrix: CATransform3D,
    opacity: Float
  ) {
    if state.isPlain, node.isLeaf { return drawContent(node, showing: state, opacity: opacity, matrix: matrix) }
    let inherited = inheritedOpacity
    defer { inheritedOpacity = inherited }
    let group = group(for: node, showing: state, opacity: opacity, matrix: matrix)
    inheritedOpacity = state.fadesAsOne ? 1 : opacity
    let index = list.commands.count
    if let group { list.commands.append(.pushGroup(group)) }
    let ownOpacity = group == nil ? opacity : inheritedOpacity
    let shadow = openShadow(state, matrix: matrix)
    let readers = group == nil && shadow == nil ? 0 : 1
    openReaders += readers
    defer { openReaders -= readers }
    drawContent(node, showing: state, opacity: ownOpacity, matrix: matrix)
    drawContents(state, opacity: ownOpacity, matrix: matrix)
    drawDrawing(state, at: time, matrix: matrix)
    drawShape(node, showing: state, opacity: ownOpacity, matrix: state.flipped(matrix))
    drawParticles(node, at: time, matrix: state.flipped(inSpace))
    drawSublayers(node, showing: state, at: time, matrix: matrix)
    drawBorder(state, opacity: ownOpacity, matrix: matrix)
    if let shadow { close(shadow, clip: group?.clip) }
    if let group { close(group, from: index, mask: node.mask.map { drawMask($0, of: state, at: time, in: matrix) }) }
  }

  /// The group that a layer needs for its opacity or clip; nil if what it draws can go straight to the backdrop.
  private func group(
    for node: RenderNode, showing state: LayerState, opacity: Float, matrix: CATransform3D
  ) -> GroupCommand? {
    let hasInside =
      !node.sublayers.isEmpty || node.emission != nil || state.hasShapeInside
      || (node.content != nil && state.cornerRadius > 0)
    let pieces = state.pieces + (state.gradient.colors == nil ? 0 : 1) + (node.content == nil ? 0 : 1)
    let isSinglePiece = !hasInside && state.drawing == nil && pieces <= 1
    let clips = state.masksToBounds && hasInside
    let filter = state.compositingFilter ?? .sourceOver
    let fades = opacity < 1 && !isSinglePiece && state.fadesAsOne
    let composes = node.mask != nil || (filter != .sourceOver && filter != .normalBlendMode)
    guard clips || fades || composes else { return nil }
    let clip = clips ? (shape: state.shape, transform: PlaneTransform(matrix)) : nil
    // Without group opacity each thing in the group carries its own.
    let alpha = state.fadesAsOne ? UInt8(opacity * 255 + 0.5) : 255
    var group = GroupCommand(bounds: frame, alpha: alpha, clip: clip)
    group.filter = filter
    return group
  }

  /// Ends the group that starts at `index`, limited to what was drawn into it and to its mask; takes an empty one away.
  mutating func close(_ group: GroupCommand, from index: Int, mask: DeviceRect? = nil) {
    var group = group
    group.bounds = list.unionOfBounds(from: index + 1).intersection(frame)
    if let clip = group.clip {
      group.bounds = group.bounds.intersection(clip.shape.deviceBounds(clip.transform, within: frame))
    }
    if let mask { group.bounds = group.bounds.intersection(mask) }
    if group.filter.reachesBeyondSource { group.bounds = frame }
    if group.bounds.isEmpty {
      list.commands.removeSubrange(index...)
    } else {
      list.commands[index] = .pushGroup(group)
      list.commands.append(.popGroup)
    }
  }

  /// Leaves of the open group what the mask covers. Answers the pixels that the mask can touch.
  ///
  /// - Parameter matrix: of the layer's coordinates; the mask lies inside the layer, where geometry may be flipped.
  mutating func drawMask(
    _ mask: RenderNode, of state: LayerState, at time: Double, in matrix: CATransform3D
  ) -> DeviceRect {
    let (index, inherited) = (list.commands.count, inheritedOpacity)
    inheritedOpacity = 1
    defer { inheritedOpacity = inherited }
    var group = GroupCommand(bounds: frame)
    group.filter = .destIn
    list.commands.append(.pushGroup(group))
    let outerFlip = isFlipped
    if state.isGeometryFlipped { isFlipped.toggle() }
    draw(mask, at: time, in: state.flipped(matrix))
    isFlipped = outerFlip
    let bounds = list.unionOfBounds(from: index + 1).intersection(frame)
    list.commands.append(.popGroup)
    return bounds
  }

  /// The background.
  private mutating func drawContent(
    _ node: RenderNode, showing state: LayerState, opacity: Float, matrix: CATransform3D
  ) {
    let transform = PlaneTransform(matrix)
    let shape = state.shape
    let bounds = shape.deviceBounds(transform, within: frame)
    guard !bounds.isEmpty else { return }
    if let color = state.backgroundColor {
      let pixel = premultiplied(color, opacity: opacity)
      if pixel != 0 {
        list.commands.append(.fill(FillCommand(bounds: bounds, shape: shape, transform: transform, color: pixel)))
      }
    }
    if state.isPlain { return drawScalable(node.content, of: state, opacity: opacity, transform: transform) }
    if let gradient = state.gradientFill(bounds: bounds, transform: transform, opacity: opacity) {
      list.commands.append(.fill(gradient))
    }
    drawScalable(node.content, of: state, opacity: opacity, transform: transform)
  }

  private mutating func drawSublayers(
    _ node: RenderNode, showing state: LayerState, at time: Double, matrix: CATransform3D
  ) {
    guard !node.sublayers.isEmpty else { return }
    let inner = CATransform3DConcat(state.aroundAnchor(state.sublayerTransform), state.flipped(matrix))
    let outerFlip = isFlipped
    if state.isGeometryFlipped { isFlipped.toggle() }
    if state.replicator.isUnset {
      drawSublayers(of: node, at: time, in: inner)
    } else {
      for copy in copies(of: node, showing: state, at: time, in: inner) { draw(copy, of: node) }
    }
    isFlipped = outerFlip
  }
}

/// Memory of a list that is no longer needed, without values.
struct RecycledMemory {
  /// Empty, with room.
  var commands: [DrawCommand] = []
  /// Empty batches with room; a stack.
  var batches: [ParticleBatch] = []
  var scratch: EmissionScratch?
  var commandMemory: CommandMemory?
}

extension DisplayList {
  /// Takes everything out of the list; the last batch comes first, as a stack wants it.
  fileprivate consuming func emptied() -> RecycledMemory {
    var memory = RecycledMemory(commands: commands)
    commands = []
    if isKnownUniquelyReferenced(&scratch) { memory.scratch = scratch }
    if isKnownUniquelyReferenced(&commandMemory) { memory.commandMemory = commandMemory }
    if hasReusableCommands { memory.commandMemory?.recycle(&memory.commands) }
    // A list of many layers is not worth looking through for batches that cannot be there.
    for index in memory.commands.indices.reversed() where liveParticles > 0 {
      guard case .particles(var batch) = memory.commands[index] else { continue }
      // The command lets go of its columns, so that they are emptied in place.
      memory.commands[index] = .popGroup
      batch.removeAll()
      memory.batches.append(batch)
    }
    memory.commands.removeAll(keepingCapacity: true)
    return memory
  }
}

extension DrawCommand {
  /// Pixels that the command can touch; empty for `popGroup`.
  package var bounds: DeviceRect {
    switch self {
    case .fill(let fill): fill.bounds
    case .image(let image): image.bounds
    case .particles(let batch): batch.bounds
    case .shadow(let shadow): shadow.bounds
    case .picture(let picture): picture.bounds
    case .backdrop(let backdrop): backdrop.bounds
    case .pushGroup(let group): group.bounds
    case .cut(let cut): cut.bounds
    case .popGroup: .empty
    }
  }
}

/// A colour under an opacity as a premultiplied pixel `0xAARRGGBB`.
func premultiplied(_ color: CGColor, opacity: Float) -> UInt32 {
  var faded = color
  faded.alpha = min(max(color.alpha, 0), 1) * CGFloat(opacity)
  return faded.premultipliedPixel
}
