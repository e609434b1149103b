import StarmineGraphics

extension Evaluation {
  /// The border lies above the sublayers.
  mutating func drawBorder(_ state: LayerState, _ plane: PlaneTransform, _ context: DrawContext) {
    guard state.hasBorder, let color = state.border.borderColor else { return }
    let bounds = state.shape.deviceBounds(plane, within: context.frame)
    let pixel = premultiplied(color, opacity: context.opacity)
    guard !bounds.isEmpty, pixel != 0 else { return }
    list.commands.append(
      .fill(FillCommand(bounds: bounds, shape: state.borderShape, transform: plane, paint: .solid(pixel))))
  }
}
