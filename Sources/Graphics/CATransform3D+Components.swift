import Foundation

/// A decomposed transform: `M = scale * skew * rotation * translation * perspective`, the left factor first.
///
/// Transforms are interpolated by these components (behavior.md 2.9, peer-tested). The method is that of Thomas,
/// "Decomposing a matrix into simple transformations" (Graphics Gems II), as in CSS Transforms.
package struct TransformComponents: Hashable, Sendable {
  package var translation = SIMD3<Double>()
  /// Factors along x, y, z; all negative if the transform mirrors.
  package var scale = SIMD3<Double>(repeating: 1)
  package var skew = SIMD3<Double>()
  package var rotation = Quaternion.identity
  /// The fourth column (m14, m24, m34, m44) of the last factor. (0, 0, 0, 1) without perspective.
  package var perspective = SIMD4<Double>(0, 0, 0, 1)

  package init() {}

  /// Whether a scale is 0: the transform has no inverse, and missing axes were completed.
  package var isSingular: Bool { scale.x == 0 || scale.y == 0 || scale.z == 0 }

  /// Nil for values that are not finite, `m44` = 0, a singular transform with perspective, and parallel axes.
  package init?(_ transform: CATransform3D) {
    // Most animated transforms start from the identity.
    if transform == CATransform3DIdentity { return }
    guard transform.isFinite, transform.m44 != 0 else { return nil }
    let rows = transform.rows.map { $0 / Double(transform.m44) }
    let column = SIMD4(rows[0].w, rows[1].w, rows[2].w, rows[3].w)
    if column != SIMD4(0, 0, 0, 1) {
      guard let solved = Self.perspective(rows: rows, column: column) else { return nil }
      perspective = solved
    }
    translation = rows[3].xyz
    guard let axes = takeApart(rows[0].xyz, rows[1].xyz, rows[2].xyz) else { return nil }
    rotation = Quaternion(rows: axes.0, axes.1, axes.2)
    guard matrix.isFinite else { return nil }
  }

  /// With the affine part A and the column p, the fourth column of `A P` is `A p`.
  private static func perspective(rows: [SIMD4<Double>], column: SIMD4<Double>) -> SIMD4<Double>? {
    var affine = CATransform3D(rows[0], rows[1], rows[2], rows[3])
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let inverse = affine.inverse?.rows else { return nil }
    return SIMD4(
      (inverse[0] * column).sum(), (inverse[1] * column).sum(), (inverse[2] * column).sum(),
      (inverse[3] * column).sum())
  }

  /// Gram-Schmidt over the three axes: sets scale and skew, returns the orthonormal, right-handed rest. Nil for
  /// parallel axes, which would need an infinite skew.
  private mutating func takeApart(
    _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)? {
    scale.x = x.length
    let axisX = scale.x > 0 ? x / scale.x : SIMD3()
    let shearXY = (axisX * y).sum()
    let restY = y - shearXY * axisX
    scale.y = restY.length
    let axisY = scale.y > 0 ? restY / scale.y : SIMD3()
    let (shearXZ, shearYZ) = ((axisX * z).sum(), (axisY * z).sum())
    let restZ = z - shearXZ * axisX - shearYZ * axisY
    scale.z = restZ.length
    let axisZ = scale.z > 0 ? restZ / scale.z : SIMD3()
    // Smaller values are rounding errors without a direction.
    guard scale.y >= y.length * 1e-12, scale.z >= z.length * 1e-12 else { return nil }
    skew.x = scale.y > 0 ? shearXY / scale.y : 0
    if scale.z > 0 { (skew.y, skew.z) = (shearXZ / scale.z, shearYZ / scale.z) }
    guard !isSingular else { return Self.completed(axisX, axisY, axisZ) }
    guard (axisX * axisY.cross(axisZ)).sum() < 0 else { return (axisX, axisY, axisZ) }
    scale = -scale
    return (-axisX, -axisY, -axisZ)
  }

  /// Completes axes of length 0 with perpendicular ones, without adding a rotation, so that a layer that grows from
  /// size 0 is upright.
  private static func completed(
    _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let (hasX, hasY, hasZ) = (x.length > 0, y.length > 0, z.length > 0)
    switch (hasX, hasY, hasZ) {
    case (true, true, _): return (x, y, x.cross(y))
    case (true, _, true): return (x, z.cross(x), z)
    case (_, true, true): return (y.cross(z), y, z)
    case (true, _, _):
      let upright = SIMD3(0, 0, 1).perpendicular(to: x) ?? SIMD3(1, 0, 0)
      return (x, upright.cross(x), upright)
    case (_, true, _):
      let upright = SIMD3(0, 0, 1).perpendicular(to: y) ?? SIMD3(0, 1, 0)
      return (y.cross(upright), y, upright)
    case (_, _, true):
      let level = SIMD3(1, 0, 0).perpendicular(to: z) ?? SIMD3(0, 0, -1)
      return (level, z.cross(level), z)
    default: return (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    }
  }

  /// The same transform with the mirroring along the axis that gives the least rotation: a mirror along x has the scale
  /// -1 along x, and no rotation about x. Key paths use this form. They write components one after the other, and must
  /// find previous values again.
  package var withNearestMirror: TransformComponents {
    guard scale.x < 0, scale.y < 0, scale.z < 0 else { return self }
    let (x, y, z) = (abs(rotation.x), abs(rotation.y), abs(rotation.z))
    guard max(x, y, z) > abs(rotation.w) else { return self }
    let signs = x >= max(y, z) ? SIMD3<Double>(1, -1, -1) : y >= z ? SIMD3<Double>(-1, 1, -1) : SIMD3<Double>(-1, -1, 1)
    var result = self
    result.scale = scale * signs
    result.skew = skew * SIMD3(signs.x * signs.y, signs.x * signs.z, signs.y * signs.z)
    let rows = rotation.rows
    result.rotation = Quaternion(rows: signs.x * rows.0, signs.y * rows.1, signs.z * rows.2)
    return result
  }

  /// The composed transform (with `m44` normalized by the perspective).
  package var matrix: CATransform3D {
    let (r0, r1, r2) = rotation.rows
    let x = scale.x * r0
    let y = scale.y * (skew.x * r0 + r1)
    let z = scale.z * (skew.y * r0 + skew.z * r1 + r2)
    func row(_ axis: SIMD3<Double>, _ w: Double) -> SIMD4<Double> {
      SIMD4(axis, w * perspective.w + (axis * perspective.xyz).sum())
    }
    return CATransform3D(row(x, 0), row(y, 0), row(z, 0), row(translation, 1))
  }

  /// Whether two or more scales are 0, so that the rotation is undefined.
  private var isTurnUnknown: Bool { [scale.x, scale.y, scale.z].count { $0 == 0 } > 1 }

  /// Interpolates each component linearly, and the rotation along the shorter arc. If the rotation of one transform is
  /// undefined, that of the other is used (ours). `progress` may be outside 0...1.
  package func interpolated(to other: TransformComponents, progress: Double) -> TransformComponents {
    var result = self
    result.translation += (other.translation - translation) * progress
    result.scale += (other.scale - scale) * progress
    result.skew += (other.skew - skew) * progress
    result.perspective += (other.perspective - perspective) * progress
    let start = isTurnUnknown ? other.rotation : rotation
    let end = other.isTurnUnknown ? start : other.rotation
    result.rotation = start.slerp(to: end, progress: progress)
    return result
  }
}

extension SIMD3<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }

  /// The unit vector of the component that is perpendicular to a unit vector; nil for parallel ones.
  fileprivate func perpendicular(to axis: SIMD3<Double>) -> SIMD3<Double>? {
    let rest = self - (self * axis).sum() * axis
    return rest.length > 1e-9 ? rest / rest.length : nil
  }

  fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
