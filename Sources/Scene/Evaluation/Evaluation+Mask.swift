import Foundation
import StarmineGraphics

extension Evaluation {
  /// Leaves of the open group what the mask covers. Answers the pixels that the mask can touch.
  ///
  /// - Parameters:
  ///   - group: the open one. A mask of one opaque shape becomes its clip.
  ///   - matrix: of the layer's coordinates; the mask lies inside the layer, where geometry may be flipped.
  @inline(never)
  mutating func drawMask(
    _ mask: RenderNode, of state: LayerState, for group: inout GroupCommand, at time: Double,
    in matrix: CATransform3D, _ context: DrawContext
  ) -> DeviceRect {
    let index = list.commands.count
    list.commands.append(.pushGroup(GroupCommand(bounds: context.frame, filter: .destIn)))
    draw(mask, at: time, in: state.flipped(matrix), context.inMask(of: state))
    return closeMask(from: index, for: &group, within: context.frame)
  }

  /// Ends the mask that starts at `index`.
  private mutating func closeMask(
    from index: Int, for group: inout GroupCommand, within frame: DeviceRect
  ) -> DeviceRect {
    let bounds = list.unionOfBounds(from: index + 1).intersection(frame)
    if list.commands.count == index + 2, case .fill(let fill) = list.commands[index + 1], fill.paint.isOpaque,
      group.limit(to: (fill.shape, fill.transform))
    {
      list.commands.removeSubrange(index...)
    } else {
      list.commands.append(.popGroup)
    }
    return bounds
  }

  /// Draws a layer whose mask lies still: if both turn out to be one fill each, they become one without any group.
  /// Otherwise the groups come in afterwards; nothing inside of them knows places of commands.
  ///
  /// - Parameter context: with the layer's own opacity.
  @inline(never)
  mutating func drawMasked(
    _ node: RenderNode, by mask: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D,
    _ context: DrawContext
  ) {
    let index = list.commands.count
    let alpha = state.fadesAsOne ? context.alpha : 255
    var inner = context.read
    if state.fadesAsOne { inner.opacity = 1 }
    if drawMaskedPaint(node, by: mask, showing: state, in: space, alpha: alpha, inner) { return }
    drawPieces(of: node, showing: state, at: time, in: space, inner)
    let middle = list.commands.count
    draw(mask, at: time, in: state.flipped(space.flattened), inner.inMask(of: state))
    if foldMask(from: index, alpha: alpha) { return }
    guard var group = group(for: node, showing: state, PlaneTransform(space), context) else { return }
    list.commands.insert(.pushGroup(GroupCommand(bounds: inner.frame, filter: .destIn)), at: middle)
    list.commands.insert(.pushGroup(group), at: index)
    let covered = closeMask(from: middle + 1, for: &group, within: inner.frame)
    close(group, from: index, mask: covered, within: inner.frame)
  }

  /// Makes one fill of the two that start at `index`, the second of which is the mask of the first: the same as the
  /// group with a clip that closes over one fill. False, and nothing is changed, for anything else.
  private mutating func foldMask(from index: Int, alpha: UInt8) -> Bool {
    guard list.commands.count == index + 2, case .fill(let content) = list.commands[index],
      case .fill(let mask) = list.commands[index + 1], mask.paint.isOpaque,
      var inside = content.inside(mask.shape, mask.transform)
    else { return false }
    inside.bounds = content.bounds.intersection(mask.bounds)
    inside.paint = inside.paint.faded(alpha)
    list.commands.removeLast()
    if inside.bounds.isEmpty { list.commands.removeLast() } else { list.commands[index] = .fill(inside) }
    return true
  }
}

extension DrawContext {
  /// In the mask of a layer.
  fileprivate func inMask(of state: LayerState) -> DrawContext { inside(state).with { $0.opacity = 1 } }
}
