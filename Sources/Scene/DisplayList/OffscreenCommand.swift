/// Commands drawn apart into a bitmap, which goes through filters and is then drawn in their place.
package struct PictureCommand: Sendable {
  /// Pixels that it can touch.
  package var bounds: DeviceRect
  package private(set) var commands: [DrawCommand]
  /// Pixels of the bitmap, in the commands' coordinates; what lies outside is transparent.
  package var source: DeviceRect
  /// In order.
  package var filters: [PixelFilter]
  /// Where the bitmap lies; nil: pixel on pixel.
  package var placement: PicturePlacement?
  package private(set) var identity = CommandIdentity()

  package init(
    bounds: DeviceRect, commands: [DrawCommand], source: DeviceRect, filters: [PixelFilter] = [],
    placement: PicturePlacement? = nil
  ) {
    (self.bounds, self.commands, self.source) = (bounds, commands, source)
    (self.filters, self.placement) = (filters, placement)
  }

  /// Changes what is drawn apart.
  mutating func changeCommands(_ body: (inout DrawCommand) -> Void) {
    for index in commands.indices { body(&commands[index]) }
    identity = CommandIdentity()
  }

  /// Pixels along x and y by which the filters spread the bitmap.
  package var reach: (x: Int, y: Int) { filters.reach }
}

/// How a bitmap is drawn as an image.
package struct PicturePlacement: Hashable, Sendable {
  /// From the bitmap's pixels to device pixels.
  package var transform: PlaneTransform
  package var filter: SamplingFilter

  package init(transform: PlaneTransform, filter: SamplingFilter) {
    (self.transform, self.filter) = (transform, filter)
  }
}

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

extension [PixelFilter] {
  var reach: (x: Int, y: Int) {
    reduce((0, 0)) { ($0.0 + $1.reach.x, $0.1 + $1.reach.y) }
  }
}
