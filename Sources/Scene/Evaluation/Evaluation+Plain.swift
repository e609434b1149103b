import StarmineGraphics

// Layers that are a background and nothing else: of them a scene has thousands, and most of what the walk asks other
// layers does not concern them. They are drawn to the same commands.

extension Evaluation {
  /// Draws a plain layer.
  ///
  /// - Parameter time: in the layer's own time.
  @inline(never)
  mutating func drawPlain(
    _ node: RenderNode, at time: Double, in superlayer: CATransform3D, _ context: DrawContext
  ) {
    var state = node.state.plain
    node.tracks.forEachUncounted { $0.apply(to: &state, at: time) }
    draw(&state, in: superlayer, context)
  }

  /// - Parameter state: is not changed, but read where it lies: a copy of what animations have just written waits until
  ///   that has arrived in memory.
  @inline(never)
  private mutating func draw(_ state: inout PlainState, in superlayer: CATransform3D, _ context: DrawContext) {
    guard !state.isHidden, state.opacity > 0 else { return }
    let plane = state.plane(in: superlayer)
    guard plane.isFinite, state.isDoubleSided || plane.facesViewer != context.isFlipped else { return }
    let shape = state.shape
    let bounds = shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty, let color = state.backgroundColor else { return }
    let pixel = premultiplied(color, opacity: context.opacity * min(state.opacity, 1))
    if pixel != 0 {
      list.commands.append(.fill(FillCommand(bounds: bounds, shape: shape, transform: plane, color: pixel)))
    }
  }
}
