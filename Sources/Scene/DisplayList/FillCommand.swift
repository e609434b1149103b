/// Paint through the coverage of a shape.
package struct FillCommand: Sendable {
  package var bounds: DeviceRect
  package var shape: Shape
  /// From the shape's plane to device pixels.
  package var transform: PlaneTransform
  package var paint: Paint

  package init(bounds: DeviceRect, shape: Shape, transform: PlaneTransform, paint: Paint) {
    (self.bounds, self.shape, self.transform, self.paint) = (bounds, shape, transform, paint)
  }

  /// One colour, a premultiplied `0xAARRGGBB`, over a rounded rectangle.
  package init(bounds: DeviceRect, shape: RoundedRect, transform: PlaneTransform, color: UInt32) {
    self.init(bounds: bounds, shape: .roundedRect(shape), transform: transform, paint: .solid(color))
  }
}

/// Paint of covered pixels.
package enum Paint: Hashable, Sendable {
  /// Premultiplied `0xAARRGGBB`, opacity included.
  case solid(UInt32)
  /// Opacity included.
  indirect case gradient(Gradient)
}
