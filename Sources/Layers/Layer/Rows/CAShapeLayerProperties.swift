extension Property where Root == LayerState {
  /// Properties that `CAShapeLayer` adds (behavior.md 1.6).
  static let shapeLayer: [Property<LayerState>] = Property<ShapeState>.shape.map {
    $0.lifted(toLayerBy: \.shapeLayer)
  }
}

extension Property where Root == ShapeState {
  fileprivate static let shape: [Property<ShapeState>] = [
    // The header says that a new path has no implicit animation; one list of implicit keys contains it (uncertain).
    Property("path", \.path, "Path to fill and stroke, in the coordinates of the layer."),
    Property("fillColor", \.fillColor, action: .basic, "Colour of the fill. Nil: no fill."),
    Property("fillRule", \.fillRule, animatable: false, "Rule that decides which points are inside the path."),
    Property("strokeColor", \.strokeColor, action: .basic, "Colour of the stroke. Nil: no stroke."),
    Property(
      "strokeStart", \.strokeStart, range: 0...1, action: .basic,
      "Start of the stroke as a fraction of the path length."
    ),
    Property(
      "strokeEnd", \.strokeEnd, range: 0...1, action: .basic, "End of the stroke as a fraction of the path length."),
    Property(
      "strokeOffset", \.strokeOffset, range: -1...1, action: .basic,
      origin: .engine,
      "Offset of start and end of the stroke as a fraction of the path length; wraps around at the end."),
    Property("lineWidth", \.lineWidth, unit: .points, range: 0...100, action: .basic, "Width of the stroke."),
    Property(
      "miterLimit", \.miterLimit, range: 1...20, action: .basic, "Longest mitered corner, in line widths."),
    Property("lineCap", \.lineCap, animatable: false, "Shape of line ends."),
    Property("lineJoin", \.lineJoin, animatable: false, "Shape of line corners."),
    Property(
      "lineDashPhase", \.lineDashPhase, unit: .points, range: -100...100, action: .basic,
      "Offset into the dash pattern at the start of a line."),
    Property(
      "lineDashPattern", \.lineDashPattern, unit: .points, range: 0...100,
      "Lengths of dashes and gaps in turn. Nil: a solid line."),
  ]
}

extension ShapeFillRule: PropertyValue {}
extension ShapeLineCap: PropertyValue {}
extension ShapeLineJoin: PropertyValue {}
