import Foundation
package import StarmineGraphics

/// Maps a plane to device pixels, perspective included: a 3x3 homography, row vectors, `[x y 1] M`.
///
/// `x' = (m11 x + m21 y + m31) / w`, `y' = (m12 x + m22 y + m32) / w`, `w = m13 x + m23 y + m33`.
package struct PlaneTransform: Hashable, Sendable {
  package var m11 = 1.0, m12 = 0.0, m13 = 0.0
  package var m21 = 0.0, m22 = 1.0, m23 = 0.0
  package var m31 = 0.0, m32 = 0.0, m33 = 1.0

  package static let identity = PlaneTransform()

  package init() {}

  /// The plane z = 0 of a 3D transform, with the result's z dropped.
  package init(_ t: CATransform3D) {
    (m11, m12, m13) = (Double(t.m11), Double(t.m12), Double(t.m14))
    (m21, m22, m23) = (Double(t.m21), Double(t.m22), Double(t.m24))
    (m31, m32, m33) = (Double(t.m41), Double(t.m42), Double(t.m44))
  }

  /// No perspective: `w` is 1 everywhere.
  @inlinable
  package var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }
  /// Only scale and translation.
  package var isAxisAligned: Bool { isAffine && m12 == 0 && m21 == 0 }

  /// The mapped point and its `w`; the point means something only where `w` is above 0.
  @inlinable
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
    if isAffine { return (m11 * x + m21 * y + m31, m12 * x + m22 * y + m32, 1) }
    let w = m13 * x + m23 * y + m33
    return ((m11 * x + m21 * y + m31) / w, (m12 * x + m22 * y + m32) / w, w)
  }

  /// Nil where the plane is seen edge on or the values are not finite.
  package var inverse: PlaneTransform? {
    let c11 = m22 * m33 - m23 * m32
    let c12 = m13 * m32 - m12 * m33
    let c13 = m12 * m23 - m13 * m22
    let determinant = m11 * c11 + m21 * c12 + m31 * c13
    guard determinant.isFinite, determinant != 0 else { return nil }
    let scale = 1 / determinant
    var result = PlaneTransform()
    (result.m11, result.m12, result.m13) = (c11 * scale, c12 * scale, c13 * scale)
    result.m21 = (m23 * m31 - m21 * m33) * scale
    result.m22 = (m11 * m33 - m13 * m31) * scale
    result.m23 = (m13 * m21 - m11 * m23) * scale
    result.m31 = (m21 * m32 - m22 * m31) * scale
    result.m32 = (m12 * m31 - m11 * m32) * scale
    result.m33 = (m11 * m22 - m12 * m21) * scale
    return scale.isFinite ? result : nil
  }

  /// Followed by the map of a rectangle onto 0...1 by 0...1.
  package func scaledToUnit(_ area: RoundedRect) -> PlaneTransform {
    let (scaleX, scaleY) = (1 / (area.maxX - area.minX), 1 / (area.maxY - area.minY))
    var result = self
    result.m11 = (m11 - m13 * area.minX) * scaleX
    result.m21 = (m21 - m23 * area.minX) * scaleX
    result.m31 = (m31 - m33 * area.minX) * scaleX
    result.m12 = (m12 - m13 * area.minY) * scaleY
    result.m22 = (m22 - m23 * area.minY) * scaleY
    result.m32 = (m32 - m33 * area.minY) * scaleY
    return result
  }
}
