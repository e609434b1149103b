extension Property where Root == LayerState {
  /// Properties that `CAGradientLayer` adds (behavior.md 1.7).
  static let gradientLayer: [Property<LayerState>] = Property<GradientState>.gradient.map {
    $0.lifted(toLayerBy: \.gradient)
  }
}

extension Property where Root == GradientState {
  fileprivate static let gradient: [Property<GradientState>] = [
    Property("colors", \.colors, action: .basic, "Colours of the stops; nil: nothing is drawn."),
    Property(
      "locations", \.locations, range: 0...1, action: .basic, "Positions of the stops, ascending; nil: evenly spaced."),
    Property(
      "startPoint", \.startPoint, range: 0...1, action: .basic, "Start of the gradient, in units of the bounds."),
    Property("endPoint", \.endPoint, range: 0...1, action: .basic, "End of the gradient, in units of the bounds."),
    Property(
      "focus", \.focus, range: -1...1, action: .basic,
      origin: .engine, "Focus of a radial gradient relative to startPoint, in units of its radii."),
    Property("type", \.type, animatable: false, "Type of the gradient."),
  ]
}
