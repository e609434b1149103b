/// Maps a plane to device pixels, including perspective: a 3x3 homography with row vectors, `[x y 1] M`.
///
/// `x' = (m11 x + m21 y + m31) / w`, `y' = (m12 x + m22 y + m32) / w`, `w = m13 x + m23 y + m33`.
@usableFromInline
package struct PlaneTransform: Hashable, Sendable {
  @usableFromInline package var m11 = 1.0, m12 = 0.0, m13 = 0.0
  @usableFromInline package var m21 = 0.0, m22 = 1.0, m23 = 0.0
  @usableFromInline package var m31 = 0.0, m32 = 0.0, m33 = 1.0

  @inlinable package static var identity: PlaneTransform { PlaneTransform() }

  @inlinable package init() {}

  /// The plane z = 0 of a 3D transform, without the resulting z.
  package init(_ t: CATransform3D) {
    (m11, m12, m13) = (Double(t.m11), Double(t.m12), Double(t.m14))
    (m21, m22, m23) = (Double(t.m21), Double(t.m22), Double(t.m24))
    (m31, m32, m33) = (Double(t.m41), Double(t.m42), Double(t.m44))
  }

  init(_ t: CGAffineTransform) {
    (m11, m12, m13) = (t.a, t.b, 0)
    (m21, m22, m23) = (t.c, t.d, 0)
    (m31, m32, m33) = (t.tx, t.ty, 1)
  }

  /// Whether there is no perspective: `w` is 1 everywhere.
  @inlinable package var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }
  @inlinable package var isAxisAligned: Bool { isAffine && m12 == 0 && m21 == 0 }
  var isFinite: Bool { (m11 + m12 + m13 + m21 + m22 + m23 + m31 + m32 + m33).isFinite }

  /// Whether the front of the plane is visible: a rotation from x to y has the same direction on the screen.
  var facesViewer: Bool {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31) >= 0
  }

  /// The mapped point and its `w`. The point is valid only if `w` is above 0.
  @inlinable
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
    if isAffine { return (m11 * x + m21 * y + m31, m12 * x + m22 * y + m32, 1) }
    let w = m13 * x + m23 * y + m33
    return ((m11 * x + m21 * y + m31) / w, (m12 * x + m22 * y + m32) / w, w)
  }

  /// Maps a vector, for a transform without perspective.
  func linear(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (m11 * x + m21 * y, m12 * x + m22 * y) }
}

// MARK: Other transforms

extension PlaneTransform {
  /// Nil if the plane is edge-on or values are not finite.
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

  package func concatenated(with other: PlaneTransform) -> PlaneTransform {
    func row(_ x: Double, _ y: Double, _ w: Double) -> (Double, Double, Double) {
      (
        x * other.m11 + y * other.m21 + w * other.m31, x * other.m12 + y * other.m22 + w * other.m32,
        x * other.m13 + y * other.m23 + w * other.m33
      )
    }
    var result = PlaneTransform()
    (result.m11, result.m12, result.m13) = row(m11, m12, m13)
    (result.m21, result.m22, result.m23) = row(m21, m22, m23)
    (result.m31, result.m32, result.m33) = row(m31, m32, m33)
    return result
  }

  /// The transform followed by the map of a rectangle to 0...1.
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

  /// The transform after mirroring a rectangle of the plane vertically.
  func mirrored(_ area: RoundedRect) -> PlaneTransform {
    var mirror = PlaneTransform.identity
    mirror.m22 = -1
    mirror.m32 = area.minY + area.maxY
    return mirror.concatenated(with: self)
  }
}
