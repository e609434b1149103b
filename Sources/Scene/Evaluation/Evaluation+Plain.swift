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
    withUnsafeTemporaryAllocation(of: RectFill.self, capacity: 1) { place in
      guard let place = place.baseAddress else { return }
      if node.drawPlain(at: time, in: superlayer, context, into: place) {
        list.commands.append(.fill(FillCommand(place.pointee)))
      }
    }
  }
}

extension RenderNode {
  /// Draws a plain layer.
  ///
  /// - Parameters:
  ///   - time: in the layer's own time.
  ///   - place: memory without a value.
  /// - Returns: whether there is something to see, and a fill in the place.
  @inline(never)
  func drawPlain(
    at time: Double, in superlayer: CATransform3D, _ context: DrawContext, into place: UnsafeMutablePointer<RectFill>
  ) -> Bool {
    var state = state.plain
    for track in tracks { track.apply(to: &state, at: time) }
    return state.draw(in: superlayer, context, into: place)
  }
}

extension PlainState {
  /// - Returns: whether there is something to see, and a fill in the place.
  // Does not change the state, but reads it where it lies: a copy of what animations have just written waits until that
  // has arrived in memory.
  @inline(never)
  fileprivate mutating func draw(
    in superlayer: CATransform3D, _ context: DrawContext, into place: UnsafeMutablePointer<RectFill>
  ) -> Bool {
    guard !isHidden, opacity > 0 else { return false }
    let plane = plane(in: superlayer)
    guard plane.isFinite, isDoubleSided || plane.facesViewer != context.isFlipped else { return false }
    let shape = shape
    let bounds = shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty, let color = backgroundColor else { return false }
    let pixel = premultiplied(color, opacity: context.opacity * min(opacity, 1))
    if pixel == 0 { return false }
    place.initialize(to: RectFill(bounds: bounds, shape: shape, transform: plane, color: pixel))
    return true
  }
}
