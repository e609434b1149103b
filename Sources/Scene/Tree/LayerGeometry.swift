import Foundation
package import StarmineGraphics

extension LayerState {
  /// From the layer's own coordinates to its superlayer's: behavior.md 4.2.
  package var toSuperlayer: CATransform3D {
    var matrix = CATransform3DIdentity
    matrix.m41 = -(bounds.origin.x + anchorPoint.x * bounds.width)
    matrix.m42 = -(bounds.origin.y + anchorPoint.y * bounds.height)
    matrix.m43 = -anchorPointZ
    if transform != CATransform3DIdentity { matrix = CATransform3DConcat(matrix, transform) }
    return CATransform3DConcat(matrix, CATransform3DMakeTranslation(position.x, position.y, zPosition))
  }

  /// `toSuperlayer`, then `superlayer`.
  func toSuperlayer(in superlayer: CATransform3D) -> CATransform3D {
    guard transform == CATransform3DIdentity else { return CATransform3DConcat(toSuperlayer, superlayer) }
    // The same sums as in the products of the matrices, without the products by 0 and 1.
    let x = position.x - (bounds.origin.x + anchorPoint.x * bounds.width)
    let y = position.y - (bounds.origin.y + anchorPoint.y * bounds.height)
    let z = zPosition - anchorPointZ
    var result = superlayer
    result.m41 = x * superlayer.m11 + y * superlayer.m21 + z * superlayer.m31 + superlayer.m41
    result.m42 = x * superlayer.m12 + y * superlayer.m22 + z * superlayer.m32 + superlayer.m42
    result.m43 = x * superlayer.m13 + y * superlayer.m23 + z * superlayer.m33 + superlayer.m43
    result.m44 = x * superlayer.m14 + y * superlayer.m24 + z * superlayer.m34 + superlayer.m44
    return result
  }

  /// Turns a transform of the layer's own coordinates into one of what is inside it: `isGeometryFlipped` mirrors that
  /// about the middle of the bounds, before the layer's transform (measured, behavior.md 4.2).
  package func flipped(_ transform: CATransform3D) -> CATransform3D {
    guard isGeometryFlipped else { return transform }
    var mirror = CATransform3DIdentity
    mirror.m22 = -1
    mirror.m42 = bounds.minY + bounds.maxY
    return CATransform3DConcat(mirror, transform)
  }

  /// A transform of the layer's own coordinates that acts about its anchor point.
  package func aroundAnchor(_ transform: CATransform3D) -> CATransform3D {
    guard transform != CATransform3DIdentity else { return transform }
    let x = bounds.origin.x + anchorPoint.x * bounds.width
    let y = bounds.origin.y + anchorPoint.y * bounds.height
    return CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-x, -y, -anchorPointZ), transform),
      CATransform3DMakeTranslation(x, y, anchorPointZ))
  }

  /// From the space that the sublayers' positions are in to where the layer's space goes.
  func sublayerSpace(in space: CATransform3D) -> CATransform3D {
    CATransform3DConcat(aroundAnchor(sublayerTransform), flipped(space))
  }

  /// The layer's bounds with its corner radius, limited to half the shorter side.
  var shape: RoundedRect {
    var shape = RoundedRect(
      minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: bounds.maxY,
      cornerRadius: max(0, min(cornerRadius, bounds.width / 2, bounds.height / 2)))
    if isPlain { return shape }
    let border = border.value
    (shape.corners, shape.curve) = (border.maskedCorners, border.cornerCurve)
    if shape.corners.isDisjoint(with: .all) { shape.cornerRadius = 0 }
    if shape.cornerRadius <= 0 {
      shape.smoothEdges = border.allowsEdgeAntialiasing ? border.edgeAntialiasingMask : []
    }
    return shape
  }
}

extension CATransform3D {
  /// The same map of the plane z = 0, with z taken away before and after: sublayers lie in their layer's plane before
  /// it turns in space, and in one plane from then on; depth counts from this plane.
  var flattened: CATransform3D {
    var result = self
    (result.m13, result.m23, result.m33, result.m43) = (0, 0, 1, 0)
    (result.m31, result.m32, result.m34) = (0, 0, 0)
    return result
  }

  var isFinite: Bool {
    (m11 + m12 + m13 + m14 + m21 + m22 + m23 + m24).isFinite && (m31 + m32 + m33 + m34 + m41 + m42 + m43 + m44).isFinite
  }
}

extension RoundedRect {
  /// Pixels that the shape can touch, within `frame`; the whole frame where the plane passes behind the eye.
  func deviceBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    guard maxX > minX, maxY > minY else { return .empty }
    if transform.isAxisAligned {
      // The same sums as below, without the products by 0.
      let (x0, x1) = (transform.m11 * minX + transform.m31, transform.m11 * maxX + transform.m31)
      let (y0, y1) = (transform.m22 * minY + transform.m32, transform.m22 * maxY + transform.m32)
      return Self.pixels(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), within: frame)
    }
    var (lowX, lowY, highX, highY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for corner in 0..<4 {
      let point = transform.apply(corner & 1 == 0 ? minX : maxX, corner & 2 == 0 ? minY : maxY)
      guard point.w > 0 else { return frame }
      (lowX, lowY) = (min(lowX, point.x), min(lowY, point.y))
      (highX, highY) = (max(highX, point.x), max(highY, point.y))
    }
    return Self.pixels(lowX, lowY, highX, highY, within: frame)
  }

  /// The pixels that a box touches.
  private static func pixels(
    _ lowX: Double, _ lowY: Double, _ highX: Double, _ highY: Double, within frame: DeviceRect
  ) -> DeviceRect {
    guard lowX < Double(frame.maxX), lowY < Double(frame.maxY), highX > Double(frame.minX), highY > Double(frame.minY)
    else { return .empty }
    return DeviceRect(
      minX: Int(max(lowX, Double(frame.minX)).rounded(.down)), minY: Int(max(lowY, Double(frame.minY)).rounded(.down)),
      maxX: Int(min(highX, Double(frame.maxX)).rounded(.up)), maxY: Int(min(highY, Double(frame.maxY)).rounded(.up)))
  }
}
