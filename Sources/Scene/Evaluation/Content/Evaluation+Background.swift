import StarmineGraphics

extension Evaluation {
  /// Draws a layer's background, its gradient, and the content that it makes for its scale.
  mutating func drawBackground(
    _ node: RenderNode, showing state: LayerState, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard state.backgroundColor != nil || state.hasGradient || node.content != nil else { return }
    drawPaints(of: state, plane, context)
    drawScalable(node.content, of: state, plane, context)
  }

  private mutating func drawPaints(of state: LayerState, _ plane: PlaneTransform, _ context: DrawContext) {
    let shape = state.shape
    let bounds = shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty else { return }
    if let color = state.backgroundColor {
      let pixel = premultiplied(color, opacity: context.opacity)
      if pixel != 0 {
        list.commands.append(.fill(FillCommand(bounds: bounds, shape: shape, transform: plane, color: pixel)))
      }
    }
    if state.hasGradient,
      let gradient = state.gradientFill(bounds: bounds, transform: plane, opacity: context.opacity)
    {
      list.commands.append(.fill(gradient))
    }
  }
}
