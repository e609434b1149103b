public import Foundation

// The free functions of Core Animation. Each operation is applied before the given transform (documented):
// CATransform3DTranslate(t, ...) is the translation times t.

/// Returns whether a transform is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Returns whether all sixteen values are exactly equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a translation by (tx, ty, tz) points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var result = CATransform3D()
  (result.m41, result.m42, result.m43) = (tx, ty, tz)
  return result
}

/// Returns a scale by factors along x, y and z.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var result = CATransform3D()
  (result.m11, result.m22, result.m33) = (sx, sy, sz)
  return result
}

/// Returns a rotation by `angle` radians about the axis (x, y, z). An axis of length 0 gives the identity.
///
/// About z, a positive angle rotates the x axis toward the y axis: clockwise on a screen with y down.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  // Divided by the largest component first, so that squares neither overflow nor underflow.
  let largest = max(abs(x), abs(y), abs(z))
  guard largest.isFinite, largest > 0 else { return CATransform3DIdentity }
  var (x, y, z) = (x / largest, y / largest, z / largest)
  let length = (x * x + y * y + z * z).squareRoot()
  guard length.isFinite else { return CATransform3DIdentity }
  (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (Double.sin(angle), Double.cos(angle))
  let k = 1 - c
  // Rodrigues' rotation formula, transposed for row vectors.
  var result = CATransform3D()
  (result.m11, result.m12, result.m13) = (c + k * x * x, k * x * y + s * z, k * x * z - s * y)
  (result.m21, result.m22, result.m23) = (k * x * y - s * z, c + k * y * y, k * y * z + s * x)
  (result.m31, result.m32, result.m33) = (k * x * z + s * y, k * y * z - s * x, c + k * z * z)
  return result
}

/// Returns a translation followed by `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Returns a scale followed by `t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Returns a rotation by `angle` radians about the axis (x, y, z), followed by `t`.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// Returns the product `a * b`: `a` is applied first.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  var r = CATransform3D()
  r.m11 = a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31 + a.m14 * b.m41
  r.m12 = a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32 + a.m14 * b.m42
  r.m13 = a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33 + a.m14 * b.m43
  r.m14 = a.m11 * b.m14 + a.m12 * b.m24 + a.m13 * b.m34 + a.m14 * b.m44
  r.m21 = a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31 + a.m24 * b.m41
  r.m22 = a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32 + a.m24 * b.m42
  r.m23 = a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33 + a.m24 * b.m43
  r.m24 = a.m21 * b.m14 + a.m22 * b.m24 + a.m23 * b.m34 + a.m24 * b.m44
  r.m31 = a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31 + a.m34 * b.m41
  r.m32 = a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32 + a.m34 * b.m42
  r.m33 = a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33 + a.m34 * b.m43
  r.m34 = a.m31 * b.m14 + a.m32 * b.m24 + a.m33 * b.m34 + a.m34 * b.m44
  r.m41 = a.m41 * b.m11 + a.m42 * b.m21 + a.m43 * b.m31 + a.m44 * b.m41
  r.m42 = a.m41 * b.m12 + a.m42 * b.m22 + a.m43 * b.m32 + a.m44 * b.m42
  r.m43 = a.m41 * b.m13 + a.m42 * b.m23 + a.m43 * b.m33 + a.m44 * b.m43
  r.m44 = a.m41 * b.m14 + a.m42 * b.m24 + a.m43 * b.m34 + a.m44 * b.m44
  return r
}

/// Returns the inverse. A transform without a finite inverse is returned unchanged (documented for singular ones).
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  t.inverse ?? t
}

/// Returns the 3D transform of an affine transform in the plane z = 0.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var result = CATransform3D()
  (result.m11, result.m12) = (m.a, m.b)
  (result.m21, result.m22) = (m.c, m.d)
  (result.m41, result.m42) = (m.tx, m.ty)
  return result
}

/// Returns whether a `CGAffineTransform` can represent `t` exactly: the plane z = 0 stays in place, without
/// perspective.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0 && t.m33 == 1 && t.m34 == 0
    && t.m43 == 0 && t.m44 == 1
}

/// Returns the affine part of `t`. Undefined if `CATransform3DIsAffine(t)` is false (documented).
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

extension CATransform3D {
  /// Nil if the determinant is 0 or a value of the inverse is not finite.
  ///
  /// Cramer's rule with the 2x2 minors of the upper (`u`) and the lower (`l`) two rows.
  package var inverse: CATransform3D? {
    let u0 = m11 * m22 - m12 * m21
    let u1 = m11 * m23 - m13 * m21
    let u2 = m11 * m24 - m14 * m21
    let u3 = m12 * m23 - m13 * m22
    let u4 = m12 * m24 - m14 * m22
    let u5 = m13 * m24 - m14 * m23
    let l0 = m31 * m42 - m32 * m41
    let l1 = m31 * m43 - m33 * m41
    let l2 = m31 * m44 - m34 * m41
    let l3 = m32 * m43 - m33 * m42
    let l4 = m32 * m44 - m34 * m42
    let l5 = m33 * m44 - m34 * m43
    let determinant = u0 * l5 - u1 * l4 + u2 * l3 + u3 * l2 - u4 * l1 + u5 * l0
    guard determinant.isFinite, determinant != 0 else { return nil }
    var r = CATransform3D()
    r.m11 = (m22 * l5 - m23 * l4 + m24 * l3) / determinant
    r.m12 = (m13 * l4 - m12 * l5 - m14 * l3) / determinant
    r.m13 = (m42 * u5 - m43 * u4 + m44 * u3) / determinant
    r.m14 = (m33 * u4 - m32 * u5 - m34 * u3) / determinant
    r.m21 = (m23 * l2 - m21 * l5 - m24 * l1) / determinant
    r.m22 = (m11 * l5 - m13 * l2 + m14 * l1) / determinant
    r.m23 = (m43 * u2 - m41 * u5 - m44 * u1) / determinant
    r.m24 = (m31 * u5 - m33 * u2 + m34 * u1) / determinant
    r.m31 = (m21 * l4 - m22 * l2 + m24 * l0) / determinant
    r.m32 = (m12 * l2 - m11 * l4 - m14 * l0) / determinant
    r.m33 = (m41 * u4 - m42 * u2 + m44 * u0) / determinant
    r.m34 = (m32 * u2 - m31 * u4 - m34 * u0) / determinant
    r.m41 = (m22 * l1 - m21 * l3 - m23 * l0) / determinant
    r.m42 = (m11 * l3 - m12 * l1 + m13 * l0) / determinant
    r.m43 = (m42 * u1 - m41 * u3 - m43 * u0) / determinant
    r.m44 = (m31 * u3 - m32 * u1 + m33 * u0) / determinant
    return r.isFinite ? r : nil
  }
}
