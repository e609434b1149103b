import Foundation
import StarmineGraphics

extension LayerState {
  /// Whether the shape makes the layer more than one piece: then its opacity and clip need a group. A shape alone is
  /// drawn straight to the backdrop, unless it is to be clipped.
  var hasShapeInside: Bool {
    guard let shape = shapeBox else { return false }
    let count = shape.read { $0.pointee.pieceCount }
    return count > 1 || count == 1 && (plain.masksToBounds || pieces > 0)
  }

  /// Where the shape's values lie: single ones are read there, because a copy of all counts four references.
  fileprivate var shapeBox: Rare<ShapeState>.Box? { rare.box?.value.shapeLayer.box }
}

extension Evaluation {
  /// Fills and strokes the path of a shape layer, the stroke on top (behavior.md 1.6).
  mutating func drawShape(
    _ node: RenderNode, showing state: LayerState, in space: CATransform3D, _ context: DrawContext
  ) {
    guard let shape = state.shapeBox, let path = shape.read({ $0.pointee.path }), !path.isEmpty else { return }
    let (fill, stroke, rule) = shape.read { ($0.pointee.fillColor, $0.pointee.strokeColor, $0.pointee.fillRule) }
    let style = stroke == nil ? nil : shape.read { $0.pointee.strokeStyle }
    // Of a flattened space the plane is the same.
    let transform = PlaneTransform(state.isGeometryFlipped ? state.flipped(space.flattened) : space)
    guard Self.canTouch(path, style, transform, context.frame) else { return }
    let tolerance = transform.tolerance(over: path)
    // Areas of what an animation changes are others every frame: they go into memory that the next frame uses again.
    let committed = node.state.shapeBox
    let styleStays = committed === shape
    let pathStays = styleStays || committed?.read { $0.pointee.path?.isSame(as: path) } == true
    guard takePath(path.count * PathBudget.cost(ofElement: styleStays)) else { return }
    if let fill {
      let area = pathStays ? path.area(tolerance: tolerance) : reusable().area(path, tolerance: tolerance)
      let rule: CGPathFillRule = rule == .evenOdd ? .evenOdd : .winding
      append(area, rule, premultiplied(fill, opacity: context.opacity), transform, context)
    }
    if let stroke, let style {
      let area =
        styleStays
        ? path.area(stroking: style, tolerance: tolerance)
        : reusable().area(stroking: path, style, tolerance: tolerance, keepsLines: pathStays)
      append(area, .winding, premultiplied(stroke, opacity: context.opacity), transform, context)
    }
  }

  private mutating func append(
    _ area: consuming PathArea, _ rule: CGPathFillRule, _ color: UInt32, _ transform: PlaneTransform,
    _ context: DrawContext
  ) {
    guard color != 0 else { return }
    let bounds = area.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty, takePath(PathBudget.cost(of: area, in: bounds)) else { return }
    if !area.isKept { reusable().lend(area) }
    let shape = Shape.path(PathShape(area, rule: rule))
    list.commands.append(.fill(FillCommand(bounds: bounds, shape: shape, transform: transform, paint: .solid(color))))
  }

  /// False where the path with the widest possible stroke, if it has one, is outside the frame, found without
  /// flattening it.
  private static func canTouch(
    _ path: CGPath.Geometry, _ style: StrokeStyle?, _ transform: PlaneTransform, _ frame: DeviceRect
  ) -> Bool {
    let reach = style.map { max($0.join == .miter ? $0.miterLimit : 1, 2) * max($0.width, 0) } ?? 0
    let box = path.boundingBox.insetBy(dx: -reach, dy: -reach)
    // Numbers that overflow say nothing; the rasteriser leaves such parts out.
    guard box.width.isFinite, box.height.isFinite, box.width > 0, box.height > 0 else { return true }
    return !RoundedRect(box).deviceBounds(transform, within: frame).isEmpty
  }
}
