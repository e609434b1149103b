extension Evaluation {
  /// The image of a layer where its placement puts it, clipped if the layer clips.
  /// - Parameter time: in the layer's own time.
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
      transform: plane, filter: placement.filter(image.width, image.height, over: place, plane),
      alpha: context.alpha)
    var fit = ImageFit()
    fit.source = placement.contentsRect
    if placement.minificationFilterBias.isFinite { fit.detailBias = Double(placement.minificationFilterBias) }
    fit.lightLimit = image.deepTexels == nil ? nil : state.hints.value.contentsLimit
    fit.slices = placement.nineSlice(width: image.width, height: image.height, over: place)
    command.fit.value = fit
    // The edges of the contents are those of the layer, wherever they lie.
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
  /// Mirrors the image about the middle of its destination, if that is what `upright` does; clips stay where they are.
  fileprivate mutating func turn(_ upright: PlaneTransform) {
    guard upright != transform else { return }
    transform = upright
    let middle = destination.minY + destination.maxY
    destination.corners = destination.corners.mirrored
    destination.smoothEdges = destination.smoothEdges.mirrored
    if let shape = fit.clip { fit.clip = shape.mirrored(aboutHalf: middle) }
  }

  /// Limits the image to a shape; the answer is what a group has to clip in the few cases where a shape of the image's
  /// own does not do.
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
  /// Minification where an image pixel is smaller than a device pixel.
  fileprivate func filter(
    _ width: Int, _ height: Int, over place: CGRect, _ transform: PlaneTransform
  ) -> SamplingFilter {
    let scale = transform.scale(x: place.midX, y: place.midY)
    let across = Double(width) * contentsRect.width / (place.width * scale.x)
    let down = Double(height) * contentsRect.height / (place.height * scale.y)
    if max(across, down) > 1 { return minificationFilter }
    // There is nothing between levels to blend where there is only one.
    return magnificationFilter == .trilinear ? .linear : magnificationFilter
  }
}

extension Evaluation {
  /// Draws what the layer drew for itself, cut off at its bounds as the bitmap of Apple's system is.
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
