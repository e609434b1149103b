extension Evaluation {
  mutating func drawScalable(
    _ content: (any ScalableContent)?, of state: LayerState, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard let content,
      state.movesGlyphs || !RoundedRect(state.bounds).deviceBounds(plane, within: context.frame).isEmpty,
      let scale = plane.pixelsPerPoint(aroundX: state.bounds.midX, y: state.bounds.midY), scale > 0
    else { return }
    let transform = context.upright(plane, state.shape)
    let picture = content.picture(of: state, scale: scale, visible: transform.plane(seenIn: context.frame)) {
      takeEffect(EffectBudget.cost(ofPicture: $0))
    }
    guard let picture else { return }
    let destination = RoundedRect(
      minX: picture.place.minX, minY: picture.place.minY, maxX: picture.place.maxX, maxY: picture.place.maxY)
    let bounds = destination.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty else { return }
    var command = ImageCommand(
      bounds: bounds, image: picture.image, destination: destination, transform: transform, filter: .linear,
      alpha: context.alpha)
    (command.tint, command.gain) = (picture.tint, picture.gain)
    list.commands.append(.image(command))
  }
}

extension LayerState {
  /// Whether a text may be visible outside the bounds.
  var movesGlyphs: Bool { !text.isUnset && !text.animators.isEmpty }
}

extension PlaneTransform {
  /// The bounding rectangle in the plane of the visible device pixels; nil if the horizon is visible.
  fileprivate func plane(seenIn frame: DeviceRect) -> CGRect? {
    guard let inverse else { return nil }
    let corners = [
      (frame.minX, frame.minY), (frame.maxX, frame.minY), (frame.minX, frame.maxY), (frame.maxX, frame.maxY),
    ].map { inverse.apply(Double($0), Double($1)) }
    guard corners.allSatisfy({ $0.w > 0 && $0.x.isFinite && $0.y.isFinite }) else { return nil }
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return nil }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
