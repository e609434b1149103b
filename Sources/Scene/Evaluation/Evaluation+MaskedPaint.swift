import Foundation
import StarmineGraphics

// A colour or a gradient under a mask of one shape is by far the commonest mask. The shape is filled at once, as
// `foldMask` would fill it after both have been made.

extension Evaluation {
  /// False, and nothing is drawn, where layer and mask may show more than that.
  ///
  /// - Parameters:
  ///   - space: from the layer's coordinates to device pixels.
  ///   - alpha: of the layer, 0...255.
  ///   - context: with the opacity of what is in the layer.
  mutating func drawMaskedPaint(
    _ node: RenderNode, by mask: RenderNode, showing state: LayerState, in space: CATransform3D, alpha: UInt8,
    _ context: DrawContext
  ) -> Bool {
    guard node.isPaintUnderShape else { return false }
    let plane = PlaneTransform(space)
    let place = PlaneTransform(mask.state.toSuperlayer(in: state.flipped(space.flattened)))
    let (shape, frame) = (state.shape, context.frame)
    let bounds = shape.deviceBounds(plane, within: frame)
    guard place.isFinite, !bounds.isEmpty, let paint = state.onlyPaint(bounds, plane, context.opacity),
      let (area, rule) = maskArea(of: mask, place, frame)
    else { return false }
    let clip = Shape.path(PathShape(area, rule: rule))
    var masked = paint
    if place == plane {
      guard Shape.roundedRect(shape).holds(clip, at: place, under: plane) else { return false }
    } else {
      let fill = FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: plane, paint: paint)
      guard let inside = fill.inside(clip, place) else { return false }
      masked = inside.paint
    }
    let covered = area.deviceBounds(place, within: frame)
    guard !covered.isEmpty, takePath(PathBudget.cost(of: area, in: covered)) else { return true }
    let both = bounds.intersection(covered)
    if both.isEmpty { return true }
    list.commands.append(
      .fill(FillCommand(bounds: both, shape: clip, transform: place, paint: masked.faded(alpha))))
    return true
  }

  /// The area of a mask that is one shape; nil where nothing of it can be seen.
  private mutating func maskArea(
    of mask: RenderNode, _ place: PlaneTransform, _ frame: DeviceRect
  ) -> (area: PathArea, rule: CGPathFillRule)? {
    mask.state.withShape { shape in
      guard let shape, let path = shape.pointee.path, Self.canTouch(path, reach: 0, place, frame),
        takePath(path.count * PathBudget.cost(ofElement: true))
      else { return nil }
      return (path.area(tolerance: place.tolerance(over: path)), shape.pointee.fillRule.ofArea)
    }
  }
}

extension LayerState {
  /// The paint of a background or of a gradient; nil where there are both or none, or nothing would be seen of it.
  fileprivate func onlyPaint(_ bounds: DeviceRect, _ plane: PlaneTransform, _ opacity: Float) -> Paint? {
    guard let color = plain.backgroundColor else {
      return gradientFill(bounds: bounds, transform: plane, opacity: opacity)?.paint
    }
    let pixel = premultiplied(color, opacity: opacity)
    return hasGradient || pixel == 0 ? nil : .solid(pixel)
  }
}

extension RenderNode {
  /// Whether a layer shows nothing but a background and a gradient, at any time, and its mask nothing but an
  /// opaque shape.
  static func isPaintUnderShape(_ state: LayerState, _ tracks: [Track], mask: LayerState) -> Bool {
    state.isPaintAlone && tracks.allSatisfy(\.keepsPaintAlone) && mask.isOpaqueShapeAlone
  }
}

extension Track {
  fileprivate var keepsPaintAlone: Bool {
    guard let group = place.last else { return range.upperBound <= Self.rareOffset }
    return place.count == 2 && group.group is GradientState.Type
  }

  private static let rareOffset = MemoryLayout<LayerState>.offset(of: \.rare) ?? 0
}

extension LayerState {
  fileprivate var isPaintAlone: Bool {
    var rest = rareBesideNames
    rest.gradient = Rare()
    return rest == .defaults
  }

  /// Whether the layer shows an opaque filled shape from both sides.
  fileprivate var isOpaqueShapeAlone: Bool {
    var rest = rareBesideNames
    rest.shapeLayer = Rare()
    let shape = rare.value.shapeLayer.value
    let isWhole = plain.opacity >= 1 && !plain.isHidden && plain.isDoubleSided && plain.backgroundColor == nil
    let isMore = plain.isTransformLayer || plain.masksToBounds || plain.isGeometryFlipped
    return rest == .defaults && isWhole && !isMore && shape.path?.isEmpty == false && shape.strokeColor == nil
      && (shape.fillColor?.alpha ?? 0) >= 1
  }

  /// The rare values, without those that show nothing.
  private var rareBesideNames: RareValues {
    var values = rare.value
    (values.name, values.id, values.timing, values.hints) = (nil, nil, Rare(), Rare())
    return values
  }
}
