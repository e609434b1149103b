extension CALayer {
  /// Half the side of the square that `render(in:)` covers, in pixels of the context.
  private static let renderReach = 16384

  /// Draws the model values of the layer and its sublayers into a context, in the coordinates of the layer. The
  /// position and transform of the layer are ignored (documented, behavior.md 1.1.2).
  ///
  /// As on Apple's system, particles, filters and perspective are not drawn, a transform that is not affine is ignored,
  /// transform layers draw like other layers, and shadows end at twice their radius (measured).
  public final func render(in ctx: CGContext) {
    layOutAndDisplay()
    let node = flatNode(depth: 1)
    render(node, showing: node.state, at: localTime, in: ctx)
  }

  /// Draws the layer as last committed, with all animations and contents at their current state. Returns false if
  /// nothing has been committed.
  package final func renderShown(in ctx: CGContext) -> Bool {
    guard let node = shownNode else { return false }
    render(node, showing: node.presentedState(at: localTime), at: localTime, in: ctx)
    return true
  }

  /// - Parameter state: the visible state of the layer.
  /// - Parameter time: in the layer's own time.
  private func render(_ node: RenderNode, showing state: LayerState, at time: Double, in ctx: CGContext) {
    var state = state
    state.timing = Timing()
    (state.transform, state.anchorPointZ, state.zPosition) = (CATransform3DIdentity, 0, 0)
    state.position = CGPoint(
      x: state.bounds.minX + state.anchorPoint.x * state.bounds.width,
      y: state.bounds.minY + state.anchorPoint.y * state.bounds.height)
    let reach = Self.renderReach
    // Text and curves are drawn at the pixel density of the context.
    let scale = ctx.pixelsPerPoint
    let viewport = Viewport(
      width: 2 * reach, height: 2 * reach, scale: scale, offsetX: Double(reach), offsetY: Double(reach))
    let root = RenderNode(
      state: state, emission: node.emission, content: node.content, sublayers: node.sublayers, mask: node.mask)
    let list = evaluate(RenderTree(root: root), at: time, in: viewport)
    ctx.saveGState()
    ctx.scaleBy(x: 1 / scale, y: 1 / scale)
    ctx.translateBy(x: -CGFloat(reach), y: -CGFloat(reach))
    ctx.append(list.commands.flatMap { $0.asRendered(by: ctx.interpolationQuality) }.single)
    ctx.restoreGState()
  }

  /// Returns the layer without particles and depth. Layers too deep in the tree are left out.
  private func flatNode(depth: Int) -> RenderNode {
    var state = state
    state.effects = Rare()
    state.isTransformLayer = false
    if !CATransform3DIsAffine(state.transform) { state.transform = CATransform3DIdentity }
    if !CATransform3DIsAffine(state.sublayerTransform) { state.sublayerTransform = CATransform3DIdentity }
    let sublayers = depth < RenderTree.depthLimit ? children.inDrawingOrder.map { $0.flatNode(depth: depth + 1) } : []
    return RenderNode(state: state, content: scalableContent, sublayers: sublayers)
  }
}
