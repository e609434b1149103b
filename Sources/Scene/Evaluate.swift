import Foundation
public import Graphics

/// The pixels that a tree is drawn to.
public struct Viewport: Sendable, Hashable {
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Pixels per point of the space that the root layer lies in.
  public var scale: Double
  /// Pixels by which that space's origin is moved right and down, to centre a scene.
  public var offsetX: Double
  public var offsetY: Double
  /// Behind everything; transparent by default.
  public var background: CGColor

  public init(
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

/// What `tree` looks like at media time `time` (seconds): a pure function of its first three arguments.
///
/// - Parameter recycled: a list that is no longer needed. Its memory is used again, nothing else of it: the columns of a
///   million particles are 30 MB, which would otherwise be taken from the system for every frame.
public func evaluate(
  _ tree: RenderTree, at time: Double, in viewport: Viewport, recycling recycled: consuming DisplayList? = nil
) -> DisplayList {
  var evaluation = Evaluation(viewport: viewport, seed: tree.seed, spare: recycled?.takeBatches() ?? [])
  evaluation.draw(tree.root, at: time, in: viewport.matrix)
  return evaluation.list
}

/// The walk over a tree that appends commands to one display list.
struct Evaluation {
  var list: DisplayList
  let frame: DeviceRect
  private let seed: UInt32
  /// Empty batches with memory.
  private var spare: [ParticleBatch]
  /// Whether an odd number of the layers around have flipped geometry: images are turned upright again.
  var isFlipped = false

  init(viewport: Viewport, seed: UInt32, spare: [ParticleBatch]) {
    self.spare = spare
    list = DisplayList(
      width: viewport.width, height: viewport.height, background: premultiplied(viewport.background, opacity: 1))
    frame = DeviceRect(minX: 0, minY: 0, maxX: viewport.width, maxY: viewport.height)
    self.seed = seed
  }

  /// - Parameter superlayer: from the space that the layer's position is in to device pixels.
  mutating func draw(_ node: RenderNode, at superlayerTime: Double, in superlayer: CATransform3D) {
    let time = node.state.timing.localTime(fromParent: superlayerTime)
    let node = node.presented(at: time)
    let state = node.state
    guard !state.isHidden, state.opacity > 0 else { return }
    let inSpace = CATransform3DConcat(state.toSuperlayer, superlayer)
    let matrix = inSpace.flattened
    guard matrix.isFinite else { return }
    let opacity = min(state.opacity, 1)
    let group = group(for: node, opacity: opacity, matrix: matrix)
    let index = list.commands.count
    if let group { list.commands.append(.pushGroup(group)) }
    drawContent(node, opacity: group == nil ? opacity : 1, matrix: matrix)
    drawDrawing(state, matrix: matrix)
    drawShape(state, opacity: group == nil ? opacity : 1, matrix: matrix)
    drawParticles(node, at: time, matrix: state.flipped(inSpace))
    drawSublayers(node, at: time, matrix: matrix)
    if let group { close(group, from: index) }
  }

  /// The group that a layer needs for its opacity or clip; nil if what it draws can go straight to the backdrop.
  private func group(for node: RenderNode, opacity: Float, matrix: CATransform3D) -> GroupCommand? {
    let state = node.state
    let hasInside =
      !node.sublayers.isEmpty || node.emission != nil || state.hasShapeInside
      || (node.content != nil && state.cornerRadius > 0)
    let pieces = [state.backgroundColor != nil, state.contents != nil, node.content != nil].count { $0 }
    let isSinglePiece = !hasInside && pieces <= 1 && state.drawing == nil
    let clips = state.masksToBounds && hasInside
    guard clips || (opacity < 1 && !isSinglePiece) else { return nil }
    let clip = clips ? (shape: state.shape, transform: PlaneTransform(matrix)) : nil
    return GroupCommand(bounds: frame, alpha: UInt8(opacity * 255 + 0.5), clip: clip)
  }

  /// Ends the group that starts at `index`, limited to what was drawn into it; takes an empty one away.
  private mutating func close(_ group: GroupCommand, from index: Int) {
    var inside = DeviceRect.empty
    var depth = 0
    for command in list.commands[(index + 1)...] {
      if depth == 0 { inside = inside.union(command.bounds) }
      if case .pushGroup = command { depth += 1 }
      if case .popGroup = command { depth -= 1 }
    }
    var bounds = inside.intersection(frame)
    if let clip = group.clip {
      bounds = bounds.intersection(clip.shape.deviceBounds(clip.transform, within: frame))
    }
    if bounds.isEmpty {
      list.commands.removeSubrange(index...)
    } else {
      list.commands[index] = .pushGroup(GroupCommand(bounds: bounds, alpha: group.alpha, clip: group.clip))
      list.commands.append(.popGroup)
    }
  }

  /// Background and contents.
  private mutating func drawContent(_ node: RenderNode, opacity: Float, matrix: CATransform3D) {
    let state = node.state
    let transform = PlaneTransform(matrix)
    let bounds = state.shape.deviceBounds(transform, within: frame)
    guard !bounds.isEmpty else { return }
    if let color = state.backgroundColor {
      let pixel = premultiplied(color, opacity: opacity)
      if pixel != 0 {
        list.commands.append(
          .fill(FillCommand(bounds: bounds, shape: state.shape, transform: transform, color: pixel)))
      }
    }
    if let image = state.contents {
      var destination = state.shape
      if !state.masksToBounds { destination.cornerRadius = 0 }
      list.commands.append(
        .image(
          ImageCommand(
            bounds: bounds, image: image, destination: destination,
            transform: upright(transform, destination), filter: .linear,
            alpha: UInt8(opacity * 255 + 0.5))))
    }
    drawScalable(node, opacity: opacity, transform: transform)
  }

  private mutating func drawParticles(_ node: RenderNode, at time: Double, matrix: CATransform3D) {
    guard let emission = node.emission else { return }
    let memory = spare.popLast() ?? ParticleBatch()
    let result = emission.evaluate(at: time, seed: seed, matrix: matrix, clip: frame, memory: memory)
    list.liveParticles += result.liveCount
    list.droppedParticles += result.droppedCount
    if result.batch.count > 0 { list.commands.append(.particles(result.batch)) }
  }

  private mutating func drawSublayers(_ node: RenderNode, at time: Double, matrix: CATransform3D) {
    guard !node.sublayers.isEmpty else { return }
    let inner = CATransform3DConcat(node.state.aroundAnchor(node.state.sublayerTransform), node.state.flipped(matrix))
    let outerFlip = isFlipped
    if node.state.isGeometryFlipped { isFlipped.toggle() }
    for sublayer in node.sublayers { draw(sublayer, at: time, in: inner) }
    isFlipped = outerFlip
  }
}

extension DisplayList {
  /// Takes the batches out of the list and empties them; the last one comes first, as a stack wants it.
  fileprivate mutating func takeBatches() -> [ParticleBatch] {
    var batches: [ParticleBatch] = []
    while let command = commands.popLast() {
      guard case .particles(var batch) = consume command else { continue }
      batch.removeAll()
      batches.append(batch)
    }
    return batches
  }
}

extension DrawCommand {
  /// Pixels that the command can touch; empty for `popGroup`.
  public var bounds: DeviceRect {
    switch self {
    case .fill(let fill): fill.bounds
    case .image(let image): image.bounds
    case .particles(let batch): batch.bounds
    case .pushGroup(let group): group.bounds
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
