extension Property where Root == LayerState {
  /// Resizing, and what documents carry without an effect on pixels here.
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
      "The layer draws itself again when its size changes."),
    Property(
      "opaque", \.isOpaque, animatable: false, listsZeroDefault: true,
      "A promise that contents cover every pixel; changes no pixel."),
    Property(
      "drawsAsynchronously", \.drawsAsynchronously, animatable: false, listsZeroDefault: true,
      "Stored for documents that carry it."),
    Property("contentsFormat", \.contentsFormat, animatable: false, "Stored for documents that carry it."),
    Property(
      "wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, animatable: false, listsZeroDefault: true,
      "Once it is set to false, light ends at white in movies of floats, unless preferredDynamicRange is set."),
    Property("toneMapMode", \.toneMapMode, animatable: false, "Stored for documents that carry it."),
    Property(
      "preferredDynamicRange", \.preferredDynamicRange, animatable: false,
      "Where light ends in movies of floats. standard: at white, once it is set; constrainedHigh: at twice that."),
    Property(
      "contentsHeadroom", \.contentsHeadroom, range: 0...16, animatable: false, listsZeroDefault: true,
      "How many times the light of white the contents have at most in movies of floats; 0: no limit."),
  ]
}

extension CALayerContentsFormat: PropertyValue {}
extension CALayerToneMapMode: PropertyValue {}
extension CALayerDynamicRange: PropertyValue {}
