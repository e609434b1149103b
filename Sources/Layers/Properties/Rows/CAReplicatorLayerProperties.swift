import StarmineScene

extension GradientKind: PropertyValue {}

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
    Property("type", \.kind, animatable: false, "How the colours spread."),
  ]
}

extension Property where Root == LayerState {
  /// `CAReplicatorLayer` besides what every layer has (behavior.md 1.8).
  static let replicatorLayer: [Property<LayerState>] = Property<ReplicatorState>.replicator.map {
    $0.lifted(toLayerBy: \.replicator)
  }
}

extension Property where Root == ReplicatorState {
  fileprivate static let replicator: [Property<ReplicatorState>] = [
    Property("instanceCount", \.instanceCount, range: 0...100, "Copies of the sublayers, the first among them."),
    Property("preservesDepth", \.preservesDepth, animatable: false, "The copies keep their depth."),
    Property(
      "instanceDelay", \.instanceDelay, unit: .seconds, range: 0...10, action: .basic,
      "How far each copy lags behind the one before."),
    Property(
      "instanceTransform", \.instanceTransform, action: .basic,
      "From one copy to the next, about the centre of the bounds."),
    Property(
      "instanceColor", \.instanceColor, range: 0...1, action: .basic, "Multiplies the colours of the sublayers."),
    Property("instanceRedOffset", \.instanceRedOffset, range: -1...1, action: .basic, "Added to red per copy."),
    Property("instanceGreenOffset", \.instanceGreenOffset, range: -1...1, action: .basic, "Added to green per copy."),
    Property("instanceBlueOffset", \.instanceBlueOffset, range: -1...1, action: .basic, "Added to blue per copy."),
    Property("instanceAlphaOffset", \.instanceAlphaOffset, range: -1...1, action: .basic, "Added to alpha per copy."),
  ]
}
