extension Property where Root == LayerState {
  /// Properties that `CAReplicatorLayer` adds (behavior.md 1.8).
  static let replicatorLayer: [Property<LayerState>] = Property<ReplicatorState>.replicator.map {
    $0.lifted(toLayerBy: \.replicator)
  }
}

extension Property where Root == ReplicatorState {
  fileprivate static let replicator: [Property<ReplicatorState>] = [
    Property("instanceCount", \.instanceCount, range: 0...100, "Number of copies, including the original."),
    Property("preservesDepth", \.preservesDepth, animatable: false, "The copies keep their depth."),
    Property(
      "instanceDelay", \.instanceDelay, unit: .seconds, range: 0...10, action: .basic,
      "Delay of each copy relative to the previous one."),
    Property(
      "instanceTransform", \.instanceTransform, action: .basic,
      "Transform from one copy to the next, about the centre of the bounds."),
    Property(
      "instanceColor", \.instanceColor, range: 0...1, action: .basic,
      "Colour that multiplies the colours of the copies."),
    Property("instanceRedOffset", \.instanceRedOffset, range: -1...1, action: .basic, "Added to red per copy."),
    Property("instanceGreenOffset", \.instanceGreenOffset, range: -1...1, action: .basic, "Added to green per copy."),
    Property("instanceBlueOffset", \.instanceBlueOffset, range: -1...1, action: .basic, "Added to blue per copy."),
    Property("instanceAlphaOffset", \.instanceAlphaOffset, range: -1...1, action: .basic, "Added to alpha per copy."),
  ]
}
