// The most frequent mask is an outline over a colour or gradient. It is drawn directly as a fill, because opening
// groups takes half of the evaluation of such layers.

extension Evaluation {
  /// Draws a layer that shows a single paint inside its mask. Returns false without drawing if it is more than a fill.
  /// - Parameter context: includes the layer's own opacity.
  mutating func drawPaint(
    showing state: LayerState, by mask: RenderNode, in space: CATransform3D, _ context: DrawContext
  ) -> Bool {
    let (plane, frame) = (PlaneTransform(space), context.frame)
    let place = PlaneTransform(mask.state.toSuperlayer(in: state.flipped(space.flattened)))
    guard place.isFinite, var fill = state.onlyFill(plane, context),
      let outline = outline(of: mask, place, frame), fill.limit(to: (outline, place))
    else { return false }
    let covered = outline.deviceBounds(place, within: frame)
    if case .path(let path) = outline, !takePath(PathBudget.cost(of: path.area, in: covered)) { return true }
    fill.bounds = fill.bounds.intersection(covered)
    if fill.bounds.isEmpty { return true }
    if state.fadesAsOne { fill.paint = fill.paint.faded(context.alpha) }
    list.commands.append(.fill(fill))
    return true
  }

  /// The outline of a mask; nil for an invisible path.
  private mutating func outline(of mask: RenderNode, _ place: PlaneTransform, _ frame: DeviceRect) -> Shape? {
    guard let shape = mask.state.shapeBox else { return .roundedRect(mask.state.shape) }
    return shape.read { values in
      guard let path = values.pointee.path, Self.canTouch(path, reach: 0, place, frame),
        takePath(path.count * PathBudget.cost(ofElement: true))
      else { return nil }
      let area = path.area(tolerance: place.tolerance(over: path))
      return .path(PathShape(area, rule: values.pointee.fillRule.ofArea))
    }
  }
}

extension LayerState {
  /// The fill of a background or a gradient; nil if there are both or none, or if it is invisible.
  fileprivate func onlyFill(_ plane: PlaneTransform, _ context: DrawContext) -> FillCommand? {
    let (shape, opacity) = (shape, fadesAsOne ? 1 : context.opacity)
    let bounds = shape.deviceBounds(plane, within: context.frame)
    if bounds.isEmpty { return nil }
    guard let color = plain.backgroundColor else {
      return gradientFill(bounds: bounds, transform: plane, opacity: opacity)
    }
    guard !hasGradient, let paint = Paint(color, opacity: opacity, isDeep: context.isDeep) else { return nil }
    return FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: plane, paint: paint)
  }
}

// MARK: Computed once at commit

extension LayerState {
  /// Whether the layer shows only a background and a gradient, with any values of its animations.
  func isPaintAlone(under tracks: [Track]) -> Bool {
    var rest = rareBesideNames
    rest.gradient = Rare()
    return rest == .defaults && tracks.allSatisfy(\.keepsPaintAlone)
  }

  /// Whether the layer shows only an opaque background or opaque filled path, from both sides.
  fileprivate var isOutlineAlone: Bool {
    var rest = rareBesideNames
    rest.shapeLayer = Rare()
    let isMore = plain.isTransformLayer || plain.masksToBounds || plain.isGeometryFlipped
    let isWhole = plain.opacity >= 1 && !plain.isHidden && plain.isDoubleSided
    guard rest == .defaults, isWhole, !isMore else { return false }
    guard let shape = rare.value.shapeLayer.box?.value else { return (plain.backgroundColor?.alpha ?? 0) >= 1 }
    return plain.backgroundColor == nil && shape.path?.isEmpty == false && shape.strokeColor == nil
      && (shape.fillColor?.alpha ?? 0) >= 1
  }

  /// The rare values, without those that are invisible.
  private var rareBesideNames: RareValues {
    var values = rare.value
    (values.name, values.id, values.role, values.timing) = (nil, nil, nil, Rare())
    if values.hints.value.lightLimit == .none { values.hints = Rare() }
    return values
  }
}

extension RenderNode {
  /// Whether the layer is always an opaque outline.
  var isOutlineAlone: Bool { isLeaf && tracks.isEmpty && state.isOutlineAlone }
}

extension Track {
  fileprivate var keepsPaintAlone: Bool {
    guard let group = place.last else { return range.upperBound <= Self.rareOffset }
    return place.count == 2 && group.group is GradientState.Type
  }

  private static let rareOffset = MemoryLayout<LayerState>.offset(of: \.rare) ?? 0
}
