/// Puts what has been drawn so far through filters, inside a shape.
package struct BackdropCommand: Sendable {
  /// Pixels that it can touch.
  package var bounds: DeviceRect
  /// In order; pixels beyond the edge of what is drawn to count as those at the edge.
  package var filters: [PixelFilter]
  package var shape: RoundedRect
  package var transform: PlaneTransform
  /// Share of the filtered pixels, 0...255.
  package var alpha: UInt8
  /// Takes what lies below the group that it is in, and draws it into the group.
  package var isBelowGroup = false

  package init(
    bounds: DeviceRect, filters: [PixelFilter], shape: RoundedRect, transform: PlaneTransform, alpha: UInt8 = 255
  ) {
    (self.bounds, self.filters) = (bounds, filters)
    (self.shape, self.transform, self.alpha) = (shape, transform, alpha)
  }

  /// Pixels along x and y from which the filters carry colour.
  package var reach: (x: Int, y: Int) { filters.reach }
}
