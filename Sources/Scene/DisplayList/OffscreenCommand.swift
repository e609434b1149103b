/// Commands drawn into a separate bitmap that is filtered and then drawn in their place.
package struct OffscreenCommand: Sendable {
  package var bounds: DeviceRect
  package private(set) var commands: [DrawCommand]
  /// Pixels of the bitmap in the coordinates of the commands. Pixels outside are transparent.
  package var source: DeviceRect
  package var filters: [PixelFilter]
  /// Placement of the bitmap; nil: pixel on pixel.
  package var placement: OffscreenPlacement?
  /// Whether the bitmap keeps float pixels when it is drawn as an image. True in files with more than 8 bits.
  package let keepsDepth: Bool
  package private(set) var identity = CommandIdentity()

  package init(
    bounds: DeviceRect, commands: [DrawCommand], source: DeviceRect, filters: [PixelFilter] = [],
    placement: OffscreenPlacement? = nil, keepsDepth: Bool = false
  ) {
    (self.bounds, self.commands, self.source) = (bounds, commands, source)
    (self.filters, self.placement, self.keepsDepth) = (filters, placement, keepsDepth)
  }

  mutating func changeCommands(_ body: (inout [DrawCommand]) -> Void) {
    body(&commands)
    identity = CommandIdentity()
  }

  /// Whether the bitmap is drawn in float.
  /// - Parameter isDeep: whether the target is in float.
  package func isDeep(in isDeep: Bool) -> Bool { isDeep && (placement == nil || keepsDepth) || filters.needLight }

  /// Pixels along x and y by which the filters enlarge the bitmap.
  package var reach: (x: Int, y: Int) { filters.reach }
}

/// Placement of a bitmap that is drawn as an image.
package struct OffscreenPlacement: Hashable, Sendable {
  /// From the bitmap's pixels to device pixels.
  package var transform: PlaneTransform
  package var filter: SamplingFilter

  package init(transform: PlaneTransform, filter: SamplingFilter) {
    (self.transform, self.filter) = (transform, filter)
  }
}
