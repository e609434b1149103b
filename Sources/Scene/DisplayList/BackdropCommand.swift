/// Filters previous drawing inside a shape.
package struct BackdropCommand: Sendable {
  package var bounds: DeviceRect
  /// Filters in order. Beyond the edges, the edge pixels repeat.
  package var filters: [PixelFilter]
  package var shape: RoundedRect
  package var transform: PlaneTransform
  /// Opacity of the filtered pixels, 0...255.
  package var alpha: UInt8
  /// Whether to read the pixels below the current group and draw them into the group.
  package var isBelowGroup = false

  package init(
    bounds: DeviceRect, filters: [PixelFilter], shape: RoundedRect, transform: PlaneTransform, alpha: UInt8 = 255
  ) {
    (self.bounds, self.filters) = (bounds, filters)
    (self.shape, self.transform, self.alpha) = (shape, transform, alpha)
  }

  /// Radius of the filters along x and y in pixels.
  package var reach: (x: Int, y: Int) { filters.reach }
}
