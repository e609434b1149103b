// Layers with filters and rasterized layers are drawn separately (`OffscreenCommand`), with clip, mask and shadow.
// Opacity and blending apply to the result (behavior.md 4.5 and 4.8).

extension Evaluation {
  /// Draws a layer with filters or a bitmap. Returns false if the layer has no such effect and is still to be drawn.
  /// - Parameter space: from the layer's coordinates to device pixels.
  /// - Parameter context: with the layer's own opacity.
  @inline(never)
  mutating func drawEffects(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) -> Bool {
    let plane = PlaneTransform(space)
    drawBackdrop(node, showing: state, at: time, in: space, context)
    let raster = state.effects.shouldRasterize ? Rasterization(state, seen: plane, within: context.frame) : nil
    let filters = state.pixelFilters(.filters, raster.map { PlaneTransform($0.space) } ?? plane)
    guard raster != nil || !filters.isEmpty else { return false }
    let index = list.commands.count
    let group = GroupCommand(
      bounds: context.frame, alpha: context.alpha, filter: state.compositingFilter ?? .sourceOver)
    let isGroup = group.alpha < 255 || (group.filter != .sourceOver && group.filter != .normalBlendMode)
    if isGroup { open(group) }
    var inner = context
    if let raster { (inner.frame, inner.limit) = (raster.frame, raster.frame) }
    inner.frame = inner.frame.grown(by: filters.reach).intersection(inner.limit)
    (inner.bitmapStart, inner.opacity) = (list.commands.count, 1)
    var plain = state
    (plain.effects, plain.compositingFilter, plain.opacity) = (Rare(), nil, 1)
    drawPlane(node, showing: plain, at: time, in: raster?.space ?? space, inner)
    if let offscreen = takeOffscreen(filters, raster, inner) { append(offscreen, within: context.frame) }
    if isGroup { close(group, from: index, within: context.frame) }
    return true
  }

  /// Removes the commands of the innermost bitmap from the list.
  mutating func takeOffscreen(
    _ filters: [PixelFilter], _ raster: Rasterization?, _ context: DrawContext
  ) -> OffscreenCommand? {
    let index = context.bitmapStart
    var source = list.unionOfBounds(from: index).intersection(context.frame)
    if filters.contains(where: \.fillsEmptyPixels) { source = context.frame }
    let commands = Array(list.commands[index...])
    list.commands.removeSubrange(index...)
    guard !source.isEmpty else { return nil }
    // An image ends at the centre of its last pixel. Another pixel makes its edges soft like those of the layer.
    if raster != nil { source = source.grown(by: (1, 1)) }
    let cost = EffectBudget.cost(of: source.grown(by: filters.reach), through: filters, drawing: commands)
    guard takeEffect(cost) else { return nil }
    return OffscreenCommand(
      bounds: .empty, commands: commands, source: source, filters: filters, placement: raster?.placement,
      keepsDepth: context.isDeep)
  }

  mutating func append(_ command: OffscreenCommand, within frame: DeviceRect) {
    var offscreen = command
    let drawn = offscreen.source.grown(by: offscreen.reach)
    offscreen.bounds = drawn.intersection(frame)
    if let placement = offscreen.placement {
      offscreen.bounds = RoundedRect(drawn).deviceBounds(placement.transform, within: frame)
    }
    if !offscreen.bounds.isEmpty { list.commands.append(.offscreen(offscreen)) }
  }

  private mutating func drawBackdrop(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    let plane = PlaneTransform(space)
    let filters = state.pixelFilters(.backgroundFilters, plane)
    let bounds = state.shape.deviceBounds(plane, within: context.frame)
    guard !filters.isEmpty, !bounds.isEmpty, state.shownPart == .whole else { return }
    // Everything below is drawn again.
    finishEmissions()
    let cost = EffectBudget.cost(
      of: bounds.grown(by: filters.reach), through: filters, drawing: list.commands[context.bitmapStart...])
    guard takeEffect(cost) else { return }
    var command = BackdropCommand(
      bounds: bounds, filters: filters, shape: state.shape, transform: plane, alpha: context.alpha)
    guard let mask = node.mask else { return list.commands.append(.backdrop(command)) }
    (command.alpha, command.isBelowGroup) = (255, true)
    let index = list.commands.count
    var group = GroupCommand(bounds: context.frame, alpha: context.alpha)
    list.commands += [.pushGroup(group), .backdrop(command)]
    let drawn = drawMask(mask, of: state, for: &group, at: time, in: space.flattened, context)
    close(group, from: index, mask: drawn, within: context.frame)
  }
}
