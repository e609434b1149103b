import StarmineGraphics

extension Evaluation {
  /// The border lies above the sublayers.
  mutating func drawBorder(_ state: LayerState, opacity: Float, matrix: CATransform3D) {
    guard state.hasBorder, let color = state.border.borderColor else { return }
    let transform = PlaneTransform(matrix)
    let bounds = state.shape.deviceBounds(transform, within: frame)
    let pixel = premultiplied(color, opacity: opacity)
    guard !bounds.isEmpty, pixel != 0 else { return }
    list.commands.append(
      .fill(FillCommand(bounds: bounds, shape: state.borderShape, transform: transform, paint: .solid(pixel))))
  }
}
