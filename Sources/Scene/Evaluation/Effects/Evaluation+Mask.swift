extension Evaluation {
  /// Keeps only the part of the open group that the mask covers. Returns the pixels that the mask can touch.
  /// - Parameter group: the open group. If the mask is a single opaque shape, it becomes the group's clip.
  /// - Parameter matrix: of the layer's coordinates. The mask is inside the layer, whose geometry may be flipped.
  @inline(never)
  mutating func drawMask(
    _ mask: RenderNode, of state: LayerState, for group: inout GroupCommand, at time: Double,
    in matrix: CATransform3D, _ context: DrawContext
  ) -> DeviceRect {
    let index = list.commands.count
    list.commands.append(.pushGroup(GroupCommand(bounds: context.frame, filter: .destIn)))
    draw(mask, at: time, in: state.flipped(matrix), context.inMask(of: state))
    let bounds = list.unionOfBounds(from: index + 1).intersection(context.frame)
    if list.commands.count == index + 2, case .fill(let fill) = list.commands[index + 1], fill.paint.isOpaque,
      group.limit(to: (fill.shape, fill.transform))
    {
      list.commands.removeSubrange(index...)
    } else {
      list.commands.append(.popGroup)
    }
    return bounds
  }
}

extension DrawContext {
  fileprivate func inMask(of state: LayerState) -> DrawContext { inside(state).with { $0.opacity = 1 } }
}
