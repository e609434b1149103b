extension Property where Root == LayerState {
  /// Properties that `CAShapeLayer` adds (behavior.md 1.6).
  static let shapeLayer: [Property<LayerState>] = Property<ShapeState>.shape.map {
    $0.lifted(toLayerBy: \.shapeLayer)
  }
}

extension Property where Root == ShapeState {
  fileprivate static let shape: [Property<ShapeState>] = [
    // The header says that a new path has no implicit animation; one list of implicit keys contains it (uncertain).
    Property("path", \.path, "Path to fill and stroke, in the layer's coordinates."),
    Property("fillColor", \.fillColor, action: .basic, "Fill colour; nil: no fill."),
    Property("fillRule", \.fillRule, animatable: false, "Rule for the inside of the path."),
    Property("strokeColor", \.strokeColor, action: .basic, "Stroke colour; nil: no stroke."),
    Property(
      "strokeStart", \.strokeStart, range: 0...1, action: .basic, "Start of the stroke, in fractions of its path."
    ),
    Property(
      "strokeEnd", \.strokeEnd, range: 0...1, action: .basic, "End of the stroke, in fractions of its path."),
    Property(
      "strokeOffset", \.strokeOffset, range: -1...1, action: .basic,
      origin: .engine,
      "Offset of strokeStart and strokeEnd, as a fraction of the path's length; wraps around."),
    Property("lineWidth", \.lineWidth, unit: .points, range: 0...100, action: .basic, "Width of the stroke."),
    Property(
      "miterLimit", \.miterLimit, range: 1...20, action: .basic, "Maximum length of a miter, in line widths."),
    Property("lineCap", \.lineCap, animatable: false, "Shape of line ends."),
    Property("lineJoin", \.lineJoin, animatable: false, "Shape of line joins."),
    Property(
      "lineDashPhase", \.lineDashPhase, unit: .points, range: -100...100, action: .basic,
      "Start within the dash pattern."),
    Property(
      "lineDashPattern", \.lineDashPattern, unit: .points, range: 0...100,
      "Alternating lengths of dashes and gaps; nil: a solid line."),
  ]
}

extension ShapeFillRule: PropertyValue {}
extension ShapeLineCap: PropertyValue {}
extension ShapeLineJoin: PropertyValue {}
