// A colour or gradient with a mask of one shape, or clipped by an ancestor, is drawn as a filled shape. Groups would
// need memory and blending. Where both edges are in the same pixel, a fill is also more accurate than the product of
// two coverages.

extension Evaluation {
  /// Whether a clipping group has no effect: nothing is below it, and its clip contains everything visible. Documents
  /// often clip to the canvas like this.
  func isNeedless(
    _ group: GroupCommand, around node: RenderNode, showing state: LayerState, _ context: DrawContext
  ) -> Bool {
    guard list.commands.isEmpty, list.background == 0, node.mask == nil, !state.hasShadow, context.opacity == 1,
      group.lightLimit == .none, group.filter == .sourceOver || group.filter == .normalBlendMode, let clip = group.clip
    else { return false }
    return clip.shape.holds(.roundedRect(RoundedRect(context.frame)), at: .identity, under: clip.transform)
  }

  /// Ends a group that contains one fill. Replaces the group by the fill if the result is the same.
  /// - Parameter group: a group with a clip and its final bounds, which are not empty. Groups without a clip are kept:
  ///   replacing them saves nothing, and both images of a transition must fade identically.
  /// - Parameter index: where the group starts.
  mutating func close(_ group: GroupCommand, of fill: FillCommand, at index: Int) {
    var (group, fill) = (group, fill)
    if let clip = group.clip, fill.limit(to: clip) { group.clip = nil }
    fill.bounds = fill.bounds.intersection(group.bounds)
    if group.clip == nil, group.filter == .sourceOver || group.filter == .normalBlendMode {
      fill.paint = fill.paint.faded(group.alpha)
      list.commands.removeLast()
      list.commands[index] = .fill(fill)
    } else {
      list.commands[index] = .pushGroup(group)
      list.commands[index + 1] = .fill(fill)
      list.commands.append(.popGroup)
    }
  }
}

extension GroupCommand {
  /// Adds a shape to the group's clip. Returns false if both are not a single shape.
  mutating func limit(to shape: PlacedShape) -> Bool {
    guard let clip else {
      self.clip = shape
      return true
    }
    guard clip.shape.holds(shape.shape, at: shape.transform, under: clip.transform) else {
      return shape.shape.holds(clip.shape, at: clip.transform, under: shape.transform)
    }
    self.clip = shape
    return true
  }
}

extension FillCommand {
  /// Limits the fill to a shape, except its bounds. Returns false if neither shape contains the other.
  mutating func limit(to clip: PlacedShape) -> Bool {
    if clip.shape.holds(shape, at: transform, under: clip.transform) { return true }
    guard shape.holds(clip.shape, at: clip.transform, under: transform) else { return false }
    if case .gradient(var gradient) = paint, transform != clip.transform {
      guard let inverse = clip.transform.inverse else { return false }
      let own = gradient.transform?.concatenated(with: transform) ?? transform
      gradient.transform = own.concatenated(with: inverse)
      paint = .gradient(gradient)
    }
    (shape, transform) = clip
    return true
  }
}

extension Shape {
  /// Whether another shape is certainly inside this one. Edges may coincide.
  /// - Parameter place: the transform of the other shape.
  /// - Parameter own: the transform of this one.
  fileprivate func holds(_ inner: Shape, at place: PlaneTransform, under own: PlaneTransform) -> Bool {
    guard case .roundedRect(let rect) = self, !rect.hasHardEdges else { return false }
    if own == place {
      if case .roundedRect(rect) = inner { return true }
      return rect.holds(inner.box, .identity)
    }
    guard own.isAffine, place.isAffine, let inverse = own.inverse else { return false }
    return rect.holds(inner.box, place.concatenated(with: inverse))
  }

  private var box: RoundedRect {
    switch self {
    case .roundedRect(let rect): rect
    case .border(let outer, _), .ring(let outer, _): outer
    case .path(let path): RoundedRect(path.area.boundingBox)
    }
  }
}

extension RoundedRect {
  /// Relative rounding error of positions.
  private static let rounding = 1e-9

  /// Whether a box under a transform without perspective is completely inside.
  fileprivate func holds(_ box: RoundedRect, _ transform: PlaneTransform) -> Bool {
    let most = Self.rounding * max(abs(minX), abs(minY), max(abs(maxX), abs(maxY)))
    for corner in 0..<4 {
      let point = transform.apply(corner & 1 == 0 ? box.minX : box.maxX, corner & 2 == 0 ? box.minY : box.maxY)
      // Comparisons with NaN are false.
      guard point.x >= minX - most, point.x <= maxX + most, point.y >= minY - most, point.y <= maxY + most,
        isBetweenCorners(point.x, point.y, most)
      else { return false }
    }
    return true
  }

  /// Whether a position in the box is not cut off by a round corner.
  private func isBetweenCorners(_ x: Double, _ y: Double, _ most: Double) -> Bool {
    guard cornerRadius > 0 else { return true }
    let reach = cornerRadius * curve.expansion
    let (across, down) = (max(minX + reach - x, x - maxX + reach), max(minY + reach - y, y - maxY + reach))
    if across <= most || down <= most { return true }
    return curve == .circular && (across * across + down * down).squareRoot() <= cornerRadius + most
  }
}
