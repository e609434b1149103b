import StarmineGraphics

extension Evaluation {
  /// Draws the background, gradient and scalable content of a layer.
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
      if let paint = Paint(color, opacity: context.opacity, isDeep: context.isDeep) {
        list.commands.append(
          .fill(FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: plane, paint: paint)))
      }
    }
    if state.hasGradient,
      let gradient = state.gradientFill(bounds: bounds, transform: plane, opacity: context.opacity)
    {
      list.commands.append(.fill(gradient))
    }
  }
}

extension Evaluation {
  /// The border is above the sublayers.
  mutating func drawBorder(_ state: LayerState, _ plane: PlaneTransform, _ context: DrawContext) {
    guard state.hasBorder, let color = state.border.borderColor else { return }
    let bounds = state.shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty, let paint = Paint(color, opacity: context.opacity, isDeep: context.isDeep) else { return }
    list.commands.append(.fill(FillCommand(bounds: bounds, shape: state.borderShape, transform: plane, paint: paint)))
  }
}

extension LayerState {
  /// The area of the border: inside the bounds (behavior.md 4.5).
  var borderShape: Shape {
    let (outer, width) = (shape, Double(border.borderWidth))
    let inner = outer.inset(by: width)
    return inner.minX < inner.maxX && inner.minY < inner.maxY ? .border(outer, width: width) : .roundedRect(outer)
  }
}
