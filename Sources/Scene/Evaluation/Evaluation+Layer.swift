// The recursion down the tree. Functions on the way are not inlined, because each stack frame would contain the
// matrices and states of all of them.

extension Evaluation {
  /// - Parameter superlayer: from the space of the layer's position to device pixels.
  @inline(never)
  mutating func draw(
    _ node: RenderNode, at superlayerTime: Double, in superlayer: CATransform3D, _ context: DrawContext
  ) {
    if workers.isCancelled { return }
    let time = node.clock.localTime(fromParent: superlayerTime)
    guard !node.tracks.isEmpty else { return draw(node, showing: node.state, at: time, in: superlayer, context) }
    if let hiding = node.hiding, hiding.isHiding(at: time, otherwise: node.state.isHidden) { return }
    var state = node.state
    node.applyTracks(to: &state, at: time)
    draw(node, showing: state, at: time, in: superlayer, context)
  }

  /// - Parameter state: the node's state with its animations applied.
  mutating func draw(
    _ node: RenderNode, showing state: LayerState, at time: Double, in superlayer: CATransform3D, _ context: DrawContext
  ) {
    if state.shownPart == .nothing { return }
    if node.transition != nil, drawTransition(of: node, showing: state, at: time, in: superlayer, context) { return }
    drawLayer(node, showing: state, at: time, in: superlayer, context)
  }

  /// Draws the present state of a layer, without its transition.
  @inline(never)
  mutating func drawLayer(
    _ node: RenderNode, showing state: LayerState, at time: Double, in superlayer: CATransform3D, _ context: DrawContext
  ) {
    guard !state.isHidden, state.opacity > 0 else { return }
    let space = state.toSuperlayer(in: superlayer)
    guard PlaneTransform(space).isFinite else { return }
    let own = context.with { $0.opacity *= min(state.opacity, 1) }
    if state.keepsDepth {
      return drawSpace(node, showing: state, at: time, in: space, opacity: own.opacity, context.read)
    }
    guard state.isDoubleSided || PlaneTransform(space).facesViewer != context.isFlipped else { return }
    if !state.effects.isUnset, drawEffects(node, showing: state, at: time, in: space, own.read) { return }
    drawPlane(node, showing: state, at: time, in: space, own)
  }

  /// Draws a visible layer with its sublayers.
  /// - Parameter space: from the layer's coordinates to device pixels.
  /// - Parameter context: with the layer's own opacity.
  mutating func drawPlane(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    if state.isPlain, node.isLeaf { return drawBackground(node, showing: state, PlaneTransform(space), context) }
    if let mask = node.outlineMask, drawPaint(showing: state, by: mask, in: space, context) { return }
    if openGroup(for: node, showing: state, PlaneTransform(space), context) {
      drawGroup(of: node, showing: state, at: time, in: space, context)
    } else if state.hasShadow {
      drawShadowed(node, showing: state, at: time, in: space, group: nil, context)
    } else {
      drawPieces(of: node, showing: state, at: time, in: space, context)
    }
  }

  /// Draws a layer into the group that was just opened.
  @inline(never)
  private mutating func drawGroup(
    of node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    let index = list.commands.count - 1
    var inner = context.read
    if state.fadesAsOne { inner.opacity = 1 }
    if state.hasShadow {
      drawShadowed(node, showing: state, at: time, in: space, group: index, inner)
    } else {
      drawPieces(of: node, showing: state, at: time, in: space, inner)
    }
    closeGroup(from: index, of: node, showing: state, at: time, in: space, inner)
  }

  /// Draws a layer over its shadow.
  /// - Parameter group: start of the layer's own group, if any. Its clip limits the silhouette.
  @inline(never)
  private mutating func drawShadowed(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, group: Int?,
    _ context: DrawContext
  ) {
    guard let shadow = openShadow(state, PlaneTransform(space), context) else {
      return drawPieces(of: node, showing: state, at: time, in: space, context)
    }
    let inner = context.read.with { $0.frame = shadow.widened }
    drawPieces(of: node, showing: state, at: time, in: space, inner)
    close(shadow, in: group)
  }

  /// Draws all parts of a layer from back to front.
  @inline(never)
  mutating func drawPieces(
    of node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    let isWhole = state.shownPart == .whole
    if isWhole { drawOwnPieces(of: node, showing: state, at: time, in: space, context) }
    if !node.sublayers.isEmpty { drawSublayers(of: node, showing: state, at: time, in: space, context) }
    if isWhole { drawBorder(state, PlaneTransform(space), context) }
  }

  /// Draws the parts below the sublayers.
  @inline(never)
  private mutating func drawOwnPieces(
    of node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    let plane = PlaneTransform(space)
    drawBackground(node, showing: state, plane, context)
    drawContents(state, at: time, plane, context)
    drawDrawing(state, at: time, plane, context)
    drawShape(node, showing: state, in: space, context)
    if node.committedEmission != nil { drawParticles(node, at: time, in: state.flipped(space), context.inside(state)) }
  }

  private mutating func drawSublayers(
    of node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    let inner = state.sublayerSpace(in: space.flattened)
    let time = state.sublayerTime ?? time
    if state.replicator.isUnset {
      drawSublayers(of: node, at: time, in: inner, context.inside(state))
    } else {
      drawCopies(of: node, showing: state, at: time, in: inner, context.inside(state))
    }
  }

  /// Draws the sublayers of a layer from back to front.
  /// - Parameter superlayerTime: in the layer's own time.
  /// - Parameter matrix: from the space of the sublayers' positions to device pixels.
  mutating func drawSublayers(
    of node: RenderNode, at superlayerTime: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    guard node.sublayersMoveInDepth else { return drawInOrder(node, at: superlayerTime, in: matrix, context) }
    drawInOrderOfDepth(node, at: superlayerTime, in: matrix, context)
  }

  @inline(never)
  private mutating func drawInOrderOfDepth(
    _ node: RenderNode, at superlayerTime: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    let shown = node.sublayers.enumerated().map { index, sublayer in
      let time = sublayer.clock.localTime(fromParent: superlayerTime)
      return (index: index, node: sublayer, state: sublayer.presentedState(at: time), time: time)
    }
    let ordered = shown.sorted { ($0.state.zPosition, $0.index) < ($1.state.zPosition, $1.index) }
    for sublayer in ordered { draw(sublayer.node, showing: sublayer.state, at: sublayer.time, in: matrix, context) }
  }
}
