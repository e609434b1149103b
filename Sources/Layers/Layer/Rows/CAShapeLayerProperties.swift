extension Property where Root == LayerState {
  /// `CAShapeLayer` besides what every layer has (behavior.md 1.6).
  static let shapeLayer: [Property<LayerState>] = Property<ShapeState>.shape.map {
    $0.lifted(toLayerBy: \.shapeLayer)
  }
}

extension Property where Root == ShapeState {
  fileprivate static let shape: [Property<ShapeState>] = [
    // The header says that a new path is not animated by itself; one list of implicit keys has it (uncertain).
    Property("path", \.path, "What is filled and stroked, in the layer's own coordinates."),
    Property("fillColor", \.fillColor, action: .basic, "Fills the path; nothing if nil."),
    Property("fillRule", \.fillRule, animatable: false, "Which points are inside the path."),
    Property("strokeColor", \.strokeColor, action: .basic, "Strokes the path; nothing if nil."),
    Property(
      "strokeStart", \.strokeStart, range: 0...1, action: .basic, "Where the stroke starts, of the path's whole length."
    ),
    Property(
      "strokeEnd", \.strokeEnd, range: 0...1, action: .basic, "Where the stroke ends, of the path's whole length."),
    Property(
      "strokeOffset", \.strokeOffset, range: -1...1, action: .basic,
      origin: .engine,
      "Moves start and end of the stroke along the path, of its whole length, and on at its beginning."),
    Property("lineWidth", \.lineWidth, unit: .points, range: 0...100, action: .basic, "Width of the stroke."),
    Property(
      "miterLimit", \.miterLimit, range: 1...20, action: .basic, "Largest length of a pointed corner, in line widths."),
    Property("lineCap", \.lineCap, animatable: false, "How ends of lines are drawn."),
    Property("lineJoin", \.lineJoin, animatable: false, "How corners of lines are drawn."),
    Property(
      "lineDashPhase", \.lineDashPhase, unit: .points, range: -100...100, action: .basic,
      "How far into the dash pattern lines start."),
    Property(
      "lineDashPattern", \.lineDashPattern, unit: .points, range: 0...100,
      "Lengths drawn and skipped in turn; solid if nil."),
  ]
}

extension ShapeFillRule: PropertyValue {}
extension ShapeLineCap: PropertyValue {}
extension ShapeLineJoin: PropertyValue {}
