import Foundation
import Scene

/// A gradient under any plane transform, resolved for one frame.
struct PreparedGradient {
  let gradient: Gradient
  /// From device pixels to units of the gradient's rectangle.
  let inverse: PlaneTransform

  /// Nil where the plane is seen edge on.
  init?(_ gradient: Gradient, _ transform: PlaneTransform) {
    let rect = gradient.rect
    let area = RoundedRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
    guard let inverse = transform.inverse?.scaledToUnit(area) else { return nil }
    (self.gradient, self.inverse) = (gradient, inverse)
  }

  /// Premultiplied pixels of a row, from pixel `x` on.
  ///
  /// Every pixel is computed from its own centre, so a row may start anywhere. There is no table: a component differs
  /// from the exact one by its rounding to 8 bits alone, half a step.
  func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    for index in 0..<count {
      let (u, v, _) = inverse.apply(Double(x + index) + 0.5, Double(y) + 0.5)
      let parameter = gradient.parameter(u, v)
      row[index] = parameter.isNaN ? 0 : premultiplied(gradient.color(at: parameter))
    }
  }
}

/// Straight red, green, blue, alpha in 0...1 as `0xAARRGGBB`.
@inline(__always)
private func premultiplied(_ color: SIMD4<Float>) -> UInt32 {
  let alpha = color.w * 255
  let byte = { (value: Float) in UInt32(max(0, min(255, value + 0.5))) }
  return byte(alpha) << 24 | byte(color.x * alpha) << 16 | byte(color.y * alpha) << 8 | byte(color.z * alpha)
}
