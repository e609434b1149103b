import StarmineGraphics

extension Evaluation {
  /// The border lies above the sublayers.
  mutating func drawBorder(_ state: LayerState, _ plane: PlaneTransform, _ context: DrawContext) {
    guard state.hasBorder, let color = state.border.borderColor else { return }
    let bounds = state.shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty, let paint = Paint(color, opacity: context.opacity) else { return }
    list.commands.append(
      .fill(FillCommand(bounds: bounds, shape: state.borderShape, transform: plane, paint: paint)))
  }
}

extension LayerState {
  /// The border's area: inside the bounds (behavior.md 4.5).
  var borderShape: Shape {
    let (outer, width) = (shape, Double(border.borderWidth))
    let inner = outer.inset(by: width)
    return inner.minX < inner.maxX && inner.minY < inner.maxY ? .border(outer, width: width) : .roundedRect(outer)
  }
}
