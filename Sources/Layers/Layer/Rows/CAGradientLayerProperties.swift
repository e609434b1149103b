extension Property where Root == LayerState {
  /// Properties that `CAGradientLayer` adds (behavior.md 1.7).
  static let gradientLayer: [Property<LayerState>] = Property<GradientState>.gradient.map {
    $0.lifted(toLayerBy: \.gradient)
  }
}

extension Property where Root == GradientState {
  fileprivate static let gradient: [Property<GradientState>] = [
    Property("colors", \.colors, action: .basic, "Colours of the stops. Nil: nothing is drawn."),
    Property(
      "locations", \.locations, range: 0...1, action: .basic, "Positions of the stops, ascending. Nil: evenly spaced."),
    Property(
      "startPoint", \.startPoint, range: 0...1, action: .basic, "Position of the first colour, in units of the bounds."),
    Property(
      "endPoint", \.endPoint, range: 0...1, action: .basic, "Position of the last colour, in units of the bounds."),
    Property(
      "focus", \.focus, range: -1...1, action: .basic,
      origin: .engine, "Focal point of a radial gradient: offset from startPoint, in radii."),
    Property("type", \.type, animatable: false, "How the colours spread."),
  ]
}
