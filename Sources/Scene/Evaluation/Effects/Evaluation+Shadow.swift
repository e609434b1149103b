/// A shadow whose layer is being drawn.
struct OpenShadow {
  let index: Int
  /// The pixels that are needed.
  let frame: DeviceRect
  /// The pixels whose shadow can be in `frame`.
  var widened: DeviceRect
  let color: CGColor
  let opacity: Float
  let isDeep: Bool
  let sigma: (x: Double, y: Double)
  let offset: (x: Double, y: Double)
  /// From the layer's plane to device pixels.
  let transform: PlaneTransform
  let path: FillCommand?
}

extension Evaluation {
  /// Nil if the layer has no shadow.
  func openShadow(_ state: LayerState, _ transform: PlaneTransform, _ context: DrawContext) -> OpenShadow? {
    guard state.hasShadow, let color = state.shadow.shadowColor else { return nil }
    let (x, y) = (state.bounds.midX, state.bounds.midY)
    let (start, size) = (transform.apply(x, y), state.shadow.shadowOffset)
    let end = transform.apply(x + size.width, y + size.height)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard start.w > 0, end.w > 0, abs(dx) <= ShadowCommand.farthestOffset, abs(dy) <= ShadowCommand.farthestOffset
    else { return nil }
    let sigma = transform.spread(max(0, state.shadow.shadowRadius), x: x, y: y)
    guard sigma.x.isFinite, sigma.y.isFinite else { return nil }
    let limited = (x: min(sigma.x, ShadowCommand.largestSigma), y: min(sigma.y, ShadowCommand.largestSigma))
    let opacity = min(state.shadow.shadowOpacity, 1)
    // The path replaces the visible parts of the layer.
    let outline = state.shownPart == .whole ? state.shadow.shadowPath : nil
    var shadow = OpenShadow(
      index: list.commands.count, frame: context.frame, widened: context.frame,
      color: color, opacity: opacity, isDeep: context.isDeep, sigma: limited, offset: (dx, dy), transform: transform,
      path: outline.map {
        FillCommand(
          bounds: .empty, shape: .path(PathShape($0, for: transform)), transform: transform, paint: .solid(.max))
      })
    if shadow.path == nil {
      shadow.widened = context.frame.union(shadow.source(of: context.frame)).intersection(context.limit)
    }
    return shadow
  }

  /// Inserts the shadow below what was drawn since it was opened.
  /// - Parameter group: start of the layer's own group, if any. Its clip limits the silhouette.
  @inline(never)
  mutating func close(_ shadow: OpenShadow, in group: Int?) {
    let clip = group.flatMap { list.commands[$0].clip }
    var bounds = shadow.source(of: shadow.frame)
    var path = shadow.path
    if let seen = path?.shape.deviceBounds(shadow.transform, within: bounds) {
      path?.bounds = seen
      bounds = seen
    } else {
      bounds = list.unionOfBounds(from: shadow.index).intersection(bounds)
      if let clip { bounds = bounds.intersection(clip.shape.deviceBounds(clip.transform, within: shadow.widened)) }
    }
    let frame = shadow.frame
    let reached = shadow.target(of: bounds).intersection(frame)
    let isSeen = !bounds.isEmpty && !reached.isEmpty && premultiplied(shadow.color, opacity: shadow.opacity) != 0
    let command = isSeen ? takeShadow(shadow, of: bounds, path, clip) : nil
    clipCommands(from: shadow.index, to: frame)
    guard var command else { return }
    command.bounds = reached
    list.commands.insert(.shadow(command), at: shadow.index)
  }

  /// Clips commands to the frame. They were drawn beyond it for effects.
  mutating func clipCommands(from start: Int, to frame: DeviceRect) {
    for index in list.commands.indices.dropFirst(start) {
      let inside = list.commands[index].bounds.intersection(frame)
      if inside != list.commands[index].bounds { list.commands[index] = list.commands[index].clipped(to: frame) }
    }
  }

  /// The shadow of what was drawn since, or of a path. Nil if it exceeds the limit of the frame.
  private mutating func takeShadow(
    _ shadow: OpenShadow, of bounds: DeviceRect, _ path: FillCommand?, _ clip: PlacedShape?
  ) -> ShadowCommand? {
    var command = reusable().shadow()
    command.silhouetteBounds = bounds
    command.take(shadow.color, opacity: shadow.opacity, isDeep: shadow.isDeep)
    (command.sigmaX, command.sigmaY) = shadow.sigma
    (command.offsetX, command.offsetY) = shadow.offset
    if let path {
      command.silhouette.append(.fill(path))
    } else {
      command.silhouette.append(contentsOf: list.commands[shadow.index...])
    }
    guard takeEffect(EffectBudget.cost(ofShadow: shadow.target(of: bounds), drawing: command.silhouette)) else {
      return nil
    }
    guard let clip, path == nil else { return command }
    var group = GroupCommand(bounds: bounds)
    group.clip = clip
    command.silhouette.insert(.pushGroup(group), at: 0)
    command.silhouette.append(.popGroup)
    return command
  }
}

extension OpenShadow {
  /// Pixels whose shadow can be in `target`.
  func source(of target: DeviceRect) -> DeviceRect { target.moved(-offset.x, -offset.y, by: reach) }
  /// Pixels that the shadow of `source` can reach.
  func target(of source: DeviceRect) -> DeviceRect {
    source.isEmpty ? .empty : source.moved(offset.x, offset.y, by: reach)
  }

  private var reach: (x: Int, y: Int) { (BlurBox.reach(sigma.x), BlurBox.reach(sigma.y)) }
}
