extension Property where Root == LayerState {
  /// `CAGradientLayer` besides what every layer has (behavior.md 1.7).
  static let gradientLayer: [Property<LayerState>] = Property<GradientState>.gradient.map {
    $0.lifted(toLayerBy: \.gradient)
  }
}

extension Property where Root == GradientState {
  fileprivate static let gradient: [Property<GradientState>] = [
    Property("colors", \.colors, action: .basic, "Colours of the stops; nothing is drawn if nil."),
    Property(
      "locations", \.locations, range: 0...1, action: .basic, "Places of the stops, ascending; evenly spread if nil."),
    Property(
      "startPoint", \.startPoint, range: 0...1, action: .basic, "Where the first colour is, in units of bounds."),
    Property("endPoint", \.endPoint, range: 0...1, action: .basic, "Where the last colour is, in units of bounds."),
    Property(
      "focus", \.focus, range: -1...1, action: .basic,
      origin: .engine, "Where the first colour of a radial gradient is: from startPoint, in its radii."),
    Property("type", \.type, animatable: false, "How the colours spread."),
  ]
}
