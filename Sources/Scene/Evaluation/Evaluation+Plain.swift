import StarmineGraphics

// Layers that are a background and nothing else: of them a scene has thousands, and most of what the walk asks other
// layers does not concern them. They are drawn to the same commands.

extension Evaluation {
  /// Draws a plain layer among others.
  ///
  /// - Parameter time: in the layer's own time.
  @inline(never)
  mutating func drawPlain(
    _ node: RenderNode, at time: Double, in superlayer: CATransform3D, _ context: DrawContext
  ) {
    KernelRow<RectFill>.withRoom(for: 1) { place in
      switch node.drawPlain(at: time, in: superlayer, context, into: place) {
      case .nothing: break
      case .fill: list.commands.append(.fill(FillCommand(place[0])))
      case .wideFill(let color, let opacity):
        var fill = FillCommand(place[0])
        if let paint = Paint(color, opacity: opacity, isDeep: context.isDeep) { fill.paint = paint }
        list.commands.append(.fill(fill))
      }
    }
  }
}

/// What a plain layer shows.
enum PlainLook {
  case nothing, fill
  /// A fill whose colour no word holds.
  case wideFill(CGColor, opacity: Float)
}

extension RenderNode {
  /// Draws a plain layer.
  ///
  /// - Parameters:
  ///   - time: in the layer's own time.
  ///   - place: memory without a value.
  /// - Returns: what there is to see, with a fill in the place.
  @inline(never)
  func drawPlain(
    at time: Double, in superlayer: CATransform3D, _ context: DrawContext, into place: KernelRow<RectFill>
  ) -> PlainLook {
    var state = state.plain
    for track in tracks { track.apply(to: &state, at: time) }
    return state.draw(in: superlayer, context, into: place)
  }
}

extension PlainState {
  /// - Returns: what there is to see, with a fill in the place.
  // Does not change the state, but reads it where it lies: a copy of what animations have just written waits until that
  // has arrived in memory.
  @inline(never)
  mutating func draw(
    in superlayer: CATransform3D, _ context: DrawContext, into place: KernelRow<RectFill>
  ) -> PlainLook {
    guard !isHidden, opacity > 0 else { return .nothing }
    let plane = plane(in: superlayer)
    guard plane.isFinite, isDoubleSided || plane.facesViewer != context.isFlipped else { return .nothing }
    let shape = shape
    let bounds = shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty, let color = backgroundColor else { return .nothing }
    let shown = context.opacity * min(opacity, 1)
    let pixel = premultiplied(color, opacity: shown)
    if pixel == 0 { return .nothing }
    place.initialize(to: RectFill(bounds: bounds, shape: shape, transform: plane, color: pixel))
    let needsMore = color.needsMore(than: pixel, opacity: shown, isDeep: context.isDeep)
    return needsMore ? .wideFill(color, opacity: shown) : .fill
  }
}
