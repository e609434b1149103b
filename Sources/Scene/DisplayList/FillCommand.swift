/// Fills a shape with paint.
package struct FillCommand: Sendable {
  package var bounds: DeviceRect
  package var shape: Shape
  /// From the shape's plane to device pixels.
  package var transform: PlaneTransform
  package var paint: Paint

  package init(bounds: DeviceRect, shape: Shape, transform: PlaneTransform, paint: Paint) {
    (self.bounds, self.shape, self.transform, self.paint) = (bounds, shape, transform, paint)
  }

  /// A fill of a rounded rectangle with a colour, premultiplied `0xAARRGGBB`.
  package init(bounds: DeviceRect, shape: RoundedRect, transform: PlaneTransform, color: UInt32) {
    self.init(bounds: bounds, shape: .roundedRect(shape), transform: transform, paint: .solid(color))
  }
}

package enum Paint: Hashable, Sendable {
  /// Premultiplied `0xAARRGGBB`, including opacity.
  case solid(UInt32)
  /// Including opacity.
  indirect case gradient(Gradient)
}

extension Paint {
  /// A colour with an opacity; nil if it is invisible. HDR colours are gradients with a single stop.
  /// - Parameter isDeep: whether pixels have more than 8 bits, so that colours keep their precision.
  package init?(_ color: CGColor, opacity: Float = 1, isDeep: Bool = false) {
    let pixel = StarmineScene.premultiplied(color, opacity: opacity)
    if color.needsMore(than: pixel, opacity: opacity, isDeep: isDeep), pixel >> 24 > 0 {
      self = .gradient(Gradient(color, opacity: opacity))
    } else if pixel != 0 {
      self = .solid(pixel)
    } else {
      return nil
    }
  }

  var isSolid: Bool { if case .solid = self { true } else { false } }

  /// Whether every pixel is opaque.
  var isOpaque: Bool {
    switch self {
    case .solid(let color): color >> 24 == 255
    case .gradient(let gradient): gradient.isOpaque
    }
  }

  /// The paint with an additional opacity, 0...255.
  func faded(_ alpha: UInt8) -> Paint {
    if alpha == 255 { return self }
    switch self {
    case .solid(let color): return .solid(scaled(color, UInt32(alpha)))
    case .gradient(let gradient): return .gradient(gradient.multiplied(by: SIMD4(1, 1, 1, Float(alpha) / 255)))
    }
  }
}
