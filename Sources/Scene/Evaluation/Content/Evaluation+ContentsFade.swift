import StarmineGraphics

extension Evaluation {
  /// Adds both images in a group. Not inlined, so that the recursion down the tree uses little stack.
  @inline(never)
  mutating func drawContentsFade(
    _ state: LayerState, at time: Double, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    let fade = state.contentsFade.value
    var plain = state
    plain.contentsFade = Rare()
    plain.contents = fade.to
    guard fade.from != fade.to else { return drawContents(plain, at: time, plane, context) }
    let share = UInt8((min(max(fade.progress, 0), 1) * 255).rounded())
    let index = list.commands.count
    list.commands.append(.pushGroup(GroupCommand(bounds: context.frame)))
    for (image, alpha, filter) in [
      (fade.from, 255 - share, CompositingFilter.sourceOver), (fade.to, share, .plusL),
    ] where alpha > 0 {
      plain.contents = image
      let inner = list.commands.count
      var group = GroupCommand(bounds: context.frame, alpha: alpha)
      group.filter = filter
      list.commands.append(.pushGroup(group))
      drawContents(plain, at: time, plane, context)
      close(group, from: inner, within: context.frame)
    }
    close(GroupCommand(bounds: context.frame), from: index, within: context.frame)
  }
}
