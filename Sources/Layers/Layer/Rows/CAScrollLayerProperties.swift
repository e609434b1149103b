extension Property where Root == LayerState {
  /// Properties that `CAScrollLayer` adds (behavior.md 1.10).
  static let scrollLayer: [Property<LayerState>] = [
    Property("scrollMode", \.viewing.scrollMode, animatable: false, "Axes along which the layer scrolls.")
  ]

  /// Properties that `CATiledLayer` adds (behavior.md 1.11).
  static let tiledLayer: [Property<LayerState>] = [
    Property(
      "levelsOfDetail", \.viewing.levelsOfDetail, range: 1...16, animatable: false, "Number of levels of detail."),
    Property(
      "levelsOfDetailBias", \.viewing.levelsOfDetailBias, range: 0...16, animatable: false, listsZeroDefault: true,
      "Number of magnified levels of detail."),
    Property(
      "tileSize", \.viewing.tileSize, unit: .pixels, range: 1...4096, animatable: false, "Largest size of a tile."),
  ]
}

extension CAScrollLayerScrollMode: PropertyValue {
  package static var kind: ValueKind { .enumeration(all.map(\.rawValue)) }
  /// Any string, as on Apple's system. An unknown mode does not scroll.
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text)
  }
  package var keyValue: Any? { rawValue }
}
