extension GradientState {
  /// The paint of a gradient in a rectangle.
  package struct Derived: Sendable {
    var bounds: CGRect
    var opacity: Float
    /// Nil if nothing is painted.
    var paint: Paint?
  }
}

extension LayerState {
  var hasGradient: Bool { rare.box?.value.gradient.isUnset == false }

  func gradientFill(bounds: DeviceRect, transform: PlaneTransform, opacity: Float) -> FillCommand? {
    guard let values = rare.box?.value.gradient, !values.isUnset else { return nil }
    let area = self.bounds
    let derived = values.derived {
      $0.bounds == area && $0.opacity == opacity
    } make: {
      let paint = Gradient($0, bounds: area, opacity: opacity).map { Paint.gradient($0) }
      return GradientState.Derived(bounds: area, opacity: opacity, paint: paint)
    }
    guard let paint = derived?.paint else { return nil }
    return FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: transform, paint: paint)
  }
}
