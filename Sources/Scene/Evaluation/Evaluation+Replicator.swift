/// One copy of a replicator's sublayers.
struct Copy {
  /// The parent time of the sublayers.
  var time: Double
  /// From the space of the sublayers' positions to device pixels.
  var matrix: CATransform3D
  /// Straight components that multiply the colours.
  var tint: SIMD4<Float>
  /// Distance of the copy's middle in front of the replicator's plane.
  var depth: CGFloat
}

extension Evaluation {
  /// Maximum number of copied sublayers per frame. More are omitted and counted in `droppedCopies`.
  static var copyLimit: Int { 131_072 }

  /// The copies of a layer's sublayers in drawing order. A single one unless the layer is a replicator.
  /// - Parameter inner: from the space of the sublayers' positions to device pixels.
  mutating func copies(
    of node: RenderNode, showing state: LayerState, at time: Double, in inner: CATransform3D
  ) -> [Copy] {
    let replicator = state.replicator.value
    guard !node.sublayers.isEmpty else { return [] }
    let allowed = min(replicator.count, copyBudget / node.sublayers.count)
    copyBudget -= allowed * node.sublayers.count
    list.droppedCopies += min(replicator.count - allowed, Self.copyLimit)
    let bounds = state.bounds
    var power = CATransform3DIdentity
    return (0..<allowed).map { index in
      let aroundCenter = CATransform3DConcat(
        CATransform3DConcat(CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0), power),
        CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0))
      power = CATransform3DConcat(power, replicator.instanceTransform)
      return Copy(
        time: time - replicator.delay(ofInstance: index), matrix: CATransform3DConcat(aroundCenter, inner),
        tint: replicator.color(ofInstance: index),
        depth: aroundCenter.m13 * bounds.midX + aroundCenter.m23 * bounds.midY + aroundCenter.m43)
    }
  }
}

extension Evaluation {
  /// Draws the copies of a replicator's sublayers from back to front, although the depth of their contents is flattened
  /// (measured on a device).
  /// - Parameter inner: from the space of the sublayers' positions to device pixels.
  @inline(never)
  mutating func drawCopies(
    of node: RenderNode, showing state: LayerState, at time: Double, in inner: CATransform3D, _ context: DrawContext
  ) {
    var copies = copies(of: node, showing: state, at: time, in: inner)
    if copies.contains(where: { $0.depth != copies[0].depth && $0.depth.isFinite }) {
      let order = copies.indices.sorted { (copies[$0].depth, $0) < (copies[$1].depth, $1) }
      copies = order.map { copies[$0] }
    }
    for copy in copies {
      guard copy.tint != .one else {
        drawSublayers(of: node, at: copy.time, in: copy.matrix, context)
        continue
      }
      let first = list.commands.count
      firstShared = first
      // Rectangles of a batch have only 8-bit colours.
      drawSublayers(of: node, at: copy.time, in: copy.matrix, TintGain(copy.tint) == .none ? context : context.read)
      multiply(from: first, by: copy.tint)
    }
  }

  /// Multiplies colours of what was drawn since, including waiting particles.
  private mutating func multiply(from first: Int, by tint: SIMD4<Float>) {
    var colored = ColoredCommands()
    var batch = batches.lastIndex { $0.command < first }.map { $0 + 1 } ?? 0
    for index in first..<list.commands.count {
      let isWaiting = batch < batches.count && batches[batch].command == index
      if colored.includes(list.commands[index]) {
        list.commands[index].multiply(by: tint)
        if isWaiting { batches[batch].tints.append(tint) }
      }
      if isWaiting { batch += 1 }
    }
  }
}
