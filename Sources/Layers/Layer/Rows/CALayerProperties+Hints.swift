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
      "Hint that the contents are opaque. Does not change the picture."),
    Property(
      "drawsAsynchronously", \.drawsAsynchronously, animatable: false, listsZeroDefault: true,
      "Stored only; has no effect."),
    Property("contentsFormat", \.contentsFormat, animatable: false, "Stored only; has no effect."),
    Property(
      "wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, animatable: false, listsZeroDefault: true,
      "false: in float movies, contents are clipped at white unless preferredDynamicRange is set."),
    Property("toneMapMode", \.toneMapMode, animatable: false, "Stored only; has no effect."),
    Property(
      "preferredDynamicRange", \.preferredDynamicRange, animatable: false,
      "Brightness limit in float movies. standard: white, if set explicitly; constrainedHigh: twice white."),
    Property(
      "contentsHeadroom", \.contentsHeadroom, range: 0...16, animatable: false, listsZeroDefault: true,
      "Headroom in float movies: brightness limit of the contents as a multiple of white. 0: no limit."),
  ]
}

extension CALayerContentsFormat: PropertyValue {}
extension CALayerToneMapMode: PropertyValue {}
extension CALayerDynamicRange: PropertyValue {}
