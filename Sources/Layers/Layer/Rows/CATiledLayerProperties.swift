import StarmineScene

extension Property where Root == LayerState {
  /// `CATiledLayer` (behavior.md 1.11).
  static let tiledLayer: [Property<LayerState>] = [
    Property(
      "levelsOfDetail", \.viewing.levelsOfDetail, range: 1...16, animatable: false, "Levels from full size down."),
    Property(
      "levelsOfDetailBias", \.viewing.levelsOfDetailBias, range: 0...16, animatable: false, listsZeroDefault: true,
      "Magnified levels."),
    Property(
      "tileSize", \.viewing.tileSize, unit: .pixels, range: 1...4096, animatable: false, "Largest size of a tile."),
  ]
}
