import Foundation
package import StarmineScene

extension Property where Root == LayerState {
  /// Geometry of what is inside, resizing, and what documents carry without an effect on pixels here.
  static let behavior: [Property<LayerState>] =
    [
      Property(
        "geometryFlipped", \.isGeometryFlipped, animatable: false, action: .transition, listsFalseDefault: true,
        "Mirrors everything inside the layer about the middle of its bounds.")
    ] + Property<LayerHints>.hints.map { $0.lifted(toLayerBy: \.hints) }

  /// `CAScrollLayer` (behavior.md 1.10).
  static let scrollLayer: [Property<LayerState>] = [
    Property("scrollMode", \.viewing.scrollMode, animatable: false, "The axes along which the layer scrolls.")
  ]

  /// `CATiledLayer` (behavior.md 1.11).
  static let tiledLayer: [Property<LayerState>] = [
    Property(
      "levelsOfDetail", \.viewing.levelsOfDetail, range: 1...16, animatable: false, "Levels from full size down."),
    Property(
      "levelsOfDetailBias", \.viewing.levelsOfDetailBias, range: 0...16, animatable: false, listsFalseDefault: true,
      "Magnified levels."),
    Property(
      "tileSize", \.viewing.tileSize, unit: .pixels, range: 1...4096, animatable: false, "Largest size of a tile."),
  ]
}

extension Property where Root == LayerHints {
  fileprivate static let hints: [Property<LayerHints>] = [
    Property(
      "autoresizingMask", \.autoresizingMask, range: 0...63, animatable: false,
      "Sum of 1 left margin, 2 width, 4 right margin, 8 top margin, 16 height, 32 bottom margin that follow the superlayer."
    ),
    Property(
      "needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange, animatable: false, listsFalseDefault: true,
      "The layer draws itself anew when its size changes."),
    Property(
      "opaque", \.isOpaque, animatable: false, listsFalseDefault: true,
      "A promise that contents cover every pixel; changes no pixel."),
    Property(
      "drawsAsynchronously", \.drawsAsynchronously, animatable: false, listsFalseDefault: true,
      "Stored for documents that carry it."),
    Property("contentsFormat", \.contentsFormat, animatable: false, "Stored for documents that carry it."),
    Property(
      "wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, animatable: false,
      "Stored for documents that carry it."),
    Property("toneMapMode", \.toneMapMode, animatable: false, "Stored for documents that carry it."),
    Property(
      "preferredDynamicRange", \.preferredDynamicRange, animatable: false, "Stored for documents that carry it."),
    Property(
      "contentsHeadroom", \.contentsHeadroom, range: 0...16, animatable: false, "Stored for documents that carry it."),
  ]
}

extension CALayerContentsFormat: PropertyValue {}
extension CALayerToneMapMode: PropertyValue {}
extension CALayerDynamicRange: PropertyValue {}

extension CAScrollLayerScrollMode: PropertyValue {
  package static var kind: ValueKind { .enumeration(all.map(\.rawValue)) }
  /// Any text, as on Apple's system: a mode that is not listed scrolls nothing.
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text)
  }
  package var keyValue: Any? { rawValue }
}
