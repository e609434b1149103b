extension Evaluation {
  /// Opens the group that a layer needs. Returns false if the layer can be drawn without a group.
  ///
  /// The group is stored only in the list, to use no stack at each level of the recursion.
  @inline(never)
  mutating func openGroup(
    for node: RenderNode, showing state: LayerState, _ plane: PlaneTransform, _ context: DrawContext
  ) -> Bool {
    // Quick test for most layers.
    let isMore = node.mask != nil || state.compositingFilter != nil || state.lightLimit != .none
    guard state.masksToBounds || context.opacity < 1 || isMore,
      let group = group(for: node, showing: state, plane, context),
      !isNeedless(group, around: node, showing: state, context)
    else { return false }
    open(group)
    return true
  }

  /// The group that a layer needs for its opacity, clip, mask or filter.
  func group(
    for node: RenderNode, showing state: LayerState, _ plane: PlaneTransform, _ context: DrawContext
  ) -> GroupCommand? {
    let filter = state.compositingFilter ?? .sourceOver
    let composes = node.mask != nil || (filter != .sourceOver && filter != .normalBlendMode)
    let limit = state.lightLimit
    guard composes || state.masksToBounds || context.opacity < 1 || limit != .none else { return nil }
    let hasInside =
      !node.sublayers.isEmpty || node.committedEmission != nil || state.hasShapeInside
      || (node.content != nil && (state.cornerRadius > 0 || (state.masksToBounds && state.movesGlyphs)))
    let pieces = state.pieces + (state.gradient.colors == nil ? 0 : 1) + (node.content == nil ? 0 : 1)
    let isSinglePiece = !hasInside && state.drawing == nil && pieces <= 1
    let clips = state.masksToBounds && hasInside
    let fades = context.opacity < 1 && !isSinglePiece && state.fadesAsOne
    guard clips || fades || composes || limit != .none else { return nil }
    let clip = clips ? (shape: state.shape, transform: plane) : nil
    // Without group opacity, each command in the group has its own opacity.
    let alpha = state.fadesAsOne ? context.alpha : 255
    var group = GroupCommand(bounds: context.frame, alpha: alpha, clip: clip, filter: filter)
    group.lightLimit = limit
    return group
  }

  @inline(never)
  mutating func open(_ group: GroupCommand) { list.commands.append(.pushGroup(group)) }

  @inline(never)
  mutating func closeGroup(
    from index: Int, of node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D,
    _ context: DrawContext
  ) {
    guard case .pushGroup(var group) = list.commands[index] else { return }
    let mask = node.mask.map { drawMask($0, of: state, for: &group, at: time, in: space.flattened, context) }
    close(group, from: index, mask: mask, within: context.frame)
  }

  /// Ends the group that starts at `index`, limited to its contents and its mask. Removes an empty group.
  @inline(never)
  mutating func close(
    _ group: GroupCommand, from index: Int, mask: DeviceRect? = nil, within frame: DeviceRect
  ) {
    var group = group
    group.bounds = list.unionOfBounds(from: index + 1).intersection(frame)
    if let clip = group.clip {
      group.bounds = group.bounds.intersection(clip.shape.deviceBounds(clip.transform, within: frame))
    }
    if let mask { group.bounds = group.bounds.intersection(mask) }
    if group.filter.reachesBeyondSource { group.bounds = frame }
    if group.bounds.isEmpty { return list.commands.removeSubrange(index...) }
    if group.clip != nil, group.lightLimit == .none, list.commands.count == index + 2,
      case .fill(let fill) = list.commands[index + 1]
    {
      return close(group, of: fill, at: index)
    }
    list.commands[index] = .pushGroup(group)
    list.commands.append(.popGroup)
  }
}

extension LayerState {
  /// The HDR limit of the layer in float frames.
  fileprivate var lightLimit: LightLimit { rare.box?.value.hints.box?.value.lightLimit ?? .none }
}
