extension CATransform3D {
  /// The transform with z removed before and after. Sublayers are in their layer's plane before it is rotated in space,
  /// and stay in one plane. Depth is relative to this plane.
  var flattened: CATransform3D {
    var result = self
    (result.m13, result.m23, result.m33, result.m43) = (0, 0, 1, 0)
    (result.m31, result.m32, result.m34) = (0, 0, 0)
    return result
  }

  var isFinite: Bool {
    (m11 + m12 + m13 + m14 + m21 + m22 + m23 + m24).isFinite && (m31 + m32 + m33 + m34 + m41 + m42 + m43 + m44).isFinite
  }

  /// Depth of the plane z = 0 over device pixels (see `Face.depth`); nil if it is edge-on.
  var planeDepth: SIMD3<Double>? {
    // With p a point of the plane, H its map to the screen and d = (x, y, 1) the pixel: p H = w d and depth = p z / w,
    // so depth = d H^-1 z.
    guard let h = PlaneTransform(self).inverse else { return nil }
    let z = SIMD3(Double(m13), Double(m23), Double(m43))
    let depth = SIMD3(
      h.m11 * z.x + h.m12 * z.y + h.m13 * z.z, h.m21 * z.x + h.m22 * z.y + h.m23 * z.z,
      h.m31 * z.x + h.m32 * z.y + h.m33 * z.z)
    return depth.sum().isFinite ? depth : nil
  }
}
