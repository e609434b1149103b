extension Property where Root == LayerState {
  /// Properties of `CALayer` (behavior.md 1.1; actions as measured there).
  static let layer: [Property<LayerState>] =
    [
      Property("name", \.name, animatable: false, "Name of the layer in key paths."),
      Property(
        "id", \.id, animatable: false, origin: .undeclared,
        "Second name in key paths. Names of layers have priority. Starmine only."),
      Property(
        "role", \.role, animatable: false,
        origin: .hint,
        "scenery: left out with its sublayers over a video or a transparent background; effect: kept. Default: as "
          + "the superlayer. Starmine only."),
      Property(
        "bounds", \.plain.bounds, unit: .points, range: 0...4096, action: .basic,
        "The layer's own coordinate rectangle."),
      Property(
        "position", \.plain.position, unit: .points, range: 0...4096, action: .basic,
        "Position of the anchor point in the superlayer."),
      Property(
        "zPosition", \.plain.zPosition, unit: .points, range: -1000...1000, action: .basic,
        "Depth of the anchor point; orders siblings."),
      Property(
        "anchorPoint", \.plain.anchorPoint, range: 0...1, action: .basic,
        "Pivot in units of the bounds; 0.5, 0.5 is the centre."),
      Property(
        "anchorPointZ", \.plain.anchorPointZ, unit: .points, range: -1000...1000, action: .basic,
        "Depth of the pivot."),
      Property("transform", \.transform, action: .basic, "Transform about the anchor point."),
      Property<CATransform3D>(
        "sublayerTransform", \.self, action: .basic,
        "Transform of the sublayers about the anchor point, such as a perspective."
      ).lifted(toLayerBy: \.sublayerTransform),
      Property(
        "sublayerTime", \.sublayerTime, unit: .seconds, range: 1000...1020,
        origin: .engine, "Time of the sublayers; nil: the layer's local time."),
      Property(
        "hidden", \.plain.isHidden, action: .transition, listsZeroDefault: true,
        "Whether the layer and its sublayers are hidden."),
      Property(
        "doubleSided", \.plain.isDoubleSided, listsZeroDefault: true,
        "Whether the layer is visible when its back faces the viewer."),
      Property("opacity", \.plain.opacity, range: 0...1, action: .basic, "Opacity of the layer with its sublayers."),
      Property(
        "masksToBounds", \.plain.masksToBounds, action: .transition, listsZeroDefault: true,
        "Sublayers and contents are clipped to the rounded bounds."),
      Property(
        "backgroundColor", \.plain.backgroundColor, action: .basic, "Background of the rounded bounds. Nil: clear."),
      Property(
        "cornerRadius", \.plain.cornerRadius, unit: .points, range: 0...512, action: .basic,
        "Radius of the corners of background and clip."),
      Property("contents", \.contents, action: .basic, "Image or video clip that fills the bounds."),
    ] + Property<BorderState>.border.map { $0.lifted(toLayerBy: \.border) }
    + Property<ContentsPlacement>.placement.map { $0.lifted(toLayerBy: \.placement) }
    + Property<ShadowState>.shadow.map { $0.lifted(toLayerBy: \.shadow) } + compositing + effects
    + [geometryFlipped] + hints + Property<Timing>.timing.map { $0.lifted(through: \.timing) }

  private static let geometryFlipped: Property<LayerState> = Property(
    "geometryFlipped", \.plain.isGeometryFlipped, animatable: false, action: .transition, listsZeroDefault: true,
    "Flips the content of the layer vertically about the middle of its bounds.")
}

extension LayerRole: PropertyValue {}
