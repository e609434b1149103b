import StarmineGraphics

extension Evaluation {
  /// Draws a layer's background, its gradient, and the content that it makes for its scale.
  mutating func drawBackground(
    _ node: RenderNode, showing state: LayerState, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard state.backgroundColor != nil || state.hasGradient || node.content != nil else { return }
    let shape = state.shape
    let bounds = shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty else { return }
    if let color = state.backgroundColor {
      if let paint = Paint(color, opacity: context.opacity) {
        list.commands.append(
          .fill(FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: plane, paint: paint)))
      }
    }
    if state.hasGradient,
      let gradient = state.gradientFill(bounds: bounds, transform: plane, opacity: context.opacity)
    {
      list.commands.append(.fill(gradient))
    }
    drawScalable(node.content, of: state, plane, context)
  }
}
