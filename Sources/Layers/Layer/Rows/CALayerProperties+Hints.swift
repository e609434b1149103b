extension Property where Root == LayerState {
  /// Resizing, and properties of documents that do not change pixels here.
  static let hints: [Property<LayerState>] = Property<LayerHints>.hints.map {
    $0.from(.hint).lifted(toLayerBy: \.hints)
  }
}

extension Property where Root == LayerHints {
  fileprivate static let hints: [Property<LayerHints>] = [
    Property(
      "autoresizingMask", \.autoresizingMask, range: 0...63, animatable: false,
      "Sum of 1 left margin, 2 width, 4 right margin, 8 top margin, 16 height, 32 bottom margin that follow the "
        + "superlayer."
    ),
    Property(
      "needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange, animatable: false, listsZeroDefault: true,
      "Whether the layer is redrawn when its size changes."),
    Property(
      "opaque", \.isOpaque, animatable: false, listsZeroDefault: true,
      "Hint that contents cover every pixel; has no effect."),
    Property(
      "drawsAsynchronously", \.drawsAsynchronously, animatable: false, listsZeroDefault: true,
      "Stored without effect."),
    Property("contentsFormat", \.contentsFormat, animatable: false, "Stored without effect."),
    Property(
      "wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, animatable: false, listsZeroDefault: true,
      "If set to false, float renders are clipped at white, unless preferredDynamicRange is set."),
    Property("toneMapMode", \.toneMapMode, animatable: false, "Stored without effect."),
    Property(
      "preferredDynamicRange", \.preferredDynamicRange, animatable: false,
      "Limit of HDR in float renders: standard, if set, clips at white; constrainedHigh clips at twice white."),
    Property(
      "contentsHeadroom", \.contentsHeadroom, range: 0...16, animatable: false, listsZeroDefault: true,
      "Headroom of the contents in float renders, as a multiple of white; 0: no limit."),
  ]
}

extension CALayerContentsFormat: PropertyValue {}
extension CALayerToneMapMode: PropertyValue {}
extension CALayerDynamicRange: PropertyValue {}
