extension Evaluation {
  /// Draws the image of a layer at its placement, clipped if the layer clips.
  mutating func drawContents(
    _ state: LayerState, at time: Double, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard state.contentsFade.isUnset else { return drawContentsFade(state, at: time, plane, context) }
    guard let contents = state.contents, !contents.isOutOfSight(state, plane, context),
      let image = image(of: contents, at: time)
    else { return }
    let placement = state.placement.value
    let place = placement.destination(width: image.width, height: image.height, in: state.bounds)
    guard place.isFinite, placement.contentsRect.isFinite, place.width > 0, place.height > 0 else { return }
    var command = ImageCommand(
      bounds: .empty, image: image,
      destination: RoundedRect(minX: place.minX, minY: place.minY, maxX: place.maxX, maxY: place.maxY),
      transform: plane, filter: placement.filter(image.width, image.height, over: place, plane), alpha: context.alpha)
    var fit = ImageFit()
    fit.source = placement.contentsRect
    if placement.minificationFilterBias.isFinite { fit.detailBias = Double(placement.minificationFilterBias) }
    fit.lightLimit = image.deepTexels == nil ? nil : state.hints.value.contentsLimit
    fit.slices = placement.nineSlice(width: image.width, height: image.height, over: place)
    command.fit.value = fit
    // The edges of the contents use the settings of the layer.
    command.destination.smoothEdges = state.shape.smoothEdges
    let clip = state.masksToBounds ? command.clip(to: state.shape) : nil
    command.bounds = (command.fit.clip ?? command.destination).deviceBounds(plane, within: context.frame)
    if let clip { command.bounds = command.bounds.intersection(clip.deviceBounds(plane, within: context.frame)) }
    guard !command.bounds.isEmpty else { return }
    command.turn(context.upright(plane, command.destination))
    if let clip { list.commands.append(.pushGroup(GroupCommand(bounds: command.bounds, clip: (clip, plane)))) }
    list.commands.append(.image(command))
    if clip != nil { list.commands.append(.popGroup) }
  }
}

extension ImageCommand {
  /// Mirrors the image in its destination if `upright` does. Clips do not move.
  fileprivate mutating func turn(_ upright: PlaneTransform) {
    guard upright != transform else { return }
    transform = upright
    let middle = destination.minY + destination.maxY
    destination.corners = destination.corners.mirrored
    destination.smoothEdges = destination.smoothEdges.mirrored
    if let shape = fit.clip { fit.clip = shape.mirrored(aboutHalf: middle) }
  }

  /// Clips the image to a shape. Returns a clip for a group if the image command cannot express it.
  fileprivate mutating func clip(to shape: RoundedRect) -> RoundedRect? {
    let both = destination.intersection(shape)
    if shape.minX == both.minX, shape.minY == both.minY, shape.maxX == both.maxX, shape.maxY == both.maxY {
      if destination.minX == shape.minX, destination.minY == shape.minY, destination.maxX == shape.maxX,
        destination.maxY == shape.maxY
      {
        destination = shape
      } else {
        fit.clip = shape
      }
      return nil
    }
    if shape.cornerRadius <= 0 {
      fit.clip = both
      return nil
    }
    let inset = shape.cornerRadius * shape.curve.expansion
    let missesCorners =
      destination.minX >= shape.minX && destination.minY >= shape.minY && destination.maxX <= shape.maxX
      && destination.maxY <= shape.maxY
      && (destination.minX >= shape.minX + inset && destination.maxX <= shape.maxX - inset
        || destination.minY >= shape.minY + inset && destination.maxY <= shape.maxY - inset)
    return missesCorners ? nil : shape
  }
}

extension ContentsPlacement {
  /// Uses minification if an image pixel is smaller than a device pixel.
  fileprivate func filter(
    _ width: Int, _ height: Int, over place: CGRect, _ transform: PlaneTransform
  ) -> SamplingFilter {
    let scale = transform.scale(x: place.midX, y: place.midY)
    let across = Double(width) * contentsRect.width / (place.width * scale.x)
    let down = Double(height) * contentsRect.height / (place.height * scale.y)
    if max(across, down) > 1 { return minificationFilter }
    // An image without mipmaps has no levels to blend.
    return magnificationFilter == .trilinear ? .linear : magnificationFilter
  }
}

extension Evaluation {
  /// Draws the drawing of the layer, clipped to its bounds like the bitmap of Apple's system.
  mutating func drawDrawing(
    _ state: LayerState, at time: Double, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard let drawing = state.drawing, state.contents == nil else { return }
    var area = state.shape
    if !state.masksToBounds { area.cornerRadius = 0 }
    let transform = context.upright(plane, area)
    let bounds = area.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty else { return }
    list.droppedPaths += drawing.droppedPaths
    let drawn = drawing.commands(at: time).placed(by: transform, within: bounds)
    guard !drawn.isEmpty, takePath(drawn.reduce(0) { $0 + PathBudget.cost(of: $1) }) else { return }
    list.commands.append(.pushGroup(GroupCommand(bounds: drawn.bounds, clip: (area, transform))))
    list.commands += drawn
    list.commands.append(.popGroup)
  }
}
