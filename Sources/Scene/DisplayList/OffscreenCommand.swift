/// Commands drawn apart into a bitmap, which goes through filters and is then drawn in their place.
package struct OffscreenCommand: Sendable {
  /// Pixels that it can touch.
  package var bounds: DeviceRect
  package private(set) var commands: [DrawCommand]
  /// Pixels of the bitmap, in the commands' coordinates; what lies outside is transparent.
  package var source: DeviceRect
  /// In order.
  package var filters: [PixelFilter]
  /// Where the bitmap lies; nil: pixel on pixel.
  package var placement: OffscreenPlacement?
  /// Whether blurs take pixels outside as the nearest ones inside, as at the border of the frame; otherwise they are
  /// transparent.
  package var repeatsEdges = false
  /// How the bitmap joins what lies below where it lies pixel on pixel.
  package var joining = CompositingFilter.sourceOver
  package private(set) var identity = CommandIdentity()
  /// The same for two commands that draw the same bitmap and put it through different filters; nil: no other does.
  package var drawing: CommandIdentity?

  package init(
    bounds: DeviceRect, commands: [DrawCommand], source: DeviceRect, filters: [PixelFilter] = [],
    placement: OffscreenPlacement? = nil
  ) {
    (self.bounds, self.commands, self.source) = (bounds, commands, source)
    (self.filters, self.placement) = (filters, placement)
  }

  /// Changes what is drawn apart.
  mutating func changeCommands(_ body: (inout [DrawCommand]) -> Void) {
    body(&commands)
    identity = CommandIdentity()
    drawing = nil
  }

  /// Pixels along x and y by which the filters spread the bitmap.
  package var reach: (x: Int, y: Int) { filters.reach }
}

/// How a bitmap is drawn as an image.
package struct OffscreenPlacement: Hashable, Sendable {
  /// From the bitmap's pixels to device pixels.
  package var transform: PlaneTransform
  package var filter: SamplingFilter

  package init(transform: PlaneTransform, filter: SamplingFilter) {
    (self.transform, self.filter) = (transform, filter)
  }
}
