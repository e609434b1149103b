extension LayerState {
  /// Whether the shape requires a group for opacity and clip, because the layer has other contents. A shape without
  /// other contents is drawn directly, unless it is clipped.
  var hasShapeInside: Bool {
    guard let shape = shapeBox else { return false }
    let count = shape.read { $0.pointee.pieceCount }
    return count > 1 || count == 1 && (plain.masksToBounds || pieces > 0)
  }

  /// Reference to the shape's values, because a copy retains four objects.
  var shapeBox: Rare<ShapeState>.Box? { rare.box?.value.shapeLayer.box }
}

extension Evaluation {
  /// Fills and strokes the path of a shape layer, with the stroke on top (behavior.md 1.6).
  mutating func drawShape(
    _ node: RenderNode, showing state: LayerState, in space: CATransform3D, _ context: DrawContext
  ) {
    guard let shape = state.shapeBox else { return }
    let committed = node.state.shapeBox
    // By address, because a copy retains its values.
    shape.read { values in
      guard let path = values.pointee.path, !path.isEmpty else { return }
      // In a flattened space, the plane is the same.
      let transform = PlaneTransform(state.isGeometryFlipped ? state.flipped(space.flattened) : space)
      guard Self.canTouch(path, reach: values.pointee.strokeReach, transform, context.frame) else { return }
      // Areas of animated paths change in every frame, so they use pooled memory.
      let styleStays = committed === shape
      let pathStays = styleStays || committed?.read { $0.pointee.path?.isSame(as: path) } == true
      guard takePath(path.count * PathBudget.cost(ofElement: styleStays)) else { return }
      if let color = values.pointee.fillColor {
        fill(path, color, values.pointee.fillRule, isKept: pathStays, transform, context)
      }
      if let color = values.pointee.strokeColor {
        let style = values.pointee.strokeStyle
        stroke(path, color, style, isKept: styleStays, keepsLines: pathStays, transform, context)
      }
    }
  }

  private mutating func fill(
    _ path: CGPath.Geometry, _ color: CGColor, _ rule: ShapeFillRule, isKept: Bool,
    _ transform: PlaneTransform, _ context: DrawContext
  ) {
    let tolerance = transform.tolerance(over: path)
    let area = isKept ? path.area(tolerance: tolerance) : reusable().area(path, tolerance: tolerance)
    append(area, rule.ofArea, Paint(color, opacity: context.opacity, isDeep: context.isDeep), transform, context)
  }

  private mutating func stroke(
    _ path: CGPath.Geometry, _ color: CGColor, _ style: StrokeStyle, isKept: Bool, keepsLines: Bool,
    _ transform: PlaneTransform, _ context: DrawContext
  ) {
    let tolerance = transform.tolerance(over: path)
    let area =
      isKept
      ? path.area(stroking: style, tolerance: tolerance)
      : reusable().area(stroking: path, style, tolerance: tolerance, keepsLines: keepsLines)
    append(area, .winding, Paint(color, opacity: context.opacity, isDeep: context.isDeep), transform, context)
  }

  private mutating func append(
    _ area: consuming PathArea, _ rule: CGPathFillRule, _ paint: Paint?, _ transform: PlaneTransform,
    _ context: DrawContext
  ) {
    guard let paint else { return }
    let bounds = area.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty, takePath(PathBudget.cost(of: area, in: bounds)) else { return }
    if !area.isKept { reusable().lend(area) }
    let shape = Shape.path(PathShape(area, rule: rule))
    list.commands.append(.fill(FillCommand(bounds: bounds, shape: shape, transform: transform, paint: paint)))
  }

  /// False if the path, with its widest possible stroke, is outside the frame. Does not flatten the path.
  static func canTouch(
    _ path: CGPath.Geometry, reach: CGFloat, _ transform: PlaneTransform, _ frame: DeviceRect
  ) -> Bool {
    let box = reach == 0 ? path.boundingBox : path.boundingBox.insetBy(dx: -reach, dy: -reach)
    // If numbers overflow, the rasteriser clips.
    guard box.width.isFinite, box.height.isFinite, box.width > 0, box.height > 0 else { return true }
    return !RoundedRect(box).deviceBounds(transform, within: frame).isEmpty
  }
}
